//! Chips that were found, dealing errors, overlooked hands, void rounds, and the comparison itself.

use super::builder::*;
use engine::{Event, Face, LineKind, Outcome, Place, Rank, RulingAct, Seen, Spot, WagerNumber, What};
use felt::Money;
use second::pontoon::share::shares;
use second::pontoon::{Expected, Round, Seats, Watch, check, settle};

const FIRST: Spot = Spot { box_number: 1, hand: 1 };

// ------------------------------------------------------------------ chips that were found

#[test]
fn a_box_above_its_maximum_is_shared_out() {
    let share = |stakes: &[i64]| -> Vec<i64> {
        let bets: Vec<(u32, i64)> = (1..).zip(stakes.iter().copied()).collect();
        shares(&bets, 25, 1000, 5).into_values().collect()
    };
    assert_eq!(share(&[600, 400]), [600, 400], "nothing above it");
    assert_eq!(share(&[1500]), [1000]);
    assert_eq!(share(&[900, 300, 300]), [600, 200, 200]);
    assert_eq!(share(&[500, 500, 500]), [335, 335, 330], "what is left over goes to those who bet first");
    assert_eq!(share(&[2000, 25]), [975, 25], "nobody comes below the minimum");
    assert_eq!(share(&[1500, 10, 500]), [745, 10, 245], "a small bet is whole and comes off the maximum");
    assert_eq!(shares(&[(1, 400), (2, 400), (3, 400)], 350, 1000, 5).into_values().sum::<i64>(), 1050);
}

/// A bets 600, and 900 of B are found behind it: of the maximum of 1000 they have 400 and 600.
fn over_the_maximum() -> Hand {
    let mut round = Hand::new();
    round.main(A, 1, 600).step("no-more-bets").irregular("over-the-maximum", Some(Place::Hand(FIRST)));
    round.main(B, 1, 900);
    round
}

#[test]
fn shares_win_and_lose_and_the_other_chips_come_back() {
    let mut round = over_the_maximum();
    round.deal(&[(1, "Ac Kc")], "6h");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main wins 60000 +60000 60000", "B 1 main wins 90000 +90000 90000"]
    );
    let mut round = over_the_maximum();
    round.deal(&[(1, "Kc 6c")], "Kh").choose(B, FIRST, "surrender").dealer("9h");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main loses 60000 +0 40000", "B 1 main loses 90000 +0 60000"]
    );
    let mut round = over_the_maximum();
    round.deal(&[(1, "Kc 6c")], "6h").hits(B, FIRST, "9h");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main loses 60000 +0 20000", "B 1 main loses 90000 +0 30000"]
    );
}

#[test]
fn a_small_bet_that_was_found_plays_whole_and_is_paid_down_to_the_coin() {
    let mut round = Hand::new();
    round.main(A, 1, 50).step("no-more-bets").irregular("under-the-minimum", Some(Place::Hand(FIRST)));
    round.main(B, 1, 15).deal(&[(1, "Ac Kc")], "6h");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main wins 5000 +7500 5000", "B 1 main wins 1500 +2250 1500"]
    );
    let mut terms = main_floor();
    terms.coin = 500;
    assert_eq!(paid(&round.events, &terms)[1], "B 1 main wins 1500 +2000 1500");
}

#[test]
fn a_side_bet_on_a_box_without_an_initial_bet_goes_back() {
    let mut round = Hand::new();
    round.main(A, 1, 50).step("no-more-bets");
    round.irregular("side-bet-without-bet", Some(Place::Hand(hand(4, 1)))).bet(B, hand(4, 1), "bonus", 5);
    round.deal(&[(1, "Ac Kc")], "6h");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["B 4 bonus returned 500 +0 500", "A 1 main wins 5000 +7500 5000"]
    );
}

// ------------------------------------------------------------------ dealing errors

#[test]
fn who_withdraws_has_everything_open_back_and_the_others_play_on() {
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 1, 100).deal(&[(1, "Kc 6c")], "Ah");
    round.puts(A, FIRST, "insure", FIRST, "insurance", 25);
    // Box 2 has no bet and gets a card.
    round.lay(Place::Hand(hand(2, 1)), "5d");
    round.irregular("dealing-error", Some(Place::Hand(hand(2, 1)))).step("cannot-reconstruct");
    round.moves(4, Place::Hand(hand(2, 1)), Place::Rack);
    round.choose(A, FIRST, "withdraw").choose(B, FIRST, "continue");
    round.choose(B, FIRST, "stand").dealer("Kd");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main returned 5000 +0 5000",
            "A 1 insurance returned 2500 +0 2500",
            "B 1 main loses 10000 +0 0",
        ]
    );
}

#[test]
fn the_last_withdrawal_sends_back_the_side_bets_of_others() {
    let mut round = Hand::new();
    round.main(A, 1, 50).bet(B, FIRST, "bonus", 10).main(B, 2, 50).step("no-more-bets");
    round.lay(Place::Hand(FIRST), "Ac");
    round.lay(Place::Hand(FIRST), "Kc");
    round.irregular("dealing-error", Some(Place::Hand(FIRST))).step("reconstruct");
    round.moves(2, Place::Hand(FIRST), Place::Hand(hand(2, 1)));
    round.choose(A, FIRST, "withdraw").choose(B, hand(2, 1), "continue");
    round.lay(Place::Dealer, "6h");
    round.cards(hand(2, 1), "9d").choose(B, hand(2, 1), "stand").dealer("Kd 2d");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main returned 5000 +0 5000",
            "B 1 bonus returned 1000 +0 1000",
            "B 2 main wins 5000 +5000 5000"
        ]
    );
}

#[test]
fn a_card_in_error_decides_nothing_until_people_have_answered() {
    let round = |answer: &'static str| {
        let mut round = Hand::new();
        round.main(A, 1, 50).main(B, 2, 50).deal(&[(1, "Kc 5c"), (2, "Kd 6d")], "6h");
        round.choose(A, FIRST, "hit").lay(Place::Hand(hand(2, 1)), "5d");
        round.irregular("dealing-error", Some(Place::Hand(hand(2, 1)))).step("cannot-reconstruct");
        round.choose(B, hand(2, 1), answer).choose(A, FIRST, "continue");
        round.cards(FIRST, "4d").choose(A, FIRST, "stand").dealer("Kd 2d");
        paid(&round.end(), &main_floor())
    };
    let won = "A 1 main wins 5000 +5000 5000";
    assert_eq!(round("withdraw"), ["B 2 main returned 5000 +0 5000", won]);
    assert_eq!(round("continue"), ["B 2 main wins 5000 +5000 5000", won]);
}

#[test]
fn a_card_put_where_it_belongs_completes_the_deal_and_pays_when_people_have_answered() {
    let mut round = Hand::new();
    let two = Place::Hand(hand(2, 1));
    round.main(A, 1, 50).main(B, 2, 50).step("no-more-bets");
    for (place, card) in [(Place::Hand(FIRST), "Ac"), (two, "9d"), (Place::Dealer, "6h")] {
        round.lay(place, card);
    }
    round.lay(Place::Hand(FIRST), "Kc");
    round.irregular("dealing-error", Some(Place::Next));
    let draw = round.lay(Place::Next, "8d");
    let (face, seen) = (Face::Up(card("8d")), Seen::NOBODY);
    round.step("reconstruct").fact(What::CardLaid { draw, place: two, face, seen });
    round.choose(B, hand(2, 1), "withdraw").choose(A, FIRST, "continue").step("answers-closed");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["B 2 main returned 5000 +0 5000", "A 1 main wins 5000 +7500 5000"]
    );
}

#[test]
fn a_card_too_many_for_the_dealer_does_not_count() {
    let mut round = Hand::new();
    round.main(A, 1, 50).deal(&[(1, "Kc 8c")], "8h").choose(A, FIRST, "stand").dealer("Kd 9d");
    let last = round.draws;
    round.irregular("dealer-overdrew", Some(Place::Dealer)).moves(last, Place::Dealer, Place::Rack);
    assert_eq!(paid(&round.end(), &main_floor()), ["A 1 main pushes 5000 +0 5000"]);
}

#[test]
fn an_overlooked_21_is_paid_at_the_end_even_against_a_pontoon() {
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 2, 50).deal(&[(1, "6c 7c"), (2, "Kd 6d")], "Kh");
    round.hits(A, FIRST, "8c").irregular("twenty-one-missed", Some(Place::Hand(FIRST)));
    round.choose(B, hand(2, 1), "stand").dealer("Ad");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main wins 5000 +10000 5000",
            "reversal A 1 main wins 5000 +-10000 -5000",
            "B 2 main loses 5000 +0 0",
            "A 1 main wins 5000 +10000 5000",
        ]
    );
}

#[test]
fn side_bets_that_were_passed_over_are_settled_by_the_first_two_cards() {
    let mut round = Hand::new();
    round.main(A, 1, 50).bet(A, FIRST, "player-pair", 10).deal(&[(1, "9c 9d")], "6h");
    round.hits(A, FIRST, "8c").irregular("side-bets-missed", Some(Place::Hand(FIRST)));
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 player-pair wins 1000 +11000 1000",
            "A 1 main loses 5000 +0 0",
            "reversal A 1 player-pair wins 1000 +-11000 -1000",
            "A 1 player-pair wins 1000 +11000 1000",
        ]
    );
}

// ------------------------------------------------------------------ void rounds and rulings

#[test]
fn a_void_round_undoes_every_line_and_returns_every_stake() {
    let mut round = Hand::new();
    round.main(A, 1, 100).main(B, 2, 50).deal(&[(1, "7d 7d"), (2, "Kd 6d")], "7h").hits(A, FIRST, "7d");
    round.fact(What::Ruled {
        by: Rank::Floor,
        act: RulingAct::Award { patron: B, amount: Money::minor(700) },
    });
    round.hits(B, hand(2, 1), "9c").irregular("wrong-count", None).remedy("round-void");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        [
            "A 1 main wins 10000 +20000 10000",
            "award A 1 super-bonus +500000",
            "award B 2 super-bonus-table +5000",
            "award B 0  +700",
            "B 2 main loses 5000 +0 0",
            "reversal B 2 main loses 5000 +0 0",
            "reversal B 2 super-bonus-table - 0 +-5000 0",
            "reversal A 1 super-bonus - 0 +-500000 0",
            "reversal A 1 main wins 10000 +-20000 -10000",
            "A 1 main returned 10000 +0 10000",
            "B 2 main returned 5000 +0 5000",
        ]
    );
}

#[test]
fn a_hand_voided_by_ruling_gives_back_what_is_open_on_it() {
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 1, 25).main(C, 2, 25).deal(&[(1, "Kc 6c"), (2, "Kd 9c")], "6h");
    round.fact(What::Ruled { by: Rank::Shift, act: RulingAct::VoidHand(FIRST) });
    round.choose(C, hand(2, 1), "stand").dealer("Kh 4c");
    assert_eq!(
        paid(&round.end(), &main_floor()),
        ["A 1 main returned 5000 +0 5000", "B 1 main returned 2500 +0 2500", "C 2 main loses 2500 +0 0"]
    );
}

#[test]
fn an_interruption_voids_the_round_unless_a_bet_is_decided() {
    let round = |cards: &str, void: bool| {
        let mut round = Hand::new();
        round.main(A, 1, 50).deal(&[(1, cards)], "6h").irregular("technical-interruption", None);
        if void {
            round.remedy("round-void");
        }
        trouble(&round.end(), &main_floor())
    };
    assert!(round("Kc 6c", false).contains("5.4.2"));
    assert!(round("Ac Kc", true).contains("5.4.1"));
    assert!(!round("Kc 6c", true).contains("5.4"));
}

// ------------------------------------------------------------------ the comparison

/// A pontoon, a hand that goes over 21 and one that stands, with every line at its time.
fn record(change: impl Fn(&mut Vec<Expected>)) -> Vec<Event> {
    let play = |round: &mut Hand, lines: &[Expected]| {
        let mut lines = lines.iter();
        let mut out = |round: &mut Hand| lines.next().map(|line| round.line(line)).is_some();
        round.main(A, 1, 50).main(B, 2, 50).main(C, 3, 50);
        round.deal(&[(1, "Ac Kc"), (2, "Kd 6d"), (3, "Kd 9d")], "6h");
        out(round);
        round.hits(B, hand(2, 1), "8c");
        out(round);
        round.choose(C, hand(3, 1), "stand").dealer("Kh 5c");
        while out(round) {}
        round.end()
    };
    let mut expected = settle(&Round::read(&play(&mut Hand::new(), &[]), &Seats::new()), &main_floor());
    change(&mut expected);
    play(&mut Hand::new(), &expected)
}

#[test]
fn a_true_record_passes_and_any_other_is_found_out() {
    check(&record(|_| ()), &main_floor()).unwrap();
    let changed = |change: fn(&mut Vec<Expected>)| trouble(&record(change), &main_floor());
    assert!(changed(|lines| lines[0].paid = Money::minor(5000)).contains("paid should be 7500, is 5000"));
    assert!(changed(|lines| lines[0].basis = Some(Money::minor(2500))).contains("basis should be 5000"));
    assert!(changed(|lines| lines.swap(1, 2)).contains("line 2: patron should be B"));
    assert!(changed(|lines| lines.truncate(2)).contains("3 lines expected, 2 in the record"));
}

#[test]
fn a_line_that_comes_too_late_is_found_out() {
    let mut events = record(|_| ());
    let paid = events.iter().position(|event| matches!(event.what, What::Settled(_))).unwrap();
    // The pontoon is paid after the next patron has decided.
    events.swap(paid, paid + 1);
    assert!(trouble(&events, &main_floor()).contains("1 lines were due before"));
}

#[test]
fn whether_a_card_in_error_had_been_paid_is_read_from_the_record() {
    let played = |lines: &[Expected], paid_first: bool| {
        let mut round = Hand::new();
        let two = hand(2, 1);
        round.main(A, 1, 50).main(B, 2, 50).deal(&[(1, "Kc 5c"), (2, "Kd 6d")], "6h");
        round.choose(A, FIRST, "hit").lay(Place::Hand(two), "5d");
        if paid_first {
            round.lines(&lines[..1]);
        }
        round.irregular("dealing-error", Some(Place::Hand(two))).step("cannot-reconstruct");
        round.choose(A, FIRST, "continue");
        if !paid_first {
            round.choose(B, two, "withdraw").lines(&lines[..1]);
        }
        round.cards(FIRST, "4d").choose(A, FIRST, "stand").dealer("Kd 2d").lines(&lines[1..]);
        check(&round.end(), &main_floor())
    };
    let wins = |patron, box_number: u8, number: u32| Expected {
        kind: LineKind::Wager,
        number: Some(WagerNumber(number)),
        patron,
        spot: hand(box_number, 1),
        wager: "main",
        outcome: Some(Outcome::Wins),
        stake: Money::minor(5000),
        basis: None,
        price: None,
        paid: Money::minor(5000),
        returned: Money::minor(5000),
        group: 0,
        hit_by: None,
    };
    let back = Expected { outcome: Some(Outcome::Returned), paid: Money::ZERO, ..wins(B, 2, 2) };
    assert_eq!(played(&[wins(B, 2, 2), wins(A, 1, 1)], true), Ok(()));
    assert_eq!(played(&[back, wins(A, 1, 1)], false), Ok(()));
}

#[test]
fn stakes_and_cards_that_cannot_be_are_found_out() {
    let insured = |cards: &str, dollars: i64, second: &str| {
        let mut round = Hand::new();
        round.main(A, 1, 50).deal(&[(1, cards)], "Ah").puts(A, FIRST, "insure", FIRST, "insurance", dollars);
        round.choose(A, FIRST, "stand").dealer(second);
        let lines = settle(&Round::read(&round.events, &Seats::new()), &main_floor());
        round.lines(&lines);
        check(&round.end(), &main_floor())
    };
    assert_eq!(insured("Kc 9c", 25, "Kd"), Ok(()));
    assert!(insured("Kc 9c", 30, "Kd").unwrap_err().contains("3.17.1"));
    assert!(insured("Kc Tc", 25, "Kd").unwrap_err().contains("5.5"));
}

#[test]
fn who_does_not_decide_and_who_stayed_behind_are_found_out() {
    let mut round = Hand::new();
    round
        .main(A, 1, 50)
        .main(B, 1, 100)
        .deal(&[(1, "8c 8d")], "6h")
        .choose(A, FIRST, "stand")
        .dealer("Kd Kc");
    assert!(trouble(&round.end(), &main_floor()).contains("B decides"));
    let mut round = Hand::new();
    round.main(A, 1, 50).main(B, 1, 100).deal(&[(1, "8c 8d")], "6h");
    round.puts(B, FIRST, "split", hand(1, 2), "split", 100).moves(
        3,
        Place::Hand(FIRST),
        Place::Hand(hand(1, 2)),
    );
    round.choose(A, FIRST, "decline").cards(FIRST, "8h");
    round.puts(B, FIRST, "split", hand(1, 3), "split", 100).choose(A, FIRST, "follow");
    assert!(trouble(&round.end(), &main_floor()).contains("declined an earlier one"));
}

#[test]
fn a_seat_is_kept_over_rounds_and_a_finished_round_may_still_be_void() {
    let hit = || {
        let mut round = Hand::new();
        round.main(A, 1, 25).main(A, 2, 50).main(B, 2, 25).deal(&[(1, "7s 7s"), (2, "Ac Kc")], "7h");
        round
    };
    let seats = Seats::from([(2, B)]);
    let mut bare = hit();
    let lines = settle(&Round::read(&bare.hits(A, FIRST, "7s").end(), &seats), &main_floor());
    let texts: Vec<String> = lines.iter().map(short).collect();
    assert_eq!(
        texts[2..],
        [
            "A 1 main wins 2500 +7500 2500",
            "award A 1 super-bonus +100000",
            "award B 2 super-bonus-table +5000"
        ]
    );
    let mut round = hit();
    round.lines(&lines[..2]);
    round.hits(A, FIRST, "7s");
    round.lines(&lines[2..]);
    let events = round.end();
    let mut watch = Watch::new(main_floor());
    let mut before = Hand::new();
    before.choose(B, hand(2, 1), "sit").end();
    for event in before.events.iter().chain(&events) {
        watch.see(event).unwrap();
    }
    watch.end().unwrap();
    // The round is void afterwards, but no line is reversed: only an unexpected line follows.
    watch.see(&Event::fact(What::Ruled { by: Rank::Shift, act: RulingAct::VoidRound })).unwrap();
    watch.see(round.line(&lines[0]).events.last().unwrap()).unwrap();
    assert!(watch.end().unwrap_err().contains("lines expected"));
}
