//! Corner cases of mini-baccarat.

use super::{baccarat, bet, close_bets, tell};
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::{Actor, ChoiceId, Due, Game, Input, Patron, Place, Spot};

/// What the driver needs to know about mini-baccarat.
pub const KNOWN: Known = Known {
    habits: baccarat::HABITS,
    corners: sessions,
    // The player's hand is more expensive, because dealer bets are possible on it too; the banker's has lines
    // for the vigorish.
    bounds: |game| {
        vec![
            baccarat::dearest(game, "2s 3c 4d", "Ks Kc Kd", &["cards", "inputs", "pays"]),
            baccarat::dearest(game, "Ks Kc Kd", "2h Ad 6c", &["lines"]),
        ]
    },
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = baccarat::sessions(game);
    all.push(baccarat::rounded(game, "at-once"));
    all.push(baccarat::rounded(game, "owed"));
    all.extend(baccarat::owing(game));
    all.push(baccarat::every_hand(game, &[FACE_DOWN]));
    all.push(baccarat::errors(game, &[FACE_DOWN]));
    all.push(baccarat::errors(game, &[HELD]));
    all.push(baccarat::odd_times(game, &[HELD, ("steps", "by-dealer")]));
    all.push(held(game));
    all
}

const FACE_DOWN: (&str, &str) = ("dealing", "face-down");
const HELD: (&str, &str) = ("dealing", "patrons-hold");

/// Patrons take the cards of either hand, cede them, are silent and leave, in every order for three of them.
fn held(game: &'static Game) -> Session {
    let mut session = baccarat::table(game, &[HELD]);
    const WAYS: [Way; 5] = [Way::Takes, Way::Cedes, Way::IsSilent, Way::TakesAndIsSilent, Way::Leaves];
    for (nth, first) in WAYS.into_iter().enumerate() {
        for second in WAYS {
            for hands in [("2h 3d 6c", "2c 3s Td"), ("9s Kc", "2h 5d")] {
                baccarat::ready(&mut session);
                // Once all stake the same, and once none does.
                for (patron, place, units) in [(Patron::A, 1, 5), (Patron::B, 2, 10), (Patron::C, 3, 10)] {
                    bet(&mut session, patron, place, "player", units);
                    bet(&mut session, patron, place, if nth == 4 { "tie" } else { "banker" }, 15 - units);
                }
                baccarat::come(&mut session, hands.0, hands.1);
                close_bets(&mut session);
                let mut ways = [first, second].into_iter().chain([Way::Takes]).cycle();
                while !matches!(session.table.due(), Due::Bets { .. } | Due::Shuffle) {
                    match session.table.due() {
                        Due::Choice { patron, .. } => ways.next().unwrap().done(&mut session, patron),
                        _ => baccarat::answer(&mut session),
                    }
                }
            }
        }
    }
    session
}

#[derive(Clone, Copy)]
enum Way {
    Takes,
    Cedes,
    IsSilent,
    TakesAndIsSilent,
    Leaves,
}

impl Way {
    /// What the asked patron does with the cards, until another one is asked or a card is turned.
    fn done(self, session: &mut Session, patron: Patron) {
        let says = |choice: &'static str| Input::Choose {
            patron,
            spot: Spot::TABLE,
            choice: ChoiceId::new(Box::leak(Box::new(choice))),
            amount: None,
        };
        let by = Actor::Patron(patron);
        // The patron who has them turns them.
        if session.send(by, says("turn-card")).is_ok() {
            assert_eq!(
                tell(session, Input::Look { patron: None, place: Place::Rack }),
                Err("no-card-face-down")
            );
            return;
        }
        let silence = Input::Lapse { patron: Some(patron), spot: Spot::TABLE };
        match self {
            Way::Takes => session.send(by, says("take-cards")).unwrap(),
            Way::Cedes => session.send(by, says("cede-cards")).unwrap(),
            Way::IsSilent => session.send(Actor::DEALER, silence).unwrap(),
            Way::TakesAndIsSilent => {
                session.send(by, says("take-cards")).unwrap();
                assert!(session.send(by, says("cede-cards")).is_err());
                session.send(Actor::DEALER, silence).unwrap();
            }
            Way::Leaves => {
                session.send(by, says("take-cards")).unwrap();
                session.send(by, Input::Leave { patron }).unwrap();
            }
        }
    }
}
