//! Ohio's Pai Gow Poker: seven cards for each of seven positions, which patrons and the dealer set as two
//! hands.
//!
//! `poker::pai_gow` has the ranks of hands, all ways to set them, the house way and the rows of the Fortune
//! Bonus. This module plays the round: `advance.rs` decides what comes next, `deal.rs` deals the stacks,
//! `setting.rs` has patrons set their hands, `settle.rs` exposes and compares them, `bonus.rs` pays the
//! Fortune Bonus and envy bonuses.

mod advance;
mod bank;
mod bank_settle;
mod bank_view;
mod bets;
mod bonus;
mod bounds;
mod deal;
mod irregular;
mod key;
mod offers;
mod positions;
mod reasons;
mod rules;
mod rulings;
mod setting;
mod settle;
mod shuffle;
mod state;
mod terms;
pub mod words;

use crate::common::{Files, Report, Shown, by_patron, by_staff, files, reads_its_fields, tell};
use crate::poker::pai_gow::{high, low};
use engine::{
    Actor, AnyTable, BankView, Bounds, CupView, FileHash, Game, Input, Marker, Named, OpenError, Place, Rank,
    Refusal, Sink, Spot, Table, Way, What,
};
use felt::Card;
use rulebook::{RuleBook, TableConfig};
pub use state::PaiGowTable;
pub use terms::{FortuneTerms, Limit, Terms};

const FILES: Files = files!("ohio", "pai-gow-poker");

/// The registry's entry.
pub static GAME: Game = Game {
    id: "ohio/pai-gow-poker",
    rulebook: FILES.rulebook,
    layout: FILES.layout,
    side_bets: &[],
    trace: FILES.trace,
    rulings: FILES.rulings,
    says: Vec::new,
    vocabulary: &words::VOCABULARY,
    open: |book, config| Ok(Box::new(PaiGowTable::open(book, config)?) as Box<dyn AnyTable>),
    reasons: reasons::reasons,
};

impl PaiGowTable {
    /// Opens a table.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(book: &RuleBook, config: &TableConfig) -> Result<PaiGowTable, OpenError> {
        Ok(PaiGowTable::new(Terms::resolve(book, config)?))
    }

    /// The terms in force: the table file and its rule book, resolved.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }
}

impl Table for PaiGowTable {
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        match input {
            Input::Bet { patron, box_number, wager, stake, beneficiary } => {
                by_patron(actor, patron)?;
                self.bet((patron, box_number), wager, stake, beneficiary, out)?;
            }
            Input::TakeBack { patron, box_number, wager, amount } => {
                by_patron(actor, patron)?;
                self.take_back((patron, box_number), wager, amount, out)?;
            }
            Input::Choose { patron, spot, choice, amount } => {
                by_patron(actor, patron)?;
                self.choose(patron, spot, choice, amount, out)?;
            }
            Input::Pick { patron, spot, cards } => {
                by_patron(actor, patron)?;
                self.pick(patron, spot, cards, out)?;
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
            Input::Cut { depth } => self.cut(actor, depth, out)?,
            Input::Terms { file } => self.change_terms(actor, file, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
            _ => {
                self.reported(actor, input, out)?;
            }
        }
        self.advance(out);
        Ok(())
    }

    reads_its_fields!();

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
        self.button_marker().into_iter().for_each(&mut *visit);
        if self.terms.banking && self.round.bank_settled {
            visit(self.bank_marker());
        }
        self.round.buttons.leftmost_first().for_each(|number| visit(self.envy_button(number)));
    }

    fn bank(&self) -> Option<BankView> {
        self.bank_view()
    }

    fn name_hand(&self, place: Place, own: &[Card], _: &[Card]) -> Option<Named> {
        let is_low = matches!(place, Place::DealerLow | Place::Hand(Spot { hand: 2, .. }));
        let worth = match is_low {
            true => low(own.try_into().ok()?),
            false => high(own.try_into().ok()?),
        };
        Some(worth.named())
    }

    fn ways(&self, spot: Spot, cards: &[Card], visit: &mut dyn FnMut(Way)) {
        self.visit_ways(spot, cards, visit);
    }

    fn held_next(&self) -> Option<u32> {
        self.held.first_hidden(&self.layout).map(|next| next.laid.draw)
    }

    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        if let Some(dice) = self.round.thrown {
            visit(CupView { place: Place::Dealer, dice, value: dice.total() });
        }
    }
}

impl PaiGowTable {
    /// Handles the reports of staff.
    fn reported<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        if !matches!(input, Input::Meter { .. } | Input::Work { .. } | Input::Permit { .. }) {
            by_staff(actor, Rank::Dealer)?;
        }
        match input {
            Input::Card { to, face } => self.card(to, face, out),
            Input::Turn { place, card } => self.turn(place, card, out),
            Input::Look { patron, place } => self.looked(patron, place, out),
            Input::Shuffled { cut_card } => self.shuffled(cut_card, out),
            Input::RollThree(dice) => self.rolled(dice, out),
            Input::Number(number) => self.number_drawn(number, out),
            Input::Irregular { kind, place, card } => self.irregular(Report { kind, place }, card, out),
            Input::NewDealer => {
                tell(out, What::DealerChanged, None);
                Ok(())
            }
            Input::Found { .. } => {
                rules::NO_LATE_WAGER.forbids(self.round.closed, "bets-closed")?;
                Err(Refusal::impossible("bets-are-open"))
            }
            Input::Answer { .. } | Input::CutCard => Err(Refusal::impossible("no-device-here")),
            Input::Roll(_) | Input::Spin(_) | Input::WheelStopped(_) => {
                Err(Refusal::impossible("no-device-here"))
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }
}
