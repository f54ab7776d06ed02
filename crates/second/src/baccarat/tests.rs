//! Hand-written rounds. The expected lines are worked out from the documents, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::Terms;
use super::cards::{Cards, points, turn};
use super::holders::Manner;
use crate::layout::House;
use crate::layout::builder::{A, B, Session, reporting, stepping};
use crate::poker::pay::Pays;
use engine::{Face, Place, Rank, RulingAct, Seen, What};

fn terms(commission_free: bool) -> Terms {
    let house = House { pays: Pays { coin: 25, rounding: None }, dealer_bets: true, places: 14 };
    let mains = ["player", "banker", "tie"].map(|wager| (wager, (5_00, 100_00, 5_00)));
    let mut bonuses = vec!["dragon-player", "dragon-banker"];
    bonuses.extend(commission_free.then_some("fortune-7"));
    Terms {
        house,
        commission_free,
        vigorish: (!commission_free).then_some(5),
        put_off: false,
        tie: (8, 1),
        patron_by_patron: false,
        limits: mains
            .into_iter()
            .chain(bonuses.into_iter().map(|wager| (wager, (1_00, 100_00, 1_00))))
            .collect(),
        cards: Cards::new(416, Manner::Open),
    }
}

fn laid(draw: u32, place: Place, card: &str) -> What {
    let face = if card == "??" { Face::Unread } else { Face::Up(card.parse().unwrap()) };
    What::CardLaid { draw, place, face, seen: Seen::NOBODY }
}

const SHUFFLED: What = What::Shuffled { all: true };

fn collecting(place: Place, cards: u16) -> What {
    What::Collected { place, cards }
}

impl Session<Terms> {
    /// Shuffled, cut and burnt.
    #[track_caller]
    fn ready(&mut self) -> &mut Session<Terms> {
        self.tell(SHUFFLED).tell(What::Cut { by: None, depth: 200 });
        self.tell(laid(1, Place::Rack, "As")).tell(laid(2, Place::Rack, "??"))
    }

    /// Bets close and these cards come, in turn.
    #[track_caller]
    fn dealt(&mut self, player: &str, banker: &str) -> &mut Session<Terms> {
        self.step("no-more-bets").hands(player, banker)
    }

    #[track_caller]
    fn hands(&mut self, player: &str, banker: &str) -> &mut Session<Terms> {
        let all = [player, banker].map(|cards| cards.split(' ').collect::<Vec<_>>());
        for nth in 0..3 {
            for (place, cards) in [Place::Player, Place::Banker].into_iter().zip(&all) {
                if let Some(card) = cards.get(nth) {
                    self.tell(laid(1_000, place, card));
                }
            }
        }
        self
    }

    #[track_caller]
    fn collected(&mut self, player: u16, banker: u16) -> &mut Session<Terms> {
        self.tell(collecting(Place::Player, player)).tell(collecting(Place::Banker, banker))
    }
}

fn session(commission_free: bool) -> Session<Terms> {
    let mut session = Session::new(terms(commission_free));
    session.ready();
    session
}

#[test]
fn the_table_has_as_many_draws_as_it_prints() {
    let draws = |two: u8| (0..10).filter(|third| turn(&[0, 5, *third], &[0, two]) == Some(1)).count();
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(draws), [10, 10, 10, 9, 6, 4, 2, 0]);
    assert_eq!(points(&[1, 2, 9]), 2);
    // The value of the third card counts and not the points of the hand: 2 3 and 6 have one point.
    assert_eq!((turn(&[2, 3, 6], &[0, 6]), turn(&[2, 3, 1], &[0, 6])), (Some(1), None));
}

#[test]
fn a_banker_win_is_charged_before_it_is_paid() {
    let mut round = session(false);
    round.bet(A, "banker", 10).bet(B, "banker", 15).bet(B, "player", 5).bet(A, "tie", 5);
    round.dealt("2s 5c", "9h Kd").step("settle");
    // From the highest place down.
    round.loses(3).loses(4).charges(2, 75).wins(2, 1).charges(1, 50);
    round.wrong(collecting(Place::Player, 3), "3 cards").wins(1, 1).collected(2, 2).end().done();
}

#[test]
fn a_tie_gives_main_wagers_back() {
    let mut round = session(false);
    round.bet(A, "banker", 10).bet(A, "player", 5).bet(A, "tie", 5).bet(A, "dragon-player", 5);
    round.dealt("3s 5c", "8h Kd").step("settle").pushes(4).back(1).back(2).wins(3, 8);
    round.collected(2, 2).end().done();
}

#[test]
fn three_card_seven_pushes_where_nothing_is_charged() {
    for free in [false, true] {
        let mut round = session(free);
        round
            .bet(A, "banker", 10)
            .bet(A, "player", 5)
            .bet(A, "dragon-banker", 5)
            .dealt("2s 4c", "2h 2d 3c")
            .step("settle");
        round.loses(2).loses(3);
        if free {
            round.pushes(1)
        } else {
            round.charges(1, 50).wins(1, 1)
        };
        round.collected(2, 3).end().done();
    }
    let mut round = session(true);
    round.bet(A, "banker", 10).bet(A, "fortune-7", 5).dealt("2s 5c", "2h 5d").step("settle").loses(2).back(1);
    round
        .collected(2, 2)
        .end()
        .bet(A, "tie", 5)
        .bet(A, "fortune-7", 1)
        .dealt("Ks Tc 2c", "2h 2d 3c")
        .step("settle");
    round.loses(3).wins(4, 40).collected(3, 3).end().done();
}

#[test]
fn every_line_of_the_bonus() {
    let hands = [
        ("9s Kc", "2h 5d", Some(1)),
        ("9s Kc", "3h 5d", Some(1)),
        ("8s Kc", "4h 5d", None),
        ("2s 3c 4d", "Ks Kc Kd", Some(30)),
        ("2s 2c 4d", "Ks Kc Kd", Some(10)),
        ("2s Ac 4d", "Ks Kc Kd", Some(6)),
        ("2s 4c", "Ks Kc Kd", Some(4)),
        ("5s Tc Td", "Ks Kc Kd", Some(2)),
        ("4s Tc Td", "Ks Kc Kd", Some(1)),
        ("3s Tc Td", "Ks Kc Kd", None),
        ("Ks Tc Td", "Ks Kc Kd", None),
    ];
    for (player, banker, pays) in hands {
        let mut round = session(false);
        round.bet(A, "dragon-player", 5).dealt(player, banker).step("settle");
        match pays {
            Some(pays) => round.wins(1, pays),
            None => round.loses(1),
        };
        let count = |cards: &str| u16::try_from(cards.split(' ').count()).unwrap();
        round.collected(count(player), count(banker)).end().done();
    }
}

#[test]
fn a_bonus_alone() {
    let mut round = session(false);
    round.wrong(round.laying((A, "dragon-player", 4, engine::Beneficiary::Patron)), "12.II");
    round.bet(A, "player", 5).bet(A, "dragon-player", 4).take_back(1, 5).step("no-more-bets");
    round.clone().tell(laid(9, Place::Player, "2c")).wrong(stepping("settle", Rank::Dealer), "lacks");
    round.back(2);
    let mut round = session(true);
    round.wrong(round.laying((A, "dragon-player", 50, engine::Beneficiary::Patron)), "15.II");
}

#[test]
fn who_gets_which_card() {
    let mut round = session(false);
    round.wrong(laid(3, Place::Player, "2c"), "laid at").step("no-more-bets");
    round.wrong(laid(3, Place::Banker, "2c"), "the turn is").hands("2s 4c", "2h 5d");
    round.wrong(laid(3, Place::Player, "2c"), "the turn is");
    round.wrong(laid(3, Place::Banker, "2c"), "the turn is").step("settle").collected(2, 2).end();
    round.dealt("2s 3c", "2h 4d").wrong(stepping("settle", Rank::Dealer), "lacks a card");
    round.tell(laid(9, Place::Player, "6c")).wrong(stepping("settle", Rank::Dealer), "lacks a card");
}

#[test]
fn a_card_that_waits_is_used_first() {
    let mut round = session(false);
    round.tell(laid(50, Place::Next, "??")).bet(A, "player", 5).step("no-more-bets");
    round.wrong(laid(51, Place::Player, "9c"), "others wait").tell(laid(50, Place::Player, "9c"));
    round.tell(laid(51, Place::Banker, "2c")).tell(laid(52, Place::Player, "Kc")).tell(laid(
        53,
        Place::Banker,
        "2d",
    ));
    round.step("settle").wins(1, 1).collected(2, 2).end().done();
}

#[test]
fn a_round_without_wagers() {
    let mut round = session(false);
    round.bet(A, "player", 5).tell(laid(50, Place::Next, "9c"));
    let moved = What::CardMoved { draw: 50, from: Place::Next, to: Place::Player };
    let late = round.laying((B, "player", 5, engine::Beneficiary::Patron));
    round.tell(moved).wrong(late, "simulated");
    round.wrong(stepping("no-more-bets", Rank::Dealer), "not ready").tell(laid(51, Place::Banker, "2c"));
    round.tell(laid(52, Place::Player, "Kc")).tell(laid(53, Place::Banker, "2d")).collected(2, 2);
    round
        .bet(B, "player", 5)
        .dealt("9s Kc", "2h 5d")
        .step("settle")
        .wins(2, 1)
        .wins(1, 1)
        .collected(2, 2)
        .end()
        .done();
}

#[test]
fn the_cover_card_ends_the_shoe() {
    let mut round = session(false);
    round.bet(A, "player", 5).tell(What::CutCardReached).dealt("9s Kc", "2h 5d").wrong(SHUFFLED, "in play");
    round.step("settle").wins(1, 1).collected(2, 2).tell(collecting(Place::Next, 300)).end();
    round.wrong(stepping("no-more-bets", Rank::Dealer), "not ready").ready().bet(A, "player", 5).done();
}

#[test]
fn too_few_cards_and_a_ruling_give_everything_back() {
    let mut round = session(false);
    round.bet(A, "player", 5).dealt("9s", "2h").tell(reporting("shoe-ran-out"));
    round.wrong(round.ending(), "cards lie there").back(1).collected(1, 1).end();
    round.wrong(stepping("no-more-bets", Rank::Dealer), "not ready").ready();
    round
        .bet(A, "player", 5)
        .dealt("9s", "2h")
        .rules(RulingAct::VoidRound)
        .back(2)
        .collected(1, 1)
        .end()
        .done();
}

#[test]
fn the_burn_goes_by_the_first_card() {
    let mut round = Session::new(terms(false));
    round
        .tell(SHUFFLED)
        .wrong(What::Cut { by: None, depth: 9 }, "9 cards")
        .tell(What::Cut { by: None, depth: 406 });
    round.wrong(laid(1, Place::Rack, "??"), "not shown").tell(laid(1, Place::Rack, "Qd"));
    for draw in 2..12 {
        round.wrong(stepping("no-more-bets", Rank::Dealer), "not ready").tell(laid(draw, Place::Rack, "??"));
    }
    round.wrong(laid(12, Place::Rack, "??"), "laid at").step("no-more-bets");
}

#[test]
fn what_is_owed_is_paid_by_who_leaves_and_by_all_at_the_end_of_a_shoe() {
    let mut round = Session::new(Terms { put_off: true, ..terms(false) });
    round.ready().bet(A, "banker", 10).bet(B, "banker", 20).dealt("2s 5c", "9h Kd").step("settle");
    round.wins(2, 1).owes(2, 100).wins(1, 1).owes(1, 50).collected(2, 2).end();
    round.wrong(round.paying(A, 50), "nobody must pay yet");
    round.tell(What::Left { patron: B }).wrong(stepping("no-more-bets", Rank::Dealer), "was not told");
    round.wrong(round.paying(A, 50), "patron should be B");
    round.wrong(round.paying(B, 99), "charged should be 100");
    round.pays(B, 100).bet(A, "banker", 10).tell(What::CutCardReached).dealt("2s 5c", "9h Kd").step("settle");
    round.wrong(round.paying(A, 50), "before wagers are settled");
    round.wins(3, 1).owes(3, 50).collected(2, 2).tell(collecting(Place::Next, 300));
    round.wrong(SHUFFLED, "owes 100");
    round.wrong(round.ending(), "was not told");
    round.wrong(round.paying(A, 50), "charged should be 100");
    round.pays(A, 100).end().tell(SHUFFLED).done();
}

#[test]
fn who_leaves_their_wagers_on_the_layout_pays_after_they_are_settled() {
    let mut round = Session::new(Terms { put_off: true, ..terms(false) });
    round.ready().bet(A, "banker", 10).bet(B, "player", 5).step("no-more-bets");
    round.tell(What::Left { patron: A }).hands("2s 5c", "9h Kd").step("settle").loses(2).wins(1, 1);
    round.owes(1, 50);
    round.wrong(round.ending(), "");
    round.pays(A, 50).collected(2, 2).end().done();
}
