//! Corner cases of Deuces Wild Xtreme.

mod bounds;

use super::odd_times::OddTimes;
use super::{
    arrange, assert_paid, bet, close_bets, hand, open, play_arranged, play_with_rulings, report, until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER};
use engine::{Actor, Beneficiary, Due, Face, Game, Input, LineKind, Patron, Place, RulingAct, What};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const C: Patron = Patron::C;

const ALL_WILD: &str = "2c 2d 2h 2s Jk";
const NOTHING: &str = "Ad Ks Jd 8s 3s";

/// A patron's cards, the dealer's, and the one that replaces the joker.
type Deal = (&'static str, &'static str, &'static str);

/// A natural hand and a wild one of every kind.
const HANDS: &[Deal] = &[
    (ALL_WILD, NOTHING, "4c"),
    ("Ah Kh Qh Jh Th", NOTHING, "4c"),
    ("Ah Kh Qh Jh 2c", NOTHING, "4c"),
    ("9c 9d 9h 9s 2h", NOTHING, "4c"),
    ("9h 8h 7h 6h 5h", NOTHING, "4c"),
    ("9h 8h 7h 6h Jk", NOTHING, "4c"),
    ("9c 9d 9h 9s 4c", NOTHING, "4d"),
    ("9c 9d 2h 2s 4c", NOTHING, "4d"),
    ("8c 8d 8h 5s 5c", NOTHING, "4c"),
    ("8c 8d 5s 5c Jk", NOTHING, "4c"),
    ("Qh 9h 7h 5h 4h", NOTHING, "4c"),
    // The deuce of that suit is wild in a flush, and natural in the two lowest runs.
    ("Kd Td 7d 4d 2d", NOTHING, "4c"),
    ("2d 3d 4d 5d 6d", NOTHING, "4c"),
    ("Ac 2d 3h 4s 5c", NOTHING, "4c"),
    ("2d 3c 4c 5c 6c", NOTHING, "4d"),
    ("9c 8d 7c 6s 5c", NOTHING, "4c"),
    ("9c 8d 7h 6s 2c", NOTHING, "4c"),
    ("9c 9d 9s 6h 4c", NOTHING, "4d"),
    ("Qc Qd Jk 5h 4s", NOTHING, "4c"),
    ("Kc Jh 9s 5h 3c", NOTHING, "4c"),
];

/// Each beaten hand, the patron's or the dealer's; equal hands, and one that is too low.
const BEATEN: &[Deal] = &[
    ("Ah Kh Qh Jh Th", ALL_WILD, "4c"),
    ("9h 9d 9c 9s 2d", "2c 2h 2s Jk Td", "4c"),
    (ALL_WILD, "9h 8h 7h 6h 5h", "4c"),
    ("Kc Kd Kh 2c 2d", "9h 9d 9c 9s 5h", "4c"),
    ("8c 8d 8h 5s 5c", "Kc Kd Kh 2c 2d", "4c"),
    ("Qh 9h 7h 5h 4h", "Kc Kd Kh 2c 2d", "4c"),
    ("Kc Kd Kh 2c 2d", "9c 8d 7c 6s 5c", "4c"),
    ("9c 9d 9s 6h 4c", "Kc Kd Kh 2c 2d", "4d"),
    ("Kh Kd Kc 9s 5h", "Ks 2d Jk 9d 5c", "4c"),
    ("Qc Jh 9s 5h 3c", "Kc Kd Kh 2c 2d", "4c"),
];

const WILD_CARDS: &[Deal] = &[
    (ALL_WILD, NOTHING, "4c"),
    ("2c 2d 2h 2s 9c", NOTHING, "4c"),
    ("2c 2d 2h Jk 9c", NOTHING, "4c"),
    ("2c 2d 2h 7s 9c", NOTHING, "4c"),
    ("2c 2d Jk 7s 9c", NOTHING, "4c"),
    ("2c 2d Kh 7s 9c", NOTHING, "4c"),
    ("2c Jk Kh 7s 9c", NOTHING, "4c"),
    ("Jk Kh 7s 9c 4d", NOTHING, "4c"),
    ("2c Kh 7s 9c 4d", NOTHING, "4c"),
];

/// Hands without wild cards, and with another card for the joker.
const LINKED: &[Deal] = &[
    ("Ah Kh Qh Jh Th", NOTHING, "4c"),
    ("Ac Kc Qc Jc Jk", NOTHING, "Tc"),
    ("9h 8h 7h 6h 5h", NOTHING, "4c"),
    ("2d 3d 4d 5d Jk", NOTHING, "6d"),
    ("9c 9d 9h 9s 4c", NOTHING, "4d"),
    (ALL_WILD, NOTHING, "5c"),
    ("8c 8d 8h 5s 5c", NOTHING, "4c"),
    ("Qh 9h 7h 5h 4h", NOTHING, "4c"),
    ("9c 8d 7c 6s 5c", NOTHING, "4c"),
    ("9c 9d 9s 6h 4c", NOTHING, "4d"),
    ("Kc Kh 9s 9d 4c", NOTHING, "4d"),
    ("9h 8h 7h 6h 2c", NOTHING, "4c"),
    ("9h 8h 7h 6h 2h", NOTHING, "4c"),
    ("Ah 2h 3h 4h 9c", NOTHING, "4c"),
    ("Kc Ah 2h 3h Jk", NOTHING, "Kh"),
    ("Qh 9h 7h 5h 4c", NOTHING, "4d"),
    ("Kc Jh 9s 5h 3c", NOTHING, "Jk"),
];

/// Every wager with a pay table, and the hands for its rows.
const TABLES: [(&str, &[Deal]); 7] = [
    ("odds", HANDS),
    ("bad-beat-xtreme", BEATEN),
    ("trips-plus-wild", HANDS),
    ("goin-wild", WILD_CARDS),
    ("goin-wild-progressive", WILD_CARDS),
    ("too-wild-progressive", HANDS),
    ("five-card-linked", LINKED),
];

const BONUS: [&str; 3] = ["bad-beat-xtreme", "trips-plus-wild", "goin-wild"];
const PROGRESSIVES: [&str; 3] = ["goin-wild-progressive", "too-wild-progressive", "five-card-linked"];

pub const KNOWN: Known = Known {
    habits: Habits {
        // Six bonus wagers beside those two.
        bets: 16,
        favourites: &["ante", "odds"],
        equal: &["ante", "odds"],
        // The house chooses the unit of a progressive.
        units: &["1", "2", "5", "10"],
        ..POKER
    },
    corners: sessions,
    bounds: bounds::sessions,
    standing: |game| (0..10).map(|seed| replacement_face_down(game, seed)).collect(),
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    let dealings = ["hand", "shoe"];
    let book = crate::book_of(game);
    for (wager, deals) in TABLES {
        let codes = &book.wager(wager).unwrap().paytables;
        for (n, code) in codes.iter().enumerate() {
            sessions.push(every_row(game, dealings[n % 2], wager, code, deals));
        }
    }
    for dealing in dealings {
        sessions.push(equal_hands(game, dealing));
        sessions.push(two_royal_flushes(game, dealing));
        sessions.push(a_card_face_up(game, dealing));
        for per in ["hand", "round"] {
            sessions.push(posted_limits(game, dealing, per));
        }
    }
    sessions.extend(["1", "2", "5", "10"].map(|unit| envy(game, unit)));
    sessions.push(a_card_twice(game));
    sessions.push(bonus_alone(game));
    sessions.push(all_fold(game));
    sessions.push(no_odds(game));
    let told = OddTimes { stakes: &["ante", "odds"], prefer: &["fold"], looks_at: Place::Dealer };
    sessions.extend(told.sessions(game));
    sessions.extend((1..=24).map(|seed| great_hands(game, dealings[seed % 2], seed)));
    sessions
}

/// One patron has this wager, by this table, and meets every row of it; where others have envy bonuses, two
/// patrons do.
fn every_row(game: &'static Game, dealing: &str, wager: &str, code: &str, deals: &[Deal]) -> Session {
    let word = *game.vocabulary.wagers.iter().find(|known| known.word() == wager).unwrap();
    let (main, progressive) = (wager == "odds", PROGRESSIVES.contains(&wager));
    let (limits, paytable) = (format!("side-bets.{wager}"), format!("paytable.{wager}"));
    let side = [(limits.as_str(), if progressive { "1" } else { "5" }), (paytable.as_str(), code)];
    let settings = [("dealing", dealing), ("main-needed", "no")];
    let mut session = open(game, &[&settings[..], if main { &[] } else { &side }].concat());
    session.prefer = &["play"];
    let envied = session.config.paytable(wager).unwrap().lines.iter().any(|line| line.id.ends_with("-envy"));
    session.patrons = if envied { 3 } else { 1 };
    for (own, dealer, replacement) in deals {
        until_bets(&mut session);
        for number in 1..=session.patrons {
            let patron = Patron::nth(number - 1).unwrap();
            if main {
                bet(&mut session, patron, number, "ante", 10);
            }
            bet(
                &mut session,
                patron,
                number,
                word.word(),
                if main {
                    10
                } else if progressive {
                    1
                } else {
                    5
                },
            );
        }
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        if wager == "five-card-linked" {
            arrange(&mut session, &[(Place::Board, replacement)]);
        }
        play_arranged(&mut session);
    }
    let paid = |row: &str| {
        session.events.iter().any(|event| {
            matches!(event.what, What::Settled(line) if line.row.is_some_and(|paid| paid.to_string() == row))
        })
    };
    for line in &session.config.paytable(wager).unwrap().lines {
        assert!(paid(&line.id), "{code} was never paid for {}", line.id);
    }
    session
}

/// Neither a natural hand nor a suit breaks a tie, and neither of two equal hands is beaten.
fn equal_hands(game: &'static Game, dealing: &str) -> Session {
    let mut session = full_table(game, &[("dealing", dealing)], "1");
    let rounds = [
        ("Kh Kd Kc 9s 5h", "Ks 2d Jk 9d 5c"),
        ("Ah Kh Qh Jh Th", "As Ks Qs Js Jk"),
        ("As Ks 9s 5s 2h", "Ah Kh 9h 5h 2s"),
        ("9c 8d 7h 6s 2c", "9h 8s 7d 6d Jk"),
    ];
    for (own, dealer) in rounds {
        everything(&mut session, 1, 10, 1);
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        play_arranged(&mut session);
    }
    session
}

/// Two draw on one meter, one after the other, and a third on two meters in one turn.
fn two_royal_flushes(game: &'static Game, dealing: &str) -> Session {
    let mut session = full_table(game, &[("dealing", dealing)], "5");
    for _ in 0..3 {
        (1..=3).for_each(|number| everything(&mut session, number, 10, 5));
        let hands = [(hand(1), "Ah Kh Qh Jh Th"), (hand(2), "As Ks Qs Js Ts"), (hand(3), ALL_WILD)];
        arrange(&mut session, &hands);
        arrange(&mut session, &[(Place::Dealer, "9c 8c 7c 6c 5c"), (Place::Board, "4c")]);
        play_arranged(&mut session);
    }
    let drawn = |event: &&engine::Event| matches!(event.what, What::MeterGranted { .. });
    // Draws: twice on the linked meter, three times on Too Wild's and once on Goin' Wild's.
    assert_eq!(session.events.iter().filter(drawn).count(), 3 * 6);
    session
}

/// Several have the wager; two hold hands with an envy bonus and are paid, a third holds one without the
/// wager, and a fourth has folded.
fn envy(game: &'static Game, unit: &str) -> Session {
    let mut session = full_table(game, &[("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-E02")], unit);
    session.prefer = &[];
    let units = unit.parse().unwrap();
    (1..=4).for_each(|number| everything(&mut session, number, 10, units));
    for wager in ["ante", "odds"] {
        bet(&mut session, Patron::nth(4).unwrap(), 5, wager, 10);
    }
    let hands = ["Ah Kh Qh Jh Th", "9s 8s 7s 6s Jk", "8c 8d 8h 5d 5c", "Kc Jc 9h 4d 3c", "9d Td Jd Qd Kd"];
    for (number, cards) in (1..).zip(hands) {
        arrange(&mut session, &[(hand(number), cards)]);
    }
    arrange(&mut session, &[(Place::Dealer, "Ac Ks 7c 6d 3d")]);
    arrange(&mut session, &[(Place::Board, "5s")]);
    close_bets(&mut session);
    let mut asked = 0;
    while !matches!(session.table.due(), Due::Bets { .. }) {
        if matches!(session.table.due(), Due::Choice { .. }) {
            asked += 1;
            session.prefer = if asked == 4 { &["fold"] } else { &["play"] };
        }
        session.answer_due();
    }
    let d = Patron::nth(3).unwrap();
    for patron in [C, d] {
        assert_paid(&session, patron, "envy", 1_500 * units);
        assert_paid(&session, patron, "envy", 5_000 * units);
    }
    let awards: Vec<Patron> = awarded(&session);
    assert_eq!(awards, [d, C, d, C], "nobody else");
    session
}

fn awarded(session: &Session) -> Vec<Patron> {
    let award = |event: &engine::Event| match event.what {
        What::Settled(line) if line.kind == LineKind::Award => Some(line.patron),
        _ => None,
    };
    session.events.iter().filter_map(award).collect()
}

/// High hands exceed the limits that the house has posted, also on dealer bets.
fn posted_limits(game: &'static Game, dealing: &str, per: &str) -> Session {
    let caps = [
        ("odds-cap", "600"),
        ("bad-beat-xtreme-cap", "3000"),
        ("trips-plus-wild-cap", "250"),
        ("goin-wild-cap", "150"),
        ("cap-per", per),
        ("dealing", dealing),
    ];
    let mut session = full_table(game, &caps, "1");
    let rounds = [
        ([ALL_WILD, "Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s"], "9c 8c 7c 6c 5c"),
        (["Ah Kh Qh Jh Th", "As Ks Qs Js Ts", "9s 8s 7s 6s 5s"], ALL_WILD),
        (["9c 9d 9h 9s 2h", "2c 2d 2s Kh 4h", "Jk Td Th 8d 7d"], "7c 7h 7s 5h 6c"),
        (["2c 2d 9c 9d 3c", "2h 2s 8h 8c 4h", "Jk Kd Qh 6d 4d"], "7c 7h 7s 5h 6c"),
    ];
    for (hands, dealer) in rounds {
        let from = session.events.len();
        for (number, cards) in (1..).zip(hands) {
            everything(&mut session, number, 10, 1);
            let patron = Patron::nth(number - 1).unwrap();
            for wager in ["ante", "odds"].into_iter().chain(BONUS) {
                bet_for_dealers(&mut session, patron, number, wager, 5);
            }
            arrange(&mut session, &[(hand(number), cards)]);
        }
        arrange(&mut session, &[(Place::Dealer, dealer)]);
        play_arranged(&mut session);
        if per == "round" {
            for (wager, most) in [("odds", 600), ("trips-plus-wild", 250), ("goin-wild", 150)] {
                let paid = |event: &engine::Event| match event.what {
                    What::Settled(line) if line.wager.word() == wager => Some(line.paid),
                    _ => None,
                };
                let paid: Money = session.events[from..].iter().filter_map(paid).sum();
                assert!(paid <= Money::minor(most * 100), "{wager} was paid {paid:?}");
            }
        }
    }
    let cut =
        |event: &&engine::Event| matches!(event.what, What::Settled(line) if line.kind == LineKind::Cap);
    assert!(session.events.iter().filter(cut).count() > 10, "limits are passed often");
    session
}

/// No patron has a complete ante; some have bonus wagers, and one has an ante without odds and is skipped.
fn bonus_alone(game: &'static Game) -> Session {
    let mut session = full_table(game, &[("main-needed", "no")], "1");
    for round in 0..4 {
        until_bets(&mut session);
        bet(&mut session, A, 1, "trips-plus-wild", 5);
        bet(&mut session, B, 2, "five-card-linked", 1);
        bet_for_dealers(&mut session, A, 1, "trips-plus-wild", 5);
        if round > 0 {
            bet(&mut session, C, 3, "ante", 10);
            bet(&mut session, C, 3, "goin-wild", 5);
        }
        if round > 1 {
            everything(&mut session, 4, 10, 1);
        }
        arrange(
            &mut session,
            &[(hand(1), "9c 9d 9h 2s 4h"), (hand(2), "9s 8s 7s 6s Jk"), (Place::Board, "5s")],
        );
        let from = session.events.len();
        play_arranged(&mut session);
        let asked = |event: &&engine::Event| matches!(event.what, What::Chosen { .. });
        assert_eq!(session.events[from..].iter().filter(asked).count(), usize::from(round > 1));
    }
    session
}

/// All patrons fold, with bonus wagers and without: the card for the joker is still dealt, and the dealer
/// turns their cards.
fn all_fold(game: &'static Game) -> Session {
    let mut session = full_table(game, &[], "1");
    session.prefer = &["fold"];
    for bonus in [false, true] {
        until_bets(&mut session);
        for (patron, number) in [(A, 1), (B, 2)] {
            if bonus {
                everything(&mut session, number, 10, 1);
            } else {
                bet(&mut session, patron, number, "ante", 10);
                bet(&mut session, patron, number, "odds", 10);
            }
        }
        arrange(&mut session, &[(Place::Board, "5s")]);
        play_arranged(&mut session);
    }
    session
}

fn no_odds(game: &'static Game) -> Session {
    let mut session = full_table(game, &[("odds-wager", "not-offered")], "1");
    for hands in [[ALL_WILD, "Kc Jh 9s 5h 3c"], ["Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h"]] {
        until_bets(&mut session);
        for (number, cards) in (1..).zip(hands) {
            let patron = Patron::nth(number - 1).unwrap();
            bet(&mut session, patron, number, "ante", 10);
            BONUS.iter().for_each(|wager| bet(&mut session, patron, number, wager, 5));
            arrange(&mut session, &[(hand(number), cards)]);
        }
        arrange(&mut session, &[(Place::Dealer, NOTHING)]);
        play_arranged(&mut session);
    }
    session
}

/// A card is found face up before the call and in the deal, but never after it; the card for the joker comes
/// face down.
fn a_card_face_up(game: &'static Game, dealing: &str) -> Session {
    let mut session = full_table(game, &[("dealing", dealing)], "1");
    everything(&mut session, 1, 10, 1);
    assert_eq!(report(&mut session, "dealer-looked"), Err("no-card-face-down"));
    assert_eq!(report(&mut session, "card-face-up"), Ok(()));
    until_bets(&mut session);
    close_bets(&mut session);
    for _ in 0..3 {
        session.answer_due();
    }
    assert_eq!(report(&mut session, "card-face-up"), Ok(()));
    until_bets(&mut session);
    everything(&mut session, 1, 10, 1);
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
    assert_eq!(report(&mut session, "card-face-up"), Err("no-card-due"));
    until_bets(&mut session);
    session
}

// ---------------------------------------------------------------------------------------------------------- chance

/// A deuce that turns out to be a duplicate counts once, and so does the joker; the floor lets it pass.
fn a_card_twice(game: &'static Game) -> Session {
    let mut session = full_table(game, &[], "1");
    session.house.reads = false;
    let hands = ["2c 2c 9d 7h 5s", "2c 2c 2d Jk 5s", "Jk Jk 9d 7h 5s", "Kc Kc Ks 9d 7h", "3h 4h 5h 6h 6h"];
    for cards in hands {
        everything(&mut session, 1, 10, 1);
        close_bets(&mut session);
        let mut shows = cards.split(' ').map(|card| card.parse().unwrap());
        // None of them lies anywhere else.
        let elsewhere =
            [(Place::Dealer, "Ah Qs Jd 8s 3s"), (hand(1), "Tc Td Th Ts 8c"), (Place::Board, "4c")];
        arrange(&mut session, &elsewhere);
        while !matches!(session.table.due(), Due::Bets { .. }) {
            match session.table.due() {
                Due::Turn { place } if place == hand(1) => {
                    let card = shows.next().unwrap();
                    session.send(Actor::DEALER, Input::Turn { place, card }).unwrap();
                }
                Due::Ruling { rank } => {
                    session.send(Actor::Staff(rank), Input::Ruling(RulingAct::GoOn)).unwrap();
                }
                _ => session.answer_due(),
            }
        }
    }
    session
}

/// The card for the joker has come face down and has yet to be turned.
fn replacement_face_down(game: &'static Game, seed: u64) -> Session {
    let dealing = if seed.is_multiple_of(2) { "hand" } else { "shoe" };
    let mut session = full_table(game, &[("dealing", dealing)], "1");
    session.chance = Chance::new(seed);
    session.house.reads = false;
    (1..=2).for_each(|number| everything(&mut session, number, 10, 1));
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Card { to: Place::Board, .. }) {
        session.answer_due();
    }
    session.send(Actor::DEALER, Input::Card { to: Place::Board, face: Face::Unread }).unwrap();
    assert_eq!(session.table.phase(), "board");
    session
}

/// Random rounds except for high hands of patrons and perhaps of the dealer; mishaps happen, the floor rules,
/// and people leave.
fn great_hands(game: &'static Game, dealing: &str, seed: usize) -> Session {
    let caps = [
        ("odds-cap", "600"),
        ("bad-beat-xtreme-cap", "3000"),
        ("trips-plus-wild-cap", "250"),
        ("goin-wild-cap", "150"),
    ];
    let pick = |n: usize, values: [&'static str; 2]| values[seed / n % 2];
    let settings = [
        ("dealing", dealing),
        ("main-needed", pick(2, ["yes", "no"])),
        ("odds-wager", if seed.is_multiple_of(7) { "not-offered" } else { "required" }),
        ("cap-per", pick(3, ["round", "hand"])),
        ("paytable.five-card-linked", pick(4, ["CO-DWX/PT-BJS-5CL-E01", "CO-DWX/PT-BJS-5CL-10"])),
    ];
    let posted: &[(&str, &str)] = if seed.is_multiple_of(5) { &[] } else { &caps };
    let mut session = full_table(game, &[&settings[..], posted].concat(), pick(5, ["1", "5"]));
    session.chance = Chance::new(u64::try_from(seed).unwrap());
    session.house.reads = seed.is_multiple_of(4);
    session.prefer = &[];
    session.irregular_in = 30;
    for _ in 0..25 {
        great_round(&mut session, seed);
    }
    session
}

fn great_round(session: &mut Session, seed: usize) {
    until_bets(session);
    let odds = session.config.option("odds-wager") == "required";
    let alone = session.config.option("main-needed") == "no";
    for number in 1..=4 {
        let patron = Patron::nth(number - 1).unwrap();
        let without = alone && session.chance.one_in(3);
        let main: &[&'static str] = if without {
            &[]
        } else if odds {
            &["ante", "odds"]
        } else {
            &["ante"]
        };
        let ante = *session.chance.pick(&[10, 50]);
        main.iter().for_each(|wager| bet(session, patron, number, wager, ante));
        for wager in BONUS.into_iter().chain(PROGRESSIVES) {
            if !session.chance.one_in(4) {
                let unit = if (seed / 5).is_multiple_of(2) { 1 } else { 5 };
                bet(session, patron, number, wager, if BONUS.contains(&wager) { 5 } else { unit });
            }
        }
        for wager in main.iter().copied().chain(BONUS) {
            if session.chance.one_in(3) {
                bet_for_dealers(session, patron, number, wager, 5);
            }
        }
    }
    let hands = [
        (ALL_WILD, "Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h"),
        ("Ah Kh Qh Jh Jk", "9h 8h 7h 6h 5h", "As Ks Qs Js Ts"),
        ("2c 2d 2h 2s Th", "9c 9d 9h 9s Jk", "Ad Kd Qd Jd Td"),
        ("9c 9d 9h 2h Jk", "As 2s 3s 4s 5s", "2c 2d Kh 7s 4c"),
        ("9h 8h 7h 6h 2c", "Qh Jh Th 5h 4h", "9s 8s 7s 6s 5s"),
        ("3d 3c 2s 2d Kh", "2c 2h Kd 9c 8h", "Jk Qd 9d 5h 4s"),
    ];
    let dealers = ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "Kc Ks Ad 5c 5s", "Qs Js 9c 8d 3h"];
    let (first, second, third) = *session.chance.pick(&hands);
    let dealer = *session.chance.pick(&dealers);
    let start = session.chance.below(4);
    let mut taken: Vec<&str> = Vec::new();
    let places = [(start, first), ((start + 1) % 4, second), ((start + 2) % 4, third)];
    let places = places.map(|(at, cards)| (hand(1 + u8::try_from(at).unwrap()), cards));
    for (place, cards) in places.into_iter().chain([(Place::Dealer, dealer)]) {
        // Only what is in the deck once.
        if cards.split(' ').all(|card| !taken.contains(&card)) {
            taken.extend(cards.split(' '));
            arrange(session, &[(place, cards)]);
        }
    }
    close_bets(session);
    play_with_rulings(session);
}

/// It is refused without a wager of their own there.
fn bet_for_dealers(session: &mut Session, patron: Patron, box_number: u8, wager: &str, units: i64) {
    let known = session.game.vocabulary.wagers.iter().find(|known| known.word() == wager);
    let (wager, beneficiary, stake) = (*known.unwrap(), Beneficiary::Dealers, Money::minor(units * 100));
    let _ = session.send(Actor::Patron(patron), Input::Bet { patron, box_number, wager, stake, beneficiary });
}

/// The settings that offer everything, with one unit for the progressives, except those that are chosen here.
fn offered<'a>(unit: &'a str, chosen: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let offered = [
        ("limits.ante", "5..500 step 5"),
        ("bad-beat-xtreme", "5..25 step 5"),
        ("paytable.bad-beat-xtreme", "CO-DWX/PT-FLT-DWHF-BBX-01"),
        ("trips-plus-wild", "5..25 step 5"),
        ("paytable.trips-plus-wild", "CO-DWX/PT-FLT-DWHF-TPW-03"),
        ("goin-wild", "5..25 step 5"),
        ("paytable.goin-wild", "CO-DWX/PT-FLT-TW-GW-01"),
        ("goin-wild-progressive", unit),
        ("paytable.goin-wild-progressive", "CO-DWX/PT-PRG-TW-GW-01"),
        ("too-wild-progressive", unit),
        ("five-card-linked", unit),
        ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-01"),
    ];
    offered.into_iter().filter(|(key, _)| !chosen.iter().any(|(named, _)| named == key)).collect()
}

/// A table with everything on offer, and some patrons who play.
fn full_table(game: &'static Game, settings: &[(&str, &str)], unit: &str) -> Session {
    let mut session = open(game, &[settings, &offered(unit, settings)].concat());
    session.patrons = 5;
    session.prefer = &["play"];
    session
}

/// Every wager of the table on a box.
fn everything(session: &mut Session, number: u8, ante: i64, unit: i64) {
    until_bets(session);
    let patron = Patron::nth(number - 1).unwrap();
    for wager in ["ante", "odds"] {
        bet(session, patron, number, wager, ante);
    }
    BONUS.iter().for_each(|wager| bet(session, patron, number, wager, 5));
    PROGRESSIVES.iter().for_each(|wager| bet(session, patron, number, wager, unit));
}
