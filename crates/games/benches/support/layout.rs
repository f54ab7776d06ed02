//! Patrons who cover the layout of a game, shared by the benchmarks and the allocation and size tests.

use super::Chance;
use engine::{
    Actor, AnyTable, Beneficiary, Chance as _, Driver, Due, Game, Input, OpenError, Patron, Sink, Table,
    Transcript, WagerId,
};
use felt::Money;
use rulebook::{RuleBook, TableConfig, TableDraft};

/// Opens a table.
pub type Open<T> = fn(&RuleBook, &TableConfig) -> Result<T, OpenError>;

/// A round that can be played repeatedly.
type Round = Box<dyn FnMut(&mut Transcript)>;

/// A table of a layout game with the wagers of a round, which are always the same.
pub struct Player<T: Table> {
    pub table: T,
    house: Driver<Chance>,
    bets: Vec<(Patron, u8, WagerId)>,
}

impl<T: Table + 'static> Player<T> {
    /// A number of patrons make `wagers` wagers, each on different places.
    pub fn new(game: &Game, open: Open<T>, patrons: u8, wagers: usize, seed: u64) -> Player<T> {
        let book = game.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("boxes", patrons.to_string(), None);
        draft.set("limits", "5..100 step 5", None);
        let table = open(&book, &draft.check(&book).unwrap()).unwrap();
        let mut chance = Chance::new(seed);
        let mut player = Player { table, house: Driver::new(chance.clone()), bets: Vec::new() };
        player.until_bets(&mut ());
        let mut offered: Vec<WagerId> = Vec::new();
        Table::offers_to(&player.table, Patron::A, &mut |offer| offered.extend(offer.ask.wagers()));
        offered.sort();
        offered.dedup();
        let mut bets: Vec<(Patron, u8, WagerId)> = Vec::new();
        for nth in 0..wagers {
            let place = u8::try_from(nth % usize::from(patrons)).unwrap();
            let patron = Patron::nth(place).unwrap();
            let new = |wager: &WagerId| !bets.contains(&(patron, place + 1, *wager));
            let free: Vec<WagerId> = offered.iter().copied().filter(new).collect();
            bets.push((patron, place + 1, free[chance.below(free.len())]));
        }
        player.bets = bets;
        if Table::shoe(&player.table).pack().is_empty() {
            player.house = Driver::new(chance);
        }
        player
    }

    /// The steps of the house before bets are open.
    fn until_bets<S: Sink>(&mut self, out: &mut S) {
        while !matches!(Table::due(&self.table), Due::Bets { .. }) {
            self.house_answers(out);
        }
    }

    /// Makes the wagers, after the cards are ready if the game has cards.
    pub fn bet<S: Sink>(&mut self, out: &mut S) {
        self.until_bets(out);
        for (patron, box_number, wager) in self.bets.iter().copied() {
            let (stake, beneficiary) = (Money::minor(500), Beneficiary::Patron);
            let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
            Table::apply(&mut self.table, Actor::Patron(patron), bet, out).unwrap();
        }
    }

    /// Plays from the first call to the last line.
    pub fn settle<S: Sink>(&mut self, out: &mut S) {
        while let Due::Bets { closes } = Table::due(&self.table) {
            Table::apply(&mut self.table, Actor::DEALER, Input::Step(closes), out).unwrap();
        }
        while !matches!(Table::due(&self.table), Due::Bets { .. } | Due::Shuffle) {
            self.house_answers(out);
        }
    }

    fn house_answers<S: Sink>(&mut self, out: &mut S) {
        match Table::due(&self.table) {
            // Patrons decline the cut.
            Due::Cut => {
                let silent = Input::Lapse { patron: None, spot: engine::Spot::TABLE };
                Table::apply(&mut self.table, Actor::DEALER, silent, out).unwrap();
                let (actor, input) = self.house.answer(&self.table).unwrap().unwrap();
                self.house.send(&mut self.table, actor, input, out).unwrap();
            }
            Due::Shuffle => {
                let (actor, input) = self.house.answer(&self.table).unwrap().unwrap();
                self.house.send(&mut self.table, actor, input, out).unwrap();
            }
            _ => {
                let (actor, input) = self.house.answer(&self.table).unwrap().unwrap();
                Table::apply(&mut self.table, actor, input, out).unwrap();
            }
        }
    }

    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.bet(out);
        self.settle(out);
    }
}

/// A layout game that is measured.
pub struct Measured {
    pub game: &'static Game,
    /// Its name in the figures.
    pub name: &'static str,
    /// Plays a round with a number of patrons and wagers.
    pub round: fn(u8, usize) -> Round,
    /// A table with a number of patrons and wagers, before the call.
    pub placed: fn(u8, usize) -> Box<dyn AnyTable>,
}

macro_rules! measured {
    ($($game:ident)*) => {
        /// Every layout game.
        pub static ALL: &[Measured] = &[$({
            use games::layout_games::$game::{GAME, Table};
            Measured {
                game: &GAME,
                name: stringify!($game),
                round: |patrons, wagers| {
                    let mut player = Player::new(&GAME, Table::open, patrons, wagers, 7);
                    Box::new(move |events| player.round(events))
                },
                placed: |patrons, wagers| {
                    let mut player = Player::new(&GAME, Table::open, patrons, wagers, 7);
                    player.round(&mut ());
                    player.bet(&mut ());
                    player.table.boxed_clone()
                },
            }
        }),*];
    };
}

games::layout_games!(measured);
