//! Rounds with irregularities, and rulings.

use super::terms;
use crate::poker::builder::{Hand, card};
use engine::{Face, Patron, Place, RulingAct, Spot, What};
use felt::Money;

/// Box 1 has folded with trips and progressive, box 2 has played, box 3 is asked at the end.
fn at_the_end() -> Hand {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "trips", 5).bet(1, "progressive", 1).ante(2, 20).bet(2, "progressive", 1);
    round.ante(3, 30).bet(3, "trips", 5).close();
    round.hole(1, "4c 4s").hole(2, "Qc Qd").hole(3, "Jc 8d").dealer("Kc 3d");
    round.choose(1, "check").play(2, 80).choose(3, "check").board("Qs 4d Th").choose(1, "check");
    round.choose(3, "check").board("5h Ad").choose(1, "fold").loses(1, &["ante", "blind", "progressive"]);
    round
}

#[test]
fn an_exposed_card_voids_the_hands_and_not_trips() {
    let mut round = at_the_end();
    round.irregular("dealer-card-exposed").remedy("hands-void");
    round.undo(1).undo(2).back(1, &["ante", "blind"]).back(2, &["ante", "blind", "play"]);
    round.back(3, &["ante", "blind"]).loses(3, &["trips"]).prize(2, 9).wins(1, "trips", 15).good(&terms());
    // Trips first.
    let mut trips = at_the_end();
    trips.irregular("dealer-card-exposed").loses(3, &["trips"]).bad(&terms(), "is not due");
    // The chips of the fold are not returned.
    let mut kept = at_the_end();
    kept.irregular("dealer-card-exposed").back(2, &["ante", "blind", "play"]).back(3, &["ante", "blind"]);
    kept.loses(3, &["trips"]).bad(&terms(), "11.I");
}

#[test]
fn the_community_cards_are_dealt_for_trips() {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "trips", 5).ante(2, 10).close();
    round.hole(1, "4c 4s").hole(2, "Qc Qd");
    round.lay(Place::Dealer, Face::Up(card("Kc")));
    round.irregular("dealer-card-exposed").remedy("hands-void");
    round.back(1, &["ante", "blind"]).back(2, &["ante", "blind"]);
    round.board("4d 9c Ts").board("2d Ks").wins(1, "trips", 15).good(&terms());
}

#[test]
fn an_exposed_card_without_trips_ends_the_round() {
    let exposed = || {
        let mut round = Hand::new();
        round.ante(1, 10).close().hole(1, "4c 4s");
        round.lay(Place::Dealer, Face::Up(card("Kc")));
        round
    };
    exposed().irregular("dealer-card-exposed").back(1, &["ante", "blind"]).good(&terms());
    exposed().remedy("hands-void").back(1, &["ante", "blind"]).good(&terms());
    let mut unsaid = exposed();
    unsaid.dealer("3d").play(1, 40).board("Ks 4d Th").board("5h Ad").show_dealer();
    unsaid.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).bad(&terms(), "11.I");
}

#[test]
fn a_card_seen_after_all_decided_changes_nothing() {
    let mut round = at_the_end();
    round.play(3, 30).irregular("dealer-card-exposed").show_dealer();
    round.pushes(3, &["ante"]).loses(3, &["blind", "play", "trips"]);
    round.pushes(2, &["ante", "blind"]).wins(2, "play", 80).prize(2, 9).wins(1, "trips", 15).good(&terms());
    let mut void = at_the_end();
    void.play(3, 30).remedy("hands-void").bad(&terms(), "without a reason");
}

#[test]
fn a_wrong_count_returns_everything() {
    for word in ["wrong-count", "wrong-deck"] {
        let mut round = at_the_end();
        round.irregular(word).remedy("round-void").undo(1).undo(2).undo(3);
        round
            .back(1, &["ante", "blind", "trips", "progressive"])
            .back(2, &["ante", "blind", "play", "progressive"]);
        round.back(3, &["ante", "blind", "trips"]).good(&terms());
    }
    at_the_end().irregular("wrong-count").undo(1).back(1, &["blind"]).bad(&terms(), "is not due");
    at_the_end().remedy("round-void").bad(&terms(), "without a reason");
}

#[test]
fn a_jammed_shoe_voids_where_there_is_one() {
    let jam = || {
        let mut round = Hand::new();
        round.ante(1, 10).close().hole(1, "4c 4s").irregular("shoe-jam").back(1, &["ante", "blind"]);
        round
    };
    let mut shoe = terms();
    shoe.shoe = true;
    jam().good(&shoe);
    jam().bad(&terms(), "is not due");
}

#[test]
fn a_card_in_the_rack_closes_no_bets() {
    let mut shoe = terms();
    shoe.shoe = true;
    let mut round = Hand::new();
    round.bet(1, "ante", 10);
    round.lay(Place::Rack, Face::Up(card("Js")));
    // No round of play has begun: the shoe is refilled, and betting continues until the floor calls the round void.
    round.irregular("shoe-jam").bet(1, "blind", 10).bet(2, "ante", 20).rules(RulingAct::VoidRound);
    round.back(1, &["ante", "blind"]).back(2, &["ante"]).good(&shoe);
}

#[test]
fn other_irregularities_move_no_chips() {
    for word in ["shuffler-jam", "shuffler-count"] {
        let mut round = Hand::new();
        round.ante(1, 10).irregular(word).close().hole(1, "Ac 2d").dealer("Kc 3d").play(1, 40);
        round.board("Ks 4d Th").board("4h Ad").show_dealer();
        round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).good(&terms());
    }
}

#[test]
fn a_card_drawn_in_error_is_the_next_one() {
    let mut round = Hand::new();
    round.ante(1, 10).close().hole(1, "Ac 2d").dealer("Kc 3d").play(1, 40);
    let stray = round.lay(Place::Next, Face::Down(card("Ad")));
    round.remedy("used-as-next").board("").fact(What::CardMoved {
        draw: stray,
        from: Place::Next,
        to: Place::Board,
    });
    round.fact(What::CardTurned { draw: stray, place: Place::Board, face: Face::Up(card("Ad")) });
    round.lay(Place::Board, Face::Up(card("Ks")));
    round.lay(Place::Board, Face::Up(card("4d")));
    round.board("4h Th").show_dealer();
    round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).good(&terms());
}

#[test]
fn a_card_that_is_kept_is_dealt_before_any_other() {
    let mut round = Hand::new();
    round.ante(1, 10).close().irregular("drawn-unexposed");
    round.lay(Place::Next, Face::Unread);
    round.hole(1, "Ac 2d").bad(&terms(), "was the next one");
}

#[test]
fn silence_is_taken_as_a_check_and_then_as_a_fold() {
    let silent = |word| {
        let mut round = Hand::new();
        round.ante(1, 10).close().hole(1, "Ac 2d").dealer("Kc 3d").lapse(1, "check").board("Ks 4d Th");
        round.lapse(1, "check").board("4h Ad").lapse(1, word);
        round
    };
    silent("fold").loses(1, &["ante", "blind"]).show_dealer().good(&terms());
    silent("play").bad(&terms(), "was silent");
}

#[test]
fn players_are_asked_from_the_left() {
    let mut round = Hand::new();
    round.ante(1, 10).ante(2, 10).close().hole(1, "Ac 2d").hole(2, "Qc Qd").dealer("Kc 3d");
    round.choose(2, "check").choose(1, "check").bad(&terms(), "decided after");
}

#[test]
fn a_void_round_undoes_what_was_paid_and_keeps_an_award() {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "progressive", 1).ante(2, 10).bet(2, "progressive", 1).close();
    round.hole(1, "Qs Qh").hole(2, "9h 8h").dealer("Kc Kd").play(1, 40).play(2, 40);
    round.board("7h 6h 5h").board("Jc 3s").show_dealer();
    round.wins(2, "ante", 10).wins(2, "blind", 500).wins(2, "play", 40).meter(100_00).jackpot(2, 10, 100_00);
    round.award(1, "envy", 300);
    let act = RulingAct::Award { patron: Patron::A, amount: Money::minor(25_00) };
    round.rules(act).award(1, "ruling", 25);
    round.rules(RulingAct::VoidRound);
    for seq in 1..=5 {
        round.undo(seq);
    }
    let mine = ["ante", "blind", "play", "progressive"];
    round.back(1, &mine).back(2, &mine).good(&terms());
}

#[test]
fn a_void_hand_gets_back_what_is_not_settled() {
    // Before the end.
    let mut round = at_the_end();
    round.rules(RulingAct::VoidHand(Spot::first(3))).back(3, &["ante", "blind", "trips"]).show_dealer();
    round.pushes(2, &["ante", "blind"]).wins(2, "play", 80).prize(2, 9).wins(1, "trips", 15).good(&terms());
    // In the middle of its own settlement, while the meter is awaited.
    let mut late = Hand::new();
    late.ante(1, 10).bet(1, "progressive", 1).ante(2, 10).bet(2, "progressive", 1).close();
    late.hole(1, "Qs Qh").hole(2, "9h 8h").dealer("Kc Kd").play(1, 40).play(2, 40);
    late.board("7h 6h 5h").board("Jc 3s").show_dealer();
    late.wins(2, "ante", 10).wins(2, "blind", 500).wins(2, "play", 40);
    late.rules(RulingAct::VoidHand(Spot::first(2))).back(2, &["progressive"]);
    late.loses(1, &["ante", "blind", "play", "progressive"]).good(&terms());
}

#[test]
fn going_on_changes_nothing() {
    let mut round = at_the_end();
    round.rules(RulingAct::GoOn).play(3, 30).show_dealer();
    round.pushes(3, &["ante"]).loses(3, &["blind", "play", "trips"]);
    round.pushes(2, &["ante", "blind"]).wins(2, "play", 80).prize(2, 9).wins(1, "trips", 15).good(&terms());
}

#[test]
fn a_stake_given_back_before_may_be_left_as_it_is() {
    let begun = || {
        let mut round = Hand::new();
        round.ante(1, 10).bet(2, "ante", 10).close().back(2, &["ante"]).hole(1, "4c 4s");
        round.irregular("wrong-count");
        round
    };
    begun().back(1, &["ante", "blind"]).good(&terms());
    begun().back(1, &["ante", "blind"]).undo(1).back(2, &["ante"]).good(&terms());
    begun().back(1, &["ante", "blind"]).undo(1).bad(&terms(), "never settled");
}
