//! Checks of table files, one at a time and as a whole house.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::RuleBook;
use crate::draft::{PLAIN, SECTIONS, TableDraft};
use crate::finding::{Finding, unknown};
use crate::house::{self, together::TableFile};
use crate::source::{Section, Source};
use crate::table::TableConfig;

/// Reads a table file without checking any rules.
///
/// # Errors
/// Syntax errors, and unknown keys.
pub fn read_table(text: &str) -> Result<TableDraft, Vec<Finding>> {
    match read(text) {
        (Some(draft), findings) if findings.is_empty() => Ok(draft),
        (_, findings) => Err(findings),
    }
}

/// Accepts a table file and returns it with its warnings, or returns every fault. `books` finds a rule book by its id.
///
/// # Errors
/// Returns the findings, in the order of the lines.
pub fn lint_table(
    text: &str,
    books: &dyn Fn(&str) -> Option<Arc<RuleBook>>,
) -> Result<TableConfig, Vec<Finding>> {
    let (draft, mut findings) = read(text);
    let Some(draft) = draft else { return Err(findings) };
    match books(&draft.game) {
        None => {
            findings
                .push(Finding::new(format!("there is no rule book \"{}\"", draft.game)).at(draft.game_line));
        }
        Some(book) => match draft.check(&book) {
            Ok(table) if findings.is_empty() => return Ok(table),
            Ok(_) => {}
            Err(more) => findings.extend(more),
        },
    }
    findings.sort_by_key(|finding| finding.line.unwrap_or(usize::MAX));
    Err(findings)
}

/// Checks all files of a house, each by itself and then together: its table files, and a house file
/// ([`is_house`](crate::is_house)) that names its meters and which tables feed them.
///
/// An option marked `uniform` in its rule book must have one value on all tables of that game; study tables, which are
/// never opened, are exempt. Tables are compared with the first one in the list. Findings come in the order of the
/// files and include warnings, so check the severity of each.
pub fn lint_house<P: AsRef<str>, T: AsRef<str>>(
    files: &[(P, T)],
    books: &dyn Fn(&str) -> Option<Arc<RuleBook>>,
) -> Vec<(String, Finding)> {
    let mut all = Vec::new();
    let mut first: BTreeMap<(String, String), (&str, String)> = BTreeMap::new();
    let (mut houses, mut tables) = (Vec::new(), Vec::new());
    for (path, text) in files {
        let (path, text) = (path.as_ref(), text.as_ref());
        if house::is_house(text) {
            let (house, findings) = house::read(text);
            houses.extend(house.map(|house| (path, house)));
            all.extend(findings.into_iter().map(|finding| (path.to_owned(), finding)));
            continue;
        }
        let linted = lint_table(text, books);
        let findings = linted.as_ref().map_or_else(Clone::clone, |table| table.warnings.clone());
        all.extend(findings.into_iter().map(|finding| (path.to_owned(), finding)));
        // A table with other faults still counts: it will be fixed and must then agree with the others.
        let Some(draft) = read(text).0 else { continue };
        let Some(book) = books(&draft.game) else { continue };
        let offered = draft.entries.iter().filter_map(|e| Some((e.key.strip_prefix("side-bets.")?, e.line?)));
        let offers = offered.map(|(wager, line)| (wager.to_owned(), line)).collect();
        tables.push(TableFile { path: path.to_owned(), book: Arc::clone(&book), table: linted.ok(), offers });
        if draft.entries.iter().any(|e| e.key == "study" && matches!(e.value.as_str(), "true" | "yes")) {
            continue;
        }
        for option in book.options.iter().filter(|o| o.uniform) {
            let key = format!("options.{}", option.id);
            let entry = draft.entries.iter().find(|e| e.key == key);
            let value = entry.map_or(&option.default, |e| &e.value);
            let Some(value) = option.allowed.canonical(value) else { continue };
            let (other, expected) =
                first.entry((book.id.clone(), option.id.clone())).or_insert_with(|| (path, value.clone()));
            if value != *expected {
                let id = &option.id;
                let what = format!(
                    "{id} \"{value}\" differs from {other}, and all tables of {} must have one value",
                    book.id
                );
                let finding = Finding::new(what).at(entry.and_then(|e| e.line)).citing(&option.uniform_cites);
                all.push((path.to_owned(), finding.allowing(expected.as_str())));
            }
        }
    }
    all.extend(house::together::findings(&houses, &tables));
    // Keeps the findings of one file together, in their order.
    all.sort_by_cached_key(|(path, _)| files.iter().position(|(known, _)| known.as_ref() == path));
    all
}

/// Returns the draft as far as it can be read; `None` if the syntax is broken or the game is not named.
fn read(text: &str) -> (Option<TableDraft>, Vec<Finding>) {
    if house::is_house(text) {
        let what = "this is a house file, which names meters; a table file names its game";
        return (None, vec![Finding::new(what).allowing("game = the id of a rule book")]);
    }
    let mut source = Source::new(text);
    let root = match source.parse() {
        Ok(root) => root,
        Err(finding) => return (None, vec![finding]),
    };
    let top = Section { table: root.get_ref(), line: 1 };
    source.only_keys(top, &[&["game"], PLAIN, SECTIONS].concat());
    let game = source.required(top, "game");
    let mut draft = TableDraft::new(game.as_ref().map_or("", |g| g.value.as_str()));
    draft.game_line = game.as_ref().map(|g| g.line);
    for key in PLAIN {
        if let Some(entry) = source.optional(top, key) {
            draft.set(*key, entry.value, Some(entry.line));
        } else if *key == "coin" {
            draft.coinless = top.table.contains_key(*key);
        }
    }
    for (name, group) in [("limits", "limits"), ("options", "options"), ("paytables", "paytable")] {
        let Some(section) = source.section(top, name) else { continue };
        for (key, node) in section.table.iter() {
            if let Some(entry) = source.scalar(key.get_ref(), node) {
                draft.set(format!("{group}.{}", key.get_ref()), entry.value, Some(entry.line));
            }
        }
    }
    if let Some(bets) = source.section(top, "side-bets") {
        for key in bets.table.keys() {
            let id = key.get_ref().as_ref();
            if let Some(bet) = source.section(bets, id) {
                read_side_bet(&mut source, &mut draft, id, bet);
            }
        }
    }
    let draft = game.map(|_| draft);
    (draft, source.findings)
}

fn read_side_bet<'t>(source: &mut Source<'t>, draft: &mut TableDraft, id: &str, bet: Section<'_, 't>) {
    let known = ["limits", "paytable"];
    for key in bet.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
        let line = source.line(key.span().start);
        source.report(unknown(&format!("key of side bet {id}:"), key.get_ref(), known).at(line));
    }
    draft.set(format!("side-bets.{id}"), "offered", Some(bet.line));
    for (key, group) in [("limits", "limits"), ("paytable", "paytable")] {
        if let Some(entry) = source.optional(bet, key) {
            draft.set(format!("{group}.{id}"), entry.value, Some(entry.line));
        }
    }
}
