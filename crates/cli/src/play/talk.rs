//! Between the player and the table: requests, refusals, the bank, the rules behind things.

use super::{ME, Sitting};
use crate::failure::Failure;
use crate::notes::Notes;
use crate::screen::{BAD, PLAIN};
use engine::{Actor, Input, Refusal, Rule, explain_refusal};
use felt::Money;
use std::collections::BTreeSet;

impl Sitting<'_> {
    pub(super) fn request(&mut self, input: Input) -> Result<bool, Failure> {
        let answer = self.driver.send(Actor::Patron(ME), input);
        self.granted(answer)
    }

    /// Whether the table agreed; if not, why.
    pub(super) fn granted(&mut self, answer: Result<(), Refusal>) -> Result<bool, Failure> {
        match answer {
            Ok(()) => Ok(true),
            Err(refusal) => {
                self.complain(&explain_refusal(&refusal, self.currency, &self.driver.table.due()))?;
                Ok(false)
            }
        }
    }

    pub(super) fn afford(&mut self, amount: Money) -> Result<bool, Failure> {
        if amount <= self.bank {
            return Ok(true);
        }
        let (takes, have) = (self.currency.format_short(amount), self.currency.format_short(self.bank));
        self.complain(&format!("that takes {takes} and you have {have}"))?;
        Ok(false)
    }

    pub(super) fn amount(&mut self, text: &str) -> Result<Option<Money>, Failure> {
        match self.currency.parse(text) {
            Ok(amount) => Ok(Some(amount)),
            Err(error) => {
                self.complain(&error.to_string())?;
                Ok(None)
            }
        }
    }

    pub(super) fn complain(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.screen.hanging_in(BAD, "  ", text)?)
    }

    /// Asks, and shows rules as often as they are wanted; `None` when the player leaves.
    pub(super) fn ask(&mut self, question: &str, offered: &[Rule]) -> Result<Option<String>, Failure> {
        loop {
            match self.prompt.ask(self.screen, question)? {
                Some(text) if text == "?" => self.explain(offered)?,
                Some(text) if text == "help" => {
                    let help = "Answer with a letter, a number or the word; an amount where one is asked for. \
                                Enter takes what stands in brackets. ? shows the rules, q leaves.";
                    self.screen.paragraph(2, PLAIN, help)?;
                }
                answer => return Ok(answer),
            }
        }
    }

    /// Asks without knowing any answer but leaving.
    pub(super) fn ask_plainly(&mut self, question: &str) -> Result<Option<String>, Failure> {
        self.prompt.ask(self.screen, question)
    }

    /// The rules behind the last settlement line; before there is one, behind what is offered.
    pub(super) fn explain(&mut self, offered: &[Rule]) -> Result<(), Failure> {
        let notes = Notes::all();
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let lines = self.last_line.iter().flat_map(|line| line.cites.iter().collect::<Vec<_>>());
        let rules: Vec<Rule> = lines.chain(offered.iter().copied()).collect();
        for rule in rules.iter().filter(|rule| shown.insert(rule.id())) {
            notes.print(self.screen, 4, rule.id())?;
        }
        Ok(())
    }
}
