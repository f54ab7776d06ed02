//! Prices, hands, the dealer's pontoon, doubles, splits, side bets and the Super Bonus.

use super::builder::*;
use engine::Place;

const FIRST: engine::Spot = engine::Spot { box_number: 1, hand: 1 };

#[test]
fn the_terms_are_those_of_the_document() {
    let terms = main_floor();
    let lines = |lines: &[(String, (i64, i64))]| -> Vec<(i64, i64)> {
        lines.iter().map(|(_, price)| *price).collect()
    };
    let (even, half, two, three) = ((1, 1), (3, 2), (2, 1), (3, 1));
    assert_eq!(
        lines(&terms.main),
        [half, even, three, three, three, two, two, two, half, half, half],
        "pontoon, regular, then the special 21s from the best down"
    );
    assert_eq!(lines(&terms.bonus), [(40, 1), (11, 1), (8, 1), (4, 1), (3, 1), (1, 1)]);
    assert_eq!((terms.insurance, terms.double, terms.player_pair), ((2, 1), (1, 1), (11, 1)));
    assert_eq!((terms.super_small, terms.super_large, terms.super_table), (100_000, 500_000, 5_000));
    assert_eq!((terms.boxes, terms.decks, terms.hands, terms.coin), (7, 8, 4, 250));
    assert_eq!((terms.least, terms.most), (2_500, 100_000));
}

#[test]
fn the_higher_total_wins_the_lower_loses_and_equal_ones_stand_off() {
    assert_eq!(one_hand("Kc 9d", "8h Kd"), ["A 1 main wins 5000 +5000 5000"]);
    assert_eq!(one_hand("Kc 7d", "8h Kd"), ["A 1 main loses 5000 +0 0"]);
    assert_eq!(one_hand("Kc 8d", "8h Kd"), ["A 1 main pushes 5000 +0 5000"]);
    assert_eq!(one_hand("Kc 2d", "6h Kd Qc"), ["A 1 main wins 5000 +5000 5000"]);
}

#[test]
fn the_dealer_draws_to_a_soft_17() {
    assert_eq!(one_hand("Kc 8d", "6h Ad 4c"), ["A 1 main loses 5000 +0 0"]);
    let mut round = Hand::new();
    round.main(A, 1, 50).deal(&[(1, "Kc 8d")], "6h").choose(A, FIRST, "stand").dealer("Ad");
    assert!(trouble(&round.end(), &main_floor()).contains("is not finished"));
}

#[test]
fn a_hand_above_21_is_gone_and_the_dealer_draws_no_card_for_it() {
    assert_eq!(one_hand("Kc 8d 5h", "6h "), ["A 1 main loses 5000 +0 0"]);
    let mut round = Hand::new();
    round.main(A, 1, 50).deal(&[(1, "Kc 8d")], "6h").hits(A, FIRST, "5h").dealer("Kd");
    assert!(trouble(&round.end(), &main_floor()).contains("needed 1 of them"));
}

#[test]
fn every_21_has_its_own_odds_and_needs_no_dealer() {
    let rows = [
        ("Ac Kd", "7500"),
        ("9c 2d Kh", "5000"),
        ("Ac 4d 6h", "5000"),
        ("2c 3d 4h 5s 7c", "7500"),
        ("2c 3d 2h 5s 7c 2d", "10000"),
        ("2c 3d 2h 3s 7c 2d 2s", "15000"),
        ("8c 6d 7h", "7500"),
        ("8h 6h 7h", "10000"),
        ("6s 7s 8s", "15000"),
        ("7s 7d 7s", "7500"),
        ("7d 7d 7d", "10000"),
        ("7s 7s 7s", "15000"),
    ];
    for (cards, win) in rows {
        // The dealer's pontoon would come too late to take it.
        assert_eq!(one_hand(cards, "Kh "), [format!("A 1 main wins 5000 +{win} 5000")], "{cards}");
    }
}

#[test]
fn side_bets_come_first_from_the_dealers_right_and_pontoons_after_them() {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(2, 1));
    round.main(A, 1, 50).bet(A, one, "bonus", 10).bet(B, one, "player-pair", 5);
    round.main(B, 2, 25).bet(C, two, "bonus", 20).bet(A, two, "bonus", 5);
    round.deal(&[(1, "9c 9d"), (2, "Ah Qd")], "9h").choose(A, one, "stand").dealer("8d");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "C 2 bonus wins 2000 +8000 2000",
            "A 2 bonus wins 500 +2000 500",
            "B 1 player-pair wins 500 +5500 500",
            "A 1 bonus wins 1000 +3000 1000",
            "B 2 main wins 2500 +3750 2500",
            "A 1 main wins 5000 +5000 5000",
        ]
    );
}

#[test]
fn the_bonus_has_six_lines_and_a_pair_is_of_one_rank() {
    let rows = [
        ("Ah Ah", "wins 500 +5500 500", "wins 500 +20000 500"),
        ("Ah Ad", "wins 500 +5500 500", "wins 500 +5500 500"),
        ("Kh Kd", "wins 500 +5500 500", "wins 500 +4000 500"),
        ("Kh Qh", "loses 500 +0 0", "loses 500 +0 0"),
        ("2h 2d", "wins 500 +5500 500", "wins 500 +1500 500"),
        ("Ah 2h", "loses 500 +0 0", "wins 500 +500 500"),
        ("9h 8h", "loses 500 +0 0", "loses 500 +0 0"),
    ];
    for (cards, pair, bonus) in rows {
        let mut round = Hand::new();
        round.main(A, 1, 50).bet(A, FIRST, "player-pair", 5).bet(A, FIRST, "bonus", 5);
        round.deal(&[(1, cards)], "9h");
        if cards == "2h 2d" {
            round.hits(A, FIRST, "8c");
        }
        round.choose(A, FIRST, "stand").dealer("9c");
        let lines = paid(&round.end(), &main_floor());
        assert_eq!(lines[..2], [format!("A 1 player-pair {pair}"), format!("A 1 bonus {bonus}")], "{cards}");
    }
}

#[test]
fn insurance_is_decided_by_the_second_card_before_the_dealer_draws_on() {
    let round = |second: &str| {
        let mut round = Hand::new();
        round.main(A, 1, 50).main(B, 2, 100).deal(&[(1, "Kc 9d"), (2, "Kc 6d")], "Ah");
        round.puts(A, FIRST, "insure", FIRST, "insurance", 25);
        round.puts(B, hand(2, 1), "insure", hand(2, 1), "insurance", 10);
        round.choose(A, FIRST, "stand").hits(B, hand(2, 1), "8d").dealer(second);
        paid(&round.end(), &main_floor())
    };
    let bust = "B 2 main loses 10000 +0 0";
    assert_eq!(
        round("Jd"),
        [
            bust,
            "B 2 insurance wins 1000 +2000 1000",
            "A 1 insurance wins 2500 +5000 2500",
            "A 1 main loses 5000 +0 0"
        ]
    );
    assert_eq!(
        round("2d 5d"),
        [
            bust,
            "B 2 insurance loses 1000 +0 0",
            "A 1 insurance loses 2500 +0 0",
            "A 1 main wins 5000 +5000 5000"
        ]
    );
}

#[test]
fn a_surrendered_bet_waits_for_the_second_card() {
    let round = |dealer: &str| {
        let mut round = Hand::new();
        round.main(A, 1, 25).main(B, 1, 50).deal(&[(1, "Kc 6d")], "Kh");
        round.choose(B, FIRST, "surrender").dealer(dealer);
        paid(&round.end(), &main_floor())
    };
    assert_eq!(round("6d"), ["A 1 main loses 2500 +0 1250", "B 1 main loses 5000 +0 2500"]);
    assert_eq!(round("Ad"), ["A 1 main loses 2500 +0 0", "B 1 main loses 5000 +0 0"]);
}

#[test]
fn the_dealers_pontoon_takes_initial_and_split_bets_and_leaves_doubles_and_paid_21s() {
    let mut round = Hand::new();
    let (one, second) = (FIRST, hand(1, 2));
    round.main(A, 1, 50).main(B, 3, 50).deal(&[(1, "8c 8d"), (3, "9c 9d")], "Kh");
    let draw = 4; // Two boxes and the dealer came first: the second card of box 1.
    round.puts(A, one, "split", second, "split", 50).moves(draw, Place::Hand(one), Place::Hand(second));
    round.cards(one, "3d").double(A, one, 25).cards(one, "8h").choose(A, one, "play-on");
    round.cards(second, "9h").choose(A, second, "stand");
    round.hits(B, hand(3, 1), "3d").dealer("Ad");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "B 3 main wins 5000 +5000 5000",
            "A 1.2 split loses 5000 +0 0",
            "A 1 main loses 5000 +0 0",
            "A 1 double returned 2500 +0 2500",
        ]
    );
}

#[test]
fn a_double_may_be_taken_back_for_the_bet_it_belongs_to() {
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 1, 25).deal(&[(1, "6c 5d")], "6h").double(A, FIRST, 40);
    round.puts(B, FIRST, "follow", FIRST, "double", 25).cards(FIRST, "2d");
    round.choose(A, FIRST, "rescue").choose(B, FIRST, "play-on").dealer("Kd Qd");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main loses 5000 +0 0",
            "A 1 double returned 4000 +0 4000",
            "B 1 main wins 2500 +2500 2500",
            "B 1 double wins 2500 +2500 2500",
        ]
    );
}

#[test]
fn aces_of_a_doubled_hand_are_one_and_its_21_is_paid_even() {
    let round = |first: &str, third: &str, dealer: &str| {
        let mut round = Hand::new();
        round.main(A, 1, 50).deal(&[(1, first)], "6h").double(A, FIRST, 50).cards(FIRST, third);
        round.choose(A, FIRST, "play-on").dealer(dealer);
        paid(&round.end(), &main_floor())
    };
    // Six and a four make ten, not twenty.
    assert_eq!(round("Ac 5d", "4d", "Kd 2c"), ["A 1 main loses 5000 +0 0", "A 1 double loses 5000 +0 0"]);
    let won = ["A 1 main wins 5000 +5000 5000", "A 1 double wins 5000 +5000 5000"];
    assert_eq!(round("8c 2d", "Ad", ""), won, "an ace as third card is eleven");
    assert_eq!(round("6s 7s", "8s", ""), won, "no odds of a special 21");
    assert_eq!(round("Ac Ad", "Ah", "Kd Qd"), won, "one, one and eleven are 13");
}

#[test]
fn who_declines_a_double_has_its_card_and_its_odds_all_the_same() {
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 1, 25).deal(&[(1, "6s 7s")], "6h").double(A, FIRST, 50);
    round.choose(B, FIRST, "decline").cards(FIRST, "8s");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main wins 5000 +5000 5000", "B 1 main wins 2500 +2500 2500", "A 1 double wins 5000 +5000 5000",]
    );
}

#[test]
fn split_hands_have_the_odds_of_their_21_but_no_pontoon() {
    let mut round = Hand::new();
    let (second, third) = (hand(1, 2), hand(1, 3));
    round.main(A, 1, 50).main(B, 1, 25).deal(&[(1, "7d 7d")], "7h");
    round.puts(A, FIRST, "split", second, "split", 50).choose(B, FIRST, "decline");
    round.moves(3, Place::Hand(FIRST), Place::Hand(second)).cards(FIRST, "7d");
    // The first hand is split again; then it draws three sevens, and B's bet lies on it.
    round.puts(A, FIRST, "split", third, "split", 50).moves(4, Place::Hand(FIRST), Place::Hand(third));
    round.cards(FIRST, "7d").hits(A, FIRST, "7d");
    round.cards(second, "Kh").choose(A, second, "stand").cards(third, "4h").hits(A, third, "Kd").dealer("Kd");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main wins 5000 +10000 5000",
            "B 1 main wins 2500 +5000 2500",
            "A 1.3 split wins 5000 +5000 5000",
            "A 1.2 split pushes 5000 +0 5000",
        ]
    );
    let mut round = Hand::new();
    round.main(A, 1, 50).deal(&[(1, "Ac Ad")], "7h").puts(A, FIRST, "split", second, "split", 50);
    round
        .moves(3, Place::Hand(FIRST), Place::Hand(second))
        .cards(FIRST, "Kd")
        .cards(second, "9d")
        .dealer("Kd");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main wins 5000 +5000 5000", "A 1.2 split wins 5000 +5000 5000"]
    );
}

#[test]
fn the_super_bonus_goes_to_each_bet_and_fifty_dollars_to_each_other_box() {
    let mut round = Hand::new();
    round.choose(B, hand(2, 1), "sit");
    round.main(A, 1, 5).main(B, 1, 100).main(C, 1, 95);
    round.main(A, 2, 200).main(B, 2, 10).main(C, 3, 10).main(A, 3, 10);
    round.deal(&[(1, "7d 7d"), (2, "Kc 9c"), (3, "Kd 9d")], "7h");
    round.hits(B, FIRST, "7d").choose(B, hand(2, 1), "stand").choose(C, hand(3, 1), "stand").dealer("Kc");
    let lines = paid(&round.end(), &small());
    assert_eq!(
        lines[..7],
        [
            "A 1 main wins 500 +1000 500",
            "B 1 main wins 10000 +20000 10000",
            "C 1 main wins 9500 +19000 9500",
            "award B 1 super-bonus +500000",
            "award C 1 super-bonus +100000",
            // At box 3 the bets are equal and C was first; at box 2 B sits, though A has more.
            "award C 3 super-bonus-table +5000",
            "award B 2 super-bonus-table +5000",
        ]
    );
}

#[test]
fn no_super_bonus_below_ten_dollars_after_a_double_or_without_the_dealers_seven() {
    let round = |dollars: i64, doubled: bool, up: &str| {
        let mut round = Hand::new();
        round.main(A, 1, dollars).main(B, 2, 10).deal(&[(1, "7s 7s"), (2, "Ac Kc")], up);
        if doubled {
            round.double(A, FIRST, dollars).cards(FIRST, "7s");
        } else {
            round.hits(A, FIRST, "7s");
        }
        paid(&round.end(), &small()).iter().filter(|line| line.starts_with("award")).count()
    };
    assert_eq!(round(5, false, "7h"), 0);
    assert_eq!(round(10, true, "7h"), 0);
    assert_eq!(round(10, false, "6h"), 0);
    assert_eq!(round(10, false, "7h"), 2);
}

#[test]
fn a_second_super_bonus_pays_no_box_its_fifty_dollars_again() {
    let mut round = Hand::new();
    round.main(A, 1, 10).main(B, 2, 10).main(C, 3, 10);
    round.deal(&[(1, "7s 7s"), (2, "7d 7d"), (3, "Ac Kc")], "7h");
    round.hits(A, FIRST, "7s").hits(B, hand(2, 1), "7d");
    let lines = paid(&round.end(), &small());
    let awards: Vec<&String> = lines.iter().filter(|line| line.starts_with("award")).collect();
    assert_eq!(
        awards,
        [
            "award A 1 super-bonus +100000",
            "award C 3 super-bonus-table +5000",
            "award B 2 super-bonus-table +5000",
            "award B 2 super-bonus +100000",
        ]
    );
}
