//! Between the player and the table: questions, requests, refusals, the bank.

use super::command::Shortcut;
use super::frame::{Frame, packed, paged};
use super::{ME, MY_BOX, Sitting};
use crate::failure::Failure;
use crate::screen::{BAD, DIM, HEAD, Screen, paint, visible, wrap};
use engine::{Actor, Audience, Due, Input, Refusal, Rule, View, explain_refusal};
use felt::Money;
use std::collections::VecDeque;

/// Pages that cover the table until the player continues; the first one is shown.
pub(super) struct Pages {
    left: VecDeque<Vec<String>>,
    all: usize,
}

impl Sitting<'_> {
    pub(super) fn request(&mut self, input: Input) -> Result<bool, Failure> {
        let answer = self.driver.send(Actor::Patron(ME), input);
        self.granted(answer)
    }

    /// Whether the table accepted; if not, why.
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

    /// Shows once why an answer failed.
    pub(super) fn complain(&mut self, text: &str) -> Result<(), Failure> {
        let lines = self.drawn(|screen| screen.hanging_in(BAD, "  ", text))?;
        self.remarks.extend(lines);
        Ok(())
    }

    /// Formats lines by the means of the screen.
    pub(super) fn drawn(
        &self,
        draw: impl FnOnce(&mut Screen) -> std::io::Result<()>,
    ) -> Result<Vec<String>, Failure> {
        let mut draft = self.screen.draft();
        draw(&mut draft)?;
        Ok(draft.kept())
    }

    /// Shows pages over the table.
    pub(super) fn open_pages(&mut self, lines: &[String]) {
        let left = VecDeque::from(paged(lines, self.screen.height()));
        self.pages = Some(Pages { all: left.len(), left });
    }

    /// Asks, and shows pages as often as the player requests them; `None` if the player leaves.
    pub(super) fn ask(&mut self, question: &[String], offered: &[Rule]) -> Result<Option<String>, Failure> {
        loop {
            let lines = self.frame(question);
            let answer = self.prompt.ask(self.screen, &lines)?;
            self.remarks.clear();
            let Some(text) = answer else { return Ok(None) };
            let turned = text.is_empty() && self.pages.is_some();
            self.turn_page(turned);
            match Shortcut::read(&text) {
                Some(key) => self.show(key, offered)?,
                None if turned => {}
                None => return Ok(Some(text)),
            }
        }
    }

    /// Enter turns the page, and after the last page shows the table again; so does any other answer.
    fn turn_page(&mut self, turned: bool) {
        let mut pages = self.pages.take().filter(|_| turned);
        if let Some(pages) = &mut pages {
            pages.left.pop_front();
        }
        self.pages = pages.filter(|pages| !pages.left.is_empty());
    }

    fn frame(&self, question: &[String]) -> Vec<String> {
        let width = self.screen.width();
        let frame = match &self.pages {
            Some(Pages { left, all }) => {
                let next = if left.len() > 1 { "next page" } else { "back to the table" };
                let number = all + 1 - left.len();
                let question = format!("  {} {next} · page {number} of {all}", paint(HEAD, "Enter"));
                Frame {
                    head: self.head(width),
                    body: left.front().cloned().unwrap_or_default(),
                    news: Vec::new(),
                    question: vec![question],
                }
            }
            None => Frame {
                head: self.head(width),
                body: self.table_lines(width),
                news: [self.last_payment(), self.news.clone(), self.remarks.clone()].concat(),
                question: packed(question, width),
            },
        };
        frame.lines(self.screen.height())
    }

    /// The game on the left, the chips on the right.
    fn head(&self, width: usize) -> String {
        let money = |amount| self.currency.format(amount);
        let round = match self.driver.table.round() {
            0 => String::new(),
            round => format!(" · round {round}"),
        };
        let at_stake = self.at_stake();
        let staked =
            if at_stake.is_zero() { String::new() } else { format!(", {} at stake", money(at_stake)) };
        let right = format!("You have {} {}{staked}", money(self.bank), self.currency.code);
        // A long name is cut at its comma: "Dragon Bonus Baccarat".
        let room = width.saturating_sub(visible(&round) + visible(&right) + 2);
        let name = &self.known.book.name;
        let short = name.split(',').next().unwrap_or(name);
        let left = format!("{}{round}", if visible(name) > room { short } else { name });
        let gap = width.saturating_sub(visible(&left) + visible(&right)).max(2);
        format!("{}{:gap$}{right}", paint(HEAD, &left), "")
    }

    /// The cards and stakes; before a bet at a large layout, the possible bets.
    fn table_lines(&self, width: usize) -> Vec<String> {
        let view = View::of(&*self.driver.table, Audience::Patron(ME));
        let asked = match self.driver.table.due() {
            Due::Choice { patron: ME, spot } if spot.box_number == MY_BOX => Some(spot),
            _ => None,
        };
        let mut lines = self.picture.lines(&view, asked, width);
        let invitation = self.invitation().map(|text| wrap(&text, width.saturating_sub(2)));
        lines.extend(invitation.into_iter().flatten().map(|line| format!("  {}", paint(DIM, &line))));
        lines
    }

    /// The last payments, if the current round has paid nothing yet.
    fn last_payment(&self) -> Vec<String> {
        let Some((text, rules)) = self.last_paid.as_ref().filter(|_| !self.news_has_payment) else {
            return Vec::new();
        };
        let mut draft = self.screen.draft();
        // A draft is kept in memory, where writing cannot fail.
        let _ = draft.cited("  ", &format!("Last paid: {text}"), rules);
        draft.kept().iter().map(|line| paint(DIM, line)).collect()
    }
}
