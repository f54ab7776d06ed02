//! The two cups: shaken by the dealer, perhaps by patrons, and opened.

use super::Hand;
use crate::layout::Dealt;
use crate::layout::line::Bet;
use engine::{Announcement, Beneficiary, Patron, Place, What};

/// The state of a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not shaken yet.
    Still,
    /// The dealer has shaken it, and this patron may shake it after them.
    Offered(Patron),
    /// It may be opened.
    Ready,
}

/// The state of both cups.
#[derive(Clone, Debug)]
pub struct Cups {
    /// Whether the house lets patrons shake (8).
    patrons_shake: bool,
    state: [State; 2],
    open: Vec<String>,
    /// A value that must be announced.
    said: Option<(Place, u8)>,
    /// Patrons who must be asked.
    asked: Vec<Patron>,
}

const NAMES: [&str; 2] = ["player", "banker"];

impl Cups {
    /// The state when a table opens.
    pub fn new(patrons_shake: bool) -> Cups {
        Cups { patrons_shake, state: [State::Still; 2], open: Vec::new(), said: None, asked: Vec::new() }
    }

    /// RULING-3DB-6: the patron with the highest wager on the hand; among equal ones the lowest place.
    fn holder(hand: &str, bets: &[&Bet]) -> Option<Patron> {
        let on_hand = |bet: &&&Bet| bet.kind == hand && bet.beneficiary == Beneficiary::Patron;
        let most = bets.iter().filter(on_hand).map(|bet| bet.stake).max()?;
        let equal = bets.iter().filter(on_hand).filter(|bet| bet.stake == most);
        equal.min_by_key(|bet| bet.spot.box_number).map(|bet| bet.patron)
    }

    /// Processes an event on the cups.
    ///
    /// # Errors
    /// Returns how the record differs from the text.
    pub fn see(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> Result<Dealt, String> {
        if let Some((place, value)) = self.said.take() {
            let hand = Announcement::Total { value: value.into(), soft: false };
            if *what != (What::Announced { place, hand }) {
                return Err(format!("the {place}'s cup counts {value}, and the dealer says otherwise"));
            }
            return Ok(self.result());
        }
        if let Some(patron) = self.asked.first().copied() {
            if !matches!(what, What::Asked { patron: asked, .. } if *asked == patron) {
                return Err(format!("{patron} may shake a cup and is not asked (8)"));
            }
            self.asked.remove(0);
            return Ok(Dealt::Noted);
        }
        match *what {
            What::Stepped { step, .. } if step.word() == "shake-cups" => {
                if !closed || self.state != [State::Still; 2] {
                    return Err("the cups are shaken when all wagers are placed, once (8)".into());
                }
                for (at, name) in NAMES.into_iter().enumerate() {
                    let holder = if self.patrons_shake { Cups::holder(name, bets) } else { None };
                    self.asked.extend(holder);
                    self.state[at] = holder.map_or(State::Ready, State::Offered);
                }
            }
            What::Asked { patron, .. } => return Err(format!("{patron} is asked and has no cup")),
            What::Chosen { patron, choice, .. } => {
                let at = self.state.iter().position(|state| matches!(state, State::Offered(_)));
                let at = at.ok_or("a patron shakes a cup that nobody offers")?;
                if self.state[at] != State::Offered(patron) {
                    return Err(format!("{patron} shakes the {}'s cup, which is another's", NAMES[at]));
                }
                let shakes = format!("shake-{}", NAMES[at]);
                if choice.word() != shakes && choice.word() != "leave-to-dealer" {
                    return Err(format!("{patron} chooses {}", choice.word()));
                }
                self.state[at] = State::Ready;
            }
            What::RolledThree { place, dice } => {
                // 8: not before both are shaken.
                if self.state != [State::Ready; 2] {
                    return Err("a cup is opened before both are shaken (8)".into());
                }
                if NAMES.get(self.open.len()).copied() != Some(place.to_string().as_str()) {
                    return Err(format!("the {place}'s cup is opened out of turn"));
                }
                self.said = Some((place, Hand::read(&dice.to_string())?.value()));
                self.open.push(dice.to_string());
            }
            What::Irregular { kind, .. }
                if ["dice-not-flat", "dice-exposed"].contains(&kind.word())
                    && (self.state == [State::Still; 2] || self.open.len() == 2) =>
            {
                return Err(format!("{kind} is told of cups that are still, or open"));
            }
            What::Announced { .. } => return Err("a value is told of no dice".into()),
            What::RoundEnded { .. } => *self = Cups::new(self.patrons_shake),
            What::CardLaid { .. } => return Err("there are no cards".into()),
            _ => {}
        }
        Ok(Dealt::Noted)
    }

    /// Returns the result when both cups are open.
    fn result(&self) -> Dealt {
        match &self.open[..] {
            [player, banker] => Dealt::Result(format!("{player} {banker}")),
            _ => Dealt::Noted,
        }
    }
}
