//! Impossible and late reports to a poker table.

use super::{bet, close_bets, open, report, tell, until_bets};
use crate::driver::Session;
use engine::{Due, Game, Input, Patron, Place, Spot};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

/// Impossible or late reports, each refused by its name, and people who look under cards.
pub(super) struct OddTimes {
    pub(super) stakes: &'static [&'static str],
    pub(super) prefer: &'static [&'static str],
    pub(super) looks_at: Place,
}

impl OddTimes {
    pub(super) fn sessions(&self, game: &'static Game) -> Vec<Session> {
        let settings: [&[(&str, &str)]; 3] = [&[], &[("shuffler", "no")], &[("dealing", "shoe")]];
        settings.into_iter().map(|settings| self.session(game, settings)).collect()
    }

    fn session(&self, game: &'static Game, settings: &[(&str, &str)]) -> Session {
        let mut session = open(game, settings);
        until_bets(&mut session);
        let s = &mut session;
        let (from_shoe, by_hand) =
            (settings.contains(&("dealing", "shoe")), settings.contains(&("shuffler", "no")));
        let first = s.game.vocabulary.wagers[0];
        let found = Input::Found { patron: A, box_number: 1, wager: first, stake: Money::minor(500) };
        assert_eq!(report(s, "wrong-count"), Err("no-cards-dealt"));
        assert_eq!(report(s, "total-misannounced"), Err("nothing-announced"));
        assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
        assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
        assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
        assert_eq!(tell(s, found), Err("bets-are-open"));
        for wager in self.stakes {
            bet(s, A, 1, wager, 10);
        }
        s.prefer = self.prefer;
        close_bets(s);
        while !matches!(s.table.due(), Due::Choice { .. }) {
            s.answer_due();
        }
        assert_eq!(report(s, "shuffler-jam"), Err(if by_hand { "no-shuffler" } else { "shuffler-idle" }));
        assert_eq!(report(s, "shoe-jam"), Err(if from_shoe { "shoe-empty" } else { "no-shoe" }));
        assert_eq!(tell(s, Input::Look { patron: Some(B), place: Place::Hand(Spot::first(1)) }), Ok(()));
        assert_eq!(tell(s, Input::Look { patron: None, place: self.looks_at }), Ok(()));
        until_bets(s);
        assert_eq!(report(s, "wrong-count"), Err("round-is-over"));
        session
    }
}
