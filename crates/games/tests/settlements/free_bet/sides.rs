//! Side bets, meters and the dealers' envy.

use super::builder::*;
use second::free_bet::terms::offering;
use second::free_bet::{Terms, check};

/// The result of one side bet for a patron who stands.
fn one(cards: &str, dealer: &str, kind: &'static str, terms: &Terms) -> String {
    let lines = paid(&stands(cards, dealer, &[kind]).end(), terms);
    lines.into_iter().find(|line| line.contains(kind)).unwrap()
}

#[test]
fn push_22_looks_at_all_the_dealers_cards() {
    let at = |dealer: &str| one("Tc 9d", dealer, "push-22", &free_bet());
    assert_eq!(at("6h Th 6h"), "A 1 push-22 wins 200 +10000 200");
    assert_eq!(at("6h Td 6h"), "A 1 push-22 wins 200 +4000 200");
    assert_eq!(at("6h Ts 6h"), "A 1 push-22 wins 200 +1400 200");
    assert_eq!(at("6h Ts 7h"), "A 1 push-22 loses 200 +0 0");
    assert_eq!(at("Ah Ts"), "A 1 push-22 loses 200 +0 0");
}

#[test]
fn the_dealer_plays_out_for_a_push_22_alone() {
    let broken = |dealer: &str| {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).bet(A, a, "push-22", 1).up(a, "Tc 9d");
        let hole = round.dealer("6h");
        round.choose(A, a, "hit").up(a, "5c").reveal(hole, dealer).end()
    };
    assert_eq!(
        paid(&broken("Ts 6c"), &free_bet()),
        ["A 1 main loses 1000 +0 0", "A 1 push-22 wins 100 +700 100"]
    );
    assert!(trouble(&broken("Ts"), &free_bet()).contains("is not finished"));
}

#[test]
fn hedge_22_and_bust_bonus_are_lost_with_30_points() {
    let with = |third: &str, dealer: &str| {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).bet(A, a, "hedge-22", 1).up(a, "Tc Td");
        let hole = round.dealer("6h");
        round.bet(A, a, "bust-bonus", 1).choose(A, a, "hit").up(a, third).reveal(hole, dealer).end()
    };
    assert_eq!(
        paid(&with("9c", "Ts 6c"), &ride_free()),
        ["A 1 main loses 1000 +0 0", "A 1 hedge-22 wins 100 +800 100", "A 1 bust-bonus wins 100 +100 100"]
    );
    assert_eq!(
        paid(&with("Kc", "Ts"), &ride_free()),
        ["A 1 main loses 1000 +0 0", "A 1 hedge-22 loses 100 +0 0", "A 1 bust-bonus loses 100 +0 0"]
    );
    // No wager depends on the card that the dealer draws.
    assert!(trouble(&with("Kc", "Ts 6c"), &ride_free()).contains("14.III"));
}

#[test]
fn bust_bonus_goes_by_the_up_card_suits_and_eights() {
    let at = |dealer: &str| one("Tc 9d", dealer, "bust-bonus", &ride_free());
    assert_eq!(at("8h 8s 8d"), "A 1 bust-bonus wins 200 +5000 200");
    assert_eq!(at("8h 8h 8h"), "A 1 bust-bonus wins 200 +15000 200");
    assert_eq!(at("8h 6h Kh"), "A 1 bust-bonus wins 200 +2000 200");
    assert_eq!(at("Kh 6s Kd"), "A 1 bust-bonus wins 200 +400 200");
    assert_eq!(at("Ah 5s 9d 7c"), "A 1 bust-bonus wins 200 +600 200");
    assert_eq!(at("Ah 5s 5d"), "A 1 bust-bonus loses 200 +0 0");
}

#[test]
fn silver_stack_counts_lammers_whatever_became_of_their_hands() {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(1, 2));
    round.bet(A, one, "main", 10).bet(A, one, "silver-stack", 1).up(one, "8c 8d");
    let hole = round.dealer("6h");
    round.free_split(A, one, two, 2).up(one, "3d").free_double(A, one, "2c");
    round.up(two, "Kd").choose(A, two, "stand").reveal(hole, "Td 5s");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            "A 1.2 free-split loses 0 +0 0",
            "A 1 main loses 1000 +0 0",
            "A 1 free-double loses 0 +0 0",
            "A 1 silver-stack wins 100 +1000 100",
        ]
    );
    assert_eq!(one_silver(), "A 1 silver-stack loses 200 +0 0");
}

fn one_silver() -> String {
    one("Tc 9d", "6h Td 5s", "silver-stack", &ride_free())
}

#[test]
fn first_card_bets_are_settled_from_the_right_before_anything_else() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10);
    round.bet(A, a, "top-3", 1).bet(A, a, "21-3-xtreme", 2).bet(B, b, "lucky-ladies", 3);
    round.up(a, "7c 7d").up(b, "Ac 9c");
    let hole = round.dealer("7h");
    round.choose(A, a, "stand").choose(B, b, "stand").reveal(hole, "Ts");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            "B 2 lucky-ladies wins 300 +2700 300",
            "A 1 21-3-xtreme wins 200 +5000 200",
            "A 1 top-3 wins 100 +9000 100",
            "B 2 main wins 1000 +1000 1000",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn the_dealers_envy_is_paid_once_for_a_players_hand() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "21-3-classic", 2).dealers(A, a, "21-3-classic", 1).up(a, "5c 6c");
    let hole = round.dealer("7c");
    round.choose(A, a, "stand").reveal(hole, "Ts");
    assert_eq!(
        paid(&round.events, &ride_free())[..3],
        [
            "A 1 21-3-classic wins 200 +5000 200",
            "award A 1 dealer-envy for dealers - 0 +1000 0",
            "A 1 21-3-classic for dealers wins 100 +2500 100",
        ]
    );
    // No text sets the order of the three.
    assert_eq!(check(&round.recorded(&ride_free(), |lines| lines[..3].reverse()), &ride_free()), Ok(()));
    // A flush has no envy bonus by E03.
    let mut terms = ride_free();
    terms.sides = offering(&[("21-3-classic", "PT-FLT-213-E03")]);
    let lines = paid(&stands("2c 6c", "9c Ts", &["21-3-classic"]).end(), &terms);
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn queens_of_hearts_wait_for_the_check_and_other_twenties_do_not() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    for (patron, spot) in [(A, a), (B, b)] {
        round.bet(patron, spot, "main", 10).bet(patron, spot, "lucky-ladies", 1);
    }
    round.up(a, "Kc Kd").up(b, "Qh Qh");
    let hole = round.dealer("Ah");
    round.bet(A, a, "insurance", 5).answer(true).reveal(hole, "Ks");
    assert_eq!(
        paid(&round.end(), &ride_free())[..3],
        [
            "A 1 lucky-ladies wins 100 +400 100",
            "B 2 lucky-ladies wins 100 +100000 100",
            "A 1 insurance wins 500 +1000 500",
        ]
    );
    // Without an ace or a ten up the table does not wait.
    let lines = paid(&stands("Qh Qh", "9h 9s", &["lucky-ladies"]).end(), &ride_free());
    assert_eq!(lines[0], "A 1 lucky-ladies wins 200 +25000 200");
}

#[test]
fn meters_pay_and_keep_the_stake() {
    let kind = "lucky-ladies-progressive";
    let with = |hole: &str, meter: &'static str| {
        let mut round = stands("Qh Qh", &format!("Ah {hole}"), &[kind]);
        paid(&round.grant(meter, 700).end(), &ride_free()).remove(0)
    };
    assert_eq!(with("Kh", "lucky-ladies-2"), format!("A 1 {kind} wins 200 +70000 0 meter lucky-ladies-2"));
    // A quarter is a quarter of the topmost meter.
    assert_eq!(with("Ks", "lucky-ladies-1"), format!("A 1 {kind} wins 200 +70000 0 meter lucky-ladies-1"));
    // The dollar amounts are for a wager of one.
    assert_eq!(one("Qh Qh", "9h 9s", kind, &ride_free()), format!("A 1 {kind} wins 200 +50000 0"));
    assert_eq!(one("As As", "As 7s 9d", "21-3-progressive", &rocket_free()), {
        "A 1 21-3-progressive wins 200 +400000 0"
    });
}

/// Ride Free with another specific suit, so that three aces of spades are only suited.
fn rocket_free() -> Terms {
    Terms { specific: felt::Suit::Clubs, ..ride_free() }
}

#[test]
fn a_meter_that_was_not_asked_or_asked_for_nothing_is_found_out() {
    let mut round = stands("As As", "As 7s", &["21-3-progressive"]);
    assert!(trouble(&round.end(), &ride_free()).contains("21-3-1 was never asked"));
    let mut round = stands("As 2s", "As 7s", &["21-3-progressive"]);
    assert!(trouble(&round.grant("21-3-1", 50).end(), &ride_free()).contains("asked for nothing"));
}

#[test]
fn rocket_aces_by_their_tables() {
    let at = |cards: &str, dealer: &str, code: &str| one(cards, dealer, "rocket-aces", &rocket(code));
    // A single ace is certain immediately, even in a blackjack.
    assert_eq!(at("As Ks", "9h 9s", "CO-RA-2/T1"), "A 1 rocket-aces wins 200 +400 0");
    assert_eq!(at("As Ac", "9h 9s", "CO-RA-2/T2"), "A 1 rocket-aces wins 200 +2400 0");
    assert_eq!(at("As As", "Kh 9s", "CO-RA-2/T3"), "A 1 rocket-aces wins 200 +20000 0");
    // Both have blackjack: T5 has no row for it.
    assert_eq!(at("As Ks", "Kh As", "CO-RA-2/T5"), "A 1 rocket-aces wins 200 +600 0");
    assert_eq!(at("As Ks", "Kh As", "CO-RA-2/T7"), "A 1 rocket-aces wins 200 +2000 0");
    assert_eq!(at("As Ac", "9h 9s", "CO-RA-2/T7"), "A 1 rocket-aces loses 200 +0 0");
    assert_eq!(at("2s 3c", "Ah Ks", "CO-RA-2/T9"), "A 1 rocket-aces wins 200 +600 0");
    let meter = |cards: &str, dealer: &str, code: &str, meter: &'static str| {
        let mut round = stands(cards, dealer, &["rocket-aces"]);
        paid(&round.grant(meter, 9).end(), &rocket(code)).remove(0)
    };
    for (cards, dealer, code, number) in [
        ("As As", "As Ks", "CO-RA-2/T11", "rocket-aces-1"),
        ("As As", "Ah Kh", "CO-RA-2/T11", "rocket-aces-2"),
        ("Ac Ac", "As Kh", "CO-RA-2/T11", "rocket-aces-3"),
        ("Ac Ac", "As Kh", "CO-RA-2/T10", "rocket-aces-1"),
        ("Ac Ac", "As Kh", "CO-RA-2/T3", "rocket-aces-1"),
    ] {
        let line = format!("A 1 rocket-aces wins 200 +900 0 meter {number}");
        assert_eq!(meter(cards, dealer, code, number), line, "{code}");
    }
}

#[test]
fn companions_and_moments_of_side_bets_are_looked_at() {
    let bad = |round: &mut Hand, terms: &Terms| trouble(&round.recorded(terms, |_| {}), terms);
    let mut alone = stands("Tc 9d", "9h 9s", &["top-3"]);
    assert!(bad(&mut alone, &ride_free()).contains("no 21+3 beside it"));
    let mut early = Hand::new();
    let a = hand(1, 1);
    early.bet(A, a, "main", 10).bet(A, a, "bust-bonus", 1).up(a, "Tc 9d");
    let hole = early.dealer("9h");
    early.choose(A, a, "stand").reveal(hole, "9s");
    assert!(bad(&mut early, &ride_free()).contains("before the deal"));
    let mut tip = Hand::new();
    tip.bet(A, a, "main", 10).bet(A, a, "21-3-progressive", 1).dealers(A, a, "21-3-progressive", 1);
    tip.up(a, "Tc 9d");
    let hole = tip.dealer("9h");
    tip.choose(A, a, "stand").reveal(hole, "9s");
    assert!(bad(&mut tip, &ride_free()).contains("for the dealers and cannot be"));
}

#[test]
fn what_passes_a_posted_limit_is_taken_off_again() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    for (patron, spot) in [(A, a), (B, b)] {
        round.bet(patron, spot, "main", 10).bet(patron, spot, "hedge-22", 2).up(spot, "Tc 9d");
    }
    let hole = round.dealer("6h");
    round.choose(A, a, "stand").choose(B, b, "stand").reveal(hole, "Ts 6c");
    let events = round.end();
    let capped = |dollars: i64, round| {
        let terms = Terms { caps: vec![("hedge-22", dollars * 100)], caps_the_round: round, ..ride_free() };
        let lines = paid(&events, &terms).into_iter();
        lines.filter(|line| line.contains("hedge-22")).collect::<Vec<_>>()
    };
    let [first, second] = ["B 2 hedge-22 wins 200 +1600 200", "A 1 hedge-22 wins 200 +1600 200"];
    assert_eq!(capped(16, false), [first, second]);
    let [cut, again] = ["cap B 2 hedge-22 - 0 +-600 0", "cap A 1 hedge-22 - 0 +-600 0"];
    assert_eq!(capped(10, false), [first, cut, second, again]);
    assert_eq!(capped(26, true), [first, second, again]);
    assert_eq!(capped(10, true), [first, cut, second, "cap A 1 hedge-22 - 0 +-1600 0"]);
}

#[test]
fn the_moment_of_a_bust_bonus_is_the_tables_choice() {
    let placed = |before: bool, terms: &Terms| {
        let mut round = Hand::new();
        let a = hand(1, 1);
        round.bet(A, a, "main", 10).up(a, "Tc 9d");
        let hole = round.dealer("Kh");
        if before {
            round.bet(A, a, "bust-bonus", 1).answer(false);
        } else {
            round.answer(false).bet(A, a, "bust-bonus", 1);
        }
        round.choose(A, a, "stand").reveal(hole, "9s");
        check(&round.recorded(terms, |_| {}), terms)
    };
    let first = ride_free();
    let second = Terms { bust_bonus_first: false, ..ride_free() };
    assert_eq!((placed(true, &first), placed(false, &second)), (Ok(()), Ok(())));
    assert!(placed(false, &first).unwrap_err().contains("after the check"));
    assert!(placed(true, &second).unwrap_err().contains("before the check"));
}

#[test]
fn a_box_without_a_main_wager_is_settled_by_its_side_bets() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "hedge-22", 1).bet(A, a, "lucky-ladies", 1).up(a, "Tc 9d");
    let hole = round.dealer("6h");
    round.reveal(hole, "Td 6s");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        ["A 1 lucky-ladies loses 100 +0 0", "A 1 hedge-22 wins 100 +800 100"]
    );
}

#[test]
fn a_surrendered_hand_leaves_its_side_bets_in_play() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "hedge-22", 1).up(a, "Tc 6d");
    let hole = round.dealer("6h");
    round.choose(A, a, "surrender").reveal(hole, "Td 6s");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        ["A 1 main loses 1000 +0 500", "A 1 hedge-22 wins 100 +800 100"]
    );
}

#[test]
fn a_hole_card_seen_at_the_deal_leaves_the_order_of_first_card_bets_open() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    for (patron, spot) in [(A, a), (B, b)] {
        round.bet(patron, spot, "main", 10).bet(patron, spot, "lucky-ladies", 1);
    }
    round.up(a, "Kc Kd").up(b, "Qh Qh");
    for text in ["Ah", "Ks"] {
        round.lay(engine::Place::Dealer, engine::Face::Up(card(text)));
    }
    round.irregular("hole-card-exposed", Some(engine::Place::Dealer));
    let lines = paid(&round.events, &ride_free());
    assert_eq!(lines[..2], ["A 1 lucky-ladies wins 100 +400 100", "B 2 lucky-ladies wins 100 +100000 100"]);
    assert_eq!(check(&round.recorded(&ride_free(), |lines| lines.swap(0, 1)), &ride_free()), Ok(()));
}
