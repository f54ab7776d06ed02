//! Statements on what people do: patrons by their letters, staff by their rank.

use super::STATEMENTS;
use super::parts::{Parsed, faces, first_word, nothing_more, number, patron, spot};
use super::things::{report, roll};
use crate::input::{CardAt, RulingAct};
use crate::layout::Place;
use crate::people::{Actor, Patron, Rank};
use crate::scenario::ast::{Act, LowCards, RulingText};
use crate::wager::WagerNumber;
use crate::wire::parse_place;
use felt::Card;

pub(super) fn by_person(first: &str, rest: &str) -> Parsed<Act> {
    if let Some(rank) = Rank::ALL.into_iter().find(|rank| rank.word() == first) {
        return by_staff(rank, rest);
    }
    if first == Actor::Surveillance.to_string() {
        return match rest {
            "approves" => Ok(Act::Approves(Actor::Surveillance, true)),
            "withholds" => Ok(Act::Approves(Actor::Surveillance, false)),
            _ => Err("surveillance `approves` or `withholds`".into()),
        };
    }
    match patron(first) {
        Ok(patron) => by_patron(patron, rest),
        Err(_) => Err(no_statement(first)),
    }
}

fn no_statement(first: &str) -> String {
    let known: Vec<&str> = STATEMENTS.iter().copied().chain(Rank::ALL.into_iter().map(Rank::word)).collect();
    match rulebook::nearest(first, &known) {
        Some(near) => format!("no statement begins with `{first}`; did you mean `{near}`?"),
        None => format!(
            "no statement begins with `{first}`; it begins with a word like bets, deal, card, turn, peek, report, \
             expect, refuse, with a patron's letter, or with dealer, box, floor, pit, shift"
        ),
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
        "roll" => roll(rank, rest),
        "looks" if rank == Rank::Dealer => looked_at(rest).map(|place| Act::Looks(None, place)),
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

/// Parses the place of the cards that a person looks at.
fn looked_at(text: &str) -> Parsed<Place> {
    match text.trim() {
        "" => Err("say where the cards lie, as `looks dealer`".into()),
        place => parse_place(place).map_err(|e| e.to_string()),
    }
}

/// Parses a card by its position: `dealer 2` is the dealer's second.
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
        ["leaves" | "silent" | "takes" | "calls" | "looks" | "sets", ..] | ["cuts", _]
            if !cards.is_empty() =>
        {
            Err("no cards follow this".into())
        }
        ["leaves"] => Ok(Act::Leaves(patron)),
        ["looks", place] if at.is_none() => looked_at(place).map(|place| Act::Looks(Some(patron), place)),
        ["sets", low @ ..] => sets(low).map(|low| Act::Sets(patron, at, low)),
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

/// Parses the low hand that a patron sets: `Kd 9s` by faces, `cards 1 7` by positions.
fn sets(low: &[&str]) -> Parsed<LowCards> {
    let expected = |word: &str| {
        format!("`{word}`: the low hand by its faces, as `sets Kd 9s`, or by places, as `sets cards 1 7`")
    };
    match low {
        [] => Err(expected("sets")),
        ["cards", places @ ..] if !places.is_empty() => {
            let place = |word: &&str| word.parse::<u8>().map_err(|_| expected(word));
            places.iter().map(place).collect::<Parsed<_>>().map(LowCards::Places)
        }
        faces => {
            let card = |word: &&str| word.parse::<Card>().map_err(|_| expected(word));
            faces.iter().map(card).collect::<Parsed<_>>().map(LowCards::Faces)
        }
    }
}
