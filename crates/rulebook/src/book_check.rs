//! Checks a rule book for consistency.

use std::collections::{BTreeMap, BTreeSet};

use felt::Odds;

use crate::book::{PayTable, PayTerm, RuleBook, WagerRule};
use crate::draft::is_reserved;
use crate::finding::{Finding, unknown, unknown_wager};
use crate::option::{Allowed, OptionRule};

/// The value of `effective` for a document that prints no date.
const UNDATED: &str = "undated";

/// The lines of the parts of a book in its text.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) effective: Option<usize>,
    pub(crate) boxes: usize,
    pub(crate) decks: usize,
    pub(crate) wagers: Vec<usize>,
    pub(crate) paytables: Vec<usize>,
    pub(crate) options: Vec<usize>,
    pub(crate) duties: Vec<usize>,
    pub(crate) sections: Vec<usize>,
}

/// The prefix of the project's own rulings.
const RULING: &str = "RULING";

struct Checker<'b> {
    book: &'b RuleBook,
    findings: Vec<Finding>,
}

pub(crate) fn check(book: &RuleBook, lines: &Lines) -> Vec<Finding> {
    let mut checker = Checker { book, findings: Vec::new() };
    checker.whole(lines);
    let mut names = BTreeSet::new();
    for (wager, line) in book.wagers.iter().zip(&lines.wagers) {
        checker.unique(&mut names, "wager", &wager.id, *line);
        // A fault of a row is reported once, not again for each of its targets.
        let said = wager.family.is_some() && checker.findings.iter().any(|f| f.line == Some(*line));
        if !said {
            checker.wager(wager, *line);
        }
    }
    checker.families(&mut names, &lines.wagers);
    // Options and wagers share one space of names because a scenario's table line sets both by bare id.
    for (option, line) in book.options.iter().zip(&lines.options) {
        checker.unique(&mut names, "option", &option.id, *line);
        checker.option(option, *line);
    }
    let mut codes = BTreeSet::new();
    for (table, line) in book.paytables.iter().zip(&lines.paytables) {
        checker.unique(&mut codes, "paytable", &table.code, *line);
        checker.paytable(table, *line);
    }
    let mut duties = BTreeSet::new();
    for (duty, line) in book.duties.iter().zip(&lines.duties) {
        checker.unique(&mut duties, "duty", &duty.id, *line);
        checker.cites("duty", &duty.id, std::slice::from_ref(&duty.id), *line);
    }
    let mut shown = BTreeSet::new();
    for (section, line) in book.sections.iter().zip(&lines.sections) {
        checker.unique(&mut shown, "section", &section.id, *line);
        checker.cites("section", &section.id, &section.cites, *line);
        let there = book.wheel.iter().filter(|id| **id == section.id).count();
        if there != usize::from(section.count) {
            let what = format!(
                "section \"{}\" stands {there} times on the wheel, not {}",
                section.id, section.count
            );
            checker.say(*line, what);
        }
    }
    for id in book.wheel.iter().filter(|id| !shown.contains(id.as_str())) {
        checker.findings.push(Finding::new(format!("the wheel shows \"{id}\", which is no section")));
    }
    checker.findings
}

impl<'b> Checker<'b> {
    fn say(&mut self, line: usize, what: String) {
        self.findings.push(Finding::new(what).at(line));
    }

    fn whole(&mut self, lines: &Lines) {
        let book = self.book;
        let timeless = match book.effective.as_str() {
            "" => book.has_no_document(),
            word => word == UNDATED,
        };
        if !timeless && !is_date(&book.effective) {
            let what = format!("effective \"{}\" is not a date", book.effective);
            self.findings.push(
                Finding::new(what)
                    .at(lines.effective)
                    .allowing("YYYY-MM-DD, or undated where none is printed"),
            );
        }
        for (key, cites) in [("exact_cites", &book.exact_cites), ("side_bets_cites", &book.side_bets_cites)] {
            if !cites.is_empty() {
                self.cites("key", key, cites, 1);
            }
        }
        if let Some(rounding) = &book.rounding {
            self.cites("key", "rounding", &rounding.cites, 1);
        }
        if book.has_no_document() && !book.prefix.is_empty() && !book.prefix.starts_with(RULING) {
            let what = format!("prefix \"{}\" is of a document, and the book says it has none", book.prefix);
            self.findings.push(Finding::new(what).at(1).allowing(format!("{RULING}-…, or none at all")));
        }
        if book.main_wager().is_none() && !book.only_side_bets {
            self.say(1, "no wager can be the main one: each is a side bet or follows another".to_owned());
        }
        let counts = [
            ("boxes", book.boxes.allowed, book.boxes.default, &book.boxes.cites, lines.boxes),
            ("decks", book.decks.allowed, book.decks.default, &book.decks.cites, lines.decks),
        ];
        for (name, allowed, default, cites, line) in counts {
            if !allowed.contains(default.into()) || allowed.max > u8::MAX.into() {
                let what = format!("the default of {default} {name} is not allowed by its own range");
                self.findings.push(Finding::new(what).at(line).allowing(allowed.to_string()));
            }
            // A game without cards has no paragraph on cards.
            if allowed.max > 0 {
                self.cites("section", name, cites, line);
            }
        }
    }

    fn unique<'n>(&mut self, seen: &mut BTreeSet<&'n str>, kind: &str, id: &'n str, line: usize) {
        if !seen.insert(id) {
            self.say(line, format!("{kind} \"{id}\" is there twice"));
        }
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if matches!(kind, "wager" | "option") && (id.is_empty() || !id.chars().all(word)) {
            self.say(line, format!("{kind} id \"{id}\" must be lower-case words joined by hyphens"));
        }
        if is_reserved(id) {
            self.say(line, format!("{kind} id \"{id}\" is a word that table files use for something else"));
        }
    }

    /// Checks family names. A family has a name of its own, or that of the wager it follows: a come bet on a number was
    /// made as a come bet. In files such a name means the wager, since a wager that follows has no limits.
    fn families(&mut self, names: &mut BTreeSet<&'b str>, lines: &[usize]) {
        let book = self.book;
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for (wager, line) in book.wagers.iter().zip(lines) {
            let Some(family) = wager.family.as_deref() else { continue };
            match rows.insert(family, *line) {
                Some(before) if before == *line => {}
                Some(_) => self.say(*line, format!("wager \"{family}\" is there twice")),
                None if wager.follows.as_deref() == Some(family) => {}
                None => self.unique(names, "wager", family, *line),
            }
        }
    }

    fn cites(&mut self, kind: &str, id: &str, cites: &[String], line: usize) {
        if cites.is_empty() {
            self.say(line, format!("{kind} \"{id}\" cites no paragraph"));
        }
        // A game without a document rests on rulings, under any id.
        let own = if self.book.has_no_document() { RULING } else { &self.book.prefix };
        // Some documents number their pay tables separately: `CO-RF/PT-…`.
        let of = |prefix: &str, cite: &String| {
            cite.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['-', '/']) && rest.len() > 1)
        };
        for cite in cites {
            if !of(own, cite) && !self.book.also.iter().any(|also| of(also, cite)) {
                let what = format!("{kind} \"{id}\" cites \"{cite}\", which is not of this book");
                self.findings.push(Finding::new(what).at(line).allowing(format!("{own}-…")));
            }
        }
    }

    fn wager(&mut self, wager: &WagerRule, line: usize) {
        let book = self.book;
        let id = &wager.id;
        self.cites("wager", id, &wager.cites, line);
        if wager.paytables_cites != wager.cites {
            self.cites("wager", id, &wager.paytables_cites, line);
        }
        if wager.limits_cites != wager.cites {
            self.cites("wager", id, &wager.limits_cites, line);
        }
        if let Some(aggregate) = &wager.aggregate {
            self.cites("wager", id, &aggregate.cites, line);
        }
        if let Some(vigorish) = wager.vigorish.as_ref().filter(|v| book.option(&v.option).is_none()) {
            let options = book.options.iter().map(|option| option.id.as_str());
            let kind = format!("option of the vigorish of wager \"{id}\":");
            self.findings.push(unknown(&kind, &vigorish.option, options).at(line));
        }
        for (verb, other) in [("follows", &wager.follows), ("feeds", &wager.feeds), ("equals", &wager.equals)]
        {
            let Some(other) = other else { continue };
            if book.wager(other).is_none() {
                let known: Vec<_> = book.wagers.iter().collect();
                self.findings
                    .push(unknown_wager(&format!("wager that {id} {verb}:"), other, &known).at(line));
            }
        }
        self.side_bet(wager, line);
        if self.follows_itself(wager) {
            self.say(line, format!("wager \"{id}\" follows itself, directly or by way of others"));
        }
        if wager.required && wager.side_bet {
            self.say(line, format!("wager \"{id}\" cannot be both required and a side bet"));
        }
        if wager.follows.is_some() && wager.limits.is_some() {
            self.say(line, format!("wager \"{id}\" follows another, so it has no limits of its own"));
        }
        if wager.payable_step && !wager.may_borrow(book) {
            self.say(line, format!("wager \"{id}\" never borrows limits, so it cannot have a payable step"));
        }
        if wager.refuses_inexact && wager.follows.is_none() {
            self.say(line, format!("wager \"{id}\" has limits, whose step says what it refuses"));
        }
        if wager.pays.is_empty() && wager.paytables.is_empty() {
            self.say(line, format!("wager \"{id}\" can never win: it has neither pays nor paytables"));
        }
        for term in &wager.pays {
            let PayTerm::ByOption(option) = term else { continue };
            match book.option(option).map(|o| &o.allowed) {
                None => {
                    let known = book.options.iter().map(|o| o.id.as_str());
                    self.findings
                        .push(unknown(&format!("option in the pays of {id}:"), option, known).at(line));
                }
                Some(Allowed::AtLeast(_)) => {}
                Some(Allowed::OneOf(values)) if values.iter().all(|v| v.parse::<Odds>().is_ok()) => {}
                Some(_) => {
                    self.say(line, format!("wager \"{id}\" is paid by {option}, whose values are no odds"));
                }
            }
        }
        for code in &wager.paytables {
            match book.paytable(code) {
                None => {
                    let known = book.paytables.iter().map(|p| p.code.as_str());
                    self.findings.push(unknown(&format!("paytable of {id}:"), code, known).at(line));
                }
                Some(table) if !wager.is_paid_by(table) => {
                    self.say(line, format!("wager \"{id}\" names {code}, which pays {}", table.wager));
                }
                Some(_) => {}
            }
        }
    }

    /// Checks the games, wagers and decks that a side bet names.
    fn side_bet(&mut self, wager: &WagerRule, line: usize) {
        let (book, id) = (self.book, &wager.id);
        let bound = !wager.attaches.is_empty() || !wager.beside.is_empty() || wager.decks.is_some();
        if !wager.side_bet && bound {
            let what =
                format!("wager \"{id}\" is no side bet, so it has neither attaches nor beside nor decks");
            self.say(line, what);
            return;
        }
        for cites in [&wager.attaches_cites, &wager.beside_cites, &wager.decks_cites] {
            if *cites != wager.cites && *cites != book.decks.cites {
                self.cites("wager", id, cites, line);
            }
        }
        if book.only_side_bets && !wager.side_bet && wager.follows.is_none() {
            let what = format!("wager \"{id}\" is no side bet, and the book says it has only those");
            self.say(line, what);
        }
        if wager.side_bet && wager.attaches.is_empty() {
            let what = format!("side bet \"{id}\" does not say which games it attaches to");
            self.findings.push(Finding::new(what).at(line).allowing("attaches = [\"ohio/blackjack\"]"));
        }
        for other in &wager.beside {
            // A side bet may be placed beside a wager of a game that its own book does not contain.
            if other == id || (book.wager(other).is_none() && !book.only_side_bets) {
                let known: Vec<_> = book.wagers.iter().filter(|known| known.id != *id).collect();
                let kind = format!("wager that {id} stands beside:");
                self.findings.push(unknown_wager(&kind, other, &known).at(line));
            }
        }
    }

    fn follows_itself(&self, wager: &WagerRule) -> bool {
        let mut at = wager;
        // A chain longer than the list of wagers must be a cycle.
        for _ in 0..=self.book.wagers.len() {
            match at.follows.as_deref().and_then(|next| self.book.wager(next)) {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    }

    fn option(&mut self, option: &OptionRule, line: usize) {
        let id = &option.id;
        self.cites("option", id, &option.cites, line);
        if option.uniform_cites != option.cites {
            self.cites("option", id, &option.uniform_cites, line);
        }
        if !option.allowed.contains(&option.default) {
            let what = format!("the default \"{}\" of option \"{id}\" is not allowed", option.default);
            self.findings.push(Finding::new(what).at(line).allowing(option.allowed.to_string()));
        }
        if option.broken_condition(&option.default, self.book.decks.default).is_some() {
            let what = format!("the defaults of option \"{id}\" and of the decks exclude each other");
            self.say(line, what);
        }
        for needs in &option.needs {
            self.cites("condition of option", id, &needs.cites, line);
            let known =
                |id: &str, value: &str| self.book.option(id).is_some_and(|o| o.allowed.contains(value));
            let others = needs.others.iter();
            let wanted =
                others.flat_map(|other| other.values.iter().map(|value| (other.option.as_str(), value)));
            let unknown = std::iter::once((id.as_str(), &needs.value))
                .chain(wanted)
                .find(|(option, value)| !known(option, value));
            if let Some((option, value)) = unknown {
                let what = format!(
                    "a condition of option \"{id}\" speaks of {option} {value}, which is not allowed"
                );
                self.findings.push(Finding::new(what).at(line));
            }
        }
        for only in &option.only {
            self.cites("condition of option", id, &only.cites, line);
            if !option.allowed.contains(&only.value) {
                let what =
                    format!("option \"{id}\" has a condition on \"{}\", which it does not allow", only.value);
                self.findings.push(Finding::new(what).at(line).allowing(option.allowed.to_string()));
            }
        }
    }

    fn paytable(&mut self, table: &PayTable, line: usize) {
        let code = &table.code;
        self.cites("paytable", code, &table.cites, line);
        let whose = || self.book.wagers.iter().filter(|wager| wager.is_paid_by(table));
        let listed = whose().next().map(|wager| (wager.id.clone(), wager.paytables.contains(code)));
        match listed {
            None => {
                let known: Vec<_> = self.book.wagers.iter().collect();
                let kind = format!("wager of paytable {code}:");
                self.findings.push(unknown_wager(&kind, &table.wager, &known).at(line));
            }
            Some((wager, is_listed)) if is_listed == table.repeats.is_some() => {
                let listed = if table.repeats.is_some() { "repeats another and is" } else { "is not" };
                self.say(line, format!("paytable {code} {listed} listed by its wager {wager}"));
            }
            Some(_) => {}
        }
        self.repeated(table, line);
        if table.lines.is_empty() {
            self.say(line, format!("paytable {code} has no lines"));
        }
        let mut seen = BTreeSet::new();
        for pay_line in &table.lines {
            if !seen.insert(&pay_line.id) {
                self.say(line, format!("line \"{}\" of paytable {code} is there twice", pay_line.id));
            }
        }
    }

    /// A pay table printed twice must be the same both times.
    fn repeated(&mut self, table: &PayTable, line: usize) {
        let Some(first) = &table.repeats else { return };
        let pays = |table: &PayTable| {
            table.lines.iter().map(|line| (line.id.clone(), line.pays)).collect::<Vec<_>>()
        };
        let same = self.book.paytable(first).filter(|first| first.wager == table.wager).map(pays);
        if same != Some(pays(table)) {
            self.say(line, format!("paytable {} does not repeat {first}", table.code));
        }
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number = |text: &str, digits: usize, range: std::ops::RangeInclusive<u32>| {
        text.len() == digits && text.parse().is_ok_and(|n| range.contains(&n))
    };
    number(year, 4, 1900..=9999) && number(month, 2, 1..=12) && number(day, 2, 1..=31)
}
