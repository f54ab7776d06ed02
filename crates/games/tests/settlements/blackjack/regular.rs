//! Prices, hands, blackjacks, doubles, splits and House Money.

use super::builder::*;
use engine::{Place, Rank, StepId, What};
use felt::Card;
use second::blackjack::{Round, Terms, settle};

// ------------------------------------------------------------------ the price list

#[test]
fn the_terms_are_those_of_the_document() {
    let terms = shoe();
    assert_eq!(terms.main, (1, 1));
    assert_eq!(terms.blackjack, (3, 2));
    assert_eq!(terms.insurance, (2, 1));
    assert_eq!(terms.double, (1, 1));
    assert_eq!(terms.split, (1, 1));
    assert!(terms.hits_soft_17 && !terms.pitch);
    assert_eq!((terms.boxes, terms.decks, terms.split_hands), (7, 6, 4));
    let terms =
        Terms::new(BOOK, &table(&[("coin", "0.10"), ("blackjack-pays", "6 to 5"), ("soft-17", "stand")]));
    assert_eq!(terms.blackjack, (6, 5));
    assert!(!terms.hits_soft_17);
}

#[test]
fn the_table_files_read_and_their_house_money_is_the_documents() {
    let read = |text: &str| {
        rulebook::read_table(text).unwrap().check(&rulebook::RuleBook::parse(BOOK).unwrap()).unwrap()
    };
    let main_floor = read(include_str!("../../../tables/blackjack-main-floor.toml"));
    assert_eq!(Terms::new(BOOK, &main_floor).house_money, several_decks());
    let hand_dealt = read(include_str!("../../../tables/blackjack-pitch.toml"));
    let terms = Terms::new(BOOK, &hand_dealt);
    assert!(terms.pitch && terms.house_money.is_empty());
    assert_eq!((terms.blackjack, terms.split_hands, terms.boxes), ((6, 5), 3, 6));
}

// ------------------------------------------------------------------ one hand

#[test]
fn the_higher_total_wins_even_money() {
    assert_eq!(one_hand("Tc 9d", "8h Td", &shoe()), ["A 1 main wins 1000 +1000 1000"]);
}

#[test]
fn the_lower_total_loses() {
    assert_eq!(one_hand("Tc 7d", "8h Td", &shoe()), ["A 1 main loses 1000 +0 0"]);
}

#[test]
fn equal_totals_push() {
    assert_eq!(one_hand("Tc 8d", "8h Td", &shoe()), ["A 1 main pushes 1000 +0 1000"]);
}

#[test]
fn over_21_loses_even_if_the_dealer_would_bust() {
    assert_eq!(one_hand("Tc 8d 5h", "6h ", &shoe()), ["A 1 main loses 1000 +0 0"]);
}

#[test]
fn a_busted_dealer_pays_every_hand_up_to_21() {
    assert_eq!(one_hand("2c 3d", "6h Td Kc", &shoe()), ["A 1 main wins 1000 +1000 1000"]);
}

#[test]
fn blackjack_at_3_to_2_and_6_to_5() {
    assert_eq!(one_hand("Ac Kd", "9h ", &shoe()), ["A 1 main wins 1000 +1500 1000"]);
    let six_to_five = Terms::new(BOOK, &table(&[("coin", "0.10"), ("blackjack-pays", "6 to 5")]));
    assert_eq!(one_hand("Ac Kd", "9h ", &six_to_five), ["A 1 main wins 1000 +1200 1000"]);
}

#[test]
fn blackjack_is_paid_after_the_check_when_a_ten_is_up() {
    assert_eq!(one_hand("Ac Td", "Kh ", &shoe()), ["A 1 main wins 1000 +1500 1000"]);
}

#[test]
fn three_cards_of_21_are_no_blackjack() {
    assert_eq!(one_hand("7c 7d 7h", "Th Kd", &shoe()), ["A 1 main wins 1000 +1000 1000"]);
    assert_eq!(one_hand("7c 7d 7h", "6h 5d Tc", &shoe()), ["A 1 main pushes 1000 +0 1000"]);
}

#[test]
fn a_soft_17_is_drawn_to_or_not_as_posted() {
    assert_eq!(one_hand("Tc 8d", "6h Ad 4c", &shoe()), ["A 1 main loses 1000 +0 0"]);
    let stands = Terms::new(BOOK, &table(&[("soft-17", "stand")]));
    assert_eq!(one_hand("Tc 8d", "6h Ad", &stands), ["A 1 main wins 1000 +1000 1000"]);
}

#[test]
fn a_dealer_who_stops_too_early_is_found_out() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(A, hand(1, 1), "stand").reveal(hole, "Ad");
    assert!(trouble(&round.end(), &shoe()).contains("is not finished"));
}

#[test]
fn a_dealer_who_draws_for_nothing_is_found_out() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(A, hand(1, 1), "hit").up(hand(1, 1), "5c").reveal(hole, "Td 2c");
    assert!(trouble(&round.end(), &shoe()).contains("12.III"));
}

// ------------------------------------------------------------------ the dealer's blackjack

#[test]
fn a_dealers_blackjack_beats_all_but_a_blackjack() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(B, hand(2, 1), "main", 20);
    round.up(hand(1, 1), "Tc 9d").up(hand(2, 1), "Ac Jd");
    let hole = round.dealer("Kh");
    round.answer(true).reveal(hole, "As");
    assert_eq!(paid(&round.end(), &shoe()), ["B 2 main pushes 2000 +0 2000", "A 1 main loses 1000 +0 0"]);
}

#[test]
fn insurance_wins_two_to_one_before_the_rest() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(B, hand(5, 1), "main", 20);
    round.up(hand(1, 1), "Tc 9d").up(hand(5, 1), "5c 6d");
    let hole = round.dealer("Ah");
    round.bet(A, hand(1, 1), "insurance", 5).bet(B, hand(5, 1), "insurance", 8);
    round.answer(true).reveal(hole, "Qs");
    assert_eq!(
        paid(&round.end(), &shoe()),
        [
            "B 5 insurance wins 800 +1600 800",
            "A 1 insurance wins 500 +1000 500",
            "B 5 main loses 2000 +0 0",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn insurance_is_collected_at_once_without_a_blackjack() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Tc 9d");
    let hole = round.dealer("Ah");
    round.bet(A, hand(1, 1), "insurance", 5).answer(false);
    round.choose(A, hand(1, 1), "stand").reveal(hole, "7s");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 insurance loses 500 +0 0", "A 1 main wins 1000 +1000 1000"]
    );
}

#[test]
fn a_hole_card_shown_for_nothing_lets_play_go_on() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Tc 9d");
    let hole = round.dealer("Ah");
    round.bet(A, hand(1, 1), "insurance", 5).answer(true);
    round.irregular("hole-card-exposed", Some(Place::Dealer)).reveal(hole, "8s");
    round.fact(What::Approved { by: engine::Approver::Staff(Rank::Floor), yes: true });
    round.choose(A, hand(1, 1), "stand");
    assert_eq!(paid(&round.end(), &shoe()), ["A 1 insurance loses 500 +0 0", "A 1 main pushes 1000 +0 1000"]);
}

#[test]
fn even_money_is_paid_before_the_check_and_stands() {
    for hole_card in ["Ks", "7s"] {
        let mut round = Hand::new();
        round.bet(A, hand(1, 1), "main", 10).bet(B, hand(2, 1), "main", 10);
        round.up(hand(1, 1), "Ac Kd").up(hand(2, 1), "Tc 9c");
        let hole = round.dealer("Ah");
        round.bet(B, hand(2, 1), "insurance", 5).choose(A, hand(1, 1), "even-money");
        let blackjack = hole_card == "Ks";
        round.answer(blackjack);
        if !blackjack {
            round.choose(B, hand(2, 1), "stand");
        }
        round.reveal(hole, hole_card);
        let lines = paid(&round.end(), &shoe());
        assert_eq!(lines[0], "A 1 main wins 1000 +1000 1000");
        let insurance =
            if blackjack { "B 2 insurance wins 500 +1000 500" } else { "B 2 insurance loses 500 +0 0" };
        assert_eq!(lines[1], insurance);
        assert_eq!(lines.len(), 3);
    }
}

// ------------------------------------------------------------------ doubles and splits

#[test]
fn a_double_for_less_has_its_own_line() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "6c 5d");
    let hole = round.dealer("6h");
    round.choose(A, hand(1, 1), "double").bet(A, hand(1, 1), "double", 4).up(hand(1, 1), "9c");
    round.reveal(hole, "Td 3c");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main wins 1000 +1000 1000", "A 1 double wins 400 +400 400"]
    );
}

#[test]
fn a_doubles_card_may_lie_face_down_until_the_end() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "6c 5d");
    let hole = round.dealer("6h");
    round.choose(A, hand(1, 1), "double-face-down").bet(A, hand(1, 1), "double", 10).down(hand(1, 1), 1);
    let hidden = round.draws;
    round.reveal(hole, "Td 3c").turn(Place::Hand(hand(1, 1)), hidden, "8c");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main pushes 1000 +0 1000", "A 1 double pushes 1000 +0 1000"]
    );
}

#[test]
fn a_pair_split_to_four_is_settled_from_the_last_hand_to_the_first() {
    let mut round = Hand::new();
    let box_3 = |n| hand(3, n);
    round.bet(A, box_3(1), "main", 10).up(box_3(1), "8c 8d"); // draws 1 and 2
    let hole = round.dealer("6h");
    round.split(A, box_3(1), box_3(2), 2, 10).up(box_3(1), "8h"); // draw 5
    round.split(A, box_3(1), box_3(3), 5, 10).up(box_3(1), "8s"); // draw 6
    round.split(A, box_3(1), box_3(4), 6, 10).up(box_3(1), "Tc"); // 18
    round.up(box_3(2), "3d").choose(A, box_3(2), "double").bet(A, box_3(2), "double", 5).up(box_3(2), "9h"); // 20
    round.up(box_3(3), "7d").choose(A, box_3(3), "hit").up(box_3(3), "9s"); // 24
    round.up(box_3(4), "Ad"); // 19
    round.reveal(hole, "Td 3c"); // 19
    assert_eq!(
        paid(&round.end(), &shoe()),
        [
            "A 3.4 split pushes 1000 +0 1000",
            "A 3.3 split loses 1000 +0 0",
            "A 3.2 split wins 1000 +1000 1000",
            "A 3.2 double wins 500 +500 500",
            "A 3 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn split_aces_with_a_ten_are_21_and_no_blackjack() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Ac Ad");
    let hole = round.dealer("6h");
    round.split(A, hand(1, 1), hand(1, 2), 2, 10).up(hand(1, 1), "Kc").up(hand(1, 2), "Qc");
    round.reveal(hole, "5d Tc"); // 21 as well
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1.2 split pushes 1000 +0 1000", "A 1 main pushes 1000 +0 1000"]
    );
}

#[test]
fn a_split_for_less_is_found_out() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "8c 8d");
    let hole = round.dealer("6h");
    round.split(A, hand(1, 1), hand(1, 2), 2, 5).up(hand(1, 1), "Tc").up(hand(1, 2), "Ts");
    round.reveal(hole, "Td 2c");
    let expected = settle(&Round::read(&round.events), &shoe());
    for line in &expected {
        round.line(line);
    }
    assert!(trouble(&round.end(), &shoe()).contains("11.I"));
}

// ------------------------------------------------------------------ House Money

fn house_money(cards: &str, terms: &Terms) -> String {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(A, hand(1, 1), "house-money", 5).up(hand(1, 1), cards);
    let hole = round.dealer("9h");
    round.choose(A, hand(1, 1), "keep").choose(A, hand(1, 1), "stand").reveal(hole, "8h");
    paid(&round.end(), terms)[0].clone()
}

#[test]
fn house_money_pays_its_best_line_with_several_decks() {
    let terms = shoe();
    let wins = |n: i64| format!("A 1 house-money wins 500 +{} 500", n * 500);
    assert_eq!(house_money("As Ks", &terms), wins(9));
    assert_eq!(house_money("Kd Ad", &terms), wins(9));
    assert_eq!(house_money("7d 8d", &terms), wins(4));
    assert_eq!(house_money("Ah 2h", &terms), wins(4), "the ace is low too");
    assert_eq!(house_money("Qh Kh", &terms), wins(4));
    assert_eq!(house_money("7d 7d", &terms), wins(3), "of one suit, from two decks");
    assert_eq!(house_money("Kd Kh", &terms), wins(3));
    assert_eq!(house_money("As Kd", &terms), wins(1));
    assert_eq!(house_money("2s Ad", &terms), wins(1));
    assert_eq!(house_money("9s Td", &terms), wins(1));
}

#[test]
fn house_money_pays_more_for_a_straight_flush_from_one_deck() {
    let mut terms = shoe();
    terms.house_money = one_deck();
    let wins = |n: i64| format!("A 1 house-money wins 500 +{} 500", n * 500);
    assert_eq!(house_money("As Ks", &terms), wins(9));
    assert_eq!(house_money("7d 8d", &terms), wins(5));
    assert_eq!(house_money("As 2s", &terms), wins(5));
    assert_eq!(house_money("7d 7s", &terms), wins(3));
    assert_eq!(house_money("7d 8s", &terms), wins(1));
}

#[test]
fn house_money_is_collected_when_nothing_is_hit() {
    let terms = shoe();
    let lost = "A 1 house-money loses 500 +0 0";
    assert_eq!(house_money("7d 9d", &terms), lost);
    assert_eq!(house_money("Kd Td", &terms), lost, "ten-valued is no pair");
    assert_eq!(house_money("Kd 2d", &terms), lost);
    assert_eq!(house_money("Ad 3d", &terms), lost);
}

#[test]
fn every_two_cards_meet_the_lines_a_second_count_gives() {
    // Of one deck's 1326 hands: 4 suited ace-kings, 13 kinds of neighbours with 16 combinations each, minus
    // the suited ones, 78 pairs.
    let cards: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let mut counts = [0; 5];
    let mut terms = shoe();
    terms.house_money = one_deck();
    for (n, a) in cards.iter().enumerate() {
        for b in &cards[n + 1..] {
            let line = house_money(&format!("{a} {b}"), &terms);
            let at = ["+4500", "+2500", "+1500", "+500", "+0"].iter().position(|w| line.contains(w)).unwrap();
            counts[at] += 1;
        }
    }
    assert_eq!(counts, [4, 13 * 4 - 4, 78, 13 * 12, 1326 - 4 - 48 - 78 - 156]);
}

#[test]
fn proceeds_added_to_a_blackjack_are_paid_with_it() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(A, hand(1, 1), "house-money", 2);
    round.bet(B, hand(2, 1), "main", 10).up(hand(1, 1), "As Ks").up(hand(2, 1), "Tc 8d");
    let hole = round.dealer("Kh");
    round.answer(false).add(1, A, hand(1, 1), 20).choose(B, hand(2, 1), "stand").reveal(hole, "8s");
    assert_eq!(
        paid(&round.end(), &shoe()),
        [
            "A 1 house-money wins 200 +1800 200",
            "A 1 main wins 3000 +4500 3000",
            "B 2 main pushes 1000 +0 1000",
        ]
    );
}

#[test]
fn house_money_is_paid_against_a_dealers_blackjack() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(A, hand(1, 1), "house-money", 2);
    round.bet(B, hand(2, 1), "main", 10).bet(B, hand(2, 1), "house-money", 2);
    round.up(hand(1, 1), "8s 8d").up(hand(2, 1), "Tc 2d");
    let hole = round.dealer("Ah");
    round.bet(A, hand(1, 1), "insurance", 5).answer(true).reveal(hole, "Js");
    assert_eq!(
        paid(&round.end(), &shoe()),
        [
            "A 1 insurance wins 500 +1000 500",
            "B 2 house-money loses 200 +0 0",
            "A 1 house-money wins 200 +600 200",
            "B 2 main loses 1000 +0 0",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn even_money_leaves_house_money_to_be_paid_after_the_check() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(A, hand(1, 1), "house-money", 2).up(hand(1, 1), "As Ks");
    let hole = round.dealer("Ah");
    round.choose(A, hand(1, 1), "even-money");
    for draw in [1, 2] {
        round.fact(What::CardMoved { draw, from: Place::Hand(hand(1, 1)), to: Place::Rack });
    }
    round.answer(false).reveal(hole, "8s");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main wins 1000 +1000 1000", "A 1 house-money wins 200 +1800 200"]
    );
}

#[test]
fn a_hidden_hand_has_house_money_and_blackjack_at_the_end() {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(2, 1));
    for (patron, spot) in [(A, one), (B, two)] {
        round.bet(patron, spot, "main", 10).bet(patron, spot, "house-money", 2).down(spot, 2);
    }
    let hole = round.dealer("6h");
    round.choose(A, one, "show").turn(Place::Hand(one), 1, "7c").turn(Place::Hand(one), 2, "8c");
    round.choose(A, one, "keep").choose(A, one, "stand").choose(B, two, "stand");
    round.reveal(hole, "Td 3c").turn(Place::Hand(two), 3, "As").turn(Place::Hand(two), 4, "Ks");
    assert_eq!(
        paid(&round.end(), &pitch()),
        [
            "A 1 house-money wins 200 +800 200",
            "B 2 house-money wins 200 +1800 200",
            "B 2 main wins 1000 +1500 1000",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn a_shown_blackjack_is_paid_before_play_and_its_insurance_goes_back() {
    let mut round = Hand::new();
    let (one, two) = (hand(1, 1), hand(2, 1));
    round.bet(A, one, "main", 10).bet(B, two, "main", 10).down(one, 2).down(two, 2);
    let hole = round.dealer("Ah");
    round.choose(A, one, "insure").bet(A, one, "insurance", 5);
    round.choose(A, one, "show").turn(Place::Hand(one), 1, "As").turn(Place::Hand(one), 2, "Kd");
    round.remedy("claim-dropped", Some(Place::Hand(one))).answer(false);
    round.choose(B, two, "stand").reveal(hole, "9d");
    round.turn(Place::Hand(two), 3, "Ts").turn(Place::Hand(two), 4, "9s");
    assert_eq!(
        paid(&round.end(), &pitch()),
        ["A 1 insurance returned 500 +0 500", "A 1 main wins 1000 +1500 1000", "B 2 main loses 1000 +0 0",]
    );
}

#[test]
fn house_money_of_a_hidden_pair_is_paid_after_the_pair_was_split() {
    let mut round = Hand::new();
    let one = hand(1, 1);
    round.bet(A, one, "main", 10).bet(A, one, "house-money", 2).down(one, 2);
    let hole = round.dealer("6h");
    round.fact(What::Stepped { step: StepId::new(&"house-money-closed"), by: engine::Rank::Dealer });
    round.turn(Place::Hand(one), 1, "2c").turn(Place::Hand(one), 2, "2d");
    round.split(A, one, hand(1, 2), 2, 10).up(one, "7d").up(hand(1, 2), "9c");
    round.choose(A, hand(1, 2), "stand").reveal(hole, "Td 3c");
    assert_eq!(
        paid(&round.end(), &pitch()),
        ["A 1 house-money wins 200 +600 200", "A 1.2 split loses 1000 +0 0", "A 1 main loses 1000 +0 0",]
    );
}
