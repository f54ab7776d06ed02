//! Pages that cover the table for a while: help, pay tables, possible bets, the last rounds, the rules.

use super::command::Shortcut;
use super::picture::in_words;
use super::{Sitting, letters};
use crate::failure::Failure;
use crate::families;
use crate::grid::Grid;
use crate::notes;
use crate::screen::{DIM, HEAD, PLAIN, Screen, paint};
use engine::{AmountRange, Rule, WagerId};
use rulebook::PayTable;
use std::collections::BTreeSet;
use std::io;

/// What can be typed at every table, and what it does.
const HELP: &[(&str, &str)] = &[
    ("Enter", "go on as the question says: deal, throw, repeat the last bets"),
    ("10", "bet 10 on each required wager: ante and blind at once"),
    ("trips 5", "bet by name, or add to a bet; several at once with commas"),
    ("- or undo", "take back the bet made last, before the cards or dice come"),
    ("back trips", "take a bet back; back place-6 6 takes 6 of it"),
    ("off hard-4", "call a bet off, and with on back on, where the game allows it"),
    ("Kd 9s", "set these two cards as your low hand, where cards are set in two hands"),
    ("d, double", "choose by letter or word, with an amount if you like: d 5"),
    ("$ or pay", "what this table pays"),
    ("bets", "what may be bet now, with amounts and odds"),
    ("? trips", "what a wager is, and its rules"),
    ("# or rounds", "the last rounds, with every payment and its rule"),
    ("! or why", "the rules behind the last payments and behind what is offered"),
    ("q", "leave; standing wagers stay on the table"),
];

impl Sitting<'_> {
    /// Shows the page that a key requests.
    pub(super) fn show(&mut self, key: Shortcut<'_>, offered: &[Rule]) -> Result<(), Failure> {
        let lines = match key {
            Shortcut::Help => self.help()?,
            Shortcut::About(text) => match self.named(text) {
                Some(wager) => self.about(wager)?,
                None => {
                    return self.complain(&format!("\"{text}\" is no wager; `bets` shows which there are"));
                }
            },
            Shortcut::Pay => self.pay_page()?,
            Shortcut::Bets => self.bets_page()?,
            Shortcut::Rounds => self.rounds_page(),
            Shortcut::Why => self.why(offered)?,
        };
        self.open_pages(&lines);
        Ok(())
    }

    fn named(&self, text: &str) -> Option<WagerId> {
        let name = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
        self.known.game.vocabulary.wagers.iter().find(|wager| wager.word() == name).copied()
    }

    fn help(&self) -> Result<Vec<String>, Failure> {
        let choices = self.known.game.vocabulary.choices.iter().map(|choice| {
            let letter = letters::of(choice.word()).map(String::from).unwrap_or_default();
            format!("{} {}", paint(HEAD, &letter), choice.word().replace('-', " "))
        });
        let choices = choices.collect::<Vec<_>>().join(" · ");
        self.drawn(|screen| {
            for (typed, meaning) in HELP {
                screen.hanging(&format!("  {}  ", paint(HEAD, &format!("{typed:<12}"))), meaning)?;
            }
            screen.blank()?;
            screen.hanging("  Letters here: ", &choices)
        })
    }

    /// The rules of the last payments and of the current offers.
    fn why(&self, offered: &[Rule]) -> Result<Vec<String>, Failure> {
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let paid: Vec<Rule> = self.last_lines.iter().flat_map(|line| line.cites.iter()).collect();
        let all: Vec<Rule> = paid.into_iter().chain(offered.iter().copied()).collect();
        self.drawn(|screen| {
            if all.is_empty() {
                screen.paragraph(2, DIM, "No payment yet, and only bets are offered.")?;
            }
            all.iter()
                .filter(|rule| shown.insert(rule.id()))
                .try_for_each(|rule| notes::print(screen, 2, rule.id()))
        })
    }

    /// The bets possible now, by family: wagers of a family with equal limits and payouts share a row.
    fn bets_page(&self) -> Result<Vec<String>, Failure> {
        let open = self.open_bets();
        let now = |id: &str| {
            let range = open.iter().find(|(open, _)| open.word() == id).map(|(_, range)| *range);
            range.map(|range| self.amounts(range))
        };
        let mut lines = vec![paint(HEAD, "  What you may bet now")];
        lines.extend(self.wager_grid(now)?);
        if open.is_empty() {
            lines.push("  nothing".to_owned());
        }
        Ok(lines)
    }

    /// All wagers of the table, with their limits and payouts.
    fn pay_page(&self) -> Result<Vec<String>, Failure> {
        let offered = |id: &str| {
            let limits = self.config.limits(id);
            let range = limits.map(|of| AmountRange { min: of.min, max: of.max, step: of.step });
            self.config.offers(id).then(|| range.map(|range| self.amounts(range)).unwrap_or_default())
        };
        let mut lines = vec![paint(HEAD, "  What this table pays")];
        lines.extend(self.wager_grid(offered)?);
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for wager in &self.known.book.wagers {
            let Some(table) = self.config.paytable(&wager.id).filter(|_| self.config.offers(&wager.id))
            else {
                continue;
            };
            if told.insert(&table.code) {
                lines.extend(self.drawn(|screen| self.pay_table(screen, &wager.name, table))?);
            }
        }
        Ok(lines)
    }

    fn pay_table(&self, screen: &mut Screen, name: &str, table: &PayTable) -> io::Result<()> {
        screen.blank()?;
        screen.cited("  ", &paint(HEAD, name), &table.cites.join(" "))?;
        let mut grid = Grid::new(&["", ">"]);
        for line in &table.lines {
            let envy = line.envy.map(|amount| format!(", envy {}", self.currency.format_short(amount)));
            let from =
                line.from.map(|amount| format!(" from a bet of {}", self.currency.format_short(amount)));
            let extra = format!("{}{}", envy.unwrap_or_default(), from.unwrap_or_default());
            grid.row([
                line.name.as_str().into(),
                format!("{}{extra}", line.pays.format_in(self.currency)).into(),
            ]);
        }
        grid.print(screen, 2)
    }

    fn wager_grid(&self, amounts: impl Fn(&str) -> Option<String>) -> Result<Vec<String>, Failure> {
        let families = families::of(&self.known.book);
        let targets = families.iter().any(|family| family.wagers.len() > 1);
        let mut grid = Grid::new(&["bet", if targets { "on" } else { "" }, "amounts", "pays"]);
        for family in families {
            let mut rows: Vec<(String, String, Vec<&str>)> = Vec::new();
            for wager in &family.wagers {
                let Some(amounts) = amounts(&wager.id) else { continue };
                let pays = self.pays(&wager.id);
                let target = wager.target.as_deref().unwrap_or_default();
                match rows.iter_mut().find(|(a, p, _)| *a == amounts && *p == pays) {
                    Some((.., targets)) => targets.push(target),
                    None => rows.push((amounts, pays, vec![target])),
                }
            }
            for (n, (amounts, pays, targets)) in rows.into_iter().enumerate() {
                let label = if n == 0 { in_words(&family.label()) } else { String::new() };
                grid.row([label.into(), targets.join(" ").into(), amounts.into(), pays.into()]);
            }
        }
        self.drawn(|screen| grid.print(screen, 2))
    }

    fn pays(&self, wager: &str) -> String {
        let mut pays: Vec<String> = Vec::new();
        for pay in self.config.pays(wager).iter().map(|pay| pay.format_in(self.currency)) {
            if !pays.contains(&pay) {
                pays.push(pay);
            }
        }
        if self.config.paytable(wager).is_some() {
            pays.push("by its pay table".to_owned());
        }
        pays.join(", ")
    }

    /// The description of a wager: its name, odds, amounts and rules.
    fn about(&self, wager: WagerId) -> Result<Vec<String>, Failure> {
        let Some(rule) = self.rule_of(wager) else { return Ok(Vec::new()) };
        let pays = self.pays(&rule.id);
        let pays = if pays.is_empty() { String::new() } else { format!(", pays {pays}") };
        let takes = match self.range(wager) {
            Some(range) => format!("; {}", self.amounts(range)),
            None if self.config.offers(&rule.id) => "; not to be bet now".to_owned(),
            None => "; not offered at this table".to_owned(),
        };
        self.drawn(|screen| {
            screen.paragraph(2, PLAIN, &format!("{}{pays}{takes}", rule.name))?;
            rule.cites.iter().try_for_each(|id| notes::print(screen, 4, id))
        })
    }

    fn rounds_page(&self) -> Vec<String> {
        if self.rounds.is_empty() {
            return vec![paint(DIM, "  No round has been settled yet.")];
        }
        let rounds: Vec<Vec<String>> = self.rounds.iter().rev().cloned().collect();
        rounds.join(&String::new())
    }
}
