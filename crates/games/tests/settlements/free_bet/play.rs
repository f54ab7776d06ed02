//! Free doubles and splits, the dealer's 22, blackjacks, insurance, surrender and bets for the dealers.

use super::builder::*;

#[test]
fn a_free_double_wins_what_the_first_wager_is_worth() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).up(a, "6c 5d");
    let hole = round.dealer("6h");
    round.free_double(A, a, "9s").reveal(hole, "Td 3c");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        ["A 1 main wins 1000 +1000 1000", "A 1 free-double wins 0 +1000 0"]
    );
}

#[test]
fn a_free_double_that_loses_or_ties_costs_only_the_lammer() {
    for (hole, main) in [("Td 4c", "loses 1000 +0 0"), ("Td 3c", "pushes 1000 +0 1000")] {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).up(a, "6c 5d");
        let draw = round.dealer("6h");
        round.free_double(A, a, "8s").reveal(draw, hole);
        let outcome = main.split(' ').next().unwrap();
        assert_eq!(
            paid(&round.end(), &free_bet()),
            [format!("A 1 main {main}"), format!("A 1 free-double {outcome} 0 +0 0")]
        );
    }
}

/// Box 1 splits eights for free: the first hand goes over 21, the second has 19 and was doubled for free.
fn free_split_with_a_broken_first_hand(dealer: &str) -> Hand {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(1, 2));
    round.bet(A, one, "main", 10).up(one, "8c 8d");
    let hole = round.dealer("6h");
    round.free_split(A, one, two, 2).up(one, "6d").choose(A, one, "hit").up(one, "Kc");
    round.up(two, "3c").free_double(A, two, "8h").reveal(hole, dealer);
    round
}

#[test]
fn a_lost_first_bet_is_taken_after_the_free_hands() {
    assert_eq!(
        paid(&free_split_with_a_broken_first_hand("Td 2s").end(), &free_bet()),
        ["A 1.2 free-split wins 0 +1000 0", "A 1.2 free-double wins 0 +1000 0", "A 1 main loses 1000 +0 0"]
    );
}

#[test]
fn a_dealers_22_pushes_hands_in_play_and_no_others() {
    assert_eq!(
        paid(&free_split_with_a_broken_first_hand("Td 6s").end(), &free_bet()),
        ["A 1.2 free-split pushes 0 +0 0", "A 1.2 free-double pushes 0 +0 0", "A 1 main loses 1000 +0 0"]
    );
    assert_eq!(
        paid(&free_split_with_a_broken_first_hand("Td 7s").end(), &free_bet())[0],
        "A 1.2 free-split wins 0 +1000 0"
    );
}

#[test]
fn a_dealers_22_is_a_bust_where_bets_are_not_free() {
    let mut round = stands("Tc 2d", "6h Td 6s", &[]);
    assert_eq!(paid(&round.end(), &rocket("CO-RA-2/T1")), ["A 1 main wins 1000 +1000 1000"]);
}

#[test]
fn a_blackjack_is_paid_before_the_dealer_can_draw_22() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).up(a, "Tc 9d").up(b, "Ac Kd");
    let hole = round.dealer("6h");
    round.choose(A, a, "stand").reveal(hole, "Td 6s");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        ["B 2 main wins 1000 +1500 1000", "A 1 main pushes 1000 +0 1000"]
    );
}

#[test]
fn insurance_and_even_money_and_a_dealers_blackjack() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).dealers(B, b, "main", 5).up(a, "Tc 9d").up(b, "Ac Kd");
    let hole = round.dealer("Ah");
    round.bet(A, a, "insurance", 5).choose(B, b, "even-money").answer(true).reveal(hole, "Qs");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            "B 2 main wins 1000 +1000 1000",
            "B 2 main for dealers wins 500 +500 500",
            "A 1 insurance wins 500 +1000 500",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn a_surrendered_hand_gives_half_back_at_once() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.cents(A, a, "main", 1050).dealers(A, a, "main", 5).bet(B, b, "main", 10);
    round.up(a, "Tc 6d").up(b, "Tc 8d");
    let hole = round.dealer("Kh");
    round.answer(false).choose(A, a, "surrender").choose(B, b, "stand").reveal(hole, "7d");
    let lines = paid(&round.end(), &ride_free());
    assert_eq!(
        lines,
        [
            "A 1 main loses 1050 +0 550",
            "A 1 main for dealers loses 500 +0 250",
            "B 2 main wins 1000 +1000 1000",
        ]
    );
}

#[test]
fn a_surrender_comes_after_the_check_and_before_play_or_not_at_all() {
    let at = |early: bool| {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).up(a, "Tc 2d");
        let hole = round.dealer("Kh");
        if early {
            round.choose(A, a, "surrender").answer(false);
        } else {
            round.answer(false).choose(A, a, "hit").up(a, "3c").choose(A, a, "surrender");
        }
        round.reveal(hole, "7d").end()
    };
    assert!(trouble(&at(true), &ride_free()).contains("before the check"));
    assert!(trouble(&at(false), &ride_free()).contains("after play began"));
    assert!(trouble(&at(false), &free_bet()).contains("no surrender"));
}

#[test]
fn a_bet_for_the_dealers_rides_on_the_first_hand() {
    let mut round = Hand::new();
    let (one, two) = (hand(3, 1), hand(3, 2));
    round.bet(A, one, "main", 10).dealers(A, one, "main", 5).up(one, "9c 9d");
    let hole = round.dealer("6h");
    round.free_split(A, one, two, 2).up(one, "2d").free_double(A, one, "Ts").up(two, "7c");
    round.choose(A, two, "stand").reveal(hole, "Td 3s");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            "A 3.2 free-split loses 0 +0 0",
            "A 3 main wins 1000 +1000 1000",
            "A 3 main for dealers wins 500 +500 500",
            "A 3 free-double wins 0 +1000 0",
        ]
    );
}

#[test]
fn money_and_lammers_mix_on_one_box() {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(1, 2));
    round.bet(A, one, "main", 10).up(one, "Kc Td");
    let hole = round.dealer("6h");
    round.choose(A, one, "split").bet(A, two, "split", 10);
    let (from, to) = (engine::Place::Hand(one), engine::Place::Hand(two));
    round.fact(engine::What::CardMoved { draw: 2, from, to }).up(one, "Ad").up(two, "2c");
    round.choose(A, two, "double").bet(A, two, "double", 7).up(two, "9d").reveal(hole, "Td 4s");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        [
            "A 1.2 split wins 1000 +1000 1000",
            "A 1.2 double wins 700 +700 700",
            // An ace and a ten after a split are a 21 but not a blackjack.
            "A 1 main wins 1000 +1000 1000",
        ]
    );
}

#[test]
fn what_is_not_free_is_found_out() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).up(a, "Ac 8d");
    let hole = round.dealer("6h");
    round.free_double(A, a, "9s").reveal(hole, "Td 3c");
    assert!(trouble(&round.recorded(&free_bet(), |_| {}), &free_bet()).contains("(11.I)"));

    let mut round = Hand::new();
    round.bet(A, a, "main", 10).up(a, "Kc Td");
    round.dealer("6h");
    round.free_split(A, a, hand(1, 2), 2);
    assert!(trouble(&round.end(), &free_bet()).contains("not for these cards"));
}

#[test]
fn money_where_a_lammer_would_do_is_found_out() {
    let doubled = |terms: &second::free_bet::Terms| {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).up(a, "6c 5d");
        let hole = round.dealer("6h");
        round.choose(A, a, "double").bet(A, a, "double", 10).up(a, "9s").reveal(hole, "Td 3c");
        second::free_bet::check(&round.recorded(terms, |_| {}), terms)
    };
    // In Ohio any two cards may be doubled with money, in Ride Free only those without a free double.
    assert_eq!(doubled(&free_bet()), Ok(()));
    assert!(doubled(&ride_free()).unwrap_err().contains("CO-RF-13"));
    let split = |terms: &second::free_bet::Terms| {
        let mut round = Hand::new();
        let (a, b) = (hand(1, 1), hand(1, 2));
        round.bet(A, a, "main", 10).up(a, "8c 8d");
        let hole = round.dealer("6h");
        round.choose(A, a, "split").bet(A, b, "split", 10);
        let (from, to) = (engine::Place::Hand(a), engine::Place::Hand(b));
        round
            .fact(engine::What::CardMoved { draw: 2, from, to })
            .up(a, "Td")
            .up(b, "Tc")
            .reveal(hole, "Td 3c");
        second::free_bet::check(&round.end(), terms).unwrap_err()
    };
    assert!(split(&ride_free()).contains("not for these cards"));
    // In a game without free bets only the lines of this round are missing.
    assert!(split(&rocket("CO-RA-2/T1")).contains("2 lines expected, 0 in the record"));
}
