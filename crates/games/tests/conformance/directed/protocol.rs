//! What the protocol allows at every table but random sessions never do: the floor calls for a table file,
//! withholds an approval, and rules on a card that is not there.

use super::{open, until_bets};
use crate::driver::Session;
use engine::{Actor, CardAt, Due, FileHash, Game, Input, Person, Place, Rank, RulingAct};
use rulebook::TableConfig;

const FLOOR: Actor = Actor::Staff(Rank::Floor);
/// A bound: a round of any game has far fewer steps, even with a mishap in every third.
const STEPS: usize = 40_000;

pub fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = vec![new_terms(game)];
    if crate::habits::of(game).wagers_stand {
        sessions.push(other_odds_over_wagers(game));
    }
    if game.vocabulary.refusals.contains(&"nothing-to-withhold") {
        sessions.push(until_refused(game, "nothing-to-withhold", |due| match due {
            Due::Approval { by, .. } => {
                Some((by.into(), Input::Approve { yes: false, person: Person::default() }))
            }
            _ => None,
        }));
    }
    if game.vocabulary.refusals.contains(&"no-such-card") {
        let nowhere = RulingAct::DiscardCard(CardAt { place: Place::Dealer, nth: 40 });
        let ruling = (Actor::Staff(Rank::Shift), Input::Ruling(nowhere));
        sessions.push(until_refused(game, "no-such-card", |_| Some(ruling)));
    }
    sessions
}

fn show(session: &mut Session, config: &TableConfig) -> Input {
    let file = session.table.show_file(&crate::book_of(session.game), config).unwrap();
    Input::Terms { file }
}

fn refused(session: &mut Session, actor: Actor, input: Input, name: &str) {
    let result = session.send(actor, input);
    assert_eq!(result.map_err(|refusal| refusal.name), Err(name), "{}", session.game.id);
}

/// The floor calls for a file that was not shown, for the table's own, and for it again during a round.
fn new_terms(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    until_bets(&mut session);
    let unknown = FileHash::parse(&"0".repeat(64)).unwrap();
    refused(&mut session, FLOOR, Input::Terms { file: unknown }, "file-not-shown");
    let own = session.config.clone();
    let call = show(&mut session, &own);
    session.send(FLOOR, call).unwrap();
    while matches!(session.table.due(), Due::Bets { .. } | Due::Choice { .. }) {
        session.answer_due();
    }
    if let Due::Roll { closes: Some(throw), .. } = session.table.due() {
        session.send(Actor::DEALER, Input::Step(throw)).unwrap();
    }
    let call = show(&mut session, &own);
    refused(&mut session, FLOOR, call, "round-under-way");
    until_bets(&mut session);
    session
}

/// While wagers stand, only limits may change.
fn other_odds_over_wagers(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    let other = open(game, &[("odds-limit", "10")]).config;
    until_bets(&mut session);
    while session.table.wagers().is_empty() {
        session.answer_due();
    }
    let call = show(&mut session, &other);
    refused(&mut session, FLOOR, call, "wagers-stand");
    session
}

/// Plays rounds with many mishaps, and tries this at every step until it is refused by that name.
pub(super) fn until_refused(
    game: &'static Game,
    name: &str,
    attempt: impl Fn(Due) -> Option<(Actor, Input)>,
) -> Session {
    let mut session = open(game, &[]);
    session.irregular_in = 3;
    for _ in 0..STEPS {
        if let Some((actor, input)) = attempt(session.table.due()) {
            let result = session.send(actor, input);
            if result.is_err_and(|refusal| refusal.name == name) {
                break;
            }
        }
        session.step();
    }
    assert!(session.refusals.iter().any(|refusal| refusal.name == name), "{}: {name}", game.id);
    session.irregular_in = 0;
    until_bets(&mut session);
    session
}
