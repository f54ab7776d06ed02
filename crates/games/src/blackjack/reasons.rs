//! Why a line came out as it did: the conditions of the rules, weighed once more on what the events show.

use super::hand::{Tally, is_ace, is_ten_valued};
use super::house_money::made;
use super::{rules, words};
use engine::{Event, Face, Line, Place, Reason, Rule, Spot, What};
use felt::Card;

/// The cards of a round as the events show them.
struct Shown {
    cards: Vec<(u32, Place, Option<Card>)>,
    /// Boxes whose pair was split.
    split: Vec<u8>,
}

impl Shown {
    /// Reads the round that is under way at the end of the events.
    fn read(events: &[Event]) -> Shown {
        let start = events.iter().rposition(|event| matches!(event.what, What::RoundOpened { .. }));
        let mut shown = Shown { cards: Vec::new(), split: Vec::new() };
        for event in &events[start.unwrap_or(0)..] {
            shown.follow(event.what);
        }
        shown
    }

    fn follow(&mut self, what: What) {
        match what {
            What::CardLaid { draw, place, face, .. } => {
                self.cards.retain(|(known, _, _)| *known != draw);
                self.cards.push((draw, place, face.card()));
            }
            What::CardTurned { draw, face: Face::Up(card), .. } => {
                for known in self.cards.iter_mut().filter(|(known, _, _)| *known == draw) {
                    known.2 = Some(card);
                }
            }
            What::CardMoved { draw, to, .. } => {
                if let Place::Hand(spot) = to {
                    self.split.push(spot.box_number);
                }
                for known in self.cards.iter_mut().filter(|(known, _, _)| *known == draw) {
                    known.1 = to;
                }
            }
            _ => {}
        }
    }

    fn at(&self, place: Place) -> Vec<Card> {
        self.cards.iter().filter(|(_, there, _)| *there == place).filter_map(|(_, _, card)| *card).collect()
    }

    fn tally(&self, place: Place) -> Tally {
        let mut tally = Tally::EMPTY;
        for card in self.at(place) {
            tally.add(Some(card));
        }
        tally
    }
}

/// The conditions weighed for a line, in the order the rules weigh them.
pub(crate) fn reasons(events: &[Event], line: &Line) -> Vec<Reason> {
    let shown = Shown::read(events);
    match line.wager {
        words::INSURANCE => insurance(&shown, line),
        words::HOUSE_MONEY => house_money(&shown, line),
        words::MAIN | words::DOUBLE_WAGER | words::SPLIT_WAGER => hand(&shown, line),
        _ => as_cited(line),
    }
}

fn reason(rule: Rule, held: bool, facts: String) -> Reason {
    Reason { rule, held, facts }
}

/// A line that rests on a ruling or an irregularity: what it cites is why.
fn as_cited(line: &Line) -> Vec<Reason> {
    line.cites.iter().map(|rule| reason(rule, true, "this rule decided the line".into())).collect()
}

fn hand(shown: &Shown, line: &Line) -> Vec<Reason> {
    let weighed = [
        rules::OVER_21_LOSES,
        rules::BLACKJACKS_PUSH,
        rules::DEALER_BLACKJACK_BEATS_21,
        rules::DEALER_OVER_21,
        rules::HIGHER_WINS,
        rules::BLACKJACK_BEATS_21,
        rules::TIE_PUSHES,
        rules::LOWER_LOSES,
    ];
    if !line.cites.iter().any(|rule| weighed.contains(&rule)) {
        return early(shown, line);
    }
    let (player, dealer) = (shown.tally(Place::Hand(line.spot)), shown.tally(Place::Dealer));
    let (own, against) = (player.total(), dealer.total());
    let blackjack = player.is_two_card_21() && !shown.split.contains(&line.spot.box_number);
    let dealer_blackjack = dealer.is_two_card_21();
    let versus = format!("the hand counts {own}, the dealer {against}");
    let holds = |rule: Rule| match rule {
        rules::OVER_21_LOSES => own > 21,
        rules::BLACKJACKS_PUSH => blackjack && dealer_blackjack,
        rules::DEALER_BLACKJACK_BEATS_21 => dealer_blackjack && own == 21 && !blackjack,
        rules::DEALER_OVER_21 => own <= 21 && against > 21,
        rules::HIGHER_WINS => own <= 21 && against <= 21 && own > against,
        rules::BLACKJACK_BEATS_21 => blackjack && against == 21 && !dealer_blackjack,
        rules::TIE_PUSHES => own == against && own <= 21 && blackjack == dealer_blackjack,
        _ => own <= 21 && against <= 21 && own < against,
    };
    weighed.into_iter().map(|rule| reason(rule, holds(rule), versus.clone())).collect()
}

/// A hand settled before the dealer's was complete: a blackjack, even money, or a remedy.
fn early(shown: &Shown, line: &Line) -> Vec<Reason> {
    let paid = [rules::BLACKJACK_AT_ONCE, rules::BLACKJACK_AFTER_PEEK, rules::EVEN_MONEY];
    if !line.cites.iter().any(|rule| paid.contains(&rule)) {
        return as_cited(line);
    }
    let cards = shown.at(Place::Hand(line.spot));
    let up = shown.at(Place::Dealer).first().copied();
    let text = cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let mut reasons = vec![reason(
        rules::BLACKJACK_OF_PATRON,
        true,
        format!("{text} are the first two cards and count 21"),
    )];
    for rule in paid {
        let facts = up.map_or_else(String::new, |up| match (is_ace(up), is_ten_valued(up)) {
            (true, _) => format!("the dealer shows {up}, an ace"),
            (_, true) => format!("the dealer shows {up}, which counts ten"),
            _ => format!("the dealer shows {up}, which can make no blackjack"),
        });
        reasons.push(reason(rule, line.cites.iter().any(|cited| cited == rule), facts));
    }
    reasons
}

fn insurance(shown: &Shown, line: &Line) -> Vec<Reason> {
    let decided = [rules::INSURANCE_WINS, rules::INSURANCE_LOSES];
    if !line.cites.iter().any(|rule| decided.contains(&rule)) {
        return as_cited(line);
    }
    let wins = line.cites.iter().any(|rule| rule == rules::INSURANCE_WINS);
    let facts = match shown.at(Place::Dealer).get(1) {
        Some(hole) => format!("the hole card is {hole}"),
        None => format!("the device found {} blackjack", if wins { "a" } else { "no" }),
    };
    vec![reason(rules::INSURANCE_WINS, wins, facts.clone()), reason(rules::INSURANCE_LOSES, !wins, facts)]
}

fn house_money(shown: &Shown, line: &Line) -> Vec<Reason> {
    let spot: Spot = line.spot;
    // The first two cards of the box, also when they lie in two hands by now.
    let of_box = |place: &Place| matches!(place, Place::Hand(there) if there.box_number == spot.box_number);
    let mut cards: Vec<(u32, Card)> = shown
        .cards
        .iter()
        .filter(|(_, place, _)| of_box(place))
        .filter_map(|(d, _, c)| Some((*d, (*c)?)))
        .collect();
    cards.sort_unstable();
    let lines = [rules::ACE_KING_SUITED, rules::STRAIGHT_FLUSH, rules::PAIR, rules::STRAIGHT];
    let by_cards = line.cites.iter().any(|rule| lines.contains(&rule) || rule == rules::NOTHING_HIT);
    let ([(_, first), (_, second), ..], true) = (cards.as_slice(), by_cards) else { return as_cited(line) };
    let best = made([*first, *second]).map(|(line, _)| line);
    let facts = format!("the first two cards are {first} {second}");
    let weighed = lines.into_iter().enumerate().map(|(n, rule)| reason(rule, best == Some(n), facts.clone()));
    weighed.chain([reason(rules::NOTHING_HIT, best.is_none(), facts.clone())]).collect()
}
