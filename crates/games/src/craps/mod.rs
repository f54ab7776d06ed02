//! Ohio craps: line, number and one-roll bets, odds behind them, Buy and Lay, the Fire Bet.
//!
//! A round is one roll. `fate.rs` has the effect of a roll on each wager, in the order of section 3 of the
//! document; `bets.rs` and `odds.rs` decide when wagers may be made; `standing.rs` what may be done with
//! standing ones; `shooter.rs` who throws; `throw.rs` whether a throw counts.

mod advance;
mod bet;
mod bets;
mod bounds;
mod dispute;
mod fate;
mod irregular;
mod key;
mod odds;
mod offers;
mod reasons;
mod rows;
mod rules;
mod settle;
mod shooter;
mod standing;
mod state;
mod terms;
mod throw;
mod weigh;
pub mod words;

use crate::common::{Report, Shown, by_patron, by_staff, reads_its_fields};
pub use bet::{Area, Number, Throw};
use bets::Wish;
use engine::{
    Actor, AmountRange, AnyTable, Beneficiary, Bounds, FileHash, Game, Input, Marker, Offer, OpenError,
    Patron, Rank, Refusal, Sink, Table, WagerId,
};
pub use fate::End;
use rulebook::{RuleBook, TableConfig};
pub use state::Craps;
use state::InTheAir;
pub use terms::{KindTerms, Priced, Terms};
pub use weigh::{Lying, Win};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "ohio/craps",
    rulebook: include_str!("../../rulebooks/ohio/craps.toml"),
    layout: include_str!("../../layouts/ohio/craps.toml"),
    side_bets: &[],
    trace: include_str!("../../trace/ohio/craps.toml"),
    rulings: include_str!("../../rulings/ohio-craps.md"),
    says: Vec::new,
    vocabulary: &words::VOCABULARY,
    open: |book, config| Ok(Box::new(Craps::open(book, config)?) as Box<dyn AnyTable>),
    reasons: reasons::reasons,
};

impl Craps {
    /// Opens a table.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(book: &RuleBook, config: &TableConfig) -> Result<Craps, OpenError> {
        Ok(Craps::new(Terms::resolve(book, config)?))
    }

    /// The terms in force: the table file and its rule book, resolved.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }
}

impl Table for Craps {
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        if self.waits_for_ruling() && is_request(&input) {
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
            Input::Work { patron, box_number, wager, on } => {
                by_patron(actor, patron)?;
                self.call((patron, box_number), wager, on, out)?;
            }
            Input::Choose { patron, spot, choice, .. } => {
                by_patron(actor, patron)?;
                self.choose(patron, spot, choice, out)?;
            }
            Input::Lapse { patron, spot } => {
                by_staff(actor, Rank::Dealer)?;
                self.lapse(patron, spot, out)?;
            }
            Input::Step(words::OFFER_DICE) => self.offer_dice(actor, out)?,
            Input::Step(words::THROW) => self.dice_thrown(actor, out)?,
            Input::Step(words::VOID_THROW) => self.void_throw(actor, out)?,
            Input::Step(words::ORDER_DICE_ON) => self.order_dice_on(actor, out)?,
            Input::Step(step @ (words::INSPECT_DIE | words::REPLACE_DIE)) => {
                self.die_comes_back(actor, step, out)?;
            }
            Input::Leave { patron } => {
                by_patron(actor, patron).or_else(|_| by_staff(actor, Rank::Dealer))?;
                self.leave(patron, out)?;
            }
            Input::Roll(dice) => self.rolled(actor, dice, out)?,
            Input::Irregular { kind, place, card } => {
                by_staff(actor, Rank::Dealer)?;
                self.irregular(Report { kind, place }, card, out)?;
            }
            Input::Found { .. } => {
                by_staff(actor, Rank::Dealer)?;
                rules::WAGERS_BEFORE_THROW.forbids(self.in_the_air != InTheAir::No, "dice-thrown")?;
                return Err(Refusal::impossible("bets-are-open"));
            }
            Input::Card { .. } | Input::Turn { .. } | Input::Look { .. } | Input::CutCard => {
                return Err(Refusal::impossible("no-cards-here"));
            }
            Input::Answer { .. } => return Err(Refusal::impossible("no-device-here")),
            Input::RollThree(_) | Input::Number(_) | Input::Spin(_) | Input::WheelStopped(_) => {
                return Err(Refusal::impossible("no-device-here"));
            }
            Input::Terms { file } => self.change_terms(actor, file, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
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
        let area = Area::find(wager).filter(|_| !self.waits_for_ruling())?;
        let permit = self.check_bet(Wish { patron, beneficiary, place, area }, None);
        permit.ok().map(|permit| permit.range)
    }

    fn procedure(&self) -> u32 {
        words::VOCABULARY.procedure
    }

    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError> {
        let terms = Terms::resolve(book, config)?;
        Ok(self.shown.insert(Shown::new(config, terms)?).file())
    }

    fn bounds(&self) -> Bounds {
        self.work_out_bounds()
    }

    fn markers(&self, visit: &mut dyn FnMut(Marker)) {
        visit(self.puck());
        visit(self.shooter_marker());
        if self.offers_fire() {
            visit(self.fire_marker());
        }
    }
}

/// Whether it is a request that has to wait until the floor has ruled.
fn is_request(input: &Input) -> bool {
    matches!(
        input,
        Input::Bet { .. }
            | Input::TakeBack { .. }
            | Input::Work { .. }
            | Input::Choose { .. }
            | Input::Lapse { .. }
            | Input::Step(_)
    )
}
