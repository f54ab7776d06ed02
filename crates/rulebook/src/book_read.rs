//! Reads the text of a rule book into a [`RuleBook`].
//!
//! The reader continues after a mistake so that one run reports them all; the book is built from whatever could be read
//! and discarded if there is any finding.

use felt::{Currency, DeckKind, Money, Odds, Pay, Rounding};
use sha2::{Digest, Sha256};

use crate::book::{
    BoxRule, DeckRule, Duty, PayLine, PayTable, RoundingRule, RuleBook, SectionRule, WagerRule,
};
use crate::book_check::{Lines, check};
use crate::exact::ROUNDINGS;
use crate::finding::Finding;
use crate::limits::{Range, Ranges, positive};
use crate::option::{Allowed, Needs, OnlyWhen, OptionRule, OtherOption};
use crate::source::{Lined, Section, Source};
use crate::wager_read;

const TOP: &[&str] = &[
    "id",
    "name",
    "jurisdiction",
    "document",
    "effective",
    "prefix",
    "also",
    "currency",
    "exact_cites",
    "rounding",
    "side_bets_cites",
    "only_side_bets",
    "boxes",
    "decks",
    "wager",
    "paytable",
    "option",
    "duty",
    "section",
    "wheel",
];

pub(crate) fn read(text: &str) -> Result<RuleBook, Vec<Finding>> {
    let mut source = Source::new(text);
    let root = source.parse().map_err(|finding| vec![finding])?;
    let top = Section { table: root.get_ref(), line: 1 };
    let mut lines = Lines::default();
    let book = read_book(&mut source, top, text, &mut lines);
    let mut findings = source.findings;
    if let Some(book) = book {
        // Cross-checks of an incomplete book would report faults on lines that are correct.
        if findings.is_empty() {
            findings = check(&book, &lines);
        }
        if findings.is_empty() {
            return Ok(book);
        }
    }
    findings.sort();
    Err(findings)
}

fn read_book<'t>(
    src: &mut Source<'t>,
    top: Section<'_, 't>,
    text: &str,
    lines: &mut Lines,
) -> Option<RuleBook> {
    src.only_keys(top, TOP);
    let [id, name, jurisdiction, document, code] =
        ["id", "name", "jurisdiction", "document", "currency"].map(|key| src.required(top, key));
    // A game without a document has neither paragraphs nor an effective date.
    let no_document = document.as_ref().is_some_and(|document| document.value == "none");
    let [effective, prefix] = ["effective", "prefix"].map(|key| {
        let absent = || no_document.then(|| Lined { value: String::new(), line: top.line });
        let there = Source::get(top, key).is_some() || !no_document;
        if there { src.required(top, key) } else { absent() }
    });
    lines.effective = effective.as_ref().map(|e| e.line);
    let currency = code.and_then(|code| {
        let currency = Currency::by_code(&code.value);
        if currency.is_none() {
            let what = format!("currency \"{}\" is not known", code.value);
            src.report(Finding::new(what).at(code.line));
        }
        currency
    });
    let only_side_bets = src.flag(top, "only_side_bets");
    let boxes = match src.section(top, "boxes") {
        Some(section) if only_side_bets => {
            let what = "a book of side bets alone has no boxes: they are those of the games it joins";
            src.report(Finding::new(what).at(section.line));
            None
        }
        Some(section) => {
            lines.boxes = section.line;
            read_boxes(src, section)
        }
        None if only_side_bets => {
            Some(BoxRule { allowed: Range { min: 0, max: 0 }, default: 0, cites: Vec::new() })
        }
        None => {
            src.report(Finding::new("[boxes] is missing").at(top.line));
            None
        }
    };
    let decks = match src.section(top, "decks") {
        Some(section) => {
            lines.decks = section.line;
            read_decks(src, section, only_side_bets)
        }
        // A game of dice or a wheel uses no cards.
        None => Some(DeckRule {
            kind: DeckKind::Standard52,
            allowed: Range { min: 0, max: 0 },
            default: 0,
            cites: Vec::new(),
        }),
    };
    let also = src.list(top, "also").into_iter().map(|prefix| prefix.value).collect();
    let exact_cites = src.list(top, "exact_cites").into_iter().map(|cite| cite.value).collect();
    let side_bets_cites = src.list(top, "side_bets_cites").into_iter().map(|cite| cite.value).collect();
    let currency = currency?;
    let rounding = match src.section(top, "rounding") {
        Some(section) => Some(read_rounding(src, section, currency)?),
        None => None,
    };
    let mut rows = wager_read::read(src, top, currency);
    lines.wagers = rows.lines;
    let paytables =
        each(src, top, "paytable", &mut lines.paytables, |s, section| read_paytable(s, section, currency));
    let mut options = each(src, top, "option", &mut lines.options, read_option);
    options.extend(rows.options);
    lines.options.extend(rows.option_lines);
    let duties = each(src, top, "duty", &mut lines.duties, read_duty);
    let sections = each(src, top, "section", &mut lines.sections, read_section);
    let wheel = src.optional(top, "wheel").map_or_else(String::new, |text| text.value);
    let wheel: Vec<String> = wheel.split_whitespace().map(str::to_owned).collect();
    let (id, decks) = (id?.value, decks?);
    for wager in &mut rows.wagers {
        place(wager, &id, only_side_bets.then_some(&decks));
    }
    Some(RuleBook {
        id,
        name: name?.value,
        jurisdiction: jurisdiction?.value,
        document: document?.value,
        effective: effective?.value,
        prefix: prefix?.value,
        also,
        currency,
        only_side_bets,
        boxes: boxes?,
        decks,
        exact_cites,
        rounding,
        side_bets_cites,
        wagers: rows.wagers,
        paytables,
        options,
        duties,
        sections,
        wheel,
        hash: sha256(text),
    })
}

/// Fills in what a wager gets from its book: its origin, the game it attaches to, and in a book of only side bets the
/// decks.
fn place(wager: &mut WagerRule, book: &str, side_bet_decks: Option<&DeckRule>) {
    book.clone_into(&mut wager.from);
    if !wager.side_bet {
        return;
    }
    match side_bet_decks {
        None if wager.attaches.is_empty() => wager.attaches.push(book.to_owned()),
        Some(decks) if wager.decks.is_none() && decks.allowed.max > 0 => {
            wager.decks = Some(decks.allowed.into());
            wager.decks_cites.clone_from(&decks.cites);
        }
        _ => {}
    }
}

fn each<'s, 't, T>(
    src: &mut Source<'t>,
    top: Section<'s, 't>,
    key: &str,
    lines: &mut Vec<usize>,
    mut read: impl FnMut(&mut Source<'t>, Section<'s, 't>) -> Option<T>,
) -> Vec<T> {
    let sections = src.sections(top, key);
    *lines = sections.iter().map(|s| s.line).collect();
    sections.into_iter().filter_map(|section| read(src, section)).collect()
}

fn counted<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> (Option<Range>, Option<u8>) {
    let allowed = src.required(section, "allowed").and_then(|text| range(src, &text));
    (allowed, default_count(src, section))
}

fn default_count<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<u8> {
    let text = src.required(section, "default")?;
    let number = text.value.parse().ok();
    if number.is_none() {
        src.report(Finding::new(format!("default \"{}\" is not a number", text.value)).at(text.line));
    }
    number
}

fn read_boxes<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<BoxRule> {
    src.only_keys(section, &["allowed", "default", "cites"]);
    let (allowed, default) = counted(src, section);
    let cites = strings(src.list(section, "cites"));
    Some(BoxRule { allowed: allowed?, default: default?, cites })
}

fn read_decks<'t>(src: &mut Source<'t>, section: Section<'_, 't>, only_side_bets: bool) -> Option<DeckRule> {
    src.only_keys(section, &["kind", "allowed", "default", "cites"]);
    let kind = src.required(section, "kind").and_then(|kind| {
        let read = kind.value.parse::<DeckKind>().ok();
        if read.is_none() {
            let what = format!("deck kind \"{}\" is not known", kind.value);
            src.report(Finding::new(what).at(kind.line).allowing("standard52, joker53, no-tens48"));
        }
        read
    });
    let allowed = src.required(section, "allowed").and_then(|text| range(src, &text));
    // No table is opened on a book of side bets, so its default is never used.
    let default = if only_side_bets && Source::get(section, "default").is_none() {
        allowed.and_then(|range| u8::try_from(range.min).ok())
    } else {
        default_count(src, section)
    };
    let cites = strings(src.list(section, "cites"));
    Some(DeckRule { kind: kind?, allowed: allowed?, default: default?, cites })
}

fn read_rounding<'t>(
    src: &mut Source<'t>,
    section: Section<'_, 't>,
    currency: Currency,
) -> Option<RoundingRule> {
    src.only_keys(section, &["allowed", "coin", "cites"]);
    let mut allowed = Vec::new();
    for text in src.list(section, "allowed") {
        match text.value.parse::<Rounding>() {
            Ok(rounding) => allowed.push(rounding),
            Err(_) => {
                let what = format!("rounding \"{}\" is not known", text.value);
                src.report(Finding::new(what).at(text.line).allowing(ROUNDINGS));
            }
        }
    }
    let text = src.required(section, "coin")?;
    let coin = positive(&text.value, currency).ok();
    if coin.is_none() {
        let what = format!("coin \"{}\" is not a positive amount", text.value);
        src.report(Finding::new(what).at(text.line).allowing("0.25"));
    }
    Some(RoundingRule { allowed, coin: coin?, cites: strings(src.list(section, "cites")) })
}

fn read_paytable<'t>(src: &mut Source<'t>, section: Section<'_, 't>, currency: Currency) -> Option<PayTable> {
    src.only_keys(section, &["code", "wager", "decks", "torn", "repeats", "cites", "lines"]);
    let (code, wager) = (src.required(section, "code"), src.required(section, "wager"));
    // A pay table that does not name decks is approved for any number of them.
    let decks = match src.optional(section, "decks") {
        Some(text) => ranges(src, &text),
        None => Some(Range { min: 0, max: u8::MAX.into() }.into()),
    };
    let mut pay_lines = Vec::new();
    for line in src.sections(section, "lines") {
        src.only_keys(line, &["id", "name", "pays", "envy", "from"]);
        let [id, name, pays] = ["id", "name", "pays"].map(|key| src.required(line, key));
        let [envy, from] = ["envy", "from"].map(|key| read_amount(src, line, key, currency));
        let Some(text) = pays else { continue };
        match (id, name, Pay::parse_in(&text.value, currency)) {
            (Some(id), Some(name), Ok(pays)) => {
                pay_lines.push(PayLine { id: id.value, name: name.value, pays, envy, from });
            }
            (_, _, Err(_)) => src.report(no_pay(&text).allowing("3 to 2, 100%, $50")),
            _ => {}
        }
    }
    let cites = strings(src.list(section, "cites"));
    let [torn, repeats] = ["torn", "repeats"].map(|key| src.optional(section, key).map(|text| text.value));
    let (code, wager, lines) = (code?.value, wager?.value, pay_lines);
    Some(PayTable { code, wager, decks: decks?, torn, repeats, cites, lines })
}

/// Reads an amount: the dealers' envy bonus, the smallest wager that a line is paid on, or a limit.
pub(crate) fn read_amount<'t>(
    src: &mut Source<'t>,
    line: Section<'_, 't>,
    key: &'static str,
    currency: Currency,
) -> Option<Money> {
    let text = src.optional(line, key)?;
    if let Ok(Pay::Amount(amount)) = Pay::parse_in(&text.value, currency) {
        return Some(amount);
    }
    let what = format!("{key} \"{}\" is not an amount", text.value);
    src.report(Finding::new(what).at(text.line).allowing("$10"));
    None
}

fn read_option<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<OptionRule> {
    src.only_keys(
        section,
        &[
            "id",
            "name",
            "allowed",
            "at_least",
            "default",
            "only",
            "needs",
            "only_with",
            "uniform",
            "uniform_cites",
            "cites",
        ],
    );
    let [id, name] = ["id", "name"].map(|key| src.required(section, key));
    let allowed = read_allowed(src, section);
    // By default the casino pays the minimum.
    let default = if Source::get(section, "at_least").is_some() {
        let least = allowed.as_ref().and_then(Allowed::least);
        src.optional(section, "default").map(|text| text.value).or(least)
    } else {
        src.required(section, "default").map(|text| text.value)
    };
    let mut only = Vec::new();
    for condition in src.sections(section, "only") {
        src.only_keys(condition, &["value", "decks", "cites"]);
        let value = src.required(condition, "value");
        let decks = src.required(condition, "decks").and_then(|text| range(src, &text));
        let cites = strings(src.list(condition, "cites"));
        if let (Some(value), Some(decks)) = (value, decks) {
            only.push(OnlyWhen { value: value.value, decks, cites });
        }
    }
    let needs = read_needs(src, section);
    let only_with = src.optional(section, "only_with").and_then(|text| {
        let named = text.value.split_once(' ').map(|(option, value)| (option.to_owned(), value.to_owned()));
        if named.is_none() {
            let what = format!("only_with \"{}\" is not an option and its value", text.value);
            src.report(Finding::new(what).at(text.line).allowing("payout-limited yes"));
        }
        named
    });
    let uniform = src.flag(section, "uniform");
    let cites = strings(src.list(section, "cites"));
    let uniform_cites = strings(src.list(section, "uniform_cites"));
    let uniform_cites = if uniform_cites.is_empty() { cites.clone() } else { uniform_cites };
    let (id, name, allowed, default) = (id?.value, name?.value, allowed?, default?);
    let default = allowed.canonical(&default).unwrap_or(default);
    Some(OptionRule { id, name, allowed, default, only, needs, only_with, uniform, uniform_cites, cites })
}

/// Reads conditions such as `{ value = "button", options = "dealing shoe, shuffler yes or two-decks", cites = [..] }`.
fn read_needs<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Vec<Needs> {
    let mut all = Vec::new();
    for condition in src.sections(section, "needs") {
        src.only_keys(condition, &["value", "options", "cites"]);
        let value = src.required(condition, "value");
        let options = src.required(condition, "options");
        let cites = strings(src.list(condition, "cites"));
        let (Some(value), Some(options)) = (value, options) else { continue };
        match options.value.split(',').map(OtherOption::parse).collect::<Option<Vec<_>>>() {
            Some(others) => all.push(Needs { value: value.value, others, cites }),
            None => {
                let what = format!("options \"{}\" are not options with their values", options.value);
                src.report(Finding::new(what).at(options.line).allowing("shuffler yes or two-decks"));
            }
        }
    }
    all
}

fn read_allowed<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<Allowed> {
    if let Some(text) = src.optional(section, "at_least") {
        if Source::get(section, "allowed").is_some() {
            let what = "allowed and at_least cannot both say what may be chosen";
            src.report(Finding::new(what).at(section.line));
        }
        let least = text.value.parse::<Odds>().ok();
        if least.is_none() {
            let what = format!("at_least \"{}\" is no odds", text.value);
            src.report(Finding::new(what).at(text.line).allowing("odds such as 3 to 2"));
        }
        return least.map(Allowed::AtLeast);
    }
    let listed = Source::get(section, "allowed").is_some_and(|(node, _)| node.get_ref().is_array());
    if listed {
        return Some(Allowed::OneOf(strings(src.list(section, "allowed"))));
    }
    src.required(section, "allowed").and_then(|text| range(src, &text)).map(Allowed::Range)
}

fn read_duty<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<Duty> {
    src.only_keys(section, &["id", "due", "by", "what"]);
    let [id, due, by, what] = ["id", "due", "by", "what"].map(|key| src.required(section, key));
    Some(Duty { id: id?.value, due: due?.value, by: by?.value, what: what?.value })
}

fn read_section<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Option<SectionRule> {
    src.only_keys(section, &["id", "count", "cites"]);
    let [id, count] = ["id", "count"].map(|key| src.required(section, key));
    let (id, text) = (id?.value, count?);
    let count = text.value.parse().ok();
    if count.is_none() {
        src.report(Finding::new(format!("count \"{}\" is not a number", text.value)).at(text.line));
    }
    Some(SectionRule { id, count: count?, cites: strings(src.list(section, "cites")) })
}

pub(crate) fn no_pay(text: &Lined<String>) -> Finding {
    Finding::new(format!("\"{}\" cannot be paid", text.value)).at(text.line)
}

fn range(src: &mut Source<'_>, text: &Lined<String>) -> Option<Range> {
    let range = Range::parse(&text.value);
    if range.is_none() {
        src.report(Finding::new(format!("\"{}\" is not a range such as 1..8", text.value)).at(text.line));
    }
    range
}

pub(crate) fn ranges(src: &mut Source<'_>, text: &Lined<String>) -> Option<Ranges> {
    let ranges = Ranges::parse(&text.value);
    if ranges.is_none() {
        let what = format!("\"{}\" is neither a range such as 1..8 nor several such as 1..2, 6", text.value);
        src.report(Finding::new(what).at(text.line));
    }
    ranges
}

pub(crate) fn strings(list: Vec<Lined<String>>) -> Vec<String> {
    list.into_iter().map(|l| l.value).collect()
}

/// Returns the SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
