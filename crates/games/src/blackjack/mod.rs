//! Blackjack and its family of games.
//!
//! The play is implemented once. A game of the family is a file (`ohio.rs`) with its law, which maps each
//! clause of the play to the paragraph of its document, and a rule book with its figures and options.
//!
//! `advance.rs` runs the round: its function `next` derives the next act from the facts on the table, after
//! an irregularity too. The other files each hold one part of the rules.

mod advance;
mod answers;
mod astray;
mod bets;
mod bettors;
mod bounds;
mod bounds_of_pays;
mod card_rulings;
mod cards;
mod choices;
pub mod colorado;
mod dealer;
mod dealing_error;
mod extend;
mod found;
pub mod free_bet;
mod hand;
mod house_money;
mod irregular;
mod key;
pub mod law;
mod mishaps;
mod naturals;
mod next_cards;
mod nos;
mod offers;
pub mod ohio;
pub mod pontoon;
mod pontoon_words;
mod reasons;
mod reports;
pub mod ride_free;
mod settle;
mod shared_words;
mod shares;
mod showdown;
mod shuffle;
mod side_bet_look;
mod side_bet_result;
mod side_bet_terms;
mod side_bets;
mod squeeze;
mod state;
mod super_bonus;
mod surrender;
mod terms;
mod together;
mod twenty_one;
mod void;
pub mod words;

use crate::common::{Report, Shown, by_patron, by_staff, reads_its_fields};
pub use crate::side_bets::Sight;
use engine::{
    Actor, Announcement, Bounds, FileHash, Granted, Input, LaidCard, Named, OpenError, Place, Rank, Refusal,
    Shuffling, Sink, Table, Vocabulary,
};
use felt::Card;
pub use hand::Tally;
use law::Law;
use rulebook::{RuleBook, TableConfig};
pub use showdown::Showdown;
pub use side_bet_result::SideBetResult;
pub use side_bet_terms::{PayLine, SideBetTerms};
pub use state::Blackjack;
pub use terms::{DoubleOn, HouseMoneyTerms, Surrender, Terms};
pub use twenty_one::TwentyOneTerms;

impl Blackjack {
    /// Opens a table of the game with this law and these words.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    pub fn open(
        law: &'static Law,
        vocabulary: &'static Vocabulary,
        book: &RuleBook,
        config: &TableConfig,
    ) -> Result<Blackjack, OpenError> {
        Ok(Blackjack::new(law, vocabulary, Terms::resolve(vocabulary, book, config)?))
    }

    /// The terms in force: the table file and its rule book, resolved.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The law of the game that is played.
    pub fn law(&self) -> &'static Law {
        self.law
    }
}

impl Table for Blackjack {
    /// An empty list of declined offers.
    const ADDED_IN_2: &'static [u8] = &[0];

    fn name_hand(&self, place: Place, own: &[Card], _: &[Card]) -> Option<Named> {
        // Until the house has decided about stray cards, it is unknown which ones count.
        if own.is_empty() || self.round.error.is_some() {
            return None;
        }
        // In a doubled hand an ace may count differently.
        let hand = if let Place::Hand(spot) = place { self.hand(spot) } else { None };
        let counted = hand.map(|hand| hand.tally).filter(|tally| usize::from(tally.cards) == own.len());
        let tally = counted.unwrap_or_else(|| Tally::of(self.law, own));
        let is = Announcement::Total { value: tally.total().into(), soft: tally.is_soft() };
        Some(Named { is, ranks: String::new(), kickers: String::new() })
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
                self.irregular(Report { kind, place }, card, out)?;
            }
            Input::Approve { yes, person } => self.approve(actor, yes, person, out)?,
            Input::Ruling(act) => self.ruling(actor, act, out)?,
            Input::Granted { meter, stands, amount } => {
                by_staff(actor, Rank::Dealer)?;
                self.meter_answers(meter, Granted { stands, amount }, out)?;
            }
            Input::Meter { .. } => return Err(Refusal::not_awaited("not-now")),
            Input::Found { patron, box_number, wager, stake } => {
                by_staff(actor, Rank::Dealer)?;
                self.found(patron, box_number, wager, stake, out)?;
            }
            Input::Terms { file } => self.change_terms(actor, file, out)?,
            Input::Pick { .. } => return Err(Refusal::not_awaited("not-now")),
            Input::Look { patron, place } => self.looked_at(actor, patron, place, out)?,
            Input::Roll(_)
            | Input::RollThree(_)
            | Input::Number(_)
            | Input::Spin(_)
            | Input::WheelStopped(_) => {
                return Err(Refusal::impossible("not-this-game"));
            }
        }
        self.advance(out);
        Ok(())
    }

    reads_its_fields!();

    fn procedure(&self) -> u32 {
        self.vocabulary.procedure
    }

    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError> {
        let terms = Terms::resolve(self.vocabulary, book, config)?;
        Ok(self.shown.insert(Shown::new(config, terms)?).file())
    }

    fn bounds(&self) -> Bounds {
        self.work_out_bounds()
    }

    fn shuffling(&self) -> Shuffling {
        self.which_are_shuffled()
    }

    fn held_next(&self) -> Option<u32> {
        self.next.first_hidden(&self.layout).map(|next| next.laid.draw)
    }

    fn device_answer(&self, under: &dyn Fn(&LaidCard) -> Option<Card>) -> Option<bool> {
        self.device_would_say(under)
    }
}
