//! The frame of a poker table: patrons against the dealer or a pay table, with cards of their own, raises or
//! withdrawals, and side wagers.
//!
//! A game is one file in `poker_games`: its law, its wagers, its round as a list of steps ([`Play`]), and
//! code only for ranking hands and deciding wagers ([`Poker`]). Everything else is here. `advance.rs` runs
//! the round: its function `next` derives the next act from the facts on the table, after an irregularity
//! too.

mod advance;
mod bets;
mod bounds;
mod boxes;
mod cards;
mod choices;
mod irregular;
mod key;
pub mod law;
mod offers;
mod play;
mod prizes;
mod reasons;
mod reports;
mod rules;
mod rulings;
mod settle;
mod shuffle;
mod state;
mod terms;
pub(crate) mod vocabulary;
mod wager;
pub mod words;

use crate::common::{Files, Report, Shown, by_patron, by_staff, reads_its_fields, tell};
pub(crate) use bounds::{dearest_prizes, how_many};
pub use boxes::Cards;
use engine::{
    Actor, AnyTable, Bounds, FileHash, Game, Granted, Input, Named, OpenError, OpenTable, Place, Rank,
    Refusal, Sink, Table, Vocabulary, What,
};
use felt::Card;
pub use play::*;
pub(crate) use reasons::reasons;
use rulebook::{RuleBook, TableConfig};
pub(crate) use rules::{rule_count, rules_of_play, says};
pub use settle::{HandEnd, Showdown};
pub use state::{Board, PokerTable};
pub use terms::{CapTerms, Terms, WagerTerms};
pub use vocabulary::Said;
pub(crate) use vocabulary::first_of;
pub(crate) use wager::{kind, kinds, or_none, rows, rows_of_tables};

/// Defines the registry entry of a game and the files named after it.
macro_rules! game {
    ($game:ty: $jurisdiction:literal, $name:literal, $vocabulary:expr) => {
        $crate::poker_table::entry::<$game>(
            concat!($jurisdiction, "/", $name),
            $crate::common::files!($jurisdiction, $name),
            $vocabulary,
        )
    };
}

pub(crate) use game;

/// The registry entry that [`game!`] expands to.
pub(crate) const fn entry<G: Poker>(id: &'static str, files: Files, vocabulary: &'static Vocabulary) -> Game {
    let Files { rulebook, layout, trace, rulings } = files;
    let open: OpenTable =
        |book, config| Ok(Box::new(PokerTable::<G>::open(book, config)?) as Box<dyn AnyTable>);
    let (says, reasons) = (says::<G>, reasons::<G>);
    Game { id, rulebook, layout, side_bets: &[], trace, rulings, says, vocabulary, open, reasons }
}

impl<G: Poker> PokerTable<G> {
    /// Opens a table.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(book: &RuleBook, config: &TableConfig) -> Result<Self, OpenError> {
        Ok(PokerTable::new(Terms::resolve(book, config)?))
    }

    /// The terms in force: the table file and its rule book, resolved.
    pub fn terms(&self) -> &Terms<G> {
        &self.terms
    }
}

impl<G: Poker> Table for PokerTable<G> {
    fn name_hand(&self, place: Place, own: &[Card], board: &[Card]) -> Option<Named> {
        let plays = place != Place::Dealer || G::PLAY.has_dealer();
        let own = Cards::open(own).filter(|_| plays)?;
        Some(G::rank(&own, &Board::open(board)).named())
    }

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
            Input::Choose { patron, spot, choice, amount } => {
                by_patron(actor, patron)?;
                self.choose(patron, spot, choice, amount, out)?;
            }
            Input::Lapse { patron, spot } => {
                by_staff(actor, Rank::Dealer)?;
                self.lapse(patron, spot, out)?;
            }
            Input::Step(step) => self.step(actor, step, out)?,
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
            Input::Shuffled { cut_card } => {
                by_staff(actor, Rank::Dealer)?;
                self.shuffled(cut_card, out)?;
            }
            Input::Cut { depth } => self.cut(actor, depth, out)?,
            Input::NewDealer => {
                by_staff(actor, Rank::Dealer)?;
                tell(out, What::DealerChanged, None);
            }
            Input::Irregular { kind, place, card } => {
                by_staff(actor, Rank::Dealer)?;
                self.irregular(Report { kind, place }, card, out)?;
            }
            Input::Granted { meter, stands, amount } => {
                by_staff(actor, Rank::Dealer)?;
                self.meter_answers(meter, Granted { stands, amount }, out)?;
            }
            Input::Meter { .. } => return Err(Refusal::not_awaited("not-now")),
            Input::Terms { file } => self.change_terms(actor, file, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
            Input::Approve { yes, person } => self.approve(actor, yes, person, out)?,
            Input::Look { patron, place } => {
                by_staff(actor, Rank::Dealer)?;
                self.looked(patron, place, out)?;
            }
            Input::Found { .. } => {
                by_staff(actor, Rank::Dealer)?;
                G::PLAY.law.seats.no_late_wager.forbids(self.round.closed, "bets-closed")?;
                return Err(Refusal::impossible("bets-are-open"));
            }
            Input::Answer { .. } => return Err(Refusal::impossible("no-device-here")),
            Input::CutCard => return Err(Refusal::impossible("no-device-here")),
            Input::Roll(_)
            | Input::RollThree(_)
            | Input::Number(_)
            | Input::Spin(_)
            | Input::WheelStopped(_) => {
                return Err(Refusal::impossible("no-device-here"));
            }
            Input::Work { .. } | Input::Permit { .. } | Input::Pick { .. } => {
                return Err(Refusal::not_awaited("not-now"));
            }
        }
        self.advance(out);
        Ok(())
    }

    reads_its_fields!();

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

    fn held_next(&self) -> Option<u32> {
        self.held.first_hidden(&self.layout).map(|next| next.laid.draw)
    }
}
