//! Reading scenarios. `docs/scenarios.md` is the grammar; every example in it is parsed by a test.

mod links;
mod looking;
mod parts;
mod people;
#[cfg(test)]
mod tests;
mod things;
mod wagers;

use super::ast::{Act, Scenario, Statement};
use crate::layout::{Face, Place};
use crate::people::Rank;
use links::{elsewhere, link, shows};
use looking::{awaits, expect, sees};
use parts::{Parsed, face, faces, first_word, nothing_more, one_place, places};
use people::by_person;
use std::fmt;
use things::{report, roll, shuffle};
use wagers::{bets, found};

/// The words with which statements begin, beside patrons and ranks.
pub const STATEMENTS: &[&str] = &[
    "table",
    "bets",
    "found",
    "shuffle",
    "burn",
    "deal",
    "card",
    "cards",
    "board",
    "flop",
    "turn",
    "peek",
    "roll",
    "spin",
    "number",
    "wheel",
    "meter",
    "link",
    "elsewhere",
    "shows",
    "cut-card",
    "new-dealer",
    "report",
    "send",
    "sees",
    "awaits",
    "expect",
    "open",
    "refuse",
];

/// Where a scenario cannot be read, and what would be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line in the file.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ParseError {}

/// Reads all scenarios of a file.
///
/// # Errors
/// Returns the first line that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Scenario>, ParseError> {
    let (scenarios, errors) = parse_all(text);
    errors.into_iter().next().map_or(Ok(scenarios), Err)
}

/// Reads every valid line of a file, and says for every other line what would be valid.
pub fn parse_all(text: &str) -> (Vec<Scenario>, Vec<ParseError>) {
    let (mut scenarios, mut errors) = (Vec::new(), Vec::new());
    let mut keyword = String::new();
    for (n, raw) in text.lines().enumerate() {
        if let Err(what) = read_line(raw, n + 1, &mut scenarios, &mut keyword) {
            errors.push(ParseError { line: n + 1, what });
        }
    }
    if scenarios.is_empty() && errors.is_empty() {
        errors.push(ParseError { line: 1, what: "no `scenario` in this file".into() });
    }
    (scenarios, errors)
}

/// Reads one line into the scenario it belongs to. `keyword` is the keyword that indented lines repeat.
fn read_line(raw: &str, line: usize, scenarios: &mut Vec<Scenario>, keyword: &mut String) -> Parsed<()> {
    let content = without_comment(raw);
    if content.trim().is_empty() {
        return Ok(());
    }
    let title = content.trim_start_matches('\u{feff}').strip_prefix("scenario");
    if let Some(name) = title.filter(|name| name.starts_with(char::is_whitespace)) {
        scenarios.push(Scenario { name: name.trim().to_owned(), line, statements: Vec::new() });
        keyword.clear();
        return Ok(());
    }
    let scenario = scenarios.last_mut().ok_or("a file begins with `scenario` and a title")?;
    let said = if !content.starts_with(char::is_whitespace) {
        *keyword = continued_keyword(&content);
        content.trim().to_owned()
    } else if keyword.is_empty() {
        return Err("an indented line goes on with the statement above it; there is none".into());
    } else {
        format!("{keyword} {}", content.trim())
    };
    let statement = statement(&said)?;
    scenario.statements.push(Statement { line, text: raw.trim_end().to_owned(), ..statement });
    Ok(())
}

/// Removes a comment: from a `#` at the beginning or after a space.
fn without_comment(line: &str) -> String {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return line[..at].trim_end().to_owned();
        }
        before = letter;
    }
    line.trim_end().to_owned()
}

/// The word that indented lines repeat.
fn continued_keyword(content: &str) -> String {
    let mut words = content.split_whitespace();
    match (words.next(), words.next()) {
        (Some("refuse"), Some(next)) => format!("refuse {next}"),
        (Some(first), _) => first.to_owned(),
        _ => String::new(),
    }
}

fn statement(said: &str) -> Parsed<Statement> {
    let (said, refused) = match said.strip_prefix("refuse ") {
        Some(rest) => (rest.trim(), true),
        None => (said, false),
    };
    let (body, rules) = split_rules(said);
    if refused && rules.is_empty() {
        return Err("a refusal names its rule: end the line with its id".into());
    }
    let act = act(&body)?;
    if refused && (act.only_looks() || matches!(act, Act::Elsewhere(..))) {
        return Err(
            "expect, sees, awaits, shows, elsewhere and open ask the table for nothing, so it cannot refuse \
                    them"
                .into(),
        );
    }
    if act.only_looks() && !matches!(act, Act::Expect { .. }) && !rules.is_empty() {
        return Err(
            "sees, awaits, shows and open apply no rule; write the id on the line that applied it".into()
        );
    }
    Ok(Statement { line: 0, text: String::new(), refused, act, rules })
}

/// Whether a word is a rule id: capitals and a dash, such as `OH-BJ-9.IV` or `RULING-BJ-1`; with `!` in front for a
/// rule that must not be applied.
fn is_rule_id(word: &str) -> bool {
    let id = word.strip_prefix('!').unwrap_or(word);
    id.split_once('-').is_some_and(|(head, tail)| {
        head.len() >= 2 && head.bytes().all(|b| b.is_ascii_uppercase()) && !tail.is_empty()
    })
}

fn split_rules(said: &str) -> (String, Vec<String>) {
    let words: Vec<&str> = said.split_whitespace().collect();
    let last_other = words.iter().rposition(|word| !is_rule_id(word));
    // The code of a pay table looks like a rule id but is the value of the setting.
    let of_setting = last_other.is_some_and(|at| words[at].starts_with("paytable."));
    let first = last_other.map_or(0, |at| at + 1 + usize::from(of_setting && at + 1 < words.len()));
    let rules = words[first..].iter().map(|word| (*word).to_owned()).collect();
    let mut end = said.len();
    for word in words[first..].iter().rev() {
        end = said[..end].rfind(word).unwrap_or(end);
    }
    (said[..end].trim().to_owned(), rules)
}

fn act(body: &str) -> Parsed<Act> {
    let (first, rest) = first_word(body);
    match first {
        "table" => {
            let (game, settings) = first_word(rest);
            if game.is_empty() {
                return Err("`table` names a game, as `table ohio/blackjack`".into());
            }
            Ok(Act::Table { game: game.to_owned(), settings: settings.to_owned() })
        }
        "bets" => bets(rest),
        "found" => found(rest),
        "shuffle" => shuffle(rest),
        "burn" => Ok(Act::Burn(if rest.is_empty() { Face::Unread } else { face(rest)? })),
        "deal" => Ok(Act::Deal(places(rest)?)),
        "card" | "cards" => one_place(rest).map(|(place, cards)| Act::Cards(place, cards)),
        "board" | "flop" => Ok(Act::Cards(Place::Board, faces(rest)?)),
        "turn" => {
            let (place, cards) = one_place(rest)?;
            let cards = cards.into_iter().map(|face| face.card().ok_or("a turned card has a face"));
            Ok(Act::Turn(place, cards.collect::<Result<_, _>>()?))
        }
        "peek" => match rest {
            "yes" => Ok(Act::Peek(true)),
            "no" => Ok(Act::Peek(false)),
            _ => Err("`peek yes` or `peek no`".into()),
        },
        "roll" => roll(Rank::Dealer, rest),
        "spin" => rest.parse().map(Act::Spin).map_err(|e| format!("{e}")),
        "number" => {
            let number = rest.trim().parse();
            number
                .map(Act::Number)
                .map_err(|_| format!("`{rest}`: write what the device shows, as `number 5`"))
        }
        "wheel" => Ok(Act::Wheel(rest.trim().to_owned())),
        "meter" => match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
            [meter] => Ok(Act::Meter((*meter).to_owned(), None, None)),
            [meter, amount] => Ok(Act::Meter((*meter).to_owned(), Some((*amount).to_owned()), None)),
            [meter, amount, "of", stands] => {
                Ok(Act::Meter((*meter).to_owned(), Some((*amount).to_owned()), Some((*stands).to_owned())))
            }
            _ => Err("a meter and what it grants, as `meter main 1234.56 of 12345.67`".into()),
        },
        "link" => link(rest),
        "elsewhere" => elsewhere(rest),
        "shows" => shows(rest),
        "cut-card" => nothing_more(rest, Act::CutCard),
        "new-dealer" => nothing_more(rest, Act::NewDealer),
        "report" => report(Rank::Dealer, rest),
        "send" => serde_json::from_str::<serde::de::IgnoredAny>(rest)
            .map(|_| Act::Send(rest.to_owned()))
            .map_err(|e| format!("`send` is followed by an input as JSON: {e}")),
        "sees" => sees(rest),
        "awaits" => awaits(rest),
        "open" => nothing_more(rest, Act::Open),
        "expect" => expect(rest),
        _ => by_person(first, rest),
    }
}
