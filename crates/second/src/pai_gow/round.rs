//! The account of a table: where cards and chips are and how far the round has come. `hands` says how hands are set,
//! and `settle` what is paid.

use super::Fortune;
use super::bank::Bank;
use super::compare::Set;
use super::deal::{self, CARDS, LEFT, hand_of, low_of};
use super::due::Dues;
use super::rotation::Rotation;
use super::terms::{Start, Terms};
use crate::Checker;
use crate::layout::line::{Bet, Wanted};
use crate::poker::facts::Facts;
use engine::{Event, Face, Marker, Patron, Place, RulingAct, WagerNumber, What};
use std::collections::{BTreeMap, BTreeSet};

/// 1.qualifying-wager: in minor units.
const QUALIFIES: i64 = 500;

/// Choices of section 14.
const ABOUT_THE_BANK: [&str; 4] = ["take-bank", "pass-bank", "house-bets", "no-house-bet"];

/// How a patron has set a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// As the house sets its own (13.II, RULING-PGP-1).
    HouseWay,
    /// With these two of the record's cards low.
    Low([usize; 2]),
}

/// A box that takes part in the round.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) patron: Patron,
    /// The main wager when bets were closed.
    pub(super) stake: i64,
    /// Whether there is an envy button (15.II).
    pub(super) envies: bool,
    pub(super) set: Option<Setting>,
    /// Why its cards are not shown.
    pub(super) out: Option<&'static str>,
    /// The dealer exposed one of its cards (16.IV).
    pub(super) exposed: bool,
    /// Its hands, once they are exposed, and what all seven are.
    pub(super) shown: Option<(Set, Fortune)>,
    /// 13.VII.D, by a report.
    pub(super) set_wrongly: bool,
}

impl Seat {
    fn of(patron: Patron, stake: i64) -> Seat {
        let (envies, exposed, set_wrongly) = (false, false, false);
        Seat { patron, stake, envies, set: None, out: None, exposed, shown: None, set_wrongly }
    }

    /// The seat of a bank's hand, on which there is no wager.
    pub(super) fn of_bank(holder: Patron) -> Seat {
        Seat::of(holder, 0)
    }

    /// Whether its cards are still to be shown.
    pub(super) fn is_waiting(&self) -> bool {
        self.out.is_none() && self.shown.is_none()
    }
}

/// A hand that must lie in two parts before something is said of it.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub(super) places: [Place; 2],
    pub(super) set: Set,
    /// The cards that must be in the second hand, if it matters which of equal ones are.
    pub(super) low: Option<[usize; 2]>,
}

/// Follows one table from its opening.
#[derive(Clone, Debug)]
pub struct Watch {
    pub(super) terms: Terms,
    pub(super) cards: Facts,
    /// The wagers on the layout.
    pub(super) bets: BTreeMap<WagerNumber, Bet>,
    /// All wagers of the round that were not taken back.
    pub(super) laid: BTreeMap<WagerNumber, Bet>,
    pub(super) closed: bool,
    /// Who left.
    pub(super) gone: BTreeSet<Patron>,
    /// Whose turn it is to have the bank.
    pub(super) rotation: Rotation,
    /// The bank of a patron.
    pub(super) bank: Option<Bank>,
    /// The position of its marker.
    pub(super) marker: (u16, Option<Patron>),
    /// Whether a bank ended early, so that the house is the bank.
    pub(super) lapsed: bool,
    /// The seats by box.
    pub(super) seats: BTreeMap<u8, Seat>,
    envy_buttons: BTreeSet<u16>,
    /// The places of envy buttons after the close of bets; they stay when a patron leaves.
    buttons_due: BTreeSet<u16>,
    start: Option<Place>,
    /// The position of the button; 7 is in front of the dealer.
    button: Option<u16>,
    /// How many cards have come.
    came: usize,
    /// Whether the rest of the deck was counted.
    left_counted: bool,
    /// The irregularity that must be reported right after the last event.
    astray: Option<String>,
    /// The dealer's hands, once the cards are visible to all.
    pub(super) dealer: Option<Set>,
    pub(super) split: Vec<Split>,
    pub(super) dues: Dues,
    pub(super) planned: bool,
    /// Whether an irregularity was reported by which the round may be void.
    trouble: bool,
    /// The paragraph by which it must be void.
    dead: Option<&'static str>,
    pub(super) void: bool,
}

impl Checker for Watch {
    fn see(&mut self, event: &Event) -> Result<(), String> {
        self.take(&event.what).map_err(|trouble| format!("{trouble}\n{}", self.shown()))
    }

    /// A record may end in the middle of a round, before a dealer has released what is due.
    fn end(&self) -> Result<(), String> {
        if self.closed { Ok(()) } else { self.dues.all_told("the record ends") }
    }
}

impl Watch {
    /// Starts at the opening of a table.
    pub fn new(terms: Terms) -> Watch {
        Watch {
            terms,
            cards: Facts::default(),
            bets: BTreeMap::new(),
            laid: BTreeMap::new(),
            closed: false,
            gone: BTreeSet::new(),
            rotation: Rotation::new(),
            bank: None,
            marker: (7, None),
            lapsed: false,
            seats: BTreeMap::new(),
            envy_buttons: BTreeSet::new(),
            buttons_due: BTreeSet::new(),
            start: None,
            button: None,
            came: 0,
            left_counted: false,
            astray: None,
            dealer: None,
            split: Vec::new(),
            dues: Dues::default(),
            planned: false,
            trouble: false,
            dead: None,
            void: false,
        }
    }

    fn take(&mut self, what: &What) -> Result<(), String> {
        if let Some(astray) = self.astray.take().filter(|_| !self.void)
            && !matches!(what, What::Irregular { .. })
        {
            return Err(format!("{astray}, and nobody says so"));
        }
        match *what {
            What::RoundOpened { .. } => {
                self.dues.all_told("a round opens")?;
                self.begins()?;
            }
            What::WagerPlaced { .. } => self.place(what)?,
            What::StakeAdded { number, added, .. } => self.add(number, added.as_minor())?,
            What::WagerTakenBack { number, stake, left, .. } => {
                self.take_back(number, stake.as_minor(), left.as_minor())?;
            }
            What::Stepped { step, .. } if step.word() == "no-more-bets" => self.close()?,
            What::Stepped { step, .. } if step.word() == "hands-set" => self.silence(None),
            What::RolledThree { place: Place::Dealer, dice } => self.starts(Start::Dice, dice.total())?,
            What::RolledThree { place, .. } => return Err(format!("dice are thrown for {place}")),
            What::NumberDrawn { number } => self.starts(Start::Number, number)?,
            What::Marked(marker) => self.marked(marker)?,
            What::Shuffled { .. } if self.came == 0 => self.cards = Facts::default(),
            What::Shuffled { .. } => self.cards.take(what)?,
            What::CardLaid { place, face, .. } => self.lay(what, place, face)?,
            What::CardMoved { from, to, .. } => self.carry(what, from, to)?,
            What::CardTurned { place, .. } => {
                self.cards.take(what)?;
                self.turned(place)?;
            }
            What::Collected { place, cards } => self.collect(place, cards)?,
            What::Picked { patron, spot, cards } => self.picked(patron, spot, cards)?,
            What::Chosen { patron, spot, choice, amount, .. } if ABOUT_THE_BANK.contains(&choice.word()) => {
                let amount = amount.map(felt::Money::as_minor);
                self.about_the_bank(patron, spot, choice.word(), amount)?;
            }
            What::Chosen { patron, spot, choice, lapsed, .. } => {
                self.chosen(patron, spot, choice.word(), lapsed)?;
            }
            What::Announced { place, hand } => self.announced(place, hand)?,
            What::Settled(line) => self.settled(&line)?,
            What::Irregular { kind, place } => self.irregular(kind.word(), place),
            What::Remedied { remedy, .. } if remedy.word() == "round-void" => {
                if !self.void && !self.trouble && self.dead.is_none() {
                    return Err("the round is called void without a reason".into());
                }
                self.void_round();
            }
            What::Ruled { act, .. } => self.ruled(act)?,
            What::Left { patron } => self.left(patron),
            What::RoundEnded { .. } => self.ends()?,
            What::RoundReopened { .. } => return Err("a round that has ended stays ended".into()),
            _ => {}
        }
        self.plan()
    }

    // ------------------------------------------------------------ the round

    fn begins(&mut self) -> Result<(), String> {
        if let Some(bet) = self.bets.values().next() {
            return Err(format!("a round opens and this lies there: {bet}"));
        }
        let fresh = Watch::new(self.terms.clone());
        // Cards may have been shuffled before.
        let cards = std::mem::take(&mut self.cards);
        *self = Watch {
            cards,
            button: self.button,
            rotation: self.rotation.clone(),
            marker: self.marker,
            ..fresh
        };
        Ok(())
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// 7.III, 9.I.B: before the first card.
    fn close(&mut self) -> Result<(), String> {
        if std::mem::replace(&mut self.closed, true) {
            return Err("bets are closed twice".into());
        }
        if let Some(bet) = self.bets.values().find(|bet| self.gone.contains(&bet.patron)) {
            return Err(format!("the patron left before bets were closed: {bet}"));
        }
        self.all_were_asked("bets are closed")?;
        let bets: Vec<Bet> = self.bets.values().cloned().collect();
        for bet in bets.iter().filter(|bet| bet.kind == "main") {
            self.seats.insert(bet.spot.box_number, Seat::of(bet.patron, bet.stake));
        }
        for bet in bets.into_iter().filter(|bet| bet.kind == "fortune") {
            match self.seats.get_mut(&bet.spot.box_number) {
                Some(seat) => seat.envies = bet.stake >= QUALIFIES,
                // 15.II: only beside a wager that satisfies section 7.
                None => self.dues.sometime(Wanted::back(bet)),
            }
        }
        let envies = self.seats.iter().filter(|(_, seat)| seat.envies);
        self.buttons_due = envies.map(|(b, _)| u16::from(*b)).collect();
        if self.seats.is_empty() && self.house_will_bet() == 0 {
            return Err("bets are closed and nobody has wagered".into());
        }
        self.bank_is_made()?;
        if self.terms.start == Start::Button {
            self.start = Some(deal::start_by_button(self.button.unwrap_or(7)));
        }
        Ok(())
    }

    fn ends(&mut self) -> Result<(), String> {
        self.dues.all_told("the round ends")?;
        if let Some(bet) = self.bets.values().next() {
            return Err(format!("the round ends and this lies there: {bet}"));
        }
        if let Some(why) = self.dead.filter(|_| !self.void) {
            return Err(format!("the round ends and was not void ({why})"));
        }
        if let Some((b, _)) = self.seats.iter().find(|(_, seat)| seat.is_waiting() && !self.void) {
            return Err(format!("the round ends and box {b} was never exposed (13.VI)"));
        }
        if !self.closed && !self.void {
            return Err("the round ends and bets were open".into());
        }
        // Cards drawn before a round that was abandoned are shuffled with the others.
        let waits = |place: Place| place == Place::Next && self.void;
        let left = |place: Place| place != Place::Rack && !waits(place);
        if let Some(card) = self.cards.cards.iter().find(|card| left(card.place)) {
            return Err(format!("the round ends and a card lies at {} (13.XIV)", card.place));
        }
        self.rotates();
        self.begins()
    }

    // ------------------------------------------------------------ the start

    fn starts(&mut self, by: Start, count: u8) -> Result<(), String> {
        if self.terms.start != by {
            return Err(format!("{by:?} says where to start, and the table goes by another (11.I)"));
        }
        // 9.II, 10.II: after the stacks are dealt by hand, and before they come from a shoe.
        let due = if self.terms.shoe { self.came == 0 } else { self.came == deal::from_hand().len() };
        if !self.closed || !due || self.start.is_some() {
            return Err(format!("the start is found after {} cards", self.came));
        }
        self.start = Some(deal::start_of(count));
        Ok(())
    }

    fn marked(&mut self, marker: Marker) -> Result<(), String> {
        match marker.id.word() {
            "button" => {
                // 11.IV: first in front of the dealer, and then on.
                let may = self.button.map_or([7, 7], |lies| [lies, deal::button_after(lies)]);
                if !may.contains(&marker.value) {
                    return Err(format!("the button lies on {} and should on one of {may:?}", marker.value));
                }
                self.button = Some(marker.value);
            }
            "bank" => self.marker = (marker.value, marker.patron),
            "envy-button" if self.closed && self.came == 0 && marker.patron.is_some() => {
                self.envy_buttons.insert(marker.value);
            }
            _ => {}
        }
        Ok(())
    }

    // ------------------------------------------------------------ cards

    fn lay(&mut self, what: &What, place: Place, face: Face) -> Result<(), String> {
        self.cards.take(what)?;
        if face.is_up() && place != Place::Rack {
            self.astray = Some(format!("a card comes to {place} face up (9.I.B, 10.III)"));
        }
        if matches!(place, Place::Next | Place::Rack) { Ok(()) } else { self.comes(place) }
    }

    /// Deals the next card to a place.
    fn comes(&mut self, place: Place) -> Result<(), String> {
        if self.void {
            return Ok(());
        }
        if !self.closed {
            return Err(format!("a card comes to {place} and bets are open (7.III)"));
        }
        if self.came == 0 {
            self.house_has_bet()?;
            let wanted = &self.buttons_due;
            if *wanted != self.envy_buttons {
                return Err(format!("envy buttons lie at {:?}, not {wanted:?} (15.II)", self.envy_buttons));
            }
        }
        let course = match (self.terms.shoe, self.start) {
            (true, Some(start)) => deal::from_shoe(start),
            (true, None) => {
                return Err(format!("a card comes to {place} and the start is not found (10.II)"));
            }
            (false, _) => deal::from_hand(),
        };
        let due = course.get(self.came).copied();
        self.came += 1;
        if due != Some(place) {
            self.astray = Some(format!("card {} comes to {place} and should to {due:?}", self.came));
        }
        Ok(())
    }

    fn carry(&mut self, what: &What, from: Place, to: Place) -> Result<(), String> {
        self.cards.take(what)?;
        match (from, to) {
            _ if self.void => Ok(()),
            (Place::Next, Place::Hand(_) | Place::Dealer | Place::Stack(_)) => self.comes(to),
            // All of its cards may have been seen before.
            (Place::Hand(spot), Place::Hand(_)) if self.is_banks(spot.box_number) => {
                self.bank_turned(spot.box_number)
            }
            (Place::Hand(spot), Place::Hand(_)) if self.dealer.is_some() => {
                self.patron_turned(spot.box_number)
            }
            (Place::Stack(nth), _) => {
                // RULING-PGP-3: the dealer's leftmost stack first.
                let start = self.start.ok_or("a stack is delivered and the start is not found (9.II)")?;
                let due = deal::receivers(start).get(usize::from(nth).wrapping_sub(1)).copied();
                match due == Some(to) && self.came == deal::from_hand().len() {
                    true => Ok(()),
                    false => Err(format!("stack {nth} goes to {to} and should to {due:?}")),
                }
            }
            _ => Ok(()),
        }
    }

    fn collect(&mut self, place: Place, cards: u16) -> Result<(), String> {
        if place == Place::Next {
            // 9.IV, 10.IV.
            let counts = self.came == deal::from_hand().len() && !self.void && !self.left_counted;
            if counts && cards != LEFT {
                return Err(format!("{cards} cards are left and {LEFT} should be"));
            }
            self.left_counted = true;
            self.cards.cards.retain(|card| card.place != place);
            return Ok(());
        }
        // The rack receives all cards on the table.
        let all = place == Place::Rack;
        let goes = |at: Place| if all { !matches!(at, Place::Rack | Place::Next) } else { at == place };
        let places: BTreeSet<Place> =
            self.cards.cards.iter().map(|card| card.place).filter(|at| goes(*at)).collect();
        let there = self.cards.cards.iter().filter(|card| goes(card.place)).count();
        if there != usize::from(cards) {
            return Err(format!("{cards} cards are collected at {place}, and {there} lie there"));
        }
        places.iter().try_for_each(|at| self.may_be_collected(*at))?;
        self.cards.cards.retain(|card| !places.contains(&card.place));
        Ok(())
    }

    /// 9.VI, 10.VI, 13.V, 13.VIII, 13.X, 13.XIII, 15.IV.A(c).
    fn may_be_collected(&self, place: Place) -> Result<(), String> {
        if self.void {
            return Ok(());
        }
        let Place::Hand(spot) = place else {
            return match self.seats.values().any(Seat::is_waiting) {
                true => Err(format!("the cards of {place} are collected and hands are to be compared")),
                false => self.dues.all_told("the dealer's cards are collected"),
            };
        };
        let b = spot.box_number;
        let Some(seat) = self.seats.get(&b) else {
            let up = self.cards.at(place).iter().any(|card| card.up);
            return if up { Err(format!("the stack of box {b} was seen (9.VI)")) } else { Ok(()) };
        };
        if seat.is_waiting() {
            return Err(format!("the cards of box {b} are collected before they are exposed"));
        }
        // 13.XII, 13.XIII, 15.IV.A: wagers are paid while their cards are on the table. The final settlement of a bank
        // no longer depends on its cards.
        let decided = |bet: &&Bet| bet.spot.box_number == b && bet.kind != "cover" && seat.out.is_none();
        let mut own = self.laid.values().filter(decided);
        match own.find(|bet| self.dues.awaits(bet.number)) {
            Some(bet) => Err(format!("the cards are collected and this is to be settled: {bet}")),
            None => Ok(()),
        }
    }

    // ------------------------------------------------------------ what goes wrong

    fn irregular(&mut self, word: &str, place: Option<Place>) {
        // Bets are closed with the first card of the deal, even if that is the card that was seen; a count can be found
        // wrong until the round is over.
        let dealt = self.closed;
        let why = match word {
            "wrong-start" => "16.III",
            "dealer-card-exposed" => "16.V",
            "wrong-count" => "16.VII",
            // While stacks are dealt; the floor decides about cards seen later.
            "stack-card-exposed" if !self.left_counted => "16.IX",
            "stacks-missing" => "16.X",
            "patron-card-exposed" => {
                if let Some(seat) = self.seat_at(place) {
                    seat.exposed = true;
                }
                return;
            }
            "set-wrongly" => {
                if let Some(Place::Hand(spot)) = place {
                    self.is_set_wrongly(spot.box_number);
                }
                return;
            }
            // 16.XI, and irregularities that the document does not mention.
            "shuffler-jam" | "wrong-deck" | "foreign-card" => {
                self.trouble = true;
                return;
            }
            _ => return,
        };
        if dealt {
            self.dead = Some(why);
        }
    }

    fn seat_at(&mut self, place: Option<Place>) -> Option<&mut Seat> {
        let Some(Place::Hand(spot)) = place else { return None };
        self.seats.get_mut(&spot.box_number)
    }

    fn ruled(&mut self, act: RulingAct) -> Result<(), String> {
        match act {
            RulingAct::VoidRound => self.void_round(),
            RulingAct::VoidHand(spot) => self.void_hand(spot.box_number, "a ruling"),
            RulingAct::VoidWager(number) => self.void_wager(number)?,
            RulingAct::Award { patron, amount } => {
                self.dues.sometime(Wanted::award(patron, amount.as_minor()));
            }
            // The card's own event reports what is done with it.
            _ => {}
        }
        Ok(())
    }

    pub(super) fn void_round(&mut self) {
        if !std::mem::replace(&mut self.void, true) {
            self.split.clear();
            let bets = self.laid.values().map(|bet| (bet.clone(), self.bank_of(bet)));
            self.dues.void(bets.collect::<Vec<_>>().into_iter());
        }
    }

    /// 7.II.
    fn left(&mut self, patron: Patron) {
        self.gone.insert(patron);
        if !self.closed {
            self.bank_is_left(patron);
            return;
        }
        self.rotation.left(patron);
        if !self.terms.who_leaves_loses {
            self.silence(Some(patron));
            return;
        }
        let his = |seat: &Seat| seat.patron == patron && seat.is_waiting();
        let places: Vec<u8> = self.seats.iter().filter(|(_, seat)| his(seat)).map(|(b, _)| *b).collect();
        for b in places {
            // RULING-PGP-25: a bank stays, and has no wager that could be lost.
            if self.is_banks(b) {
                self.silence(Some(patron));
                continue;
            }
            self.loses_unseen(b, "7.II");
            if let Some(seat) = self.seats.get_mut(&b) {
                seat.envies = false;
            }
        }
    }

    /// Returns the place of the seven cards of a box, wherever they are by now.
    pub(super) fn all_of(&self, b: u8) -> Vec<crate::poker::facts::Laid> {
        let mut all = self.cards.at(hand_of(b));
        all.extend(self.cards.at(low_of(b)));
        all.truncate(CARDS + 1);
        all
    }

    /// The state of the account, for messages.
    fn shown(&self) -> String {
        let mut text = self.cards.to_string();
        for bet in self.bets.values() {
            text.push_str(&format!("  {bet}\n"));
        }
        for (b, seat) in &self.seats {
            text.push_str(&format!("  box {b}: {seat:?}\n"));
        }
        text.push_str(&format!("  dealer: {:?}\n", self.dealer));
        if let Err(due) = self.dues.all_told("so far") {
            text.push_str(&due);
        }
        text
    }
}
