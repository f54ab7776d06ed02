//! Reading scenarios. `docs/scenarios.md` is the grammar; every example in it is parsed by a test.

use super::ast::{Act, Awaited, ExpectedLine, RulingText, Scenario, Statement};
use crate::input::{CardAt, RulingAct};
use crate::layout::{Face, Place, Spot};
use crate::people::{Actor, Patron, Rank};
use crate::wager::{Beneficiary, WagerNumber};
use crate::wire::{parse_audience, parse_face, parse_place, parse_spot};
use felt::Card;
use std::fmt;

/// Where a scenario cannot be read, and what would be right.
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

type Parsed<T> = Result<T, String>;

/// Reads all scenarios of a file.
///
/// # Errors
/// The first line that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Scenario>, ParseError> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    let mut keyword = String::new();
    for (n, raw) in text.lines().enumerate() {
        let line = n + 1;
        let error = |what: String| ParseError { line, what };
        let content = without_comment(raw);
        if content.trim().is_empty() {
            continue;
        }
        let title = content.trim_start_matches('\u{feff}').strip_prefix("scenario");
        if let Some(name) = title.filter(|name| name.starts_with(char::is_whitespace)) {
            scenarios.push(Scenario { name: name.trim().to_owned(), line, statements: Vec::new() });
            keyword.clear();
            continue;
        }
        let Some(scenario) = scenarios.last_mut() else {
            return Err(error("a file begins with `scenario` and a title".into()));
        };
        let said = if content.starts_with(char::is_whitespace) {
            if keyword.is_empty() {
                return Err(error(
                    "an indented line goes on with the statement above it; there is none".into(),
                ));
            }
            format!("{keyword} {}", content.trim())
        } else {
            keyword = continued_keyword(&content);
            content.trim().to_owned()
        };
        let statement = statement(&said).map_err(error)?;
        scenario.statements.push(Statement { line, text: raw.trim_end().to_owned(), ..statement });
    }
    if scenarios.is_empty() {
        return Err(ParseError { line: 1, what: "no `scenario` in this file".into() });
    }
    Ok(scenarios)
}

/// Cuts a comment off: a `#` at the beginning or after a space.
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
    let asks_nothing = matches!(act, Act::Expect { .. } | Act::Sees(..) | Act::Awaits(_));
    if refused && asks_nothing {
        return Err("expect, sees and awaits ask the table for nothing, so it cannot refuse them".into());
    }
    if matches!(act, Act::Sees(..) | Act::Awaits(_)) && !rules.is_empty() {
        return Err("sees and awaits cause nothing; write the id on the line that applied it".into());
    }
    Ok(Statement { line: 0, text: String::new(), refused, act, rules })
}

/// Whether a word is a rule id: capitals and a dash, as `OH-BJ-9.IV` or `RULING-BJ-1`; with `!` before it, one that
/// must not be applied.
fn is_rule_id(word: &str) -> bool {
    let id = word.strip_prefix('!').unwrap_or(word);
    id.split_once('-').is_some_and(|(head, tail)| {
        head.len() >= 2 && head.bytes().all(|b| b.is_ascii_uppercase()) && !tail.is_empty()
    })
}

fn split_rules(said: &str) -> (String, Vec<String>) {
    let words: Vec<&str> = said.split_whitespace().collect();
    let last_other = words.iter().rposition(|word| !is_rule_id(word));
    // The code of a pay table looks like a rule and is the setting's value.
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
        "roll" => roll(rest),
        "spin" => rest.parse().map(Act::Spin).map_err(|e| format!("{e}")),
        "wheel" => rest.parse().map(Act::Wheel).map_err(|e| format!("{e}")),
        "meter" => match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
            [meter, amount] => Ok(Act::Meter((*meter).to_owned(), (*amount).to_owned())),
            _ => Err("a meter and what it grants, as `meter main 12345.67`".into()),
        },
        "cut-card" => nothing_more(rest, Act::CutCard),
        "new-dealer" => nothing_more(rest, Act::NewDealer),
        "report" => report(Rank::Dealer, rest),
        "send" => serde_json::from_str::<serde::de::IgnoredAny>(rest)
            .map(|_| Act::Send(rest.to_owned()))
            .map_err(|e| format!("`send` is followed by an input as JSON: {e}")),
        "sees" => sees(rest),
        "awaits" => awaits(rest),
        "expect" => expect(rest),
        _ => by_somebody(first, rest),
    }
}

fn by_somebody(first: &str, rest: &str) -> Parsed<Act> {
    if let Some(rank) = Rank::ALL.into_iter().find(|rank| rank.word() == first) {
        return by_staff(rank, rest);
    }
    match patron(first) {
        Ok(patron) => by_patron(patron, rest),
        Err(_) => Err(format!(
            "no statement begins with `{first}`; it begins with a word like bets, deal, card, turn, peek, report, \
             expect, refuse, with a patron's letter, or with dealer, box, floor, pit, shift"
        )),
    }
}

fn by_staff(rank: Rank, rest: &str) -> Parsed<Act> {
    let (verb, rest) = first_word(rest);
    match verb {
        "" => {
            Err(format!("what does the {rank} do? A step, `approves`, `permits A`, `cuts 100`, `rules ...`"))
        }
        "approves" => nothing_more(rest, Act::Approves(Actor::Staff(rank), true)),
        "withholds" => nothing_more(rest, Act::Approves(Actor::Staff(rank), false)),
        "permits" => patron(rest).map(|patron| Act::Permits(rank, patron)),
        "cuts" => number(rest).map(|depth| Act::Cuts(Actor::Staff(rank), depth)),
        "reports" => report(rank, rest),
        "rules" => ruling(rank, rest),
        step => nothing_more(rest, Act::Step(rank, step.to_owned())),
    }
}

fn ruling(rank: Rank, rest: &str) -> Parsed<Act> {
    let (verb, rest) = first_word(rest);
    let text = match verb {
        "void-round" => nothing_more(rest, RulingText::Act(RulingAct::VoidRound))?,
        "go-on" => nothing_more(rest, RulingText::Act(RulingAct::GoOn))?,
        "void-wager" => {
            let number = rest.parse().map_err(|_| format!("`{rest}` is not the number of a wager"))?;
            RulingText::Act(RulingAct::VoidWager(WagerNumber(number)))
        }
        "void-hand" => RulingText::Act(RulingAct::VoidHand(spot(rest)?)),
        "discard-card" => RulingText::Act(RulingAct::DiscardCard(card_at(rest)?)),
        "replace-card" => RulingText::Act(RulingAct::ReplaceCard(card_at(rest)?)),
        "use-card-next" => RulingText::Act(RulingAct::UseCardNext(card_at(rest)?)),
        "move-card" => {
            let (card, to) = rest.split_once(" to ").ok_or("say where to: `move-card 1 2 to dealer`")?;
            RulingText::Act(RulingAct::MoveCard {
                card: card_at(card)?,
                to: parse_place(to.trim()).map_err(|e| e.to_string())?,
            })
        }
        "award" => {
            let (who, amount) = first_word(rest);
            RulingText::Award(patron(who)?, amount.to_owned())
        }
        _ => {
            return Err(
                "a ruling is `void-round`, `void-hand 1`, `void-wager 3`, `award A 10`, `discard-card dealer 2`, \
                 `replace-card dealer 2`, `use-card-next 1 3`, `move-card 1 3 to dealer` or `go-on`"
                    .into()
            );
        }
    };
    Ok(Act::Rules(rank, text))
}

/// A card by where it lies: `dealer 2` is the dealer's second.
fn card_at(text: &str) -> Parsed<CardAt> {
    let (place_word, nth) = first_word(text);
    let nth = nth.trim().parse().map_err(|_| format!("`{text}`: say which card, as `dealer 2`"))?;
    let place = parse_place(place_word).map_err(|e| e.to_string())?;
    Ok(CardAt { place, nth })
}

fn by_patron(patron: Patron, rest: &str) -> Parsed<Act> {
    let (body, cards) = match rest.split_once(':') {
        Some((body, cards)) => (body.trim(), faces(cards)?),
        None => (rest, Vec::new()),
    };
    let mut words: Vec<&str> = body.split_whitespace().collect();
    let at = match words.iter().position(|word| *word == "at") {
        Some(n) if n + 1 < words.len() => {
            let spot = spot(words[n + 1])?;
            words.drain(n..n + 2);
            Some(spot)
        }
        _ => None,
    };
    match words.as_slice() {
        [] => Err(format!("what does {patron} do?")),
        ["leaves" | "silent" | "takes" | "calls", ..] | ["cuts", _] if !cards.is_empty() => {
            Err("no cards follow this".into())
        }
        ["leaves"] => Ok(Act::Leaves(patron)),
        ["silent"] => Ok(Act::Silent { patron, spot: at }),
        ["cuts", depth] => number(depth).map(|depth| Act::Cuts(Actor::Patron(patron), depth)),
        ["takes", "back", wager] => Ok(Act::TakesBack {
            patron,
            box_number: at.map(|spot| spot.box_number),
            wager: (*wager).to_owned(),
            amount: None,
        }),
        ["takes", "back", amount, "of", wager] => Ok(Act::TakesBack {
            patron,
            box_number: at.map(|spot| spot.box_number),
            wager: (*wager).to_owned(),
            amount: Some((*amount).to_owned()),
        }),
        ["calls", call @ ("on" | "off"), wager] => Ok(Act::Calls {
            patron,
            box_number: at.map(|spot| spot.box_number),
            wager: (*wager).to_owned(),
            on: *call == "on",
        }),
        [choice] => Ok(Act::Chooses { patron, spot: at, choice: (*choice).to_owned(), amount: None, cards }),
        [choice, amount] => Ok(Act::Chooses {
            patron,
            spot: at,
            choice: (*choice).to_owned(),
            amount: Some((*amount).to_owned()),
            cards,
        }),
        _ => Err(format!(
            "`{body}` is too long: a choice and perhaps an amount, as `{patron} at 1 double 10: 5c`"
        )),
    }
}

fn bets(rest: &str) -> Parsed<Act> {
    let (who, wagers) = rest.split_once(':').ok_or("as `bets A at 1: main 10, house-money 5`".to_owned())?;
    let words: Vec<&str> = who.split_whitespace().collect();
    let (words, beneficiary) = match words.as_slice() {
        [rest @ .., "for", "dealers"] => (rest, Beneficiary::Dealers),
        rest => (rest, Beneficiary::Patron),
    };
    let example = "`bets A at 1: main 10, house-money 5`, or `bets A at 1 for dealers: main 5`";
    let (patron, box_number) = patron_at_box(words, example)?;
    Ok(Act::Bets { patron, box_number, beneficiary, wagers: stakes(wagers)? })
}

fn found(rest: &str) -> Parsed<Act> {
    let example = "`found A at 1: main 150`";
    let (who, wagers) = rest.split_once(':').ok_or_else(|| format!("as {example}"))?;
    let (patron, box_number) = patron_at_box(&who.split_whitespace().collect::<Vec<_>>(), example)?;
    Ok(Act::Found { patron, box_number, wagers: stakes(wagers)? })
}

/// `A at 1`, or `A` for the layout.
fn patron_at_box(words: &[&str], example: &str) -> Parsed<(Patron, u8)> {
    match words {
        [who, "at", place] => match spot(place)? {
            Spot { box_number, hand: 1 } => Ok((patron(who)?, box_number)),
            _ => Err(format!("`{place}`: wagers are made on a box, not on one of its hands")),
        },
        [who] => Ok((patron(who)?, 0)),
        _ => Err(format!("as {example}")),
    }
}

/// `main 10, house-money 5` as wagers and amounts.
fn stakes(text: &str) -> Parsed<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for item in text.split(',') {
        match item.split_whitespace().collect::<Vec<_>>().as_slice() {
            [wager, amount] => pairs.push(((*wager).to_owned(), (*amount).to_owned())),
            _ => {
                let item = item.trim();
                return Err(format!(
                    "`{item}` is not a wager and an amount, as `main 10`; amounts have no commas"
                ));
            }
        }
    }
    Ok(pairs)
}

fn shuffle(rest: &str) -> Parsed<Act> {
    match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
        [] => Ok(Act::Shuffle { cut_card: None }),
        ["cut-card", at] => Ok(Act::Shuffle { cut_card: Some(number(at)?) }),
        _ => Err("`shuffle`, or `shuffle cut-card 200`: the cutting card shows after 200 cards".into()),
    }
}

fn roll(rest: &str) -> Parsed<Act> {
    match rest.split([' ', '-']).filter(|die| !die.is_empty()).count() {
        3 => rest.parse().map(Act::RollThree).map_err(|e| format!("{e}")),
        _ => rest.parse().map(Act::Roll).map_err(|e| format!("{e}")),
    }
}

fn report(by: Rank, rest: &str) -> Parsed<Act> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let place = match words.iter().position(|word| *word == "at") {
        Some(n) if n + 1 < words.len() => {
            let place = parse_place(words[n + 1]).map_err(|e| e.to_string())?;
            words.drain(n..n + 2);
            Some(place)
        }
        _ => None,
    };
    let (kind, card) = match words.as_slice() {
        [kind] => (*kind, None),
        [kind, card] => (*kind, Some(card.parse::<Card>().map_err(|e| e.to_string())?)),
        _ => return Err("as `report face-up-in-shoe Kd` or `report card-missed at 2`".into()),
    };
    Ok(Act::Report { by, kind: kind.to_owned(), place, card })
}

fn sees(rest: &str) -> Parsed<Act> {
    let (who, rest) = first_word(rest);
    let audience = parse_audience(who).map_err(|e| e.to_string())?;
    let (place, cards) = one_place(rest)?;
    Ok(Act::Sees(audience, place, cards))
}

fn awaits(rest: &str) -> Parsed<Act> {
    let Some((who, choices)) = rest.split_once(':') else {
        return Ok(Act::Awaits(Awaited::Phase(rest.to_owned())));
    };
    let words: Vec<&str> = who.split_whitespace().collect();
    let (patron, at) = match words.as_slice() {
        [who] => (patron(who)?, None),
        [who, "at", place] => (patron(who)?, Some(spot(place)?)),
        _ => return Err("as `awaits A at 1: hit, stand` or `awaits insurance`".into()),
    };
    let choices = choices.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
    Ok(Act::Awaits(Awaited::Choices(patron, at, choices.collect())))
}

fn expect(rest: &str) -> Parsed<Act> {
    if rest == "nothing" {
        return Ok(Act::Expect { patron: None, spot: None, lines: Vec::new() });
    }
    let (who, lines) = rest
        .split_once(':')
        .ok_or("as `expect A at 1: main wins 15, house-money loses 5` or `expect nothing`".to_owned())?;
    let words: Vec<&str> = who.split_whitespace().collect();
    let (patron, at) = match words.as_slice() {
        [who] => (patron(who)?, None),
        [who, "at", place] => (patron(who)?, Some(spot(place)?)),
        _ => return Err(format!("`{}` is a patron, or a patron at a hand", who.trim())),
    };
    let lines = lines.split(',').map(expected_line).collect::<Parsed<Vec<_>>>()?;
    Ok(Act::Expect { patron: Some(patron), spot: at, lines })
}

fn expected_line(item: &str) -> Parsed<ExpectedLine> {
    let (item, odds) = match item.split_once(" at ") {
        Some((item, odds)) => (item, Some(odds.trim().to_owned())),
        None => (item, None),
    };
    let (item, basis) = match item.split_once(" on ") {
        Some((item, basis)) => (item, Some(basis.trim().to_owned())),
        None => (item, None),
    };
    let mut words: Vec<&str> = item.split_whitespace().collect();
    let kinds = ["award", "charge", "cap", "debt", "reversal"];
    let kind = match words.first() {
        Some(first) if kinds.contains(first) => words.remove(0).to_owned(),
        _ => "wager".to_owned(),
    };
    let (wager, outcome, amount) = match words.as_slice() {
        [wager, outcome] if kind == "wager" => (*wager, *outcome, None),
        [wager, outcome, amount] if kind == "wager" => (*wager, *outcome, Some(*amount)),
        [wager] => (*wager, "", None),
        [wager, amount] => (*wager, "", Some(*amount)),
        _ => {
            return Err(format!(
                "`{}` is a wager, what became of it and an amount, as `main wins 15` or `double returned 10`",
                item.trim()
            ));
        }
    };
    let outcomes = ["wins", "loses", "pushes", "returned", ""];
    if !outcomes.contains(&outcome) {
        return Err(format!("`{outcome}`: a wager wins, loses, pushes or is returned"));
    }
    Ok(ExpectedLine {
        kind,
        wager: wager.to_owned(),
        outcome: outcome.to_owned(),
        amount: amount.map(str::to_owned),
        basis,
        odds,
    })
}

/// `1: As Kd   dealer: 7c ??` as places and cards.
fn places(text: &str) -> Parsed<Vec<(Place, Vec<Face>)>> {
    let mut places: Vec<(Place, Vec<Face>)> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(place) = word.strip_suffix(':') {
            places.push((parse_place(place).map_err(|e| e.to_string())?, Vec::new()));
            continue;
        }
        match places.last_mut() {
            Some((_, cards)) => cards.push(face(word)?),
            None => return Err(format!("`{word}`: name the place before its cards, as `1: As Kd`")),
        }
    }
    Ok(places)
}

fn one_place(text: &str) -> Parsed<(Place, Vec<Face>)> {
    let mut places = places(text)?;
    match (places.pop(), places.is_empty()) {
        (Some(place), true) => Ok(place),
        _ => Err("one place and its cards, as `dealer: 5h 3c`".into()),
    }
}

/// The statement ends here: a word too many is a slip that must not pass as proof.
fn nothing_more<T>(rest: &str, act: T) -> Parsed<T> {
    if rest.is_empty() { Ok(act) } else { Err(format!("`{rest}` is too much here")) }
}

fn faces(text: &str) -> Parsed<Vec<Face>> {
    text.split_whitespace().map(face).collect()
}

fn face(word: &str) -> Parsed<Face> {
    parse_face(word).map_err(|e| e.to_string())
}

fn spot(word: &str) -> Parsed<Spot> {
    parse_spot(word).map_err(|e| e.to_string())
}

fn patron(word: &str) -> Parsed<Patron> {
    Patron::parse(word)
        .ok_or_else(|| format!("`{word}`: a patron is a capital letter, A to Z, then A2 to Z2"))
}

fn number(word: &str) -> Parsed<u16> {
    word.trim().parse().map_err(|_| format!("`{word}` is not a number of cards"))
}

fn first_word(text: &str) -> (&str, &str) {
    match text.trim().split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (text.trim(), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Statement {
        let scenario = parse(&format!("scenario t\n{text}")).unwrap().remove(0);
        scenario.statements.into_iter().next_back().unwrap()
    }

    #[test]
    fn rule_ids_end_a_line() {
        let statement = one("refuse A at 1 double 20   OH-BJ-10.I:b PROTOCOL-LIMITS  # too much");
        assert!(statement.refused);
        assert_eq!(statement.rules, ["OH-BJ-10.I:b", "PROTOCOL-LIMITS"]);
        assert!(matches!(statement.act, Act::Chooses { amount: Some(a), .. } if a == "20"));
    }

    #[test]
    fn the_code_of_a_pay_table_ends_a_setting() {
        let table = one("table colorado/blackjack rocket-aces 5 paytable.rocket-aces CO-RA-2/T9");
        assert!(
            table.rules.is_empty()
                && matches!(&table.act, Act::Table { settings, .. } if settings.ends_with("CO-RA-2/T9"))
        );
        let refused = one("refuse table colorado/blackjack paytable.rocket-aces CO-RA-2/T9 CO-RA-2/T2");
        assert_eq!(refused.rules, ["CO-RA-2/T2"]);
    }

    #[test]
    fn indented_lines_repeat_the_keyword() {
        let scenario =
            parse("scenario t\nbets A at 1: main 10\n     B at 2: main 25, house-money 5").unwrap();
        assert!(matches!(&scenario[0].statements[1].act, Act::Bets { wagers, .. } if wagers.len() == 2));
    }

    #[test]
    fn chips_that_are_found_are_written_like_bets() {
        let found = one("found A at 1: main 150, 21-3-classic 5   SG-PP-5.14");
        let Act::Found { patron: Patron::A, box_number: 1, wagers } = found.act else { panic!("{found:?}") };
        let pair = |wager: &str, stake: &str| (wager.to_owned(), stake.to_owned());
        assert_eq!(wagers, [pair("main", "150"), pair("21-3-classic", "5")]);
        assert!(matches!(one("found B: red 50").act, Act::Found { box_number: 0, .. }));
        for text in ["found A at 1", "found A at 1.2: main 5", "found A for dealers: main 5", "found A: main"]
        {
            assert!(parse(&format!("scenario t\n{text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn a_choice_names_its_hand_before_or_after() {
        let hand = |text: &str| match one(text).act {
            Act::Chooses { spot, choice, .. } => (spot, choice),
            act => panic!("{act:?}"),
        };
        assert_eq!(hand("A sit at 3"), (Some(Spot::first(3)), "sit".to_owned()));
        assert_eq!(hand("A at 3 rise"), (Some(Spot::first(3)), "rise".to_owned()));
        assert_eq!(hand("A at 1.2 hit: 5d"), (Some(Spot { box_number: 1, hand: 2 }), "hit".to_owned()));
        assert_eq!(hand("A hit"), (None, "hit".to_owned()));
    }

    #[test]
    fn a_wager_may_begin_with_a_digit() {
        let bets = one("bets A at 1: 21-3-classic 5, top-3 1");
        assert!(matches!(bets.act, Act::Bets { wagers, .. } if wagers[0].0 == "21-3-classic"));
        let back = one("A takes back 21-3-xtreme at 2");
        assert!(matches!(back.act, Act::TakesBack { wager, amount: None, .. } if wager == "21-3-xtreme"));
        let part = one("A takes back 5 of 21-3-xtreme");
        assert!(matches!(part.act, Act::TakesBack { wager, amount: Some(_), .. } if wager == "21-3-xtreme"));
        let expect = one("expect A at 1: 21-3-classic wins 45 at 9 to 1, award dealer-envy 5   CO-RF-22.A");
        let Act::Expect { lines, .. } = expect.act else { panic!("an expectation") };
        assert_eq!((lines[0].wager.as_str(), lines[0].odds.as_deref()), ("21-3-classic", Some("9 to 1")));
        let meter = one("meter 21-3-1 500");
        assert!(matches!(meter.act, Act::Meter(word, _) if word == "21-3-1"));
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        let error = parse("scenario t\ntable ohio/blackjack\nexpect A main wins").unwrap_err();
        assert_eq!(error.line, 3);
        assert!(error.what.contains("expect A at 1"));
    }

    #[test]
    fn paytable_ids_with_brackets_are_rules() {
        let statement =
            one("expect A at 1: house-money wins 45 at 9 to 1   OH-BJ-16.II.C(1)/T1:pair OH-BJ-16.II.B");
        assert_eq!(statement.rules.len(), 2);
        assert!(
            matches!(statement.act, Act::Expect { lines, .. } if lines[0].odds.as_deref() == Some("9 to 1"))
        );
    }
}
