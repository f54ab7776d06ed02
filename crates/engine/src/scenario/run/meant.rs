//! Resolves the words of a statement at this table: hands, amounts, words of the game.

use super::{Runner, Trouble};
use crate::awaits::Due;
use crate::layout::Spot;
use crate::people::Patron;
use crate::scenario::ast::{Act, Statement};
use crate::scenario::report::Step;
use crate::table::Vocabulary;
use crate::table::Wheel;
use crate::wager::{Beneficiary, Wager};
use crate::words::{ChoiceId, IrregularityId, MeterId, SectionId, StepId, WagerId};
use felt::Money;
use std::collections::BTreeSet;

impl Runner<'_> {
    /// Returns the hand meant: the one named, the one being asked, or the patron's only box.
    pub(super) fn spot_of(&mut self, patron: Patron, spot: Option<Spot>) -> Result<Spot, Trouble> {
        if let Some(spot) = spot {
            return Ok(spot);
        }
        let open = self.open()?;
        match open.table.due() {
            Due::Choice { patron: asked, spot } if asked == patron => return Ok(spot),
            Due::Cut => return Ok(Spot { box_number: 0, hand: 1 }),
            _ => {}
        }
        let boxes_of = |counts: &dyn Fn(&Wager) -> bool| -> BTreeSet<u8> {
            // The house's wagers against a patron's bank do not belong to that patron.
            let own = |wager: &&Wager| wager.patron == patron && wager.beneficiary != Beneficiary::House;
            let own = open.table.wagers().iter().filter(own).filter(|wager| counts(wager));
            own.map(|wager| wager.spot.box_number).collect()
        };
        // If no wager is left there, the box of the wager removed last is meant.
        let lying = boxes_of(&|wager| wager.on_layout());
        let boxes = if lying.is_empty() { boxes_of(&|_| true) } else { lying };
        match boxes.iter().copied().collect::<Vec<_>>().as_slice() {
            [one] => Ok(Spot::first(*one)),
            [] => Err(format!("{patron} has no wager; say which hand, as `{patron} at 1 ...`")),
            _ => Err(format!("{patron} has several boxes; say which hand, as `{patron} at 1 ...`")),
        }
    }

    pub(super) fn box_of(&mut self, patron: Patron, named: Option<u8>) -> Result<u8, Trouble> {
        match named {
            Some(number) => Ok(number),
            None => self.spot_of(patron, None).map(|spot| spot.box_number),
        }
    }

    pub(super) fn money(&mut self, text: &str) -> Result<Money, Trouble> {
        self.open()?.currency.parse(text).map_err(|error| error.to_string())
    }

    pub(super) fn vocabulary(&mut self) -> Result<&'static Vocabulary, Trouble> {
        Ok(self.open()?.game.vocabulary)
    }

    pub(super) fn wager(&mut self, word: &str) -> Result<WagerId, Trouble> {
        find_word(self.vocabulary()?.wagers, WagerId::word, word, "wager")
    }

    pub(super) fn choice(&mut self, word: &str) -> Result<ChoiceId, Trouble> {
        find_word(self.vocabulary()?.choices, ChoiceId::word, word, "choice")
    }

    pub(super) fn step_word(&mut self, word: &str) -> Result<StepId, Trouble> {
        find_word(self.vocabulary()?.steps, StepId::word, word, "step")
    }

    pub(super) fn irregularity(&mut self, word: &str) -> Result<IrregularityId, Trouble> {
        let known: Vec<IrregularityId> = self.vocabulary()?.irregularities.iter().map(|i| i.id).collect();
        find_word(&known, IrregularityId::word, word, "irregularity")
    }

    /// Returns what a section shows; a table without a big wheel accepts any word here and refuses it later.
    pub(super) fn section(&mut self, word: &str) -> Result<SectionId, Trouble> {
        match self.open()?.table.wheel() {
            Wheel::Sections(sections) => {
                let mut known = sections.to_vec();
                known.sort();
                known.dedup();
                find_word(&known, SectionId::word, word, "section")
            }
            Wheel::None | Wheel::Ball(_) => Ok(SectionId::from_book("joker")),
        }
    }

    pub(super) fn meter(&mut self, word: &str) -> Result<MeterId, Trouble> {
        find_word(self.vocabulary()?.meters, MeterId::word, word, "meter")
    }

    /// Checks only the words of a statement that is no longer played, so that all mistakes are reported together.
    pub(super) fn spell(&mut self, statement: &Statement) {
        if self.open.is_none() {
            return;
        }
        let spelt = match &statement.act {
            Act::Bets { wagers, .. } | Act::Found { wagers, .. } => {
                wagers.iter().try_for_each(|(wager, _)| self.wager(wager).map(drop))
            }
            Act::TakesBack { wager, .. } | Act::Calls { wager, .. } => self.wager(wager).map(drop),
            Act::Chooses { choice, .. } => self.choice(choice).map(drop),
            Act::Step(_, step) => self.step_word(step).map(drop),
            Act::Meter(meter, ..) => self.meter(meter).map(drop),
            Act::Report { kind, .. } => self.irregularity(kind).map(drop),
            _ => Ok(()),
        };
        if let Err(trouble) = spelt {
            self.report.take(Step { problems: vec![trouble], ..Step::new(statement) });
        }
    }
}

fn find_word<T: Copy>(
    known: &[T],
    word_of: fn(T) -> &'static str,
    word: &str,
    what: &str,
) -> Result<T, Trouble> {
    known.iter().copied().find(|item| word_of(*item) == word).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|item| word_of(*item)).collect();
        match rulebook::nearest(word, &words) {
            Some(near) => format!("this game has no {what} `{word}`; did you mean `{near}`?"),
            None => format!("this game has no {what} `{word}`; it has: {}", words.join(", ")),
        }
    })
}
