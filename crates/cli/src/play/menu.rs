//! A list of choices, each with the letter that it has at every table.

use super::letters;
use crate::screen::{HEAD, paint};
use engine::{Ask, Offer, Spot};
use felt::Currency;

struct Entry {
    /// What to type: the letter, with the number of the hand if several hands are possible.
    key: String,
    /// The word that may be typed instead.
    word: String,
    text: String,
    offer: Offer,
}

/// The choices of a question.
pub(super) struct Menu(Vec<Entry>);

impl Menu {
    /// The choices among the offers, and the cut.
    pub(super) fn of(offers: &[Offer], currency: Currency) -> Menu {
        let several = several(offers);
        let entries = offers.iter().filter_map(|offer| {
            let word = match offer.ask {
                Ask::Choose { choice, .. } => choice.word(),
                Ask::Cut => letters::CUT,
                _ => return None,
            };
            let further = spot_of(offer).filter(|spot| several && spot.hand > 1);
            let hand = further.map(|spot| spot.hand.to_string()).unwrap_or_default();
            let of_hand = if hand.is_empty() { String::new() } else { format!(" (hand {hand})") };
            Some(Entry {
                key: format!("{}{hand}", letters::of(word).map_or_else(|| word.to_owned(), String::from)),
                word: format!("{word}{hand}"),
                text: format!("{}{}{of_hand}", word.replace('-', " "), amounts(offer, currency)),
                offer: *offer,
            })
        });
        Menu(entries.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `h hit`, `s stand`, `d double for 10`.
    pub(super) fn items(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|entry| format!("{} {}", paint(HEAD, &entry.key), entry.text))
    }

    /// The hint after an answer that was not understood.
    pub(super) fn help(&self) -> String {
        let keys: Vec<String> =
            self.0.iter().map(|entry| format!("{} ({})", entry.key, entry.word)).collect();
        match keys.as_slice() {
            [] => "? says what can be typed".to_owned(),
            keys => format!("answer with {}", keys.join(", ")),
        }
    }

    /// The offer with a letter or a word.
    pub(super) fn find(&self, answer: &str) -> Option<Offer> {
        let answer = answer.to_lowercase();
        let dashed = answer.split_whitespace().collect::<Vec<_>>().join("-");
        let named = |entry: &&Entry| entry.word == dashed || entry.key == answer;
        self.0.iter().find(named).map(|entry| entry.offer)
    }

    /// The default, if it is one of them.
    pub(super) fn silent(&self) -> Option<Offer> {
        self.0.iter().map(|entry| entry.offer).find(|offer| offer.by_default)
    }
}

fn spot_of(offer: &Offer) -> Option<Spot> {
    match offer.ask {
        Ask::Choose { spot, .. } => Some(spot),
        _ => None,
    }
}

/// Whether the offers are about more than one hand.
fn several(offers: &[Offer]) -> bool {
    let mut spots = offers.iter().filter_map(spot_of);
    let first = spots.next();
    spots.any(|spot| Some(spot) != first)
}

/// The cost in few words; the question for the amount shows the full range.
fn amounts(offer: &Offer, currency: Currency) -> String {
    let Some(range) = offer.amount else { return String::new() };
    let [least, most] = [range.min, range.max].map(|amount| currency.format_short(amount));
    match () {
        () if range.min == range.max => format!(" for {most}"),
        () if range.min + range.step == range.max => format!(" for {least} or {most}"),
        () => format!(" for up to {most}"),
    }
}
