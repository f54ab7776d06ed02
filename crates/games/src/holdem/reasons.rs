//! Why a line came out as it did: the conditions of the rules, weighed once more on what the events show.

use super::{rules, words};
use crate::poker::{Category, Hand, Ranking};
use engine::{Event, Face, Line, LineKind, Place, Reason, Rule, What};
use felt::Card;

/// The cards of a round as the events show them.
struct Shown(Vec<(u32, Place, Option<Card>)>);

impl Shown {
    /// Reads the round that is under way at the end of the events.
    fn read(events: &[Event]) -> Shown {
        let start = events.iter().rposition(|event| matches!(event.what, What::RoundOpened { .. }));
        let mut shown = Shown(Vec::new());
        for event in &events[start.unwrap_or(0)..] {
            shown.follow(event.what);
        }
        shown
    }

    fn follow(&mut self, what: What) {
        match what {
            What::CardLaid { draw, place, face, .. } => {
                self.0.retain(|(known, _, _)| *known != draw);
                self.0.push((draw, place, face.card()));
            }
            What::CardTurned { draw, face: Face::Up(card), .. } => {
                for known in self.0.iter_mut().filter(|(known, _, _)| *known == draw) {
                    known.2 = Some(card);
                }
            }
            _ => {}
        }
    }

    fn at(&self, place: Place) -> Vec<Card> {
        self.0.iter().filter(|(_, there, _)| *there == place).filter_map(|(_, _, card)| *card).collect()
    }

    /// The best five of the cards of a place and the board.
    fn best(&self, place: Place) -> Ranking {
        self.at(place).into_iter().chain(self.at(Place::Board)).collect::<Hand>().ranking()
    }

    /// The kind of hand of a patron's cards and the first three of the board.
    fn with_flop(&self, place: Place) -> Category {
        let flop = self.at(Place::Board).into_iter().take(3);
        self.at(place).into_iter().chain(flop).collect::<Hand>().ranking().category()
    }
}

/// The conditions weighed for a line, in the order the rules weigh them.
pub(crate) fn reasons(events: &[Event], line: &Line) -> Vec<Reason> {
    let shown = Shown::read(events);
    match (line.kind, line.wager) {
        (LineKind::Wager, words::ANTE | words::BLIND | words::PLAY_WAGER) => against_dealer(&shown, line),
        (LineKind::Wager, words::TRIPS) => trips(&shown, line),
        (LineKind::Wager, words::PROGRESSIVE) => progressive(&shown, line),
        (LineKind::Cap, _) => cap(line),
        _ => as_cited(line),
    }
}

fn reason(rule: Rule, held: bool, facts: String) -> Reason {
    Reason { rule, held, facts }
}

fn cites(line: &Line, rules: &[Rule]) -> bool {
    line.cites.iter().any(|rule| rules.contains(&rule))
}

/// A line that rests on a ruling, a fold or an irregularity: what it cites is why.
fn as_cited(line: &Line) -> Vec<Reason> {
    line.cites.iter().map(|rule| reason(rule, true, "this rule decided the line".into())).collect()
}

fn against_dealer(shown: &Shown, line: &Line) -> Vec<Reason> {
    let compared = [rules::HIGHER_WINS, rules::TIE, rules::LOWER_LOSES];
    if !cites(line, &compared) && !cites(line, &[rules::BELOW_PAIR_ANTE]) {
        return as_cited(line);
    }
    let (own, dealer) = (shown.best(Place::Hand(line.spot)), shown.best(Place::Dealer));
    let below = dealer.category() < Category::Pair;
    let mut weighed = Vec::new();
    if line.wager == words::ANTE {
        let text =
            format!("the dealer has {dealer}, which is {} a pair", if below { "below" } else { "at least" });
        weighed.push(reason(rules::BELOW_PAIR_ANTE, below, text));
        if below {
            return weighed;
        }
    }
    let versus = format!("the hand is {own}, the dealer's {dealer}");
    weighed.push(reason(rules::HIGHER_WINS, own > dealer, versus.clone()));
    weighed.push(reason(rules::TIE, own == dealer, versus.clone()));
    weighed.push(reason(rules::LOWER_LOSES, own < dealer, versus));
    let same_kind = own.category() == dealer.category();
    let kinds = match same_kind {
        true => format!("both hands are of one kind, {}", own.category()),
        false => format!("{} against {}", own.category(), dealer.category()),
    };
    weighed.push(reason(rules::CATEGORIES, !same_kind, kinds.clone()));
    weighed.push(reason(rules::HIGHER_CARD, same_kind && own != dealer, kinds));
    if line.wager == words::BLIND && own > dealer {
        let straight = own.category() >= Category::Straight;
        let text =
            format!("{} is {} a straight", own.category(), if straight { "at least" } else { "below" });
        weighed.push(reason(rules::BLIND_NEEDS_STRAIGHT, !straight, text));
    }
    weighed
}

fn trips(shown: &Shown, line: &Line) -> Vec<Reason> {
    if !cites(line, &[rules::TRIPS_ALONE_COUNTS]) {
        return as_cited(line);
    }
    let own = shown.best(Place::Hand(line.spot));
    let facts = format!("the hand is {own}, whatever the dealer has");
    let lacks = own.category() < Category::ThreeOfAKind;
    by_table(
        line,
        "OH-UTH-10.IV/T1",
        own.category(),
        &facts,
        reason(rules::TRIPS_NEEDS_THREE, lacks, facts.clone()),
    )
}

fn progressive(shown: &Shown, line: &Line) -> Vec<Reason> {
    if !cites(line, &[rules::HOLE_AND_FLOP]) {
        return as_cited(line);
    }
    let category = shown.with_flop(Place::Hand(line.spot));
    let facts = format!("the patron's two cards and the flop make {category}");
    by_table(line, "OH-UTH-12.3.I/T1", category, &facts, reason(rules::HOLE_AND_FLOP, true, facts.clone()))
}

/// The lines of a pay table, best hand first, and what holds beside them.
fn by_table(line: &Line, table: &str, category: Category, facts: &str, beside: Reason) -> Vec<Reason> {
    let priced = |kind: &Category| {
        let id = format!("{table}:{kind}");
        let rule = rules::ALL.iter().find(|rule| rule.id() == id)?;
        Some(reason(*rule, *kind == category, facts.to_owned()))
    };
    let mut weighed: Vec<Reason> = Category::ALL.iter().rev().filter_map(priced).collect();
    weighed.push(beside);
    // What decided the moment or the source of the payment stands on the line itself.
    for rule in line.cites.iter() {
        if !weighed.iter().any(|known| known.rule == rule) {
            weighed.push(reason(rule, true, "this rule applied to the line too".into()));
        }
    }
    weighed
}

fn cap(line: &Line) -> Vec<Reason> {
    let first = line.cuts.unwrap_or(0);
    let text = format!("the hand's lines from {first} on pay more than one hand may win");
    [rules::CAP_FIFTY_THOUSAND, rules::CAP_MINIMUM_ROUND]
        .into_iter()
        .map(|rule| reason(rule, cites(line, &[rule]), text.clone()))
        .collect()
}
