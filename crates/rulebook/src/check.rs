//! The only place that decides whether a table is allowed.

use std::collections::{BTreeMap, BTreeSet};

use felt::{Money, Rounding};

use crate::awards::Awards;
use crate::book::{RuleBook, WagerRule};
use crate::defaults::one;
use crate::draft::{Entry, PLAIN, TableDraft};
use crate::exact::{self, ROUNDINGS};
use crate::finding::{Finding, names, unknown, unknown_wager};
use crate::limits::{Range, Ranges, positive};
use crate::new_cards::{NewCards, hours_of};
use crate::option::{Allowed, OptionRule};
use crate::table::TableConfig;
use crate::warnings::warnings;

/// The longest time that a box is kept for a patron.
const MOST_PLACE_ROUNDS: u16 = 100;
const MOST_PLACE_SECONDS: u16 = 3_600;

pub(crate) fn check(draft: &TableDraft, book: &RuleBook) -> Result<TableConfig, Vec<Finding>> {
    if book.only_side_bets {
        return Err(vec![no_game(book).at(draft.game_line)]);
    }
    let (set, mut findings) = resolve_all(draft, book);
    if draft.game != book.id {
        let finding = Finding::new(format!("the table is for game \"{}\", not {}", draft.game, book.id));
        findings.push(finding.at(draft.game_line).allowing(&book.id));
    }
    let mut checker =
        Checker { book, set, table: TableConfig::bare(book, one(book)), findings, coinless: draft.coinless };
    checker.plain();
    checker.options();
    let side_bets = checker.side_bets();
    checker.table.offer(book, &side_bets);
    let unpaired = checker.pairings();
    checker.paytables(&unpaired);
    checker.limits();
    checker.exactness();
    let Checker { mut table, mut findings, set, .. } = checker;
    if findings.is_empty() {
        table.warnings = warnings(book, &table, &set);
        table.seal();
        return Ok(table);
    }
    findings.sort_by_key(|finding| finding.line.unwrap_or(usize::MAX));
    Err(findings)
}

/// The entries of a draft under their full keys, such as `limits.main` for `limits`.
pub(crate) type Resolved = BTreeMap<String, Entry>;

fn resolve_all(draft: &TableDraft, book: &RuleBook) -> (Resolved, Vec<Finding>) {
    let mut set = Resolved::new();
    let mut findings = Vec::new();
    let mut strangers = BTreeSet::new();
    let mut put = |key: String, entry: Entry, findings: &mut Vec<Finding>| match set.get(&key) {
        Some(first) if !first.yields => {
            let before = first.line.map(|l| format!(", first on line {l}")).unwrap_or_default();
            findings.push(Finding::new(format!("{key} is set twice{before}")).at(entry.line));
        }
        _ => {
            set.insert(key, entry);
        }
    };
    for entry in &draft.entries {
        // The limits and pay table of something that is not a side bet are not reported separately.
        let id = entry.key.split_once('.').map_or("", |(_, id)| id);
        if strangers.contains(id) {
            continue;
        }
        let key = match resolve(book, &entry.key) {
            Ok(key) => key,
            Err(finding) => {
                findings.push(finding.at(entry.line));
                if entry.key.starts_with("side-bets.") {
                    strangers.insert(id);
                }
                continue;
            }
        };
        match key.strip_prefix("side-bets.") {
            // Limits on a side bet also offer it.
            Some(id) if entry.value != "offered" => {
                put(format!("limits.{id}"), entry.clone(), &mut findings);
                put(key, Entry { value: "offered".to_owned(), ..entry.clone() }, &mut findings);
            }
            _ => put(key, entry.clone(), &mut findings),
        }
    }
    (set, findings)
}

/// Returns the full form of a key.
fn resolve(book: &RuleBook, key: &str) -> Result<String, Finding> {
    if PLAIN.contains(&key) {
        return Ok(key.to_owned());
    }
    let (group, id) = match key {
        "limits" => ("limits", "main"),
        _ => key.split_once('.').unwrap_or(("", key)),
    };
    let side_bets =
        || book.wagers.iter().filter(|w| w.side_bet && w.attaches_to(&book.id)).collect::<Vec<_>>();
    // If a wager and a family share a name, the family follows the wager and has neither limits nor offers.
    let wager_or_family = || book.wager(id).or_else(|| book.family(id).next());
    match group {
        "limits" if wager_or_family().is_some() => Ok(format!("limits.{id}")),
        "limits" => main_or_unknown(book, id).map(|id| format!("limits.{id}")),
        "paytable" | "paytables" => {
            match wager_or_family().filter(|w| w.id == *id || !w.paytables.is_empty()) {
                Some(_) => Ok(format!("paytable.{id}")),
                None => main_or_unknown(book, id).map(|id| format!("paytable.{id}")),
            }
        }
        "options" if book.option(id).is_some() => Ok(key.to_owned()),
        "options" => Err(unknown("option", id, book.options.iter().map(|o| o.id.as_str()))),
        "side-bets" => match wager_or_family() {
            Some(wager) if wager.side_bet => Ok(key.to_owned()),
            Some(wager) => {
                let finding = Finding::new(format!("{id} is not a side bet; it is always offered"));
                Err(finding.citing(&wager.cites).allowing(names(&side_bets()).join(", ")))
            }
            None => Err(unknown_wager("side bet", id, &side_bets()).citing(&book.side_bets_cites)),
        },
        "" if book.option(id).is_some() => Ok(format!("options.{id}")),
        "" if wager_or_family().is_some_and(|w| w.side_bet) => Ok(format!("side-bets.{id}")),
        "" if wager_or_family().is_some() => Ok(format!("limits.{id}")),
        _ => {
            let ids = book.options.iter().map(|o| o.id.as_str());
            let bets = names(&side_bets());
            Err(unknown("key", key, PLAIN.iter().copied().chain(["limits"]).chain(ids).chain(bets)))
        }
    }
}

/// Returns the main wager's id; `main` names it even if the book uses another word for it.
fn main_or_unknown<'b>(book: &'b RuleBook, id: &str) -> Result<&'b str, Finding> {
    let main = (id == "main").then(|| book.main_wager()).flatten();
    main.map(|main| main.id.as_str())
        .ok_or_else(|| unknown_wager("wager", id, &book.wagers.iter().collect::<Vec<_>>()))
}

/// A draft being checked and built into a table. `table_limits` computes its limits.
pub(crate) struct Checker<'b> {
    pub(crate) book: &'b RuleBook,
    pub(crate) set: Resolved,
    pub(crate) table: TableConfig,
    pub(crate) findings: Vec<Finding>,
    /// Whether the coin was named but cannot be read, so that nothing can be said about whole coins.
    coinless: bool,
}

impl Checker<'_> {
    pub(crate) fn line(&self, key: &str) -> Option<usize> {
        self.set.get(key).and_then(|entry| entry.line)
    }

    fn plain(&mut self) {
        let book = self.book;
        if let Some(entry) = self.set.get("name") {
            self.table.name.clone_from(&entry.value);
        }
        if let Some(study) =
            self.word("study", &[("false", false), ("true", true), ("no", false), ("yes", true)])
        {
            self.table.study = study;
        }
        if let Some(by_dealer) = self.word("steps", &[("automatic", false), ("by-dealer", true)]) {
            self.table.by_dealer = by_dealer;
        }
        if let Some(boxes) = self.count("boxes", book.boxes.allowed, &book.boxes.cites) {
            self.table.boxes = boxes;
        }
        let approved = self.count("decks", book.decks.allowed, &book.decks.cites);
        // Keep the requested number even if it is refused, because a side bet with its own decks may object to it too.
        let wanted = self.set.get("decks").and_then(|entry| entry.value.parse().ok());
        if let Some(decks) = approved.or(wanted) {
            self.table.decks = decks;
        }
        if let Some(entry) = self.set.get("coin") {
            match positive(&entry.value, book.currency) {
                Ok(coin) => self.table.coin = coin,
                Err(_) => {
                    self.coinless = true;
                    let what = format!("coin \"{}\" is not a positive amount", entry.value);
                    let allowed = "an amount such as 0.50, in quotes";
                    self.findings.push(Finding::new(what).at(entry.line).allowing(allowed));
                }
            }
        }
        if self.coinless {
            // Use the smallest possible coin, so that no limit is reported for a fault of the coin.
            self.table.coin = Money::minor(1);
        }
        if let Some(entry) = self.set.get("awards") {
            match Awards::parse(&entry.value, book.currency) {
                Some(awards) => self.table.awards = awards,
                None => {
                    let what = format!("awards \"{}\" are no rounding of what a meter pays", entry.value);
                    let allowed = format!("one of {ROUNDINGS}, and a coin such as \"down to 1\"");
                    self.findings.push(Finding::new(what).at(entry.line).allowing(allowed));
                }
            }
        }
        self.new_cards();
        self.places();
        if let Some(entry) = self.set.get("rounding") {
            match entry.value.parse::<Rounding>() {
                // Exact is the same as naming no rounding.
                Ok(Rounding::Exact) => {}
                Ok(rounding) if book.exact_cites.is_empty() => self.rounding(rounding, entry.line),
                Ok(rounding) => {
                    let what = format!("rounding \"{rounding}\" is not approved: every payment is exact");
                    let finding = Finding::new(what).at(entry.line).citing(&book.exact_cites);
                    self.findings.push(finding.allowing("exact"));
                }
                Err(_) => {
                    let what = format!("rounding \"{}\" is not known", entry.value);
                    self.findings
                        .push(Finding::new(what).at(entry.line).allowing(format!("exact, {ROUNDINGS}")));
                }
            }
        }
    }

    /// Checks a named rounding: if the document approves some, it must be one of them, to the document's coin.
    fn rounding(&mut self, rounding: Rounding, line: Option<usize>) {
        let Some(rule) = &self.book.rounding else {
            self.table.rounding = Some(rounding);
            return;
        };
        let finding = if !rule.allowed.contains(&rounding) {
            let names: Vec<&str> = rule.allowed.iter().map(|way| way.name()).collect();
            let what = format!("rounding \"{rounding}\" is not approved");
            Finding::new(what).allowing(format!("exact, {}", names.join(", ")))
        } else if !self.coinless && self.table.coin != rule.coin {
            let [coin, own] = [rule.coin, self.table.coin].map(|coin| self.book.currency.format_short(coin));
            let what = format!("rounding to coins of {own} is not approved");
            Finding::new(what).allowing(format!("a coin of {coin}, or no rounding"))
        } else {
            self.table.rounding = Some(rounding);
            return;
        };
        self.findings.push(finding.at(line).citing(&rule.cites));
    }

    /// Reads the table's entries on the time after which cards are changed, which are allowed only if its document sets
    /// one.
    fn new_cards(&mut self) {
        let rows: Vec<_> = hours_of(&self.book.id).collect();
        if rows.is_empty() {
            for key in ["new-cards", "new-cards-warning"] {
                if let Some(entry) = self.set.get(key) {
                    let what = format!(
                        "{key} is said, and no paragraph of {} has cards changed by the hour",
                        self.book.id
                    );
                    self.findings.push(Finding::new(what).at(entry.line));
                }
            }
            return;
        }
        if let Some(said) = self.word("new-cards", &NewCards::WORDS) {
            self.table.new_cards = said;
        }
        let Some(entry) = self.set.get("new-cards-warning") else { return };
        // A warning as soon as the cards are new would be useless.
        let most = rows.iter().map(|row| row.hours * 60 - 1).min().unwrap_or(1);
        match entry.value.parse::<u16>().ok().filter(|minutes| (1..=most).contains(minutes)) {
            Some(minutes) => self.table.new_cards_warning = minutes,
            None => {
                let problem = format!("\"{}\" is no number of minutes within the hours", entry.value);
                let what = objection("new-cards-warning", &entry.value, &problem);
                let cites: Vec<String> = rows.iter().map(|row| row.paragraph.clone()).collect();
                self.findings
                    .push(Finding::new(what).at(entry.line).citing(&cites).allowing(format!("1..{most}")));
            }
        }
    }

    /// Reads how long a patron's box is kept: no document regulates it, so the casino may choose.
    fn places(&mut self) {
        if let Some(rounds) = self.whole_number("place-rounds", MOST_PLACE_ROUNDS) {
            self.table.place_rounds = rounds;
        }
        if let Some(seconds) = self.whole_number("place-seconds", MOST_PLACE_SECONDS) {
            self.table.place_seconds = seconds;
        }
    }

    fn whole_number(&mut self, key: &str, most: u16) -> Option<u16> {
        let entry = self.set.get(key)?;
        let number = entry.value.parse::<u16>().ok().filter(|number| *number <= most);
        if number.is_none() {
            let problem = format!("\"{}\" is no number from 0 to {most}", entry.value);
            let what = objection(key, &entry.value, &problem);
            self.findings.push(Finding::new(what).at(entry.line).allowing(format!("0..{most}")));
        }
        number
    }

    fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let entry = self.set.get(key)?;
        let found = words.iter().find(|(word, _)| *word == entry.value).map(|(_, value)| *value);
        if found.is_none() {
            let what = objection(key, &entry.value, &format!("\"{}\" is not known", entry.value));
            let allowed: Vec<&str> = words.iter().take(2).map(|(word, _)| *word).collect();
            self.findings.push(Finding::new(what).at(entry.line).allowing(allowed.join(", ")));
        }
        found
    }

    fn count(&mut self, key: &str, allowed: Range, cites: &[String]) -> Option<u8> {
        let entry = self.set.get(key)?;
        let number = entry.value.parse::<u8>().ok().filter(|n| allowed.contains((*n).into()));
        if number.is_none() {
            let what = objection(key, &entry.value, &format!("{} is not approved", entry.value));
            self.findings.push(Finding::new(what).at(entry.line).citing(cites).allowing(allowed.to_string()));
        }
        number
    }

    fn options(&mut self) {
        for option in &self.book.options {
            let entry = self.set.get(&format!("options.{}", option.id));
            let value = entry.map_or(&option.default, |entry| &entry.value).clone();
            // A default may conflict with the decks; then the decks are the casino's choice, so the finding is on their
            // line.
            let line = entry.map_or_else(|| self.line("decks"), |entry| entry.line);
            match option_finding(option, &value, self.table.decks, self.table.study) {
                Some(finding) => {
                    self.findings.push(finding.at(line));
                    self.table.options.remove(&option.id);
                }
                None => {
                    let value = option.allowed.canonical(&value).unwrap_or(value);
                    self.table.options.insert(option.id.clone(), value);
                }
            }
        }
        self.options_beside();
    }

    /// Checks values that require values of other options; a study table may combine what the regulator does not allow.
    fn options_beside(&mut self) {
        for option in self.book.options.iter().filter(|_| !self.table.study) {
            let chosen = |id: &str| self.table.options.get(id).map(String::as_str);
            let Some(value) = chosen(&option.id) else { continue };
            let Some((other, cites)) = option.lacking(value, chosen) else { continue };
            let what = format!("{} \"{value}\" is approved only with {other}", option.id);
            let finding = Finding::new(what).citing(cites);
            let line = |id: &str| self.line(&format!("options.{id}"));
            self.findings.push(finding.at(line(&option.id).or_else(|| line(&other.option))));
        }
    }

    fn side_bets(&mut self) -> BTreeSet<String> {
        let wagers = self.book.wagers.iter().filter(|w| w.side_bet);
        let chosen = |id: &String| self.set.contains_key(&format!("side-bets.{id}"));
        let offered = wagers.filter(|w| chosen(&w.id) || w.family.as_ref().is_some_and(chosen));
        offered.map(|w| w.id.clone()).collect()
    }

    /// Chooses the pay tables; side bets in `unpaired` already have a finding and get none.
    fn paytables(&mut self, unpaired: &BTreeSet<&str>) {
        let (book, decks) = (self.book, self.table.decks);
        for wager in &book.wagers {
            // A table may be named for a whole family.
            let own = self.set.get(&format!("paytable.{}", wager.id));
            let of_family = wager.family.as_ref().map(|family| format!("paytable.{family}"));
            let named = own.or_else(|| of_family.and_then(|key| self.set.get(&key)));
            let fitting: Vec<_> = book.paytables_for(wager, decks).collect();
            let at = decks_text(&one_number(decks));
            let codes = || match fitting.as_slice() {
                // If no table fits, the remedy is another number of decks.
                [] => {
                    let tables = wager.paytables.iter().filter_map(|code| book.paytable(code));
                    let mut decks: Vec<String> = Vec::new();
                    for text in tables.map(|p| decks_text(&p.decks)) {
                        if !decks.contains(&text) {
                            decks.push(text);
                        }
                    }
                    decks.join(", ")
                }
                tables => tables.iter().map(|p| p.code.as_str()).collect::<Vec<_>>().join(", "),
            };
            let refuse = |what: String| Finding::new(what).citing(&wager.cites).allowing(codes());
            if let Some(entry) = named {
                let code = &entry.value;
                let listed = wager.paytables.contains(code).then(|| book.paytable(code)).flatten();
                let finding = match listed {
                    None => {
                        let known = wager.paytables.iter().map(String::as_str);
                        unknown(&format!("paytable for {}:", wager.id), code, known)
                            .citing(&wager.paytables_cites)
                    }
                    Some(_) if !self.table.offers(&wager.id) => {
                        Finding::new(format!("{} has a pay table but is not offered", wager.id))
                            .citing(&wager.cites)
                    }
                    // A study table may combine what the regulator does not allow.
                    Some(table) if !table.decks.contains(decks.into()) && !self.table.study => {
                        let what = format!(
                            "paytable {code} is approved for {}, not {decks}",
                            decks_text(&table.decks)
                        );
                        refuse(what).citing(&table.cites)
                    }
                    Some(table) => {
                        self.table.paytables.insert(wager.id.clone(), table.clone());
                        continue;
                    }
                };
                self.findings.push(finding.at(entry.line));
            } else if self.table.offers(&wager.id)
                && !wager.paytables.is_empty()
                && !unpaired.contains(wager.id.as_str())
            {
                let what = match fitting.as_slice() {
                    [table] => {
                        self.table.paytables.insert(wager.id.clone(), (*table).clone());
                        continue;
                    }
                    [] => format!("no pay table for {} is approved for {at}", wager.id),
                    _ => format!("several pay tables for {} fit; name one", wager.id),
                };
                let line = self.line(&format!("side-bets.{}", wager.id)).or_else(|| self.line("decks"));
                self.findings.push(refuse(what).citing(&wager.paytables_cites).at(line));
            }
        }
    }

    fn exactness(&mut self) {
        self.table.derive(self.book);
        if self.coinless {
            return;
        }
        let borrows = |wager: &WagerRule| self.limited_by(wager).is_some_and(|id| id != wager.id);
        for (wager, finding) in exact::findings(self.book, &self.table, &borrows) {
            // A wager that follows another has no limits; the nearest ones that can be changed are those of the main
            // wager.
            let main = || self.book.main_wager().map(|main| main.id.clone());
            let line = self.limited_by(wager).or_else(main).and_then(|id| self.line(&format!("limits.{id}")));
            self.findings.push(finding.at(line));
        }
    }
}

fn option_finding(option: &OptionRule, value: &str, decks: u8, study: bool) -> Option<Finding> {
    let id = &option.id;
    if !option.allowed.contains(value) {
        let what = objection(id, value, &format!("\"{value}\" is not approved"));
        let finding = Finding::new(what).citing(&option.cites);
        return Some(finding.allowing(option.allowed.to_string()));
    }
    // Whether the value is allowed with the decks is a pairing, which a study table may break.
    let broken = option.broken_condition(value, decks).filter(|_| !study)?;
    let what =
        format!("{id} \"{value}\" is approved only with {}, not {decks}", decks_text(&broken.decks.into()));
    let others = match &option.allowed {
        Allowed::OneOf(values) => values
            .iter()
            .filter(|v| option.broken_condition(v, decks).is_none())
            .cloned()
            .collect::<Vec<_>>()
            .join(", "),
        range => range.to_string(),
    };
    Some(
        Finding::new(what)
            .citing(&broken.cites)
            .allowing(format!("{others} with {}", decks_text(&one_number(decks)))),
    )
}

/// The text of an objection to the value of a key, which may be empty.
fn objection(key: &str, value: &str, otherwise: &str) -> String {
    if value.trim().is_empty() { format!("{key} has no value") } else { format!("{key} {otherwise}") }
}

/// A set of side bets is not a game, so no table can be opened on it.
fn no_game(book: &RuleBook) -> Finding {
    let mut games: Vec<&str> = Vec::new();
    for game in book.wagers.iter().flat_map(|wager| &wager.attaches) {
        if !games.contains(&game.as_str()) {
            games.push(game);
        }
    }
    let what = format!("{} is a set of side bets and no game of its own", book.id);
    Finding::new(what).citing(&book.decks.cites).allowing(games.join(", "))
}

fn one_number(number: u8) -> Ranges {
    Range { min: number.into(), max: number.into() }.into()
}

/// `1 deck`, `2..8 decks`, `1..2 or 6 decks`.
pub(crate) fn decks_text(decks: &Ranges) -> String {
    match decks.to_string().as_str() {
        "1" => "1 deck".to_owned(),
        text => format!("{} decks", text.replace(", ", " or ")),
    }
}
