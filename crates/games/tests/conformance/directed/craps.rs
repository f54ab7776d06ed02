//! Corner cases of craps.

use super::{assert_paid, bet, bounds, open, report, tell};
use crate::driver::Session;
use crate::habits::{Habits, Known, PLAIN, nothing};
use engine::{
    Actor, Ask, Beneficiary, By, Due, Face, Game, Input, Offer, Patron, Place, Rank, RulingAct, WagerId, What,
};
use felt::{Card, Money, TwoDice};

const SHOOTER: Patron = Patron::A;
const OTHER: Patron = Patron::B;

/// What the driver needs to know about craps.
pub const KNOWN: Known = Known {
    habits: Habits {
        rounds: 200,
        wagers_stand: true,
        favourites: &["pass", "dont-pass", "come", "dont-come", "put-odds", "fire"],
        hands: false,
        ..PLAIN
    },
    corners: sessions,
    bounds: bounds::of_craps,
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    vec![
        every_bet_on_every_roll(game),
        six_points_made(game),
        nobody_wants_the_dice(game),
        ordered_on(game),
        disputed_face(game),
        no_line_bet_left(game),
        told_at_odd_times(game),
        proves_invalid(game),
    ]
}

/// One patron has every possible bet, and all 36 rolls come: first in order, then in reverse.
fn every_bet_on_every_roll(game: &'static Game) -> Session {
    let mut session = table(game);
    let rolls: Vec<TwoDice> = TwoDice::all().collect();
    for dice in rolls.iter().chain(rolls.iter().rev()) {
        line_bet(&mut session);
        // A bet may allow others, such as odds behind it.
        loop {
            let there: Vec<WagerId> = session.table.wagers().iter().map(|wager| wager.kind).collect();
            let new = |offer: &Offer| {
                let Ask::Bet { wager, .. } = offer.ask else { return false };
                offer.by == By::Patron(SHOOTER) && !there.contains(&wager)
            };
            if !session.take_one(new) {
                break;
            }
        }
        roll(&mut session, &dice.to_string());
    }
    session
}

/// The shooter takes the Don't Pass Bet down and no line bet is left: the point still stands.
fn no_line_bet_left(game: &'static Game) -> Session {
    let mut session = table(game);
    for last in ["2-2", "3-4"] {
        bet(&mut session, SHOOTER, 1, "dont-pass", 10);
        roll(&mut session, "2-2");
        let back = |offer: &Offer| matches!(offer.ask, Ask::TakeBack { .. });
        assert!(session.take_one(back), "a Don't Pass Bet may come down");
        roll(&mut session, last);
    }
    session
}

/// Four, five and six different points are made since the last loser 7, each series settled by the next one.
fn six_points_made(game: &'static Game) -> Session {
    let mut session = table(game);
    for (points, pays) in [(3, 0), (4, 24), (5, 249), (6, 999)] {
        line_bet(&mut session);
        bet(&mut session, SHOOTER, 0, "fire", 1);
        for point in ["2-2", "2-3", "3-3", "4-4", "4-5", "5-5"].iter().take(points) {
            line_bet(&mut session);
            roll(&mut session, point);
            // The same point twice counts once.
            roll(&mut session, point);
            line_bet(&mut session);
            roll(&mut session, point);
            roll(&mut session, point);
        }
        line_bet(&mut session);
        roll(&mut session, "1-3");
        roll(&mut session, "3-4");
        assert_paid(&session, SHOOTER, "fire", pays);
    }
    session
}

/// All patrons decline the dice: for the remaining come bets the last shooter throws alone, without a line
/// bet; otherwise the table waits until the dice are offered again.
fn nobody_wants_the_dice(game: &'static Game) -> Session {
    let mut session = table(game);
    line_bet(&mut session);
    bet(&mut session, OTHER, 2, "dont-pass", 10);
    roll(&mut session, "4-4");
    bet(&mut session, SHOOTER, 0, "come", 10);
    bet(&mut session, OTHER, 0, "dont-come", 10);
    roll(&mut session, "2-3");
    roll(&mut session, "4-4");
    // The point is made, both lines are decided, the come bets on five are left.
    session.prefer = &["decline-dice"];
    choose(&mut session, SHOOTER, "pass-dice");
    answer_choices(&mut session);
    roll(&mut session, "3-3");
    roll(&mut session, "2-3");
    // No wager is left to throw for.
    answer_choices(&mut session);
    session.prefer = &["take-dice"];
    line_bet(&mut session);
    roll(&mut session, "5-6");
    session
}

/// The box person orders the dice on to the next patron.
fn ordered_on(game: &'static Game) -> Session {
    let mut session = table(game);
    line_bet(&mut session);
    bet(&mut session, OTHER, 2, "pass", 10);
    roll(&mut session, "4-4");
    let ordered = |session: &mut Session| {
        session.take_one(|offer| matches!(offer.ask, Ask::Step(step) if step.word() == "order-dice-on"))
    };
    assert!(ordered(&mut session), "the box person may order the dice on");
    roll(&mut session, "4-4");
    session
}

/// The faces are disputed: the box person reads them, or has the dice thrown again.
fn disputed_face(game: &'static Game) -> Session {
    let mut session = table(game);
    for void in [false, true] {
        line_bet(&mut session);
        until_roll(&mut session);
        let throw = |offer: &Offer| matches!(offer.ask, Ask::Step(s) if s.word() == "throw");
        assert!(session.take_one(throw), "the dice are thrown");
        let dispute =
            |offer: &Offer| matches!(offer.ask, Ask::Report { kind, .. } if kind.word() == "disputed-face");
        assert!(session.take_one(dispute), "faces may be disputed");
        if void {
            let step = |offer: &Offer| matches!(offer.ask, Ask::Step(s) if s.word() == "void-throw");
            assert!(session.take_one(step), "the box person may have the dice thrown again");
        } else {
            assert_eq!(session.table.due(), Due::Roll { by: Rank::Box, closes: None });
        }
        roll(&mut session, "5-6");
    }
    session
}

/// Impossible or late reports, each refused by its name.
fn told_at_odd_times(game: &'static Game) -> Session {
    let mut session = table(game);
    let s = &mut session;
    let found = Input::Found { patron: SHOOTER, box_number: 1, wager: wager(s, "field"), stake: FIVE };
    assert_eq!(report(s, "off-table"), Err("no-dice-thrown"));
    assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
    assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
    assert_eq!(tell(s, Input::Card { to: Place::Dealer, face: Face::Up(Card::JOKER) }), Err("no-cards-here"));
    assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
    assert_eq!(tell(s, found), Err("bets-are-open"));
    line_bet(s);
    until_roll(s);
    let throw = |offer: &Offer| matches!(offer.ask, Ask::Step(step) if step.word() == "throw");
    assert!(s.take_one(throw), "the dice are thrown");
    assert_eq!(report(s, "out-of-turn"), Err("dice-are-out"));
    assert_eq!(tell(s, found), Err("dice-thrown"));
    assert_eq!(report(s, "disputed-face"), Ok(()));
    roll(s, "4-4");
    assert_eq!(report(s, "disputed-face"), Err("box-has-called"));
    let award = RulingAct::Award { patron: SHOOTER, amount: FIVE };
    s.send(Actor::Staff(Rank::Floor), Input::Ruling(award)).unwrap();
    assert_eq!(report(s, "disputed-face"), Err("floor-has-ruled"));
    assert_eq!(report(s, "off-table"), Err("floor-has-ruled"));
    choose(s, SHOOTER, "pass-dice");
    assert_eq!(report(s, "short-throw"), Err("roll-was-called"));
    assert_eq!(report(s, "technical-interruption"), Ok(()));
    let (patron, wager, beneficiary) = (SHOOTER, wager(s, "field"), Beneficiary::Patron);
    let late = Input::Bet { patron, box_number: 1, wager, stake: FIVE, beneficiary };
    assert_eq!(s.send(Actor::Patron(SHOOTER), late).map_err(|refusal| refusal.name), Err("ruling-due"));
    s.phases.push(s.table.phase());
    s.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
    session
}

/// A called roll proves invalid, also a seven-out; the die that left is inspected or replaced.
fn proves_invalid(game: &'static Game) -> Session {
    let mut session = table(game);
    let s = &mut session;
    for (kind, answer) in [("off-table", "inspect-die"), ("stacked-dice", ""), ("off-table", "replace-die")] {
        line_bet(s);
        bet(s, OTHER, 2, "field", 10);
        roll(s, "4-5");
        assert_paid(s, OTHER, "field", 10);
        assert_eq!(report(s, kind), Ok(()));
        answer_die(s, answer);
        roll(s, "4-5");
        roll(s, "3-4");
        assert_eq!(report(s, kind), Ok(()));
        answer_die(s, answer);
        roll(s, "4-5");
    }
    line_bet(s);
    roll(s, "5-6");
    let void = Input::Ruling(RulingAct::VoidRound);
    assert_eq!(s.send(Actor::Staff(Rank::Floor), void).map_err(|refusal| refusal.name), Ok(()));
    roll(s, "5-6");
    session
}

/// A die left the table: no throw until the box person has dealt with it.
fn answer_die(session: &mut Session, word: &str) {
    if word.is_empty() {
        return;
    }
    session.phases.push(session.table.phase());
    let dice = Input::Roll("3-4".parse().unwrap());
    assert_eq!(tell(session, dice), Err("die-not-inspected"));
    let step = *session.game.vocabulary.steps.iter().find(|step| step.word() == word).unwrap();
    assert_eq!(tell(session, Input::Step(step)), Err("box-inspects"));
    session.send(Actor::Staff(Rank::Box), Input::Step(step)).unwrap();
}

const FIVE: Money = Money::minor(500);

fn wager(session: &Session, word: &str) -> WagerId {
    *session.game.vocabulary.wagers.iter().find(|wager| wager.word() == word).unwrap()
}

/// A table with all wagers and two patrons.
fn table(game: &'static Game) -> Session {
    let mut session = open(game, &[("fire", "1..100 step 1"), ("buy", "5..100"), ("lay", "6..120")]);
    session.patrons = 2;
    session.prefer = &["take-dice"];
    session
}

/// Gives the shooter a line bet, as required on the come-out.
fn line_bet(session: &mut Session) {
    let has = session.table.wagers().iter().any(|w| w.patron == SHOOTER && w.kind.word() == "pass");
    if !has {
        bet(session, SHOOTER, 1, "pass", 10);
    }
}

/// Answers questions and releases steps until the dice are due; this closes the wagers.
fn until_roll(session: &mut Session) {
    for _ in 0..50 {
        session.phases.push(session.table.phase());
        match session.table.due() {
            Due::Roll { .. } => return,
            Due::Bets { closes } => session.send(Actor::DEALER, Input::Step(closes)).unwrap(),
            _ => session.answer_due(),
        }
    }
    panic!("the dice are never awaited: {:?} at {}", session.table.due(), session.table.phase());
}

fn roll(session: &mut Session, dice: &str) {
    until_roll(session);
    session.probe();
    let Due::Roll { by, .. } = session.table.due() else { panic!("the dice are awaited") };
    let from = session.events.len();
    session.send(Actor::Staff(by), Input::Roll(dice.parse().unwrap())).unwrap();
    let rolled = session.events[from..].iter().any(|event| matches!(event.what, What::Rolled(_)));
    assert!(rolled, "the dice count");
}

/// The patron makes this choice when it is offered but not due.
fn choose(session: &mut Session, patron: Patron, word: &str) {
    let asked = |offer: &Offer| {
        offer.by == By::Patron(patron)
            && matches!(offer.ask, Ask::Choose { choice, .. } if choice.word() == word)
    };
    assert!(session.take_one(asked), "{patron} may {word}");
}

/// Answers the questions by the preferences of the session.
fn answer_choices(session: &mut Session) {
    while matches!(session.table.due(), Due::Choice { .. } | Due::Choices { .. }) {
        session.phases.push(session.table.phase());
        session.answer_due();
    }
}
