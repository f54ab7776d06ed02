//! Offers to choose from, each with a letter of its own.

use crate::screen::{HEAD, paint};
use engine::{Ask, Offer, Spot, explain_offer};
use felt::Currency;

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// This offer.
    Take(Offer),
    /// None of them.
    GoOn,
}

struct Entry {
    letter: char,
    /// The word that may be typed instead.
    word: String,
    text: String,
    offer: Offer,
}

/// The offers that a question lists.
pub(super) struct Menu {
    entries: Vec<Entry>,
    /// What Enter means, where the question may be passed over.
    pass: Option<&'static str>,
}

impl Menu {
    pub(super) fn new(offers: &[Offer], currency: Currency, pass: Option<&'static str>) -> Menu {
        let several = several_hands(offers);
        let mut entries: Vec<Entry> = Vec::new();
        for offer in offers {
            let mut text = brief(offer, currency);
            if let (true, Ask::Choose { spot, .. }) = (several, offer.ask) {
                text.push_str(&format!(" (hand {})", spot.hand));
            }
            let letter = free_letter(&text, &entries);
            let word = match offer.ask {
                Ask::Choose { choice, .. } => choice.word().to_owned(),
                _ => text.clone(),
            };
            entries.push(Entry { letter, word, text, offer: *offer });
        }
        Menu { entries, pass }
    }

    /// `h hit   s stand   d double for 10`.
    pub(super) fn question(&self) -> String {
        let mut items: Vec<String> = self
            .entries
            .iter()
            .map(|entry| format!("{} {}", paint(HEAD, &entry.letter.to_string()), entry.text))
            .collect();
        if let Some(pass) = self.pass {
            items.push(format!("{} {pass}", paint(HEAD, "Enter")));
        }
        items.join(" · ")
    }

    /// What to answer, for somebody who answered something else.
    pub(super) fn help(&self) -> String {
        let letters: Vec<String> =
            self.entries.iter().map(|entry| format!("{} ({})", entry.letter, entry.word)).collect();
        let pass = if self.pass.is_some() { "Enter, " } else { "" };
        format!("answer with {}, {pass}? for the rules or q to leave", letters.join(", "))
    }

    /// The item that a letter, a number from 1 or a word means.
    pub(super) fn find(&self, answer: &str) -> Option<Item> {
        let answer = answer.to_lowercase();
        if answer.is_empty() {
            return self.pass.map(|_| Item::GoOn);
        }
        let by_number = || answer.parse::<usize>().ok()?.checked_sub(1).and_then(|at| self.entries.get(at));
        let named = |entry: &&Entry| entry.word == answer || entry.letter.to_string() == answer;
        self.entries.iter().find(named).or_else(by_number).map(|entry| Item::Take(entry.offer))
    }

    /// What Enter means where one offer stands for silence.
    pub(super) fn silent(&self, answer: &str) -> Option<Item> {
        let silent = self.entries.iter().find(|entry| entry.offer.by_default && answer.is_empty());
        silent.map(|entry| Item::Take(entry.offer))
    }
}

/// The offer in few words; the question for the amount says its range in full.
fn brief(offer: &Offer, currency: Currency) -> String {
    match (offer.ask, offer.amount) {
        (Ask::Choose { choice, .. }, Some(range)) => {
            let [least, most] = [range.min, range.max].map(|amount| currency.format_short(amount));
            let amounts = match () {
                () if range.min == range.max => most,
                () if range.min + range.step == range.max => format!("{least} or {most}"),
                () => format!("up to {most}"),
            };
            format!("{} for {amounts}", choice.word().replace('-', " "))
        }
        _ => explain_offer(offer, currency),
    }
}

fn several_hands(offers: &[Offer]) -> bool {
    let spots: Vec<Spot> = offers
        .iter()
        .filter_map(|offer| match offer.ask {
            Ask::Choose { spot, .. } => Some(spot),
            _ => None,
        })
        .collect();
    spots.windows(2).any(|pair| pair[0] != pair[1])
}

/// The first letter of the text that is not taken; q always leaves.
fn free_letter(text: &str, taken: &[Entry]) -> char {
    let free = |letter: &char| *letter != 'q' && !taken.iter().any(|entry| entry.letter == *letter);
    let own = text.chars().filter(char::is_ascii_alphabetic);
    own.chain('a'..='z').find(free).unwrap_or('#')
}
