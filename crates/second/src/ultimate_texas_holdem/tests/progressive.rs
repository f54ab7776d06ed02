//! The progressive wager and the envy bonus.

use super::terms;
use crate::poker::builder::Hand;
use engine::{Approver, Rank};

/// Boxes 1 to 3 with a progressive wager; box 1 has a straight flush with the flop, box 3 folds.
fn straight_flush(own_wager: bool) -> Hand {
    let mut round = Hand::new();
    round.ante(1, 10).ante(2, 10).bet(2, "progressive", 1).ante(3, 10).bet(3, "progressive", 1);
    if own_wager {
        round.bet(1, "progressive", 1);
    }
    round.close().hole(1, "9h 8h").hole(2, "Qs Qh").hole(3, "2c 3c").dealer("Kc Kd");
    round.play(1, 40).play(2, 40).choose(3, "check").board("7h 6h 5h").choose(3, "check").board("Jc 3s");
    round.choose(3, "fold").loses(3, &["ante", "blind"]);
    round
}

fn first_four(round: &mut Hand) -> &mut Hand {
    round.show_dealer().loses(2, &["ante", "blind", "play", "progressive"])
}

fn main_of_box_1(round: &mut Hand) -> &mut Hand {
    round.wins(1, "ante", 10).wins(1, "blind", 500).wins(1, "play", 40)
}

#[test]
fn a_straight_flush_takes_from_the_meter_and_is_envied() {
    let mut round = straight_flush(true);
    round.loses(3, &["progressive"]);
    main_of_box_1(first_four(&mut round)).meter(1_843_20).jackpot(1, 10, 1_843_20);
    round.award(2, "envy", 300).award(3, "envy", 300).good(&terms());
}

/// MLP-6.IV.C.1: a supervisor looks first, and then surveillance.
#[test]
fn nothing_is_paid_from_the_meter_before_two_have_looked() {
    for lookers in [
        &[][..],
        &[Approver::Staff(Rank::Floor)],
        &[Approver::Surveillance],
        &[Approver::Surveillance, Approver::Staff(Rank::Floor)],
    ] {
        let mut round = straight_flush(true);
        main_of_box_1(first_four(&mut round)).grants("jackpot", 1_843_20);
        for by in lookers {
            round.looks(*by);
        }
        round.jackpot(1, 10, 1_843_20).bad(&terms(), "had looked");
    }
}

#[test]
fn the_forfeited_dollar_and_the_envious_have_no_order() {
    let mut round = straight_flush(true);
    // The meter may be asked at the beginning of the turn.
    main_of_box_1(first_four(&mut round).meter(1_843_20)).jackpot(1, 10, 1_843_20);
    round.award(3, "envy", 300).award(2, "envy", 300).loses(3, &["progressive"]).good(&terms());
}

#[test]
fn the_meter_is_asked_in_turn_and_by_nobody_else() {
    let mut early = straight_flush(true);
    early.show_dealer().meter(1_843_20).bad(&terms(), "no hand in turn");
    let mut twice = straight_flush(true);
    first_four(&mut twice).meter(1_843_20).meter(1_843_20).bad(&terms(), "no hand in turn");
    let mut never = straight_flush(true);
    main_of_box_1(first_four(&mut never)).jackpot(1, 10, 1_843_20).bad(&terms(), "what the meter grants");
    let mut other = straight_flush(true);
    main_of_box_1(first_four(&mut other)).meter(1_843_20).prize(1, 1_843).bad(&terms(), "against");
}

#[test]
fn envy_comes_before_the_next_player() {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "progressive", 1).ante(2, 10).bet(2, "progressive", 1).close();
    round.hole(1, "Qs Qh").hole(2, "9h 8h").dealer("Kc Kd").play(1, 40).play(2, 40);
    round.board("7h 6h 5h").board("Jc 3s").show_dealer();
    round.wins(2, "ante", 10).wins(2, "blind", 500).wins(2, "play", 40).meter(100_00).jackpot(2, 10, 100_00);
    let mut late = round.clone();
    late.bad(&terms(), "MLP-7.II");
    round.award(1, "envy", 300).loses(1, &["ante", "blind", "play", "progressive"]).good(&terms());
}

#[test]
fn a_hand_without_the_wager_is_envied_all_the_same() {
    let mut round = straight_flush(false);
    round.loses(3, &["progressive"]);
    main_of_box_1(first_four(&mut round)).award(2, "envy", 300).award(3, "envy", 300).good(&terms());
}

#[test]
fn nobody_envies_the_dealer() {
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "progressive", 1).close().hole(1, "Qs Qc").dealer("9h 8h").play(1, 40);
    round.board("7h 6h 5h").board("Jc 3s").show_dealer();
    round.loses(1, &["ante", "blind", "play", "progressive"]).good(&terms());
}

#[test]
fn only_the_two_cards_and_the_flop_count() {
    // A full house at the end, three of a kind with the flop.
    let mut round = Hand::new();
    round.ante(1, 10).bet(1, "progressive", 1).close().hole(1, "Qs Qc").dealer("Kc Kd").play(1, 40);
    round.board("Qh 6h 5h").board("5c 3s").show_dealer();
    round.wins(1, "ante", 10).wins(1, "blind", 30).wins(1, "play", 40).prize(1, 9).good(&terms());
}

#[test]
fn fixed_prizes() {
    let list = [
        ("Qs Qc", "Qh Qd 5h", 300),
        ("Qs Qc", "Qh 5d 5h", 50),
        ("2s 9s", "Qs 5s 8s", 40),
        ("2s 3s", "4c 5s 6s", 30),
    ];
    for (hole, flop, prize) in list {
        let mut round = Hand::new();
        round.ante(1, 10).bet(1, "progressive", 1).close().hole(1, hole).dealer("Kc Kd");
        round.choose(1, "check").board(flop).choose(1, "check").board("Kh Ks").play(1, 10).show_dealer();
        round.loses(1, &["ante", "blind", "play"]).prize(1, prize).good(&terms());
    }
}

#[test]
fn a_royal_flush_is_envied_by_a_thousand_but_not_when_folded() {
    let dealt = || {
        let mut round = Hand::new();
        round.ante(1, 10).bet(1, "progressive", 1).ante(2, 10).bet(2, "progressive", 1).close();
        round.hole(1, "As Ks").hole(2, "2d 3c").dealer("9d 9h").choose(1, "check").choose(2, "check");
        round.board("Qs Js Ts");
        round
    };
    let mut kept = dealt();
    kept.play(1, 20).play(2, 20).board("9s 4h").show_dealer();
    kept.loses(2, &["ante", "blind", "play", "progressive"]);
    kept.wins(1, "ante", 10).wins(1, "blind", 5_000).wins(1, "play", 20).meter(10_000_00);
    kept.jackpot(1, 100, 10_000_00).award(2, "envy", 1_000).good(&terms());
    let mut folded = dealt();
    folded.choose(1, "check").play(2, 20).board("9s 4h").choose(1, "fold");
    folded.loses(1, &["ante", "blind", "progressive"]).show_dealer();
    folded.loses(2, &["ante", "blind", "play", "progressive"]).good(&terms());
}
