//! Explains a line: the conditions that were weighed, from the events alone.

use super::rules;
use super::settle::{Banker, compare};
use super::state::{hand_place, low_place};
use super::words::{BANK, FORTUNE, MAIN};
use crate::common::{CardsShown, events_of_round};
use crate::poker::pai_gow::{Setting, Seven};
use engine::{Against, Beneficiary, Event, Line, LineKind, Marker, Place, Reason, Rule, Spot, What};

/// The conditions weighed for a line, in the order of the rules.
pub(crate) fn reasons(events: &[Event], line: &Line) -> Vec<Reason> {
    let mut shown = CardsShown::default();
    events_of_round(events).iter().for_each(|event| shown.follow(event.what));
    match (line.kind, line.wager) {
        (LineKind::Wager, MAIN) => of_main(&shown, line, banks_place(events, line)),
        (LineKind::Wager, FORTUNE) => of_fortune(&shown, line),
        _ => as_cited(line, "this rule decided the line"),
    }
}

/// The two hands of a place.
fn setting(shown: &CardsShown, high: Place, low: Place) -> Option<Setting> {
    let (mut cards, low) = (shown.at(high), shown.at(low));
    let low: [felt::Card; 2] = low.try_into().ok()?;
    cards.extend(low);
    Seven::new(cards.try_into().ok()?)?.with_low(low)
}

/// The box of the bank that the wager was compared with, if a patron had the bank.
fn banks_place(events: &[Event], line: &Line) -> Option<u8> {
    let marked = events_of_round(events).iter().rev().find_map(|event| match event.what {
        What::Marked(Marker { id: BANK, value, .. }) => u8::try_from(value).ok(),
        _ => None,
    });
    marked.filter(|_| matches!(line.against, Against::Bank(_)))
}

/// The reasons of a main wager against the dealer or the bank: how both hands compare, and which of the
/// conditions of OH-PGP-13.VII to 13.XI held.
fn of_main(shown: &CardsShown, line: &Line, bank: Option<u8>) -> Vec<Reason> {
    let of_dealer = || setting(shown, Place::Dealer, Place::DealerLow);
    let own = match line.beneficiary {
        Beneficiary::House => of_dealer(),
        _ => setting(shown, Place::Hand(line.spot), Place::Hand(Spot { hand: 2, ..line.spot })),
    };
    let dealer = match bank {
        Some(place) => setting(shown, hand_place(place), low_place(place)),
        None => of_dealer(),
    };
    let Some((own, dealer)) = own.zip(dealer).filter(|_| weighed(line).any(|rule| is_cited(line, rule)))
    else {
        return as_cited(line, "this rule decided the line");
    };
    let hands = own.against(&dealer);
    let facts = format!(
        "the hands are {} and {}, those against it {} and {}: {:?} and {:?}",
        own.high_worth(),
        own.low_worth(),
        dealer.high_worth(),
        dealer.low_worth(),
        hands.high,
        hands.low
    );
    let banker = bank.map_or(Banker::House, |_| Banker::Patron { set_wrongly: false });
    let found = compare(&own, &dealer, false, banker).1;
    let held = |rule: Rule| found.iter().any(|cited| cited == rule) && is_cited(line, rule);
    let mut all: Vec<Reason> =
        weighed(line).map(|rule| Reason { rule, held: held(rule), facts: facts.clone() }).collect();
    for rule in
        line.cites.iter().filter(|rule| !all.iter().any(|known| known.rule == *rule)).collect::<Vec<_>>()
    {
        all.push(Reason { rule, held: true, facts: "this rule applied to the line too".into() });
    }
    all
}

/// The ways in which a wager can end.
fn weighed(_: &Line) -> impl Iterator<Item = Rule> {
    [
        rules::FOUL,
        rules::BOTH_LOWER,
        rules::COPY_LOSES,
        rules::HIGH_WINS_LOW_LOSES,
        rules::LOW_WINS_HIGH_LOSES,
        rules::COPY_AND_HIGHER,
        rules::BOTH_HIGHER,
    ]
    .into_iter()
}

/// The rows of the pay table, from the best paid.
fn of_fortune(shown: &CardsShown, line: &Line) -> Vec<Reason> {
    let mut cards = shown.at(Place::Hand(line.spot));
    cards.extend(shown.at(Place::Hand(Spot { hand: 2, ..line.spot })));
    if cards.len() != 7 {
        return as_cited(line, "this rule decided the line");
    }
    let cards = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let facts = format!("the cards are {cards}");
    let row = |rule: &Rule| Reason { rule: *rule, held: is_cited(line, *rule), facts: facts.clone() };
    let mut all: Vec<Reason> = rules::ROWS.iter().map(row).collect();
    all.extend(as_cited(line, &facts).into_iter().filter(|reason| !rules::ROWS.contains(&reason.rule)));
    all
}

fn is_cited(line: &Line, rule: Rule) -> bool {
    line.cites.iter().any(|cited| cited == rule)
}

fn as_cited(line: &Line, facts: &str) -> Vec<Reason> {
    line.cites.iter().map(|rule| Reason { rule, held: true, facts: facts.into() }).collect()
}
