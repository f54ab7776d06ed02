//! Explains a line: the conditions of the rules, evaluated again on what the events show.

use super::hand::Tally;
use super::house_money::made;
use super::law::Law;
use super::words;
use crate::common::{CardsShown, Clause, events_of_round, is_ace, is_ten_valued};
use engine::{Event, Line, Place, Reason, Spot, What};
use felt::Card;

/// What the events of a round show.
#[derive(Default)]
struct Shown {
    cards: CardsShown,
    /// Boxes whose pair was split.
    split: Vec<u8>,
    /// Hands that were doubled.
    doubled: Vec<Spot>,
}

impl Shown {
    /// Reads the round in progress at the end of the events.
    fn read(events: &[Event]) -> Shown {
        let mut shown = Shown::default();
        events_of_round(events).iter().for_each(|event| shown.follow(event.what));
        shown
    }

    fn follow(&mut self, what: What) {
        self.cards.follow(what);
        match what {
            What::CardMoved { from: Place::Hand(one), to: Place::Hand(other), .. }
                if one.box_number == other.box_number =>
            {
                self.split.push(other.box_number);
            }
            What::WagerPlaced { wager: words::DOUBLE_WAGER, spot, .. } => self.doubled.push(spot),
            _ => {}
        }
    }

    fn tally(&self, law: &Law, place: Place) -> Tally {
        let doubled = |spot: &Spot| Place::Hand(*spot) == place;
        let aces_are_one = law.double_ace_one.exists() && self.doubled.iter().any(doubled);
        let mut tally = Tally::EMPTY;
        for (n, card) in self.cards.at(place).into_iter().enumerate() {
            if n == 2 && aces_are_one {
                tally.count_aces_as_one();
            }
            tally.add(law, Some(card));
        }
        tally
    }
}

/// The conditions weighed for a line, in the order of the rules.
pub(crate) fn reasons(law: &Law, events: &[Event], line: &Line) -> Vec<Reason> {
    let shown = Shown::read(events);
    match line.wager {
        words::INSURANCE => insurance(law, &shown, line),
        words::HOUSE_MONEY => house_money(law, &shown, line),
        words::MAIN | words::DOUBLE_WAGER | words::SPLIT_WAGER => hand(law, &shown, line),
        _ => as_cited(line),
    }
}

/// Whether the line cites one of these clauses.
fn cites_any(line: &Line, clauses: &[Clause]) -> bool {
    line.cites.iter().any(|rule| clauses.iter().any(|clause| clause.is(rule)))
}

fn reason(clause: Clause, held: bool, facts: String) -> Reason {
    Reason { rule: clause.rule(), held, facts }
}

/// A line that rests on a ruling or an irregularity: its citations are the reason.
fn as_cited(line: &Line) -> Vec<Reason> {
    let decided = |rule| Reason { rule, held: true, facts: "this rule decided the line".into() };
    line.cites.iter().map(decided).collect()
}

fn hand(law: &Law, shown: &Shown, line: &Line) -> Vec<Reason> {
    let weighed = [
        law.over_21_loses,
        law.blackjacks_push,
        law.dealer_blackjack_beats_21,
        law.dealer_over_21,
        law.higher_wins,
        law.blackjack_beats_21,
        law.tie_pushes,
        law.lower_loses,
    ];
    if !cites_any(line, &weighed) {
        return early(law, shown, line);
    }
    let (player, dealer) = (shown.tally(law, Place::Hand(line.spot)), shown.tally(law, Place::Dealer));
    let (own, against) = (player.total(), dealer.total());
    let blackjack = player.is_two_card_21() && !shown.split.contains(&line.spot.box_number);
    let dealer_blackjack = dealer.is_two_card_21();
    let versus = format!("the hand counts {own}, the dealer {against}");
    let holds = [
        own > 21,
        blackjack && dealer_blackjack,
        dealer_blackjack && own == 21 && !blackjack,
        own <= 21 && against > 21,
        own <= 21 && against <= 21 && own > against,
        blackjack && against == 21 && !dealer_blackjack,
        own == against && own <= 21 && blackjack == dealer_blackjack,
        own <= 21 && against <= 21 && own < against,
    ];
    let pairs = weighed.into_iter().zip(holds).filter(|(clause, _)| clause.exists());
    pairs.map(|(clause, held)| reason(clause, held, versus.clone())).collect()
}

/// A hand settled before the dealer's was complete: a blackjack, even money, or a remedy.
fn early(law: &Law, shown: &Shown, line: &Line) -> Vec<Reason> {
    let paid = [law.blackjack_at_once, law.blackjack_after_peek, law.even_money];
    if !cites_any(line, &paid) {
        return as_cited(line);
    }
    let cards = shown.cards.at(Place::Hand(line.spot));
    let up = shown.cards.at(Place::Dealer).first().copied();
    let text = cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let mut reasons =
        vec![reason(law.blackjack_of_patron, true, format!("{text} are the first two cards and count 21"))];
    for rule in paid.into_iter().filter(|clause| clause.exists()) {
        let facts = up.map_or_else(String::new, |up| match (is_ace(up), is_ten_valued(up)) {
            (true, _) => format!("the dealer shows {up}, an ace"),
            (_, true) => format!("the dealer shows {up}, which counts ten"),
            _ => format!("the dealer shows {up}, which can make no blackjack"),
        });
        reasons.push(reason(rule, cites_any(line, &[rule]), facts));
    }
    reasons
}

fn insurance(law: &Law, shown: &Shown, line: &Line) -> Vec<Reason> {
    let decided = [law.insurance_wins, law.insurance_loses];
    if !cites_any(line, &decided) {
        return as_cited(line);
    }
    let wins = cites_any(line, &[law.insurance_wins]);
    let facts = match shown.cards.at(Place::Dealer).get(1) {
        Some(hole) => format!("the hole card is {hole}"),
        None => format!("the device found {} blackjack", if wins { "a" } else { "no" }),
    };
    vec![reason(law.insurance_wins, wins, facts.clone()), reason(law.insurance_loses, !wins, facts)]
}

fn house_money(law: &Law, shown: &Shown, line: &Line) -> Vec<Reason> {
    let spot: Spot = line.spot;
    // The first two cards of the box, even if they lie in two hands now.
    let of_box = |place| matches!(place, Place::Hand(there) if there.box_number == spot.box_number);
    let mut cards: Vec<(u32, Card)> = shown.cards.seen(of_box).collect();
    cards.sort_unstable();
    let lines = [law.ace_king_suited, law.straight_flush, law.pair, law.straight];
    let by_cards = cites_any(line, &lines) || cites_any(line, &[law.nothing_hit]);
    let ([(_, first), (_, second), ..], true) = (cards.as_slice(), by_cards) else { return as_cited(line) };
    let best = made(law, [*first, *second]).map(|(line, _)| line);
    let facts = format!("the first two cards are {first} {second}");
    let weighed = lines.into_iter().enumerate().map(|(n, rule)| reason(rule, best == Some(n), facts.clone()));
    weighed.chain([reason(law.nothing_hit, best.is_none(), facts.clone())]).collect()
}
