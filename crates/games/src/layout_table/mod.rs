//! The frame of a layout game: wagers on a layout that one result decides.
//!
//! A game is one file in `layout_games`: its wagers as rows, its round as betting windows, its law in
//! chapters, its order of settlement and its irregularities as data, and code for a single question: the
//! effect of a result on a wager ([`LayoutGame`]). [`Source`] hides how the result comes about. `settle.rs`
//! runs a round.

mod account;
mod bets;
mod irregular;
pub mod law;
mod offers;
mod owed;
mod own;
mod play;
mod prizes;
mod settle;
mod state;
mod terms;
pub mod words;

use crate::common::{Files, Report, Shown, by_patron, by_staff, reads_its_fields, tell};
use crate::sources::Source;
pub(crate) use account::reasons;
use bets::Wish;
use engine::{
    Actor, AmountRange, AnyTable, Beneficiary, Bounds, CupView, FileHash, Game, Granted, Input, Marker,
    Named, Offer, OpenError, OpenTable, Owed, Patron, Place, Rank, Refusal, Rule, Sink, Table, Vocabulary,
    WagerId, What, Wheel,
};
use felt::{Card, Money};
pub use play::{
    Alone, Beside, From, Group, Inspection, LayoutGame, Mishap, Outcomes, Pass, Play, Row, TableLine, Then,
    Window,
};
pub use prizes::Link;
use rulebook::{RuleBook, TableConfig};
pub use state::LayoutTable;
pub(crate) use terms::Moment;
pub use terms::{RowTerms, Terms};

/// Defines the registry entry of a game and the files named after it.
macro_rules! game {
    ($game:ty: $jurisdiction:literal, $name:literal) => {
        $crate::layout_table::entry::<$game>(
            concat!($jurisdiction, "/", $name),
            $crate::common::files!($jurisdiction, $name),
            &VOCABULARY,
            says,
        )
    };
}

pub(crate) use game;

/// The registry entry that [`game!`] expands to.
pub(crate) const fn entry<G: LayoutGame>(
    id: &'static str,
    files: Files,
    vocabulary: &'static Vocabulary,
    says: fn() -> Vec<(Rule, &'static str)>,
) -> Game {
    let Files { rulebook, layout, trace, rulings } = files;
    let open: OpenTable =
        |book, config| Ok(Box::new(LayoutTable::<G>::open(book, config)?) as Box<dyn AnyTable>);
    Game {
        id,
        rulebook,
        layout,
        side_bets: &[],
        trace,
        rulings,
        says,
        vocabulary,
        open,
        reasons: reasons::<G>,
    }
}

impl<G: LayoutGame> LayoutTable<G> {
    /// Opens a table.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(book: &RuleBook, config: &TableConfig) -> Result<Self, OpenError> {
        Ok(LayoutTable::new(Terms::resolve(book, config)?))
    }

    /// The terms in force: the table file and its rule book, resolved.
    pub fn terms(&self) -> &Terms<G> {
        &self.terms
    }
}

impl<G: LayoutGame> Table for LayoutTable<G> {
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        if self.ruling_due && is_request(&input) {
            return Err(Refusal::not_awaited("ruling-due"));
        }
        match input {
            Input::Bet { patron, box_number, wager, stake, beneficiary } => {
                by_patron(actor, patron)?;
                self.bet((patron, box_number), wager, stake, beneficiary, out)?;
            }
            Input::TakeBack { patron, box_number, wager, amount } => {
                by_patron(actor, patron)?;
                self.take_back((patron, box_number), wager, amount, out)?;
            }
            Input::Found { patron, box_number, wager, stake } => {
                by_staff(actor, Rank::Dealer)?;
                self.found((patron, box_number), wager, stake, out)?;
            }
            Input::Step(step) => self.step(actor, step, out)?,
            Input::Leave { patron } => {
                by_patron(actor, patron).or_else(|_| by_staff(actor, Rank::Dealer))?;
                self.leave(patron, out)?;
            }
            Input::Spin(_)
            | Input::WheelStopped(_)
            | Input::RollThree(_)
            | Input::Card { .. }
            | Input::Turn { .. }
            | Input::Look { .. }
            | Input::CutCard
            | Input::Shuffled { .. }
            | Input::Cut { .. }
            | Input::Choose { .. }
            | Input::Lapse { .. } => self.came(actor, input, out)?,
            Input::NewDealer => {
                by_staff(actor, Rank::Dealer)?;
                self.begin(out);
                tell(out, What::DealerChanged, None);
            }
            Input::Irregular { kind, place, card } => {
                by_staff(actor, Rank::Dealer)?;
                self.irregular(Report { kind, place }, card, out)?;
            }
            Input::Terms { file } => self.change_terms(actor, file, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
            Input::Granted { meter, stands, amount } => {
                by_staff(actor, Rank::Dealer)?;
                self.meter_answers(meter, Granted { stands, amount }, out)?;
            }
            Input::Answer { .. } | Input::Roll(_) => {
                return Err(Refusal::impossible("no-device-here"));
            }
            _ => return Err(Refusal::not_awaited("not-now")),
        }
        self.advance(out);
        Ok(())
    }

    reads_its_fields!();

    fn offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer)) {
        self.visit_offers_to(patron, visit);
    }

    fn stakes(
        &self,
        patron: Patron,
        place: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
    ) -> Option<AmountRange> {
        let row = self.terms.find(wager).filter(|_| !self.ruling_due)?;
        let wish = Wish { patron, beneficiary, place, row };
        let place = self.check_place(wish).ok()?;
        let staked = self.wager_for(place, beneficiary, row).map_or(Money::ZERO, |wager| wager.stake);
        self.check_bet(wish, staked, None).ok().map(|(range, _)| range)
    }

    fn procedure(&self) -> u32 {
        G::vocabulary().procedure
    }

    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError> {
        let terms = Terms::resolve(book, config)?;
        Ok(self.shown.insert(Shown::new(config, terms)?).file())
    }

    fn bounds(&self) -> Bounds {
        self.work_out_bounds()
    }

    fn name_hand(&self, place: Place, own: &[Card], _: &[Card]) -> Option<Named> {
        G::Source::name_hand(place, own)
    }

    fn shared_hands(&self) -> &'static [Place] {
        G::Source::HANDS
    }

    fn held_next(&self) -> Option<u32> {
        self.source.held_next(&self.layout)
    }

    fn markers(&self, visit: &mut dyn FnMut(Marker)) {
        self.marker().into_iter().for_each(visit);
    }

    fn owed(&self, visit: &mut dyn FnMut(Owed)) {
        self.visit_owed(visit);
    }

    fn wheel(&self) -> Wheel<'_> {
        G::Source::wheel(&self.terms.source)
    }

    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        self.source.dice(visit);
    }

    fn results(&self, visit: &mut dyn FnMut(&str)) {
        self.results.iter().flatten().for_each(|outcome| visit(&G::Source::announced(*outcome)));
    }
}

/// Whether it is a request that has to wait until the floor has ruled.
fn is_request(input: &Input) -> bool {
    matches!(
        input,
        Input::Bet { .. }
            | Input::TakeBack { .. }
            | Input::Step(_)
            | Input::Choose { .. }
            | Input::Lapse { .. }
    )
}
