//! Corner cases of Pai Gow Poker.

use super::bounds::assert_near;
use super::{
    arrange, assert_paid, bet, close_bets, hand, open, pai_gow_bank, play_with_rulings, report, tell,
    until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, PLAIN, nothing};
use engine::{
    Actor, ChoiceId, Due, Game, Input, IrregularityId, Patron, Place, Positions, Rank, RulingAct, Spot,
    StepId, What,
};
use felt::Card;
use second::pai_gow::rank::{Kind, high, low};

pub(super) const A: Patron = Patron::A;
pub(super) const B: Patron = Patron::B;
pub(super) const C: Patron = Patron::C;

/// What the driver needs to know about Pai Gow Poker.
pub const KNOWN: Known = Known {
    habits: Habits {
        bets: 10,
        favourites: &["main"],
        mishaps: 6_000,
        tries: 200,
        exposed: |kind| (kind.word() == "dealer-card-exposed").then_some(Place::Dealer),
        called: Some(called),
        ..PLAIN
    },
    corners: sessions,
    bounds: |game| vec![longest(game)],
    standing: nothing,
};

/// The name of a high or a low hand, and its ranks.
fn called(cards: &[Card]) -> (&'static str, Vec<u8>) {
    let worth = match *cards {
        [one, other] => low(&[one, other]),
        _ => high(cards.try_into().unwrap()),
    };
    let word = match worth.kind {
        Kind::Nothing => "high-card",
        Kind::Pair => "pair",
        Kind::TwoPairs => "two-pairs",
        Kind::Three => "three-of-a-kind",
        Kind::Straight => "straight",
        Kind::Flush => "flush",
        Kind::FullHouse => "full-house",
        Kind::Four => "four-of-a-kind",
        Kind::StraightFlush => "straight-flush",
        Kind::Royal => "royal-flush",
        Kind::FiveAces => "five-aces",
    };
    let top = |place: u8| match place {
        15 => 14,
        14 => 5,
        other => other,
    };
    let run = matches!(worth.kind, Kind::Straight | Kind::StraightFlush | Kind::Royal);
    let ranks = worth.ranks.into_iter().filter(|rank| *rank != 0);
    (word, ranks.map(|rank| if run { top(rank) } else { rank }).collect())
}

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = Vec::new();
    for settings in DEALT {
        all.push(every_row(game, settings));
        all.push(every_outcome(game, settings));
        all.push(two_places(game, settings));
        all.push(surrenders(game, settings));
        all.push(exposed_cards(game, settings));
        all.push(told_at_odd_times(game, settings));
        all.push(who_leaves(game, settings));
        for word in
            ["wrong-count", "dealer-card-exposed", "wrong-start", "stacks-missing", "technical-interruption"]
        {
            all.push(goes_wrong_everywhere(game, settings, word));
        }
    }
    for (seed, settings) in (1..).zip(DEALT.into_iter().cycle().take(12)) {
        all.push(great_hands(game, settings, seed));
    }
    all.push(button_goes_round(game));
    all.push(every_start(game));
    all.extend(pai_gow_bank::sessions(game));
    all
}

/// How cards are dealt, and what determines the start.
pub(super) const DEALT: [&[(&str, &str)]; 4] = [
    &[],
    &[("dealing", "hand"), ("shuffler", "no"), ("start", "dice"), ("wagers-left", "lose")],
    &[("start", "number"), ("shuffler", "two-decks"), ("steps", "by-dealer")],
    &[("start", "button"), ("payout-limited", "yes"), ("payout-limit", "50000")],
];

/// A table with the bonus and the option of two adjacent places for a patron.
pub(super) fn table(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut all =
        vec![("side-bets.fortune", "1..100"), ("two-places", "yes"), ("limits.main", "5..500 step 5")];
    all.extend(settings);
    let mut session = open(game, &all);
    session.house.reads = true;
    until_bets(&mut session);
    session
}

/// Whether the cards of a box come to a stack rather than to the box; the dice decide later which stack goes
/// there.
fn comes_by_stack(session: &Session) -> bool {
    session.config.option("dealing") == "hand"
}

/// The cards of hands with a dollar wager each, arranged for boxes, or for the dealer at 7.
pub(super) fn deal_to(session: &mut Session, hands: &[(u8, &str)]) {
    for (number, cards) in hands {
        // By hand the first stack goes to the start, which a throw of eight makes the dealer's.
        let place = match (comes_by_stack(session), *number) {
            (true, 7) => Place::Stack(1),
            (true, b) => Place::Stack(b + 1),
            (false, 7) => Place::Dealer,
            (false, b) => hand(b),
        };
        arrange(session, &[(place, cards)]);
    }
}

/// Answers what is due, without voluntary choices, until the test holds.
pub(super) fn go_until(session: &mut Session, is_there: impl Fn(&Session) -> bool) {
    for _ in 0..400 {
        if is_there(session) {
            return;
        }
        session.phases.push(session.table.phase());
        session.probe();
        match session.table.due() {
            Due::RollThree { .. } => {
                session.send(Actor::DEALER, Input::RollThree("1-2-5".parse().unwrap())).unwrap();
            }
            Due::Choices { closes, .. } => session.send(Actor::DEALER, Input::Step(closes)).unwrap(),
            _ => session.answer_due(),
        }
    }
    panic!("it never comes: {:?} at {}", session.table.due(), session.table.phase());
}

pub(super) fn is_setting(session: &Session) -> bool {
    matches!(session.table.due(), Due::Choices { .. })
}

/// Plays the round out; hands that are not set are set by the house way.
pub(super) fn finish(session: &mut Session) {
    let round = session.table.round();
    go_until(session, |session| {
        session.events.iter().rev().any(|event| event.what == What::RoundEnded { round })
    });
    session.arranged.clear();
}

fn is_bets(session: &Session) -> bool {
    matches!(session.table.due(), Due::Bets { .. })
}

/// A patron sets these two cards of a hand low, which must be granted.
pub(super) fn sets(session: &mut Session, patron: Patron, number: u8, low: &str) {
    let wanted: Vec<Card> = low.split(' ').map(|card| card.parse().unwrap()).collect();
    let there: Vec<Option<Card>> =
        session.table.layout().at(hand(number)).map(|laid| session.house.really(laid)).collect();
    let at = |card: &Card| there.iter().position(|there| *there == Some(*card)).expect("it lies there");
    let cards = Positions(wanted.iter().map(|card| 1_u16 << at(card)).sum());
    let picked = Input::Pick { patron, spot: Spot::first(number), cards };
    session.send(Actor::Patron(patron), picked).unwrap();
}

pub(super) fn choose(
    session: &mut Session,
    patron: Patron,
    number: u8,
    word: &'static str,
) -> Result<(), &'static str> {
    let choice = ChoiceId::new(Box::leak(Box::new(word)));
    let input = Input::Choose { patron, spot: Spot::first(number), choice, amount: None };
    session.send(Actor::Patron(patron), input).map_err(|refusal| refusal.name)
}

/// Every row of the bonus, its pay for five dollars, and its envy bonus.
const ROWS: [(&str, i64, i64); 13] = [
    ("8s 7s 6s 5s 4s 3s 2s", 40_000, 5_000),
    ("As Ks Qs Js Ts Kd Qd", 10_000, 1_000),
    ("Jk Ks Qs Js Ts Kh Qh", 10_000, 1_000),
    ("8s 7s 6s 5s 4s 3s Jk", 5_000, 500),
    ("As Ah Ad Ac Jk 3d 2c", 2_000, 250),
    ("As Ks Qs Js Ts 4d 2c", 750, 50),
    ("9h 8h 7h 6h 5h Kd 2c", 250, 20),
    ("9h 9s 9d 9c 5h Kd 2c", 125, 5),
    ("9h 9s 9d Kc Kh 5d 2c", 25, 0),
    ("Kh 9h 7h 4h 2h Jd Tc", 20, 0),
    ("9h 9s 9d 8c 7h 6d 5c", 15, 0),
    ("9h 8s 7d 6c 5h Kd Kc", 10, 0),
    ("9h 8s 7d 6c 2h Kd Kc", 0, 0),
];

/// Every row is held by a patron with the wager, while another has the envy bonus, and by one without the
/// wager.
fn every_row(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    for (cards, pays, envy) in ROWS {
        for wagered in [true, false] {
            bet(&mut session, A, 1, "main", 5);
            if wagered {
                bet(&mut session, A, 1, "fortune", 5);
            }
            bet(&mut session, B, 4, "main", 5);
            bet(&mut session, B, 4, "fortune", 5);
            bet(&mut session, C, 6, "main", 5);
            // Less than the stake that brings envy bonuses.
            bet(&mut session, C, 6, "fortune", 4);
            deal_to(&mut session, &[(1, cards)]);
            close_bets(&mut session);
            finish(&mut session);
            until_bets(&mut session);
            if wagered && pays > 0 {
                assert_paid(&session, A, "fortune", pays);
            }
            if envy > 0 {
                assert_paid(&session, B, "envy", envy);
            }
        }
    }
    let envied_too_little = session.events.iter().any(|event| match event.what {
        What::Settled(line) => line.patron == C && line.wager.word() == "envy",
        _ => false,
    });
    assert!(!envied_too_little, "four dollars envy nothing");
    session
}

/// A patron's seven cards, the two of them that go low, and the dealer's; who wins.
pub(super) const OUTCOMES: [(&str, &str, &str, &str); 10] = [
    ("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh", "Js Jd Kc Th 8d 6c 4h", "wins"),
    ("Ts Td Qc Jh 9d 7c 5h", "Qc Jh", "Js Jd Kc 3h 8d 6c 4h", "loses"),
    ("Ks Kd Jc Th 9d 7c 5h", "Jc Th", "8s 8d Ac Qh 6c 4h 3d", "pushes"),
    ("8s 8d Ac Kh 9d 7c 5h", "Ac Kh", "Js Jd Qc Th 7d 6c 4h", "pushes"),
    // A copy and a higher one, a copy and a lower one, two copies.
    ("Ks Kd Ac Jh 9d 7c 5h", "Ac Jh", "Qs Qd Ad Js 8d 6c 4h", "pushes"),
    ("8s 8d Ac Jh 9d 7c 5h", "Ac Jh", "Qs Qd Ad Js 8h 6c 4h", "loses"),
    ("Qc Qh Ac Jh 9d 7c 5h", "Ac Jh", "Qs Qd Ad Js 9h 7d 5c", "loses"),
    // Foul.
    ("Ks Kd Ac Qh 9d 7c 5h", "Ks Kd", "8s 8d Jc Th 6c 4h 3d", "loses"),
    // The second highest straight.
    ("As 2d 3c 4h 5d Kc Qh", "Kc Qh", "Ad Ks Qd Jh Tc 7c 7d", "loses"),
    ("As 2d 3c 4h 5d Kc Qh", "Kc Qh", "Ks Qd Jh Tc 9s 2c 2h", "pushes"),
];

fn every_outcome(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    for (own, low, dealer, ends) in OUTCOMES {
        bet(&mut session, A, 1, "main", 5);
        deal_to(&mut session, &[(1, own), (7, dealer)]);
        close_bets(&mut session);
        go_until(&mut session, is_setting);
        // The table may settle immediately when the last hand is set.
        let from = session.events.len();
        sets(&mut session, A, 1, low);
        finish(&mut session);
        let found = session.events[from..].iter().find_map(|event| match event.what {
            What::Settled(line) if line.wager.word() == "main" => line.outcome,
            _ => None,
        });
        assert_eq!(found.map(engine::Outcome::word), Some(ends), "{own} with {low} low against {dealer}");
        until_bets(&mut session);
    }
    session
}

/// The hand with the larger wager is set first, and among equal ones the one at the dealer's right; the two
/// places of a patron bring each other no envy bonus.
fn two_places(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    for (stakes, first, second) in [([10, 5], 2, 3), ([5, 10], 3, 2), ([5, 5], 3, 2)] {
        for (number, stake) in [2, 3].into_iter().zip(stakes) {
            bet(&mut session, A, number, "main", stake);
            bet(&mut session, A, number, "fortune", 5);
        }
        bet(&mut session, B, 5, "main", 5);
        bet(&mut session, B, 5, "fortune", 5);
        deal_to(&mut session, &[(2, "9h 9s 9d 9c 5h Kd 2c"), (5, "8h 8s 8d 8c 5d Kc 2h")]);
        close_bets(&mut session);
        go_until(&mut session, is_setting);
        let late = Input::Pick { patron: A, spot: Spot::first(second), cards: Positions(0b11) };
        assert_eq!(tell_as(&mut session, A, late), Err("other-hand-first"));
        assert_eq!(choose(&mut session, A, first, "house-way"), Ok(()));
        assert!(choose(&mut session, A, first, "house-way").is_err(), "a set hand is final");
        assert_eq!(choose(&mut session, A, second, "house-way"), Ok(()));
        finish(&mut session);
        let envied = session.events.iter().filter(|event| match event.what {
            What::Settled(line) => line.patron == A && line.wager.word() == "envy",
            _ => false,
        });
        assert!(envied.count().is_multiple_of(2), "each button brings one for the other's hand");
        until_bets(&mut session);
    }
    session
}

fn tell_as(session: &mut Session, patron: Patron, input: Input) -> Result<(), &'static str> {
    session.send(Actor::Patron(patron), input).map_err(|refusal| refusal.name)
}

/// Surrenders before and after the hand is set, when the dealer's hand lies open, and when others' hands do;
/// also by the last patron who has not set.
fn surrenders(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    // Unread cards are turned one by one, so there is a moment in between.
    session.house.reads = false;
    let is_phase = |phase: &'static str| move |session: &Session| session.table.phase() == phase;
    for moment in 0..5 {
        for (patron, number) in [(A, 1), (B, 3), (C, 6)] {
            bet(&mut session, patron, number, "main", 5);
            bet(&mut session, patron, number, "fortune", 5);
        }
        deal_to(&mut session, &[(1, "9h 9s 9d 9c 5h Kd 2c")]);
        close_bets(&mut session);
        go_until(&mut session, is_setting);
        match moment {
            0 => {}
            1 => assert_eq!(choose(&mut session, A, 1, "house-way"), Ok(())),
            2 => go_until(&mut session, is_phase("dealer-hand")),
            3 => go_until(&mut session, is_phase("hands")),
            _ => {
                assert_eq!(choose(&mut session, B, 3, "surrender"), Ok(()));
                assert_eq!(choose(&mut session, C, 6, "surrender"), Ok(()));
            }
        }
        assert_eq!(choose(&mut session, A, 1, "surrender"), Ok(()), "{moment}");
        assert!(choose(&mut session, A, 1, "surrender").is_err());
        finish(&mut session);
        until_bets(&mut session);
    }
    session
}

pub(super) fn told_of(session: &mut Session, word: &str, place: Place) -> Result<(), &'static str> {
    let known = session.game.vocabulary.irregularities.iter().find(|one| one.id.word() == word);
    let kind: IrregularityId = known.expect("the game knows it").id;
    tell(session, Input::Irregular { kind, place: Some(place), card: None })
}

/// The dealer exposes a card of a patron, who plays the hand, has it voided or is silent; others decide too,
/// and one has looked.
fn exposed_cards(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    for (nth, decides) in ["play-hand", "void-hand", "silence", "looked"].into_iter().enumerate() {
        for (patron, number) in [(A, 1), (B, 3)] {
            bet(&mut session, patron, number, "main", 5);
            bet(&mut session, patron, number, "fortune", 5);
        }
        close_bets(&mut session);
        let delivered = |session: &Session| {
            let lies = |place: Place| session.table.layout().at(place).count();
            lies(hand(1)) == 7 && lies(hand(3)) == 7 && !matches!(session.table.due(), Due::RollThree { .. })
        };
        go_until(&mut session, delivered);
        let told = told_of(&mut session, "patron-card-exposed", hand(1));
        let both = nth == 1 && told.is_ok() && told_of(&mut session, "patron-card-exposed", hand(3)).is_ok();
        if told.is_ok() {
            let asked =
                |session: &Session| matches!(session.table.due(), Due::Choice { .. }) || is_setting(session);
            go_until(&mut session, asked);
            if let Due::Choice { patron, spot } = session.table.due() {
                assert_eq!((patron, spot), (A, Spot::first(1)));
                assert!(choose(&mut session, B, 1, "play-hand").is_err(), "it is A's to decide");
                match decides {
                    "silence" => session.send(Actor::DEALER, Input::Lapse { patron: None, spot }).unwrap(),
                    "looked" => assert_eq!(
                        tell(&mut session, Input::Look { patron: Some(A), place: hand(1) }),
                        Ok(())
                    ),
                    word => assert_eq!(choose(&mut session, A, 1, word), Ok(())),
                }
            }
            if let Due::Choice { patron, .. } = session.table.due()
                && both
            {
                assert_eq!(patron, B);
                assert_eq!(choose(&mut session, B, 3, "void-hand"), Ok(()), "nobody plays any more");
            }
        }
        if session.table.wagers().iter().any(engine::Wager::on_layout) {
            finish(&mut session);
        }
        until_bets(&mut session);
    }
    session
}

/// Impossible and late reports.
fn told_at_odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    let s = &mut session;
    assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
    assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
    assert_eq!(report(s, "wrong-count"), Err("no-cards-dealt"));
    assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
    let found = Input::Found {
        patron: A,
        box_number: 1,
        wager: s.game.vocabulary.wagers[0],
        stake: felt::Money::minor(500),
    };
    assert_eq!(tell(s, found), Err("bets-are-open"));
    assert!(s.send(Actor::DEALER, Input::Number(8)).is_err());
    bet(s, A, 2, "main", 5);
    // A place that is not adjacent, a third one, and the places at both ends, which have the dealer between
    // them.
    for number in [4, 6] {
        assert_eq!(tries(s, A, number), Err("places-not-adjacent"));
    }
    bet(s, A, 1, "main", 5);
    assert_eq!(tries(s, A, 3), Err("two-places-at-most"));
    assert_eq!(tries(s, B, 1), Err("box-taken"));
    assert_eq!(tries(s, B, 7), Err("no-such-box"));
    close_bets(s);
    for number in 0..9 {
        if !matches!(s.table.due(), Due::Number { .. }) || !(1..=7).contains(&number) {
            assert!(s.send(Actor::DEALER, Input::Number(number)).is_err(), "{number}");
        }
    }
    go_until(s, is_setting);
    for patron in [A, B] {
        for cards in [0b1, 0b111, 0b1000_0001, 0b1_1000_0000] {
            let spot = Spot::first(2);
            assert!(tell_as(s, patron, Input::Pick { patron, spot, cards: Positions(cards) }).is_err());
        }
    }
    assert_eq!(told_of(s, "set-wrongly", hand(2)), Err("no-hand-set"));
    assert_eq!(tell(s, Input::Look { patron: Some(B), place: hand(2) }), Ok(()));
    assert_eq!(tell(s, Input::Look { patron: None, place: hand(2) }), Ok(()));
    assert_eq!(choose(s, A, 2, "house-way"), Ok(()));
    assert_eq!(told_of(s, "set-wrongly", hand(2)), Ok(()));
    finish(s);
    let lost = s.events.iter().any(|event| match event.what {
        What::Settled(line) => line.spot == Spot::first(2) && line.outcome == Some(engine::Outcome::Loses),
        _ => false,
    });
    assert!(lost, "what was set wrongly loses");
    until_bets(s);
    session
}

fn tries(session: &mut Session, patron: Patron, box_number: u8) -> Result<(), &'static str> {
    let wager = session.game.vocabulary.wagers[0];
    let stake = felt::Money::minor(500);
    let beneficiary = engine::Beneficiary::Patron;
    tell_as(session, patron, Input::Bet { patron, box_number, wager, stake, beneficiary })
}

/// Patrons leave while stacks are dealt, before the hand is set, when it is set, and when the dealer's hand
/// lies open.
fn who_leaves(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = table(game, settings);
    session.house.reads = false;
    for phase in ["deal", "setting", "dealer-hand", "hands"] {
        for (patron, number) in [(A, 1), (B, 5)] {
            bet(&mut session, patron, number, "main", 5);
            bet(&mut session, patron, number, "fortune", 5);
        }
        close_bets(&mut session);
        go_until(&mut session, |session| session.table.phase() == phase);
        assert_eq!(tell(&mut session, Input::Leave { patron: A }), Ok(()));
        finish(&mut session);
        until_bets(&mut session);
    }
    session
}

/// The same report at every step of a round; where the floor must rule, it alternates between voiding the
/// round and letting it continue.
fn goes_wrong_everywhere(game: &'static Game, settings: &[(&str, &str)], word: &'static str) -> Session {
    let mut session = table(game, settings);
    for nth in 0..40 {
        let steps = nth * 3;
        for (patron, number) in [(A, 2), (B, 5)] {
            bet(&mut session, patron, number, "main", 5);
            bet(&mut session, patron, number, "fortune", 5);
        }
        close_bets(&mut session);
        let from = session.inputs.len();
        go_until(&mut session, |session| session.inputs.len() >= from + steps || is_bets(session));
        let place = (word == "dealer-card-exposed").then_some(Place::Dealer);
        let told = match place {
            Some(place) => told_of(&mut session, word, place),
            None => report(&mut session, word),
        };
        if told.is_ok() && matches!(session.table.due(), Due::Ruling { .. }) {
            let act = if nth % 2 == 0 { RulingAct::VoidRound } else { RulingAct::GoOn };
            if session.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).is_err() {
                session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
            }
        }
        if session.table.wagers().iter().any(engine::Wager::on_layout) {
            finish(&mut session);
        }
        until_bets(&mut session);
    }
    session
}

/// Rounds in which high hands meet, and the floor voids hands or grants awards.
fn great_hands(game: &'static Game, settings: &[(&str, &str)], seed: u64) -> Session {
    let mut session = table(game, settings);
    session.chance = Chance::new(seed);
    for (nth, (cards, ..)) in ROWS.into_iter().enumerate().take(8) {
        for (patron, number) in [(A, 1), (B, 4), (C, 6)] {
            bet(&mut session, patron, number, "main", 5);
            bet(&mut session, patron, number, "fortune", 5);
        }
        if !comes_by_stack(&session) {
            deal_to(&mut session, &[([1, 4, 6][nth % 3], cards)]);
        }
        close_bets(&mut session);
        session.irregular_in = 25;
        play_with_rulings(&mut session);
        session.irregular_in = 0;
        until_bets(&mut session);
    }
    session
}

/// The button moves around the whole table, and stays where it is after a void round.
fn button_goes_round(game: &'static Game) -> Session {
    let mut session = table(game, &[("start", "button")]);
    for nth in 0..16 {
        bet(&mut session, A, 1, "main", 5);
        close_bets(&mut session);
        if nth == 5 {
            session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::VoidRound)).unwrap();
        } else {
            finish(&mut session);
        }
        until_bets(&mut session);
    }
    session
}

/// Every total of three dice determines the start; some throws are invalid.
fn every_start(game: &'static Game) -> Session {
    let mut session = table(game, &[("start", "dice")]);
    for total in 3..=18_u8 {
        bet(&mut session, A, 1, "main", 5);
        close_bets(&mut session);
        go_until_dice(&mut session);
        if total % 3 == 0 {
            assert_eq!(report(&mut session, "die-not-flat"), Ok(()));
            assert_eq!(report(&mut session, "die-fell-out"), Ok(()));
        }
        let first = (total - 2).min(6);
        let second = (total - first - 1).min(6);
        let dice = format!("{first}-{second}-{}", total - first - second);
        session.send(Actor::DEALER, Input::RollThree(dice.parse().unwrap())).unwrap();
        finish(&mut session);
        until_bets(&mut session);
    }
    session
}

fn go_until_dice(session: &mut Session) {
    while !matches!(session.table.due(), Due::RollThree { .. }) {
        session.answer_due();
    }
}

/// Six patrons set their hands themselves at a table where the dealer releases every step.
fn longest(game: &'static Game) -> Session {
    let mut session = table(game, &[("steps", "by-dealer")]);
    session.patrons = 6;
    for number in 1..=6 {
        let patron = Patron::nth(number - 1).unwrap();
        bet(&mut session, patron, number, "main", 500);
        bet(&mut session, patron, number, "fortune", 100);
    }
    let hands = [
        (1, "As Ks Qs Js Ts Kd Qd"),
        (2, "8h 7h 6h 5h 4h 3h 2h"),
        (3, "8c 7c 6c 5c 4c 3c 2c"),
        (4, "9s 9h 9d 9c 5s Ah 2s"),
        (5, "8d 7d 6d 5d 4d 3d 2d"),
        (6, "Jk Kh Qh Jh Th Kc Qc"),
    ];
    deal_to(&mut session, &hands);
    close_bets(&mut session);
    go_until(&mut session, is_setting);
    for number in 1..=6 {
        let patron = Patron::nth(number - 1).unwrap();
        assert_eq!(choose(&mut session, patron, number, "house-way"), Ok(()));
    }
    if is_setting(&session) {
        session.send(Actor::DEALER, Input::Step(StepId::new(&"hands-set"))).unwrap();
    }
    finish(&mut session);
    until_bets(&mut session);
    assert_near(&session, "cards", 1_000);
    assert_near(&session, "inputs", 850);
    session
}
