//! Rounds without irregularities.

use super::terms;
use crate::poker::builder::{Hand, card};
use engine::{Face, Place, Spot, What};

/// One player with ante, blind and perhaps trips of 10 who makes the play wager before the flop.
fn one(hole: &str, dealer: &str, board: &str, trips: bool) -> Hand {
    let mut round = Hand::new();
    round.ante(1, 10);
    if trips {
        round.bet(1, "trips", 10);
    }
    let (flop, rest) = board.split_at(9);
    round.close().hole(1, hole).dealer(dealer).play(1, 40).board(flop).board(rest).show_dealer();
    round
}

#[test]
fn below_a_pair_the_ante_of_a_loser_goes_back() {
    let lost = || one("Qc Jd", "Ac Kd", "2h 5s 7d 9c Tc", false);
    lost().pushes(1, &["ante"]).loses(1, &["blind", "play"]).good(&terms());
    lost().loses(1, &["ante", "blind", "play"]).bad(&terms(), "9.VII");
}

#[test]
fn below_a_pair_a_winner_has_his_ante_back_and_play_paid() {
    let mut round = one("2c Jd", "Ac Kd", "2h 5s 7d 9c Tc", true);
    round.pushes(1, &["ante", "blind"]).wins(1, "play", 40).loses(1, &["trips"]).good(&terms());
}

#[test]
fn the_blind_is_paid_from_a_straight_on() {
    // Player's cards, dealer's, the board, and the blind's and trips' win on 10 in cents.
    let list = [
        ("As Ks", "2c 2d", "Qs Js Ts 3d 4h", 5_000_00, 500_00),
        ("9s Ks", "2c 2d", "Qs Js Ts 3d 4h", 500_00, 400_00),
        ("Qd Qc", "2c 2d", "Qs Qh Ts 3d 4h", 100_00, 300_00),
        ("Qd Qc", "2c 2d", "Qs 3h 3s Td 4h", 30_00, 80_00),
        ("2s 5s", "3c 3d", "Qs Js 7s Td 4h", 15_00, 70_00),
        ("9d Kd", "2c 2d", "Qs Js Ts 3d 4h", 10_00, 40_00),
    ];
    for (hole, dealer, board, blind, trips) in list {
        let mut round = one(hole, dealer, board, true);
        round.wins(1, "ante", 10).wins_cents(1, "blind", blind).wins(1, "play", 40);
        round.wins_cents(1, "trips", trips).good(&terms());
    }
}

#[test]
fn three_of_a_kind_wins_trips_and_the_blind_goes_back() {
    let mut round = one("Qd Qc", "2c 2d", "Qs 9h Ts 3d 4h", true);
    round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).wins(1, "trips", 30).good(&terms());
}

#[test]
fn trips_wins_though_the_hand_loses() {
    let mut round = one("Qd Qc", "Kc Kd", "Qs Kh Ts 3d 4h", true);
    round.loses(1, &["ante", "blind", "play"]).wins(1, "trips", 30).good(&terms());
}

#[test]
fn the_board_ties() {
    let tie = || one("2d 3c", "2c 3d", "Qs Js Ts Kd Ah", true);
    tie().pushes(1, &["ante", "blind", "play"]).wins(1, "trips", 40).good(&terms());
    let mut paid = tie();
    paid.wins(1, "ante", 10).wins(1, "blind", 10).wins(1, "play", 40).wins(1, "trips", 40);
    paid.bad(&terms(), "9.VIII.C");
}

#[test]
fn kickers_count_and_the_sixth_card_does_not() {
    one("Ad 3c", "Kc 3d", "Qs Qd Ts 8d 5h", false)
        .wins(1, "ante", 10)
        .pushes(1, &["blind"])
        .wins(1, "play", 40)
        .good(&terms());
    one("7d 2c", "6c 3d", "Qs Qd As 9d 8h", false).pushes(1, &["ante", "blind", "play"]).good(&terms());
}

/// Box 1 folds with trips, box 2 plays at the end, box 3 after the flop.
fn three() -> Hand {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "trips", 5).ante(2, 20).ante(3, 30).bet(3, "trips", 5).close();
    round.hole(1, "4c 9d").hole(2, "Ac 2d").hole(3, "Jc Jd").dealer("Kc 3d");
    round.choose(1, "check").choose(2, "check").choose(3, "check").board("Ks 4d Th");
    round.choose(1, "check").choose(2, "check").play(3, 60).board("4h Ad");
    round
}

#[test]
fn a_fold_keeps_trips_until_the_end() {
    let mut round = three();
    round.choose(1, "fold").loses(1, &["ante", "blind"]).play(2, 20).show_dealer();
    round.loses(3, &["ante", "blind", "play", "trips"]);
    round.wins(2, "ante", 20).pushes(2, &["blind"]).wins(2, "play", 20);
    round.wins(1, "trips", 15).good(&terms());
}

#[test]
fn the_order_of_lines_is_kept() {
    let folded = || {
        let mut round = three();
        round.choose(1, "fold");
        round
    };
    // Collected only when the next patron is asked.
    folded().play(2, 20).bad(&terms(), "before this was done");
    // From the dealer's left.
    let mut left = folded();
    left.loses(1, &["ante", "blind"]).play(2, 20).show_dealer();
    left.wins(2, "ante", 20).bad(&terms(), "is not due");
    // The folded patron's trips before the others.
    let mut early = folded();
    early.loses(1, &["ante", "blind"]).play(2, 20).show_dealer();
    early.wins(1, "trips", 15).bad(&terms(), "is not due");
    // Play before blind.
    let mut crossed = folded();
    crossed.loses(1, &["ante", "blind"]).play(2, 20).show_dealer();
    crossed.loses(3, &["ante", "play"]).bad(&terms(), "is not due");
}

#[test]
fn everybody_folds_and_the_dealer_still_shows() {
    let folded = || {
        let mut round = Hand::new();
        round.ante(2, 10).close().hole(2, "2c 7d").dealer("Kc Kd");
        round.choose(2, "check").board("Ks 4d Th").choose(2, "check").board("4h Ad");
        round.choose(2, "fold").loses(2, &["ante", "blind"]);
        round
    };
    folded().show_dealer().good(&terms());
    folded().bad(&terms(), "before all cards were shown");
}

#[test]
fn who_has_no_equal_ante_and_blind_gets_everything_back() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "trips", 5).bet(2, "ante", 10).bet(2, "blind", 15).ante(3, 10).close();
    round.back(2, &["blind"]).back(1, &["trips", "ante"]).back(2, &["ante"]);
    round.hole(3, "Ac 2d").dealer("Kc 3d").play(3, 40).board("Ks 4d Th").board("4h Ad").show_dealer();
    round.wins(3, "ante", 10).pushes(3, &["blind"]).wins(3, "play", 40).good(&terms());
}

#[test]
fn a_part_taken_back_changes_the_stake() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "blind", 15).take_back(1, "blind", 5, 10).bet(1, "trips", 5);
    round.take_back(1, "trips", 5, 0).close();
    round.hole(1, "Ac 2d").dealer("Kc 3d").play(1, 30).board("Ks 4d Th").board("4h Ad").show_dealer();
    round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 30).good(&terms());
}

#[test]
fn play_wagers_have_their_sizes() {
    let dealt = || {
        let mut round = Hand::new();
        round.ante(1, 10).close().hole(1, "Ac 2d").dealer("Kc 3d");
        round
    };
    dealt().play(1, 20).bad(&terms(), "on an ante of");
    dealt().choose(1, "check").board("Ks 4d Th").play(1, 30).bad(&terms(), "on an ante of");
    let mut late = dealt();
    late.choose(1, "check").board("Ks 4d Th").choose(1, "check").board("4h Ad").play(1, 20);
    late.bad(&terms(), "on an ante of");
    dealt().choose(1, "fold").bad(&terms(), "folded");
    dealt().bet(1, "trips", 5).bad(&terms(), "6.II");
}

#[test]
fn a_royal_flush_is_cut_to_fifty_thousand() {
    // 100 and 400 and 50,000 and 5,000 are 55,500.
    let royal = || {
        let mut round = Hand::new();
        round.ante(1, 100).bet(1, "trips", 100).bet(1, "progressive", 1).close();
        round.hole(1, "As Ks").dealer("2c 2d").play(1, 400).board("Qs Jh Ts").board("Js 4h").show_dealer();
        round.wins(1, "ante", 100).wins(1, "blind", 50_000).wins(1, "play", 400).wins(1, "trips", 5_000);
        round
    };
    royal().cap(1, 5_500, 1).prize(1, 30).good(&terms());
    royal().prize(1, 30).bad(&terms(), "10.V");
    royal().prize(1, 30).cap(1, 5_500, 1).bad(&terms(), "10.V");
    royal().cap(1, 5_500, 2).bad(&terms(), "cuts");
    // With an ante of at least 120 the minimum itself could win more: 505 times 120 and 50 times 5.
    let mut high = terms();
    high.ante_least = 120_00;
    royal().prize(1, 30).good(&high);
}

#[test]
fn a_folded_hand_has_its_own_cap() {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "trips", 1_100).close().hole(1, "2h 3h").dealer("2c 2d");
    round.choose(1, "check").board("As Ks Qs").choose(1, "check").board("Js Ts").choose(1, "fold");
    round.loses(1, &["ante", "blind"]).show_dealer().wins(1, "trips", 55_000);
    let mut other = round.clone();
    other.bad(&terms(), "10.V");
    round.cap(1, 5_000, 3).good(&terms());
}

#[test]
fn unread_cards_are_known_when_they_are_turned() {
    let mut round = Hand::new();
    round.ante(1, 10).close();
    let place = Place::Hand(Spot::first(1));
    let draws = [round.lay(place, Face::Unread), round.lay(place, Face::Unread)];
    round.dealer("Kc 3d").play(1, 40).board("Ks 4d Th").board("4h Ad").show_dealer();
    let mut never = round.clone();
    for (draw, text) in draws.into_iter().zip(["Ac", "2d"]) {
        round.fact(What::CardTurned { draw, place, face: Face::Up(card(text)) });
    }
    round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).good(&terms());
    never.bad(&terms(), "never shown");
}

#[test]
fn a_card_drawn_while_bets_are_open_closes_nothing() {
    let mut round = Hand::new();
    round.ante(1, 10);
    let stray = round.lay(Place::Next, Face::Down(card("Ac")));
    round.bet(1, "trips", 5).close();
    let (from, to) = (Place::Next, Place::Hand(Spot::first(1)));
    round.fact(What::CardMoved { draw: stray, from, to }).hole(1, "2d").dealer("Kc 3d").play(1, 40);
    round.board("Ks 4d Th").board("4h Ad").show_dealer();
    round.wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 40).loses(1, &["trips"]).good(&terms());
}
