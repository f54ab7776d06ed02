//! Corner cases of three-dice baccarat.

use super::bounds::assert_near;
use super::layout::{bet_everything, close_all, layout_habits, step};
use super::{bet, finish_round, open, report};
use crate::driver::Session;
use crate::habits::{Habits, Known, nothing};
use engine::{Actor, Against, Due, Game, Input, Patron, Place, Rank, RulingAct, WagerNumber, What};

/// What the driver needs to know about three-dice baccarat.
pub const KNOWN: Known = Known {
    habits: Habits { bets: 12, rounding: true, ..layout_habits() },
    corners: sessions,
    bounds: |game| vec![dearest(game), longest(game)],
    standing: nothing,
};

const TALONS: [&str; 3] = ["CO-3DB/PT-FLT-3DB-GT-01", "CO-3DB/PT-FLT-3DB-GT-02", "CO-3DB/PT-FLT-3DB-GT-03"];
const TRIPLES: [&str; 3] = ["CO-3DB/PT-PRG-TRI-01", "CO-3DB/PT-PRG-TRI-02", "CO-3DB/PT-PRG-TRI-03"];

const EVENTS: [&str; 13] = [
    "golden-3",
    "golden-3-player",
    "golden-3-banker",
    "sun-7",
    "moon-8",
    "triple-3",
    "triple-1-or-6",
    "any-triple",
    "nine-over-six",
    "double-straight",
    "zero-or-nine-tie",
    "five-tie",
    "one-over-zero",
];

/// A table with every bonus wager, which may be made alone unless the settings say otherwise.
fn table(game: &'static Game, nth: usize, settings: &[(&str, &str)]) -> Session {
    let mut all: Vec<(String, &str)> =
        EVENTS.iter().map(|event| (format!("side-bets.{event}"), "1..50")).collect();
    all.push(("side-bets.golden-talons".to_owned(), "1..50"));
    all.push(("paytable.golden-talons".to_owned(), TALONS[nth]));
    all.push(("side-bets.triple-progressive".to_owned(), "1"));
    all.push(("paytable.triple-progressive".to_owned(), TRIPLES[nth]));
    let settings = settings.iter().map(|(key, value)| ((*key).to_owned(), *value));
    let all: Vec<(String, &str)> = all.into_iter().chain(settings).collect();
    let all: Vec<(&str, &str)> = all.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    open(game, &all)
}

/// Throws for every row of every pay table, and for none.
const THROWS: [(&str, &str); 23] = [
    ("4-5-6", "4-5-6"),
    ("1-6-6", "2-3-5"),
    ("2-3-5", "1-1-1"),
    ("4-6-6", "5-6-6"),
    ("6-6-6", "5-6-6"),
    ("3-3-3", "3-3-3"),
    ("3-3-3", "6-6-6"),
    ("6-6-6", "3-3-3"),
    ("2-2-2", "5-5-5"),
    ("3-3-3", "1-2-4"),
    ("1-1-1", "1-2-4"),
    ("1-2-4", "4-4-4"),
    ("1-2-3", "4-5-6"),
    ("2-3-5", "1-3-6"),
    ("1-2-2", "3-6-6"),
    ("2-4-5", "1-3-6"),
    ("1-2-6", "1-3-6"),
    ("1-3-6", "1-1-6"),
    ("5-6-6", "1-3-6"),
    ("4-6-6", "1-3-6"),
    ("1-3-6", "3-6-6"),
    ("2-6-6", "1-3-6"),
    ("1-2-4", "1-2-6"),
];

/// Closes the bets, shakes the cups, and lets these dice come.
fn throw(session: &mut Session, player: &str, banker: &str) {
    close_all(session);
    for dice in [player, banker] {
        while !matches!(session.table.due(), Due::RollThree { .. }) {
            session.answer_due();
        }
        session.phases.push(session.table.phase());
        session.send(Actor::DEALER, Input::RollThree(dice.parse().unwrap())).unwrap();
    }
}

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all: Vec<Session> = (0..3).map(|nth| every_throw(game, nth, &[("main-needed", "no")])).collect();
    all.push(every_throw(game, 0, &[("shaken-by", "patrons"), ("steps", "by-dealer")]));
    all.push(lone_bonus_wagers(game));
    all.push(dice_go_wrong(game));
    all.push(meter_waits(game));
    all
}

/// Every wager on the layout, for every row of the pay tables.
fn every_throw(game: &'static Game, nth: usize, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, nth, settings);
    for (player, banker) in THROWS {
        for (patron, place) in [(Patron::A, 1), (Patron::B, 2)] {
            // Twice: bets for the dealers lie in front of the patron's own.
            for _ in 0..2 {
                bet_everything(&mut session, patron, place, |offer| offer.amount.map(|range| range.min));
            }
        }
        throw(&mut session, player, banker);
        if matches!(session.table.due(), Due::Meter { .. }) {
            session.phases.push(session.table.phase());
            session.answer_due();
        }
    }
    session
}

/// The standard wager of a bonus wager is taken back, and with it the bet for the dealers.
fn lone_bonus_wagers(game: &'static Game) -> Session {
    let mut session = table(game, 0, &[]);
    for wager in ["player", "banker"] {
        let word = engine::WagerId::new(Box::leak(Box::new(wager)));
        bet(&mut session, Patron::A, 1, wager, 10);
        bet(&mut session, Patron::A, 1, "any-triple", 5);
        bet(&mut session, Patron::A, 1, "triple-progressive", 1);
        let for_dealers = |wager| Input::Bet {
            patron: Patron::A,
            box_number: 1,
            wager,
            stake: felt::Money::minor(500),
            beneficiary: engine::Beneficiary::Dealers,
        };
        session.send(Actor::Patron(Patron::A), for_dealers(word)).unwrap();
        let progressive = engine::WagerId::new(&"triple-progressive");
        assert!(session.send(Actor::Patron(Patron::A), for_dealers(progressive)).is_err());
        let back = Input::TakeBack { patron: Patron::A, box_number: 1, wager: word, amount: None };
        session.send(Actor::Patron(Patron::A), back).unwrap();
        assert!(session.send(Actor::Patron(Patron::A), for_dealers(word)).is_err());
        close_all(&mut session);
        finish_round(&mut session);
    }
    session
}

/// Mishaps of dice at every point of a round.
fn dice_go_wrong(game: &'static Game) -> Session {
    let mut session =
        table(game, 0, &[("shaken-by", "patrons"), ("steps", "by-dealer"), ("main-needed", "no")]);
    for kind in game.vocabulary.irregularities.iter().map(|one| one.id.word()) {
        for steps in 0..6 {
            bet(&mut session, Patron::A, 1, "player", 10);
            bet(&mut session, Patron::B, 2, "banker", 10);
            for nth in 0..steps {
                match nth {
                    0 => step(&mut session, "no-more-bets"),
                    _ => session.answer_due(),
                }
            }
            let _ = report(&mut session, kind);
            for place in [Place::Player, Place::Banker, Place::Dealer] {
                let kind =
                    game.vocabulary.irregularities.iter().find(|one| one.id.word() == kind).unwrap().id;
                let _ = super::tell(&mut session, Input::Irregular { kind, place: Some(place), card: None });
            }
            let dice = Input::RollThree("1-2-3".parse().unwrap());
            if !matches!(session.table.due(), Due::RollThree { .. }) {
                assert!(session.send(Actor::DEALER, dice).is_err());
            }
            if matches!(session.table.due(), Due::Ruling { .. }) {
                let act = if steps % 2 == 1 { RulingAct::VoidRound } else { RulingAct::GoOn };
                session.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).unwrap();
            }
            while session.table.wagers().iter().any(engine::Wager::on_layout) {
                match session.table.due() {
                    Due::Bets { .. } => step(&mut session, "no-more-bets"),
                    _ => session.answer_due(),
                }
            }
        }
    }
    session
}

/// While the meter is asked the floor voids a wager, all of them, or the round; five patrons divide the
/// grant.
fn meter_waits(game: &'static Game) -> Session {
    let mut session = table(game, 2, &[("main-needed", "no")]);
    for nth in 0..4 {
        let patrons = if nth == 3 { 5 } else { 2 };
        for place in 1..=patrons {
            bet(&mut session, Patron::nth(place - 1).unwrap(), place, "triple-progressive", 1);
        }
        throw(&mut session, "3-3-3", if nth == 0 { "6-6-6" } else { "3-3-3" });
        let numbers: Vec<WagerNumber> = session.table.wagers().iter().map(|wager| wager.number).collect();
        let acts: Vec<RulingAct> = match nth {
            0 => vec![RulingAct::VoidWager(numbers[0])],
            1 => numbers.iter().map(|number| RulingAct::VoidWager(*number)).collect(),
            2 => vec![RulingAct::VoidRound],
            _ => Vec::new(),
        };
        assert!(report(&mut session, "wrong-dice").is_err());
        for act in acts {
            session.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).unwrap();
        }
        if matches!(session.table.due(), Due::Meter { .. }) {
            session.answer_due();
        }
    }
    session
}

/// Every patron has every wager on the layout, and the most expensive throw for the house comes.
fn dearest(game: &'static Game) -> Session {
    let settings = [("main-needed", "no"), ("limits", "5..100")];
    let thrown = |patrons: u8, (player, banker)| {
        let mut session = table(game, 0, &settings);
        (1..=patrons).for_each(|place| cover(&mut session, place));
        throw(&mut session, player, banker);
        if matches!(session.table.due(), Due::Meter { .. }) {
            session.answer_due();
        }
        session
    };
    let by_house = |session: &Session| -> i64 {
        let lines = session.events.iter().filter_map(|event| match event.what {
            What::Settled(line) if line.against == Against::House => Some(line.paid.as_minor()),
            _ => None,
        });
        lines.sum()
    };
    let best = THROWS.into_iter().max_by_key(|throws| by_house(&thrown(1, *throws))).unwrap();
    let places = table(game, 0, &settings).config.boxes;
    let session = thrown(places, best);
    assert_near(&session, "pays", 1_000);
    assert_near(&session, "lines", 1_000);
    session
}

/// A patron stakes the maximum on everything, for themselves and for the dealers.
fn cover(session: &mut Session, place: u8) {
    let patron = Patron::nth(place - 1).unwrap();
    for _ in 0..2 {
        bet_everything(session, patron, place, |offer| offer.amount.map(|range| range.max));
    }
}

/// Both cups are shaken by patrons, and the meter is asked.
fn longest(game: &'static Game) -> Session {
    let mut session = table(game, 0, &[("shaken-by", "patrons"), ("steps", "by-dealer")]);
    bet(&mut session, Patron::A, 1, "player", 10);
    bet(&mut session, Patron::A, 1, "triple-progressive", 1);
    bet(&mut session, Patron::B, 2, "banker", 10);
    throw(&mut session, "3-3-3", "3-3-3");
    session.answer_due();
    assert_near(&session, "inputs", 1_000);
    session
}
