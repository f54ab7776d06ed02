//! The facts of one round from its events, ignoring what they say about results.
//!
//! Cards, choices and irregularities are read as for blackjack. Wagers are read separately, because a lammer stands for
//! money, and a bet may be for the dealers.

use super::super::blackjack::Round;
use super::terms::is_lammer;
use engine::{Beneficiary, Event, Patron, Place, Spot, What};
use felt::{Card, Money};
use std::collections::BTreeMap;
use std::fmt;

/// A wager and its stake.
#[derive(Clone, Debug)]
pub struct Staked {
    /// Its number at the table.
    pub number: u32,
    /// Whose wager it is.
    pub patron: Patron,
    /// The beneficiary.
    pub beneficiary: Beneficiary,
    /// On which hand.
    pub spot: Spot,
    /// Its word.
    pub kind: &'static str,
    /// The stake in minor units; zero for a lammer.
    pub stake: i64,
    /// What a lammer stands for: the first wager of the box.
    pub lammer: i64,
    /// Whether it was taken back before the deal.
    pub taken_back: bool,
    /// The cards of the hand when it was placed, as far as they were known.
    pub cards_then: Vec<Option<Card>>,
    /// Whether any card had been dealt.
    pub after_deal: bool,
    /// Whether the device had answered about the hole card.
    pub after_check: bool,
    /// Whether it answered when it had to be asked; an unasked answer is not a check.
    pub after_due_check: bool,
    /// Whether the hole card was face up.
    pub after_reveal: bool,
}

impl Staked {
    /// Whether the proceeds are the dealers'.
    pub fn for_dealers(&self) -> bool {
        self.beneficiary == Beneficiary::Dealers
    }

    /// Returns the amount to which odds are applied.
    pub fn basis(&self) -> i64 {
        if is_lammer(self.kind) { self.lammer } else { self.stake }
    }
}

/// What happened in one round.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Cards, choices, irregularities, remedies, rulings, answers.
    pub base: Round,
    /// The wagers by number.
    pub wagers: BTreeMap<u32, Staked>,
    /// The cards of every hand by draw number; they are kept when the hand is taken up.
    hands: BTreeMap<Spot, Vec<u32>>,
    /// The grants of meters, in order: the meter's word and the amount.
    pub grants: Vec<(&'static str, i64)>,
    /// Faults of the record.
    pub troubles: Vec<String>,
}

impl Record {
    /// Reads the events of one round. Results and citations are ignored, and so are events after its end.
    pub fn read(events: &[Event]) -> Record {
        let mut record = Record::default();
        for event in events {
            if record.base.ended {
                break;
            }
            if !matches!(event.what, What::Settled(_) | What::Decided { .. }) {
                record.take(&event.what);
            }
        }
        record
    }

    /// Processes the next fact.
    pub fn take(&mut self, fact: &What) {
        match *fact {
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
                let kind = wager.word();
                let main = self.first_main(spot.box_number).map_or(0, |main| main.stake);
                let worth = if is_lammer(kind) { main } else { 0 };
                if lammer.as_minor() != worth {
                    let told = lammer.as_minor();
                    self.troubles
                        .push(format!("the {kind} at {spot} has a lammer of {told}, not of {worth}"));
                }
                let staked = Staked {
                    number: number.0,
                    patron,
                    beneficiary,
                    spot,
                    kind,
                    stake: stake.as_minor(),
                    lammer: worth,
                    taken_back: false,
                    cards_then: self.base.hand(spot).iter().map(|card| card.card).collect(),
                    after_deal: self.base.cards.iter().any(|card| matches!(card.place, Place::Hand(_))),
                    after_check: !self.base.answers.is_empty(),
                    after_due_check: self.was_checked_in_time(),
                    after_reveal: self.base.dealer().get(1).is_some_and(|hole| hole.up),
                };
                if self.wagers.insert(number.0, staked).is_some() {
                    self.troubles.push(format!("wager {} was placed twice", number.0));
                }
            }
            What::StakeAdded { number, added, won, .. } => {
                match self.wagers.get_mut(&number.0) {
                    Some(staked) => staked.stake += added.as_minor(),
                    None => self.troubles.push(format!("money was added to no wager {}", number.0)),
                }
                if won {
                    self.troubles.push(format!("money won was added to wager {}", number.0));
                }
            }
            What::WagerTakenBack { number, left, .. } => match self.wagers.get_mut(&number.0) {
                Some(staked) => {
                    staked.stake = if left.is_zero() { staked.stake } else { left.as_minor() };
                    staked.taken_back = left.is_zero();
                }
                None => self.troubles.push(format!("wager {} was taken back and is not there", number.0)),
            },
            What::MeterGranted { meter, amount } => self.grants.push((meter.word(), amount.as_minor())),
            _ => {}
        }
        self.base.take(fact);
        match *fact {
            What::CardLaid { place, .. } => self.note(place),
            // A hand that is taken up is kept as it was.
            What::CardMoved { to: Place::Rack, .. } => {}
            What::CardMoved { from, to, .. } => {
                self.note(from);
                self.note(to);
            }
            _ => {}
        }
    }

    /// RULING-CB-37: whether the device answered when it was asked. An answer at another time is reported as an
    /// irregularity just before it, with its remedy.
    fn was_checked_in_time(&self) -> bool {
        let facts = &self.base.facts;
        let untimely =
            |fact: &What| matches!(fact, What::Irregular { kind, .. } if kind.word() == "check-untimely");
        facts.iter().enumerate().any(|(n, fact)| {
            matches!(fact, What::Answered { .. }) && !facts[n.saturating_sub(2)..n].iter().any(untimely)
        })
    }

    fn note(&mut self, place: Place) {
        if let Place::Hand(spot) = place {
            let draws = self.base.hand(spot).iter().map(|card| card.draw).collect();
            self.hands.insert(spot, draws);
        }
    }

    /// Returns the cards that a hand has, or had when it was taken up; `None` if one was never shown.
    pub fn cards(&self, spot: Spot) -> Option<Vec<Card>> {
        let draws = self.hands.get(&spot)?;
        draws.iter().map(|draw| self.base.drawn(*draw)?.card).collect()
    }

    /// Returns the first two cards of a box, as far as they are known.
    pub fn first_two(&self, box_number: u8) -> Option<[Option<Card>; 2]> {
        Some(self.base.first_cards(box_number)?.map(|card| card.card))
    }

    /// Whether the first two cards of a box are visible to all.
    pub fn lies_open(&self, box_number: u8) -> bool {
        self.base.first_cards(box_number).is_some_and(|cards| cards.iter().all(|card| card.open))
    }

    /// Iterates over the wagers that were not taken back, in the order they were placed.
    pub fn standing(&self) -> impl Iterator<Item = &Staked> {
        self.wagers.values().filter(|w| !w.taken_back)
    }

    /// Returns the main wager of the box's own patron.
    pub fn first_main(&self, box_number: u8) -> Option<&Staked> {
        self.standing().find(|w| w.kind == "main" && w.spot.box_number == box_number && !w.for_dealers())
    }

    /// Returns the dealer's cards, once all are known.
    pub fn dealer(&self) -> Option<Vec<Card>> {
        self.base.dealer().iter().map(|card| card.card.filter(|_| card.up)).collect()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.base.fmt(f)?;
        for w in self.wagers.values().filter(|w| w.for_dealers() || w.lammer > 0) {
            let lammer = Money::minor(w.lammer).as_minor();
            writeln!(f, "  wager {} is for the {:?}, lammer {lammer}", w.number, w.beneficiary)?;
        }
        for (meter, amount) in &self.grants {
            writeln!(f, "  meter {meter} granted {amount}")?;
        }
        Ok(())
    }
}
