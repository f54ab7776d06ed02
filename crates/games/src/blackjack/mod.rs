//! Ohio blackjack: a shoe or a hand-held deck, peek, insurance, doubles, splits, House Money.
//!
//! The round is told by `advance.rs`: its one function `next` works out from the facts on the table what
//! comes next, whatever went wrong before. The other files each hold one part of the rules.

mod advance;
mod bets;
mod cards;
mod choices;
mod dealer;
mod hand;
mod house_money;
mod irregular;
mod naturals;
mod offers;
mod reasons;
pub mod rules;
mod settle;
mod shuffle;
mod state;
mod terms;
pub mod words;

use crate::common::{by_patron, by_staff, reads_its_fields};
use engine::{Actor, AnyTable, Game, Input, OpenError, Rank, Refusal, Sink, Table};
use rulebook::{RuleBook, TableConfig};
pub use state::Blackjack;

/// The registry's entry.
pub static GAME: Game = Game {
    id: "ohio/blackjack",
    rulebook: include_str!("../../../../rulebooks/ohio/blackjack.toml"),
    trace: include_str!("../../../../trace/ohio/blackjack.toml"),
    vocabulary: &words::VOCABULARY,
    open: |book, config| Ok(Box::new(Blackjack::open(book, config)?) as Box<dyn AnyTable>),
    reasons: reasons::reasons,
};

impl Blackjack {
    /// Opens a table.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(book: &RuleBook, config: &TableConfig) -> Result<Blackjack, OpenError> {
        Ok(Blackjack::new(terms::Terms::resolve(book, config)?))
    }
}

impl Table for Blackjack {
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        match input {
            Input::Bet { patron, box_number, wager, stake, beneficiary } => {
                by_patron(actor, patron)?;
                self.bet(patron, box_number, wager, stake, beneficiary, out)?;
            }
            Input::TakeBack { patron, box_number, wager, amount } => {
                by_patron(actor, patron)?;
                self.take_back(patron, box_number, wager, amount, out)?;
            }
            Input::Work { .. } => return Err(Refusal::not_awaited("not-now")),
            Input::Choose { patron, spot, choice, amount } => {
                by_patron(actor, patron)?;
                self.choose(patron, spot, choice, amount, out)?;
            }
            Input::Lapse { patron, spot } => {
                by_staff(actor, Rank::Dealer)?;
                self.lapse(patron, spot, out)?;
            }
            Input::Step(step) => self.step(actor, step, out)?,
            Input::Permit { patron } => self.permit(actor, patron, out)?,
            Input::Leave { patron } => {
                by_patron(actor, patron).or_else(|_| by_staff(actor, Rank::Dealer))?;
                self.leave(patron, out);
            }
            Input::Card { to, face } => {
                by_staff(actor, Rank::Dealer)?;
                self.card(to, face, out)?;
            }
            Input::Turn { place, card } => {
                by_staff(actor, Rank::Dealer)?;
                self.turn(place, card, out)?;
            }
            Input::Answer { yes } => {
                by_staff(actor, Rank::Dealer)?;
                self.peeked(yes, out)?;
            }
            Input::Shuffled { cut_card } => {
                by_staff(actor, Rank::Dealer)?;
                self.shuffled(cut_card, out)?;
            }
            Input::Cut { depth } => self.cut(actor, depth, out)?,
            Input::CutCard => {
                by_staff(actor, Rank::Dealer)?;
                self.cut_card_shown(out);
            }
            Input::NewDealer => {
                by_staff(actor, Rank::Dealer)?;
                self.new_dealer(out)?;
            }
            Input::Irregular { kind, place, card } => {
                by_staff(actor, Rank::Dealer)?;
                self.irregular(kind, place, card, out)?;
            }
            Input::Approve => self.approve(actor, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
            Input::Meter { .. }
            | Input::Roll(_)
            | Input::RollThree(_)
            | Input::Spin(_)
            | Input::WheelStopped(_) => return Err(Refusal::not_awaited("not-now")),
        }
        self.advance(out);
        Ok(())
    }

    reads_its_fields!();
}
