//! Counts how often everything occurred. What never occurred was never tested.

use crate::habits;
use engine::{Announcement, Event, Game, LineKind, Patron, Refusal, What};
use std::collections::{BTreeMap, BTreeSet};

/// The count of mishaps that are reported after the settlement.
const LATE: &str = "irregularity after the settlement";

#[derive(Default)]
pub struct Counts {
    counts: BTreeMap<(&'static str, String), u64>,
    /// The words that the vocabulary has.
    known: BTreeSet<(&'static str, String)>,
    /// The patrons who have bet on each box in this round.
    bettors: BTreeMap<u8, BTreeSet<Patron>>,
    /// The number of mishaps in this round.
    mishaps: usize,
    /// Whether a round has ended and the next one has not begun.
    settled: bool,
}

impl Counts {
    pub fn expect_all(game: &'static Game) -> Counts {
        let mut counts = Counts::default();
        let words = game.vocabulary;
        let mut expect = |group, word: &str| {
            counts.counts.insert((group, word.to_owned()), 0);
        };
        // Where dice are thrown, all patrons bet on one layout.
        let book = crate::book_of(game);
        let boxes = if book.decks.allowed.max > 0 { book.boxes.allowed.max } else { 0 };
        (1..=boxes).for_each(|boxes| expect("boxes in play", &boxes.to_string()));
        let sharing = if habits::of(game).shared { 1..=3 } else { 1..=boxes.min(1) };
        sharing.for_each(|patrons| expect("most patrons on a box", &patrons.to_string()));
        (1..=3).for_each(|mishaps| expect("mishaps in a round", &mishaps.to_string()));
        words.wagers.iter().chain(words.awards).for_each(|word| expect("wager", word.word()));
        words.hands.iter().for_each(|word| expect("hand", word.word()));
        words.markers.iter().for_each(|word| expect("marker", word.word()));
        words.meters.iter().for_each(|word| expect("meter", word.word()));
        let refused = habits::of(game).refused;
        let granted = words.choices.iter().filter(|word| !refused.contains(&word.word()));
        granted.for_each(|word| expect("choice", word.word()));
        words.steps.iter().for_each(|word| expect("step", word.word()));
        words.remedies.iter().for_each(|word| expect("remedy", word.word()));
        words.irregularities.iter().for_each(|i| expect("irregularity", i.id.word()));
        words.refusals.iter().for_each(|word| expect("refusal", word));
        words.rules.iter().for_each(|rule| expect("rule", rule.id()));
        words.phases.iter().for_each(|phase| expect("phase", phase));
        words.events.iter().for_each(|kind| expect("event", kind));
        counts.known = counts.counts.keys().cloned().collect();
        counts.known.extend(refused.iter().map(|word| ("choice", (*word).to_owned())));
        counts
    }

    /// What a table reported that its vocabulary lacks.
    pub fn strange(&self) -> Vec<String> {
        // Duties, side bets and the protocol have their own rules; boxes and patrons are numbers.
        let is_listed =
            |group: &str| !["rule", "boxes in play", "most patrons on a box", LATE].contains(&group);
        let said = self.counts.iter().filter(|((group, _), count)| **count > 0 && is_listed(group));
        let strange = said.filter(|(word, _)| !self.known.contains(*word));
        strange.map(|((group, word), _)| format!("{group} {word}")).collect()
    }

    pub fn add(&mut self, group: &'static str, word: &str) {
        *self.counts.entry((group, word.to_owned())).or_default() += 1;
    }

    pub fn event(&mut self, event: &Event) {
        self.add("event", event.kind());
        event.rules().for_each(|rule| self.add("rule", rule.id()));
        match event.what {
            What::Chosen { choice, .. } => self.add("choice", choice.word()),
            What::CutDeclined { .. } => self.add("choice", "decline-cut"),
            What::Stepped { step, .. } => self.add("step", step.word()),
            What::Irregular { kind, .. } => {
                self.mishaps += 1;
                self.add("irregularity", kind.word());
                if self.settled {
                    self.add(LATE, kind.word());
                }
            }
            What::Remedied { remedy, .. } => self.add("remedy", remedy.word()),
            // Payments that are not on a stake are awards.
            What::Settled(line) if matches!(line.kind, LineKind::Wager | LineKind::Award) => {
                self.add("wager", line.wager.word());
            }
            What::Announced { hand: Announcement::Called(hand), .. } => self.add("hand", hand.word()),
            What::Marked(marker) => self.add("marker", marker.id.word()),
            What::MeterGranted { meter, .. } => self.add("meter", meter.word()),
            What::WagerPlaced { patron, spot, .. } if spot.box_number != 0 => {
                self.bettors.entry(spot.box_number).or_default().insert(patron);
            }
            What::CardLaid { .. } | What::Rolled(_) => self.settled = false,
            What::RoundEnded { .. } => self.round_ended(),
            _ => {}
        }
    }

    fn round_ended(&mut self) {
        self.settled = true;
        match std::mem::take(&mut self.mishaps) {
            0 => {}
            // Three stands for three or more.
            mishaps => self.add("mishaps in a round", &mishaps.min(3).to_string()),
        }
        let bettors = std::mem::take(&mut self.bettors);
        if let Some(most) = bettors.values().map(BTreeSet::len).max() {
            self.add("boxes in play", &bettors.len().to_string());
            self.add("most patrons on a box", &most.to_string());
        }
    }

    pub fn refusal(&mut self, refusal: &Refusal) {
        self.add("refusal", refusal.name);
        refusal.cites.iter().for_each(|rule| self.add("rule", rule.id()));
    }

    pub fn print(&self) {
        let mut group = "";
        for ((of, word), count) in &self.counts {
            if *of != group {
                println!("\n{of}");
                group = of;
            }
            println!("  {word:<38} {count:>9}");
        }
    }

    pub fn never(&self) -> Vec<String> {
        self.counts
            .iter()
            .filter(|(_, count)| **count == 0)
            .map(|((group, word), _)| format!("{group} {word}"))
            .collect()
    }
}
