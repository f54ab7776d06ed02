//! Corner cases of the baccarat games with cards.

use super::bounds::assert_near;
use super::{arrange, bet, close_bets, finish_round, open, play_arranged, report, tell, until_bets};
use crate::driver::Session;
use crate::habits::{Habits, PLAIN};
use engine::{Actor, Beneficiary, Due, Face, Game, Input, Patron, Place, Rank, RulingAct, StepId, What};
use felt::{Card, Money};
use second::baccarat::cards::value;

/// How both games are played at random.
pub const HABITS: Habits = Habits { bets: 8, behind: 14, open: true, ..PLAIN };

/// All wagers of a place, the main wagers first.
const ALL: [&str; 6] = ["player", "banker", "tie", "dragon-player", "dragon-banker", "fortune-7"];

const OFFERED: [(&str, &str); 2] =
    [("side-bets.dragon", "5..500 step 5"), ("side-bets.fortune-7", "5..500 step 5")];

/// A table with every side bet.
pub fn table(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let knows = |key: &str| game.vocabulary.wagers.iter().any(|wager| wager.word().starts_with(&key[10..]));
    let said = |key: &str| settings.iter().any(|(other, _)| *other == key);
    let offered = OFFERED.into_iter().filter(|(key, _)| knows(key) && !said(key));
    let all: Vec<(&str, &str)> = offered.chain(settings.iter().copied()).collect();
    open(game, &all)
}

fn wagers(session: &Session) -> Vec<&'static str> {
    let known = |wager: &&str| session.game.vocabulary.wagers.iter().any(|known| known.word() == *wager);
    ALL.into_iter().filter(known).collect()
}

/// A patron bets this amount on everything, and the same for the dealers where their wins have no vigorish.
fn bet_everything(session: &mut Session, patron: Patron, place: u8, units: i64, dealers: bool) {
    for wager in wagers(session) {
        bet(session, patron, place, wager, units);
        if dealers {
            let charged = wager == "banker" && session.game.id == "ohio/mini-baccarat";
            let wager = engine::WagerId::new(Box::leak(Box::new(wager)));
            let stake = Money::minor(units * 100);
            let beneficiary = Beneficiary::Dealers;
            let for_dealers = Input::Bet { patron, box_number: place, wager, stake, beneficiary };
            assert_eq!(session.send(Actor::Patron(patron), for_dealers).is_err(), charged);
        }
    }
}

fn place(nth: u8) -> (Patron, u8) {
    (Patron::nth(nth - 1).unwrap(), nth)
}

/// Continues until bets are open, with a shoe of which little is dealt.
pub fn ready(session: &mut Session) {
    while !matches!(session.table.due(), Due::Bets { .. }) {
        answer(session);
    }
}

pub fn answer(session: &mut Session) {
    if session.table.due() == Due::Shuffle {
        session.send(Actor::DEALER, Input::Shuffled { cut_card: Some(80) }).unwrap();
    } else {
        session.answer_due();
    }
}

/// Plays a round with bets to which these hands come.
fn round(session: &mut Session, player: &str, banker: &str) {
    ready(session);
    come(session, player, banker);
    play_arranged(session);
}

/// Arranges these hands, with cards of the same values that the shoe still has.
pub fn come(session: &mut Session, player: &str, banker: &str) {
    let mut left: Vec<Card> = session.house.undealt(&*session.table).to_vec();
    if left.len() < 20 {
        return;
    }
    let mut alike = |hand: &str| {
        let cards = hand.split(' ').map(|text| {
            let wanted: Card = text.parse().unwrap();
            let same = |card: &Card| value(*card) == value(wanted);
            // Late in a shoe another card has to be used.
            let at = left.iter().position(same).unwrap_or(0);
            left.swap_remove(at).to_string()
        });
        cards.collect::<Vec<_>>().join(" ")
    };
    let (player, banker) = (alike(player), alike(banker));
    arrange(session, &[(Place::Player, &player), (Place::Banker, &banker)]);
}

pub fn sessions(game: &'static Game) -> Vec<Session> {
    vec![
        every_hand(game, &[]),
        every_hand(game, &[("bonus-order", "patron-by-patron"), ("steps", "by-dealer")]),
        full_tables(game),
        bonuses_alone(game),
        shoes(game),
        spread(game),
        errors(game, &[]),
        errors(game, &[("steps", "by-dealer")]),
        odd_times(game, &[]),
        odd_times(game, &[("steps", "by-dealer")]),
        cover_in_a_simulated_round(game),
        foreign(game),
    ]
}

/// Plays every row of the pay tables, and every rule about a third card.
pub fn every_hand(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    let hands = [
        ("9s Kc", "2h 5d"),
        ("2h 5d", "9s Kc"),
        ("9s Kc", "3h 5d"),
        ("8s Kc", "4h 5d"),
        ("8s Kc", "3h 5d"),
        ("9s Kc", "4h 5d"),
        ("Ks Kc Kd", "2h Ad 6c"),
        ("2s 3c 4d", "Ks Kc Kd"),
        ("2s 2c 4d", "Ks Kc Kd"),
        ("2s Ac 4d", "Ks Kc Kd"),
        ("2s 4c", "Ks Kc Kd"),
        ("5s Tc Td", "Ks Kc Kd"),
        ("4s Tc Td", "Ks Kc Kd"),
        ("3s Tc Td", "Ks Kc Kd"),
        ("Ks Kc Kd", "2h Ad 4c"),
        ("2s 4c", "2h 2d 3c"),
        ("2s 5c", "2h 5d"),
        ("Ks Kc 8d", "Ah 2d"),
        ("Ks Kc 9d", "Ah 2d 5s"),
        ("Ks Kc 7d", "2h 2d 3s"),
        ("Ks Kc 8d", "2h 2d"),
        ("Ks Kc 4d", "2h 3d 2s"),
        ("Ks Kc 3d", "2h 3d"),
        ("Ks Kc 6d", "2h 4d Ac"),
        ("Ks Kc 5d", "2h 4d"),
        ("Ks Kc 5d", "2h 5d"),
        ("2s 4c", "2h 4d"),
    ];
    for (player, banker) in hands {
        ready(&mut session);
        bet_everything(&mut session, Patron::A, 1, 10, true);
        bet_everything(&mut session, Patron::B, 3, 5, false);
        round(&mut session, player, banker);
    }
    session
}

/// Plays with the maximum number of patrons, and with fewer.
fn full_tables(game: &'static Game) -> Session {
    let mut session = table(game, &[]);
    for patrons in 1..=14 {
        ready(&mut session);
        for (patron, box_number) in (1..=patrons).map(place) {
            bet(&mut session, patron, box_number, if box_number % 2 == 0 { "player" } else { "banker" }, 5);
        }
        close_bets(&mut session);
        finish_round(&mut session);
    }
    session
}

/// Plays a bonus without a main wager, and one whose main wager is taken back.
fn bonuses_alone(game: &'static Game) -> Session {
    let mut session = table(game, &[("side-bets.dragon", "1..100"), ("limits", "10..100 step 10")]);
    ready(&mut session);
    let alone = |units: i64| Input::Bet {
        patron: Patron::B,
        box_number: 2,
        wager: engine::WagerId::new(&"dragon-player"),
        stake: Money::minor(units * 100),
        beneficiary: Beneficiary::Patron,
    };
    assert!(session.send(Actor::Patron(Patron::B), alone(3)).is_err());
    let _ = session.send(Actor::Patron(Patron::B), alone(20));
    bet(&mut session, Patron::A, 1, "player", 10);
    bet(&mut session, Patron::A, 1, "dragon-banker", 3);
    let back = Input::TakeBack {
        patron: Patron::A,
        box_number: 1,
        wager: engine::WagerId::new(&"player"),
        amount: None,
    };
    session.send(Actor::Patron(Patron::A), back).unwrap();
    close_bets(&mut session);
    finish_round(&mut session);
    session
}

/// Plays invalid cuts, cover cards at either end, and shoes that run out.
fn shoes(game: &'static Game) -> Session {
    let mut session = table(game, &[("decks", "6")]);
    let cards = session.config.pack().len();
    let shuffled = |cut_card| Input::Shuffled { cut_card: Some(cut_card) };
    for cut_card in [1, 2, 3, 4, 8, 10] {
        while session.table.due() != Due::Shuffle {
            if matches!(session.table.due(), Due::Bets { .. }) {
                bet(&mut session, Patron::A, 1, "player", 5);
                bet(&mut session, Patron::B, 2, "banker", 5);
                close_bets(&mut session);
            } else {
                session.answer_due();
            }
        }
        assert_eq!(tell(&mut session, shuffled(cards - 13)), Err("cut-card-too-deep"));
        assert_eq!(tell(&mut session, shuffled(cards + 1)), Err("impossible-card"));
        session.send(Actor::DEALER, shuffled(cut_card)).unwrap();
        assert!(tell(&mut session, Input::Cut { depth: 9 }).is_err());
        assert!(tell(&mut session, Input::CutCard).is_err());
        let seated = session.table.round() > 1;
        if seated {
            assert_eq!(tell(&mut session, Input::Cut { depth: 100 }), Err("players-cut-first"));
            let decline = Input::Choose {
                patron: Patron::A,
                spot: engine::Spot::TABLE,
                choice: engine::ChoiceId::new(&"decline-cut"),
                amount: None,
            };
            session.send(Actor::Patron(Patron::A), decline).unwrap();
            assert!(session.send(Actor::Patron(Patron::A), decline).is_err());
            assert!(session.send(Actor::Patron(Patron::A), Input::Cut { depth: 100 }).is_err());
            assert!(session.send(Actor::Patron(Patron::B), Input::Cut { depth: 9 }).is_err());
            if cut_card % 2 == 0 {
                session.send(Actor::Patron(Patron::B), Input::Cut { depth: 50 }).unwrap();
            } else {
                session
                    .send(Actor::DEALER, Input::Lapse { patron: None, spot: engine::Spot::TABLE })
                    .unwrap();
            }
        }
        while session.table.due() == Due::Cut {
            session.send(Actor::DEALER, Input::Cut { depth: 60 }).unwrap();
        }
        let again = Input::Step(StepId::new(&"cut-again"));
        assert_eq!(tell(&mut session, again), Err("floor-calls-cut"));
        session.send(Actor::Staff(Rank::Floor), again).unwrap();
        session
            .send(Actor::DEALER, Input::Cut { depth: 60 })
            .or_else(|_| session.send(Actor::Patron(Patron::A), Input::Cut { depth: 60 }))
            .unwrap();
        let closed = Input::Card { to: Place::Rack, face: Face::Unread };
        assert_eq!(tell(&mut session, closed), Err("face-up-due"));
        until_bets(&mut session);
        session.send(Actor::DEALER, Input::CutCard).unwrap();
    }
    // The last round is over; then a shoe runs out.
    close_bets(&mut session);
    finish_round(&mut session);
    while session.table.due() == Due::Shuffle {
        session.send(Actor::DEALER, Input::Shuffled { cut_card: None }).unwrap();
    }
    let round = |session: &Session| {
        session
            .events
            .iter()
            .any(|event| matches!(event.what, What::Remedied { remedy, .. } if remedy.word() == "round-void"))
    };
    while !round(&session) {
        until_bets(&mut session);
        bet(&mut session, Patron::A, 1, "tie", 5);
        close_bets(&mut session);
        while !matches!(session.table.due(), Due::Bets { .. } | Due::Shuffle) {
            session.answer_due();
        }
    }
    session
}

/// Spreads the cards of an idle table.
fn spread(game: &'static Game) -> Session {
    let mut session = table(game, &[("shuffler", "yes")]);
    let step = Input::Step(StepId::new(&"spread-cards"));
    let again = Input::Choose {
        patron: Patron::A,
        spot: engine::Spot::TABLE,
        choice: engine::ChoiceId::new(&"shuffle-again"),
        amount: None,
    };
    until_bets(&mut session);
    bet(&mut session, Patron::A, 1, "player", 5);
    assert_eq!(tell(&mut session, step), Err("table-not-idle"));
    close_bets(&mut session);
    finish_round(&mut session);
    until_bets(&mut session);
    session.send(Actor::DEALER, step).unwrap();
    answer(&mut session);
    session.send(Actor::Patron(Patron::A), again).unwrap();
    until_bets(&mut session);
    let mut other = table(game, &[]);
    until_bets(&mut other);
    other.send(Actor::DEALER, step).unwrap();
    other.answer_due();
    assert!(other.send(Actor::Patron(Patron::A), again).is_err());
    other.refusals.into_iter().for_each(|refusal| session.refusals.push(refusal));
    session
}

/// The card at the top of the shoe.
fn top(session: &mut Session) -> Card {
    session.house.top_card(&*session.table).unwrap()
}

fn irregular(session: &mut Session, word: &'static str, open: bool) -> Result<(), &'static str> {
    let kind = engine::IrregularityId::new(Box::leak(Box::new(word)));
    let card = open.then(|| top(session));
    tell(session, Input::Irregular { kind, place: None, card })
}

fn card(session: &mut Session, to: Place, open: bool) -> Result<(), &'static str> {
    let face = if open { Face::Up(top(session)) } else { Face::Unread };
    tell(session, Input::Card { to, face })
}

/// Plays cards in error, at every point at which they can come.
pub fn errors(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    let hands = [("Ks Kc 2d", "2h Ad 6c"), ("2s 5c", "Ks Kc Kd"), ("2s 4c", "2h 5d"), ("9s Kc", "2h 5d")];
    for (player, banker) in hands {
        for cards in 0..7 {
            for way in 0..9 {
                ready(&mut session);
                bet(&mut session, Patron::A, 1, "player", 5);
                bet(&mut session, Patron::B, 2, "banker", 5);
                come(&mut session, player, banker);
                if cards > 0 {
                    close_bets(&mut session);
                }
                for _ in 1..cards {
                    if matches!(session.table.due(), Due::Card { to: Place::Player | Place::Banker, .. }) {
                        answer(&mut session);
                    }
                }
                // The card drawn in error is not one of the arranged cards.
                session.arranged.clear();
                let _ = match way {
                    0 => irregular(&mut session, "drawn-unexposed", false),
                    1 => irregular(&mut session, "drawn-exposed", true),
                    2 => irregular(&mut session, "face-up-in-shoe", true),
                    3 => card(&mut session, Place::Player, false),
                    4 => card(&mut session, Place::Player, true),
                    5 => card(&mut session, Place::Banker, false),
                    6 => card(&mut session, Place::Banker, true),
                    7 => card(&mut session, Place::Rack, true),
                    _ => card(&mut session, Place::Next, false),
                };
                let wager = session.table.wagers().iter().next().map(|wager| wager.number);
                if session.table.phase() == "simulated" {
                    let number = wager.unwrap_or(engine::WagerNumber(0));
                    let late = Input::Bet {
                        patron: Patron::A,
                        box_number: 1,
                        wager: engine::WagerId::new(&"player"),
                        stake: Money::minor(500),
                        beneficiary: Beneficiary::Patron,
                    };
                    assert!(session.send(Actor::Patron(Patron::A), late).is_err(), "{number:?}");
                }
                play_out(&mut session);
            }
        }
    }
    session
}

/// Continues until a round has ended.
fn play_out(session: &mut Session) {
    let ended = session.events.len();
    let over = |session: &Session| {
        session.events[ended..].iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    };
    for _ in 0..200 {
        if over(session) {
            return;
        }
        session.phases.push(session.table.phase());
        if matches!(session.table.due(), Due::Bets { .. }) {
            close_bets(session);
        } else {
            answer(session);
        }
    }
    panic!("a round does not end: {:?}", session.table.due());
}

/// Makes impossible reports, and reports while the floor has yet to rule.
pub fn odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    let kinds: Vec<_> = game.vocabulary.irregularities.iter().map(|one| one.id).collect();
    for kind in kinds {
        for steps in 0..14 {
            for _ in 0..steps {
                if matches!(session.table.due(), Due::Bets { .. }) {
                    bet(&mut session, Patron::A, 1, "player", 5);
                    close_bets(&mut session);
                } else {
                    answer(&mut session);
                }
            }
            for (place, named) in
                [(None, false), (None, true), (Some(Place::Player), true), (Some(Place::Dealer), false)]
            {
                let open = if session.table.shoe().remaining() > 0 { Some(top(&mut session)) } else { None };
                let input = Input::Irregular { kind, place, card: open.filter(|_| named) };
                if tell(&mut session, input).is_ok() {
                    break;
                }
            }
            if matches!(session.table.due(), Due::Ruling { .. }) {
                let act = if steps % 2 == 0 { RulingAct::VoidRound } else { RulingAct::GoOn };
                let floor = Actor::Staff(Rank::Floor);
                session.send(floor, Input::Ruling(act)).unwrap();
            }
            for input in [
                Input::Turn { place: Place::Player, card: Card::JOKER },
                Input::Look { patron: None, place: Place::Next },
                Input::Spin(felt::Pocket::ZERO),
                Input::Card { to: Place::Dealer, face: Face::Up(Card::JOKER) },
            ] {
                if session.send(Actor::DEALER, input).is_ok()
                    && matches!(session.table.due(), Due::Ruling { .. })
                {
                    session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
                }
            }
            play_out(&mut session);
        }
    }
    assert!(report(&mut session, "no-such-word").is_err());
    session
}

/// Lets the cover card come while a round without wagers is dealt.
fn cover_in_a_simulated_round(game: &'static Game) -> Session {
    let mut session = table(game, &[]);
    for kind in ["drawn-exposed", "face-up-in-shoe"] {
        ready(&mut session);
        bet(&mut session, Patron::A, 1, "player", 5);
        irregular(&mut session, kind, true).unwrap();
        session.send(Actor::DEALER, Input::CutCard).unwrap();
        while session.table.due() != Due::Shuffle {
            answer(&mut session);
        }
        ready(&mut session);
        play_out(&mut session);
    }
    // A hidden waiting card is looked at and turned.
    for turned in [false, true] {
        ready(&mut session);
        bet(&mut session, Patron::A, 1, "player", 5);
        irregular(&mut session, "drawn-unexposed", false).unwrap();
        session.send(Actor::DEALER, Input::Look { patron: Some(Patron::A), place: Place::Next }).unwrap();
        session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
        if turned {
            let held = session.house.next_card(&*session.table).unwrap();
            session.send(Actor::DEALER, Input::Turn { place: Place::Next, card: held }).unwrap();
        }
        play_out(&mut session);
    }
    session
}

/// Plays cards that cannot be of the shoe.
fn foreign(game: &'static Game) -> Session {
    let mut session = table(game, &[]);
    for (steps, void) in [(0, false), (1, true), (4, false), (6, true)] {
        ready(&mut session);
        bet(&mut session, Patron::A, 1, "player", 5);
        close_bets(&mut session);
        for _ in 0..steps {
            if matches!(session.table.due(), Due::Card { .. }) {
                answer(&mut session);
            }
        }
        if let Due::Card { to, .. } = session.table.due() {
            session.send(Actor::DEALER, Input::Card { to, face: Face::Up(Card::JOKER) }).unwrap();
            let act = if void { RulingAct::VoidRound } else { RulingAct::GoOn };
            session.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).unwrap();
        }
        while !matches!(session.table.due(), Due::Bets { .. }) {
            answer(&mut session);
        }
    }
    session
}

/// All bounds that a table states.
pub const ALL_BOUNDS: &[&str] = &["cards", "inputs", "lines", "pays"];

/// Every patron has every wager on the layout, and the most expensive result comes.
pub fn dearest(game: &'static Game, player: &str, banker: &str, near: &[&str]) -> Session {
    let mut session = table(game, &[]);
    ready(&mut session);
    for (patron, box_number) in (1..=14).map(place) {
        bet_everything(&mut session, patron, box_number, 500, true);
    }
    round(&mut session, player, banker);
    for what in near {
        assert_near(&session, what, 1_000);
    }
    session
}

/// Plays a table that rounds.
pub fn rounded(game: &'static Game, taken: &'static str) -> Session {
    let settings =
        [("rounding", "down"), ("coin", "1"), ("limits.banker", "1..100"), ("vigorish-taken", taken)];
    let mut session = table(game, &settings);
    for units in [1, 3, 25, 30] {
        ready(&mut session);
        bet(&mut session, Patron::A, 1, "banker", units);
        round(&mut session, "2h 5d", "9s Kc");
    }
    session
}

/// Plays owed vigorish: when the shoe is over, when a patron leaves immediately or after the round, and when
/// cards are spread.
pub fn owing(game: &'static Game) -> Vec<Session> {
    const OWED: (&str, &str) = ("vigorish-taken", "owed");
    let leave = |session: &mut Session, patron| {
        session.send(Actor::Patron(patron), Input::Leave { patron }).unwrap();
    };
    let mut leaving = table(game, &[OWED, ("decks", "6")]);
    for _ in 0..8 {
        ready(&mut leaving);
        for (patron, box_number) in (1..=3).map(place) {
            bet(&mut leaving, patron, box_number, "banker", 20);
        }
        round(&mut leaving, "2h 5d", "9s Kc");
        ready(&mut leaving);
        leave(&mut leaving, Patron::B);
        bet(&mut leaving, Patron::B, 9, "banker", 40);
        close_bets(&mut leaving);
        leave(&mut leaving, Patron::B);
        finish_round(&mut leaving);
    }
    let mut spread = table(game, &[OWED, ("steps", "by-dealer")]);
    ready(&mut spread);
    bet(&mut spread, Patron::A, 1, "banker", 20);
    bet(&mut spread, Patron::C, 14, "banker", 100);
    round(&mut spread, "2h 5d", "9s Kc");
    ready(&mut spread);
    spread.send(Actor::DEALER, Input::Step(StepId::new(&"spread-cards"))).unwrap();
    ready(&mut spread);
    vec![every_hand(game, &[OWED]), leaving, spread]
}
