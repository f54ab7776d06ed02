//! Determines the limits of each wager of a table.
//!
//! Limits written for the wager itself take precedence, then those of its family, then those of the main wager. Side
//! bets are an exception: a casino must always name their limits.

use std::collections::{BTreeMap, BTreeSet};

use felt::Money;

use crate::book::{RuleBook, WagerRule};
use crate::check::Checker;
use crate::exact::{self, lcm};
use crate::finding::Finding;
use crate::limits::Limits;
use crate::table::TableConfig;

impl Checker<'_> {
    pub(crate) fn limits(&mut self) {
        self.refuse_unwanted();
        let (mut read, mut bare) = (BTreeMap::new(), BTreeSet::new());
        for wager in &self.book.wagers {
            if !self.table.offers(&wager.id) || !wager.has_limits() {
                continue;
            }
            let Some(id) = self.limited_by(wager) else {
                self.refuse_without_limits(wager, &mut bare);
                continue;
            };
            // A text that cannot be read is reported once, not again for each wager that takes its limits from it.
            let limits = *read.entry(id.clone()).or_insert_with(|| self.read_limits(&id));
            let Some(limits) = limits else { continue };
            match self.limits_for(wager, &id, limits) {
                Ok(limits) => {
                    self.table.limits.insert(wager.id.clone(), limits);
                }
                Err(finding) => {
                    let line = self.line(&format!("limits.{id}"));
                    self.findings.push(finding.at(line));
                }
            }
        }
    }

    /// Returns the id under which the limits of this wager are written: its own, its family's or the main wager's.
    pub(crate) fn limited_by(&self, wager: &WagerRule) -> Option<String> {
        let written = |id: &&String| self.set.contains_key(&format!("limits.{id}"));
        let chosen = |id: &&String| self.set.get(&format!("limits.{id}")).is_some_and(|entry| !entry.yields);
        if let Some(other) = &wager.equals {
            return Some(other).filter(written).cloned();
        }
        let family = wager.family.as_ref();
        let main = self.book.main_wager().map(|main| &main.id).filter(|_| !wager.side_bet);
        // A default for one wager yields to an explicit value for its family.
        let own = Some(&wager.id).filter(|id| chosen(id) || !family.is_some_and(|id| chosen(&id)));
        [own, family, main].into_iter().flatten().find(written).cloned()
    }

    fn read_limits(&mut self, id: &str) -> Option<Limits> {
        let entry = self.set.get(&format!("limits.{id}"))?;
        match Limits::parse(&entry.value, self.book.currency, self.table.coin) {
            Ok(limits) => Some(limits),
            Err(what) => {
                let form = "limits such as 5..500 step 5, in whole coins";
                let finding = Finding::new(format!("limits of {id}: {what}")).at(entry.line).allowing(form);
                self.findings.push(finding);
                None
            }
        }
    }

    fn limits_for(&self, wager: &WagerRule, id: &str, limits: Limits) -> Result<Limits, Finding> {
        let book = self.book;
        let limits = if *id == wager.id {
            limits
        } else {
            // A step written for the family binds all its members; the main wager's step binds only the main wager.
            let binds = wager.family.as_deref() == Some(id)
                && self.set.get(&format!("limits.{id}")).is_some_and(|entry| entry.value.contains("step"));
            narrowed(book, &self.table, wager, limits, binds)?
        };
        let Some(bounds) = wager.limits else { return Ok(limits) };
        let Some(what) = bounds.broken_by(&limits, book.currency) else { return Ok(limits) };
        let finding = Finding::new(format!("limits of {}: {what}", wager.id)).citing(&wager.limits_cites);
        Err(finding.allowing(bounds.display(book.currency)))
    }

    fn refuse_without_limits(&mut self, wager: &WagerRule, said: &mut BTreeSet<String>) {
        let is_main = self.book.main_wager().is_some_and(|main| main.id == wager.id);
        if !wager.side_bet && !is_main {
            return; // The main wager lacks limits too, which is reported there.
        }
        let offered_by = |id: &&String| self.set.contains_key(&format!("side-bets.{id}"));
        let id = [Some(&wager.id), wager.family.as_ref()].into_iter().flatten().find(offered_by);
        let id = id.unwrap_or(&wager.id);
        if said.insert(id.clone()) {
            let at = self.line(&format!("side-bets.{id}"));
            let finding = Finding::new(format!("{id} is offered without limits")).at(at).citing(&wager.cites);
            let within =
                wager.limits.map(|bounds| format!("limits within {}", bounds.display(self.book.currency)));
            self.findings.push(finding.allowing(within.unwrap_or("limits such as 5..500 step 5".to_owned())));
        }
    }

    /// Refuses limits for wagers that cannot have them: wagers that follow others, and side bets that are not offered.
    fn refuse_unwanted(&mut self) {
        let book = self.book;
        for (key, entry) in &self.set {
            let Some(id) = key.strip_prefix("limits.") else { continue };
            let mut meant: Vec<&WagerRule> = book.wager(id).into_iter().collect();
            if meant.is_empty() {
                meant.extend(book.family(id));
            }
            let Some(first) = meant.first() else { continue };
            let offered = meant.iter().any(|w| self.table.offers(&w.id));
            if let Some(refusal) = unwanted(first, id, offered) {
                self.findings.push(refusal.at(entry.line).citing(&first.cites));
            }
        }
    }
}

/// Returns why a wager or a family cannot have limits here, if it cannot.
fn unwanted(wager: &WagerRule, id: &str, offered: bool) -> Option<Finding> {
    if let Some(followed) = &wager.follows {
        // For a family that follows another one, the finding names the family and not its first number.
        let target = wager.target.as_deref().filter(|_| id != wager.id).unwrap_or_default();
        let whole = followed.strip_suffix(target).and_then(|rest| rest.strip_suffix('-'));
        let followed = whole.filter(|_| !target.is_empty()).unwrap_or(followed);
        let what = format!("{id} follows {followed} and has no limits of its own");
        return Some(Finding::new(what).allowing(format!("limits for {followed}")));
    }
    if let Some(other) = &wager.equals {
        let what = format!("{id} always equals {other} and has no limits of its own");
        return Some(Finding::new(what).allowing(format!("limits for {other}")));
    }
    let what = format!("{id} has limits but is not offered");
    (!offered).then(|| Finding::new(what).allowing(format!("[side-bets.{id}] with its limits")))
}

/// Returns the limits for this wager when they were written for the main wager or for a family: if the book says so,
/// narrowed to the stakes for which the wager is paid in whole coins.
pub(crate) fn narrowed(
    book: &RuleBook,
    table: &TableConfig,
    wager: &WagerRule,
    limits: Limits,
    step_binds: bool,
) -> Result<Limits, Finding> {
    if !wager.payable_step {
        return Ok(limits);
    }
    // If no step fits, the cause is a fixed payment, which has its own finding.
    let Some(payable) = exact::payable_step(book, table, wager) else { return Ok(limits) };
    let both = if step_binds { lcm(payable.as_minor(), limits.step.as_minor()) } else { None };
    let step = both.map_or(payable, Money::minor);
    limits.in_steps_of(step).ok_or_else(|| {
        let [min, max, step, coin] =
            [limits.min, limits.max, step, table.coin].map(|amount| book.currency.format_short(amount));
        let id = &wager.id;
        let what = format!(
            "{id} is left without a stake: from {min} to {max} there is no multiple of {step}, \
             the step in which it is paid in whole coins of {coin}"
        );
        let ways =
            format!("limits that hold a multiple of {step}, for it alone or for what it shares them with");
        Finding::new(what).citing(&wager.cites).allowing(ways)
    })
}
