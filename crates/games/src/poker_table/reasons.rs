//! Explains a line: the conditions that were weighed, from the events alone.

use super::boxes::Cards;
use super::play::{Made, Poker, Wager, Weighed};
use super::state::Board;
use crate::common::{CardsShown, events_of_round};
use crate::poker::Ranking;
use engine::{Event, Line, LineKind, Place, Reason, Rule};

/// The cards of a round as the events show them.
struct Shown(CardsShown);

impl Shown {
    /// Reads the round in progress at the end of the events.
    fn read(events: &[Event]) -> Shown {
        let mut cards = CardsShown::default();
        events_of_round(events).iter().for_each(|event| cards.follow(event.what));
        Shown(cards)
    }

    /// The cards of a place, as if all lay open.
    fn cards(&self, place: Place) -> Cards {
        Cards::open(&self.0.at(place)).unwrap_or_default()
    }

    fn board(&self) -> Board {
        Board::open(&self.0.at(Place::Board))
    }

    /// Ranks the hand of a place.
    fn rank<G: Poker>(&self, place: Place) -> Ranking {
        G::rank(&self.cards(place), &self.board())
    }
}

/// The conditions weighed for a line, in the order of the rules.
pub(crate) fn reasons<G: Poker>(events: &[Event], line: &Line) -> Vec<Reason> {
    let shown = Shown::read(events);
    let wager = G::PLAY.wagers.iter().position(|wager| wager.id == line.wager);
    match (line.kind, wager) {
        (LineKind::Wager, Some(at)) => of_wager::<G>(&shown, line, at),
        (LineKind::Cap, Some(at)) if line.cites.iter().any(|rule| G::PLAY.wagers[at].posted.is(rule)) => {
            posted(line)
        }
        (LineKind::Cap, _) => cap::<G>(line),
        _ => as_cited(line),
    }
}

fn of_wager<G: Poker>(shown: &Shown, line: &Line, at: usize) -> Vec<Reason> {
    let wager = &G::PLAY.wagers[at];
    let compare = &G::PLAY.law.compare;
    let compared = [compare.higher_wins, compare.tie, compare.lower_loses];
    let is_cited = |rule: Rule| line.cites.iter().any(|cited| cited == rule);
    let mut weighed = Vec::new();
    match wager.made {
        Made::Prize(prize) if prize.cards.exists() && is_cited(prize.cards.rule()) => {
            by_table::<G>(shown, line, at, &mut weighed);
        }
        _ if compared.iter().any(|clause| line.cites.iter().any(|cited| clause.is(cited)))
            || wager.weighed.iter().any(|weighed| is_cited(weighed.rule)) =>
        {
            against_dealer::<G>(shown, line, wager, &mut weighed);
        }
        Made::Optional(_) if line.row.is_some() => by_table::<G>(shown, line, at, &mut weighed),
        _ => {}
    }
    // The line itself cites what decided the time or the source of the payment.
    for rule in line.cites.iter() {
        if !weighed.iter().any(|known| known.rule == rule) {
            let too = if weighed.is_empty() {
                "this rule decided the line"
            } else {
                "this rule applied to the line too"
            };
            weighed.push(reason(rule, true, too.into()));
        }
    }
    weighed
}

fn reason(rule: Rule, held: bool, facts: String) -> Reason {
    Reason { rule, held, facts }
}

/// A line that rests on a ruling, a fold or an irregularity: its citations are the reason.
fn as_cited(line: &Line) -> Vec<Reason> {
    line.cites.iter().map(|rule| reason(rule, true, "this rule decided the line".into())).collect()
}

fn against_dealer<G: Poker>(shown: &Shown, line: &Line, wager: &Wager, weighed: &mut Vec<Reason>) {
    let own = shown.rank::<G>(Place::Hand(line.spot));
    let dealer = G::PLAY.has_dealer().then(|| shown.rank::<G>(Place::Dealer));
    let won = dealer.is_none_or(|dealer| own > dealer);
    let is_cited = |rule: Rule| line.cites.iter().any(|cited| cited == rule);
    let weigh = |condition: &Weighed| {
        let hand = if condition.of_dealer { dealer? } else { own };
        let below = !condition.below.is_met_by(hand);
        let whose = if condition.of_dealer { "the dealer has" } else { "the hand is" };
        let how = if below { "below" } else { "at least" };
        Some(reason(condition.rule, below, format!("{whose} {hand}, which is {how} {}", condition.below)))
    };
    let (before, after): (Vec<&Weighed>, Vec<&Weighed>) = wager.weighed.iter().partition(|it| !it.if_won);
    weighed.extend(before.into_iter().filter_map(weigh));
    let compare = &G::PLAY.law.compare;
    let compared = [compare.higher_wins, compare.tie, compare.lower_loses];
    if let Some(dealer) = dealer
        && compared.iter().any(|clause| is_cited(clause.rule()))
    {
        let versus = format!("the hand is {own}, the dealer's {dealer}");
        for (clause, held) in compared.into_iter().zip([own > dealer, own == dealer, own < dealer]) {
            weighed.push(reason(clause.rule(), held, versus.clone()));
        }
        let same_kind = own.category() == dealer.category();
        let kinds = match same_kind {
            true => format!("both hands are of one kind, {}", own.category()),
            false => format!("{} against {}", own.category(), dealer.category()),
        };
        weighed.push(reason(compare.categories.rule(), !same_kind, kinds.clone()));
        weighed.push(reason(compare.higher_card.rule(), same_kind && own != dealer, kinds));
    }
    if won {
        weighed.extend(after.into_iter().filter_map(weigh));
    }
}

/// Adds the pay-table rows of the game.
fn by_table<G: Poker>(shown: &Shown, line: &Line, at: usize, weighed: &mut Vec<Reason>) {
    let own = shown.rank::<G>(Place::Hand(line.spot));
    let told = |place| shown.0.at(place).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let cards = told(Place::Hand(line.spot));
    let facts = match (G::goes_by_both_hands(at), G::PLAY.wagers[at].needs_cards()) {
        (true, _) => format!("the cards are {cards}, the dealer's {}", told(Place::Dealer)),
        (_, false) => format!("the community cards are {}", told(Place::Board)),
        _ => format!("the cards are {cards}, the hand is {own}"),
    };
    let cited = |rule: Rule| line.cites.iter().any(|cited| cited == rule);
    let printed_by = G::PLAY.wagers[at].rows.iter().find(|row| cited(row.rule)).map(|row| row.table);
    for row in G::PLAY.wagers[at].rows {
        let of_this_table = printed_by.is_none_or(|table| table == row.table);
        if of_this_table && !row.word.ends_with("-envy") {
            weighed.push(reason(row.rule, cited(row.rule), facts.clone()));
        }
    }
}

/// Adds a limit that the house has posted for a kind of wager.
fn posted(line: &Line) -> Vec<Reason> {
    let text = format!("the line {} pays more than is left of the posted limit", line.cuts.unwrap_or(0));
    line.cites.iter().map(|rule| reason(rule, true, text.clone())).collect()
}

fn cap<G: Poker>(line: &Line) -> Vec<Reason> {
    let first = line.cuts.unwrap_or(0);
    let text = format!("the hand's lines from {first} on pay more than one hand may win");
    let clauses =
        G::PLAY.law.cap.clauses().into_iter().map(|(clause, _)| clause).filter(|clause| clause.exists());
    let weigh = |rule: Rule| reason(rule, line.cites.iter().any(|cited| cited == rule), text.clone());
    clauses.map(|clause| weigh(clause.rule())).collect()
}
