//! How hands are set, and their ranks when they are exposed.

use super::compare::{Set, name_of};
use super::deal::{BOXES, CARDS, hand_of, low_of};
use super::round::{Setting, Split, Watch};
use super::{fortune, house_way};
use crate::poker::facts::Laid;
use engine::{Announcement, Patron, Place, Positions, Spot};
use felt::Card;

impl Watch {
    // ------------------------------------------------------------ patrons set

    /// Two of the seven go low.
    pub(super) fn picked(&mut self, patron: Patron, spot: Spot, cards: Positions) -> Result<(), String> {
        let there = self.cards.at(hand_of(spot.box_number));
        let low: Option<Vec<usize>> =
            cards.iter().map(|nth| there.get(usize::from(nth)).map(|card| card.id)).collect();
        let Some(Ok(low)) = low.map(<[usize; 2]>::try_from) else {
            return Err(format!("{patron} at {spot} sets {cards:?} low, and two of seven cards go there"));
        };
        self.set(patron, spot, Setting::Low(low))
    }

    fn set(&mut self, patron: Patron, spot: Spot, setting: Setting) -> Result<(), String> {
        let b = spot.box_number;
        let own = self.seats.get(&b).filter(|seat| seat.patron == patron);
        let own =
            own.ok_or_else(|| format!("{patron} sets a hand at {spot}, which is not theirs (13.II)"))?;
        if own.set.is_some() || !own.is_waiting() || self.dealer.is_some() {
            return Err(format!("{patron} sets the hand of box {b} once more (7.IV, 13.II)"));
        }
        if self.cards.at(hand_of(b)).len() != CARDS {
            return Err(format!("{patron} sets the hand of box {b} before it is dealt (13.I)"));
        }
        // 14.X, RULING-PGP-27: the bank's cards go to its holder after all others have set theirs.
        if let Some(other) = self.unset_beside(b).filter(|_| self.is_banks(b)) {
            return Err(format!("{patron} sets the bank's hand before box {other} is set (14.X)"));
        }
        // 7.IV: the larger wager first, and of equal ones counterclockwise, which is from the highest box down.
        let turn = |b: u8, stake: i64| (stake, b);
        let other = self.seats.iter().find(|(other, seat)| {
            let open = seat.set.is_none() && seat.is_waiting();
            seat.patron == patron && open && turn(**other, seat.stake) > turn(b, own.stake)
        });
        if let Some((other, _)) = other {
            return Err(format!("{patron} sets box {b} before box {other} (7.IV)"));
        }
        if let Some(seat) = self.seats.get_mut(&b) {
            seat.set = Some(setting);
        }
        Ok(())
    }

    /// A box whose hand is still to be set, other than this one.
    fn unset_beside(&self, b: u8) -> Option<u8> {
        let open = |seat: &super::round::Seat| seat.set.is_none() && seat.is_waiting();
        self.seats.iter().find(|(other, seat)| **other != b && open(seat)).map(|(other, _)| *other)
    }

    /// The house way is used for patrons who have not set their hand by now, and for one who left.
    pub(super) fn silence(&mut self, patron: Option<Patron>) {
        // The bank is asked only after the others have set (14.X).
        let bank = self.bank.as_ref().map(|bank| bank.b);
        let others = bank.is_some_and(|b| self.unset_beside(b).is_some());
        for (b, seat) in &mut self.seats {
            let silent = patron.is_none_or(|patron| seat.patron == patron);
            let early = patron.is_none() && Some(*b) == bank && others;
            if silent && !early {
                seat.set.get_or_insert(Setting::HouseWay);
            }
        }
    }

    /// A patron decides about a hand.
    pub(super) fn chosen(
        &mut self,
        patron: Patron,
        spot: Spot,
        word: &str,
        lapsed: bool,
    ) -> Result<(), String> {
        if lapsed && !["house-way", "play-hand"].contains(&word) {
            return Err(format!("silence at {spot} is taken for {word}"));
        }
        let b = spot.box_number;
        let own = self.seats.get(&b).filter(|seat| seat.patron == patron && seat.is_waiting());
        let about_a_hand = ["house-way", "surrender", "play-hand", "void-hand"].contains(&word);
        let Some(own) = own.filter(|_| about_a_hand) else {
            return if about_a_hand { Err(format!("{patron} decides {word} at {spot}")) } else { Ok(()) };
        };
        match word {
            // The record reports it for each hand that a step or a departure has closed.
            "house-way" if lapsed && !matches!(own.set, Some(Setting::Low(_))) => {
                if let Some(seat) = self.seats.get_mut(&b) {
                    seat.set = Some(Setting::HouseWay);
                }
            }
            "house-way" => return self.set(patron, spot, Setting::HouseWay),
            "play-hand" | "void-hand" if !own.exposed => {
                return Err(format!("no card of box {b} was exposed, and {patron} chooses {word} (16.IV)"));
            }
            // RULING-PGP-34: without the bank's hand there is no hand to play against.
            "void-hand" if self.is_banks(b) => self.void_round(),
            "void-hand" => self.void_hand(b, "16.IV"),
            "surrender" if self.is_banks(b) => {
                return Err(format!("{patron} surrenders the hand of the bank (14.XV)"));
            }
            "surrender" if self.cards.at(hand_of(b)).len() != CARDS => {
                return Err(format!("box {b} is surrendered without seven cards (13.V)"));
            }
            "surrender" => self.loses_unseen(b, "13.V"),
            _ => {}
        }
        Ok(())
    }

    // ------------------------------------------------------------ the dealer exposes

    /// A card was turned.
    pub(super) fn turned(&mut self, place: Place) -> Result<(), String> {
        match place {
            _ if self.void => Ok(()),
            Place::Dealer | Place::DealerLow => self.dealer_turned(),
            Place::Hand(spot) if self.is_banks(spot.box_number) => self.bank_turned(spot.box_number),
            Place::Hand(spot) if self.dealer.is_some() => self.patron_turned(spot.box_number),
            _ => Ok(()),
        }
    }

    /// 14.XI, 14.XVII, RULING-PGP-27: the bank's hands are exposed when all others but the dealer have set theirs.
    pub(super) fn bank_turned(&mut self, b: u8) -> Result<(), String> {
        let there = self.all_of(b);
        let shown = self.seats.get(&b).is_none_or(|seat| seat.shown.is_some());
        if shown || there.len() != CARDS || there.iter().any(|card| !card.up) {
            return Ok(());
        }
        if let Some(other) = self.unset_beside(b) {
            return Err(format!("the bank's hand is exposed and box {other} is not set (14.XI)"));
        }
        let Some(setting) = self.seats.get(&b).and_then(|seat| seat.set) else {
            return Err(format!("the bank's hand at box {b} is exposed and not set"));
        };
        self.shows(b, Some(setting))
    }

    fn dealer_turned(&mut self) -> Result<(), String> {
        let there = self.cards.at(Place::Dealer);
        if self.dealer.is_some() || there.len() != CARDS || there.iter().any(|card| !card.up) {
            return Ok(());
        }
        // 13.III.
        let unset = self.seats.iter().find(|(_, seat)| seat.is_waiting() && seat.set.is_none());
        if let Some((b, _)) = unset {
            return Err(format!("the dealer's cards are turned and box {b} is not set (13.III)"));
        }
        // 14.XI: the dealer sets last.
        if let Some(bank) = self.bank.as_ref().filter(|_| self.opposed().is_none()) {
            return Err(format!(
                "the dealer's cards are turned before those of the bank at {} (14.XI)",
                bank.b
            ));
        }
        self.lies_split()?;
        let cards = faces(&there)?;
        let (high, low) = house_way(&cards);
        let set = Set::of(&high, &low);
        self.dealer = Some(set);
        self.split.push(Split { places: [Place::Dealer, Place::DealerLow], set, low: None });
        self.house_is_determined();
        Ok(())
    }

    /// 13.VI: from the right, counterclockwise: from the highest box down.
    pub(super) fn patron_turned(&mut self, b: u8) -> Result<(), String> {
        let Some(setting) = self.seats.get(&b).filter(|seat| seat.is_waiting()).map(|seat| seat.set) else {
            return Ok(());
        };
        let next = (1..=BOXES).rev().find(|b| self.seats.get(b).is_some_and(|seat| seat.is_waiting()));
        let there = self.all_of(b);
        let whole = there.len() == CARDS && there.iter().all(|card| card.up);
        if next != Some(b) {
            // A card that was turned by mistake stands (RULING-PGP-6); a hand is exposed in its turn.
            return match whole {
                true => Err(format!("box {b} is exposed before box {next:?} (13.VI)")),
                false => Ok(()),
            };
        }
        self.lies_split()?;
        self.dues.all_in_turn("the next hand is exposed")?;
        if !whole {
            return Ok(());
        }
        self.shows(b, setting)?;
        self.settle_what_does_not_win(b);
        Ok(())
    }

    /// All seven lie open, set as they were.
    fn shows(&mut self, b: u8, setting: Option<Setting>) -> Result<(), String> {
        let there = self.all_of(b);
        let cards = faces(&there)?;
        let (high, low, ids) = match setting {
            Some(Setting::Low(ids)) => {
                let (low, high): (Vec<&Laid>, Vec<&Laid>) =
                    there.iter().partition(|card| ids.contains(&card.id));
                (some(&high)?, some(&low)?, Some(ids))
            }
            _ => {
                let (high, low) = house_way(&cards);
                (high, low, None)
            }
        };
        let set = Set::of(&high, &low);
        self.split.push(Split { places: [hand_of(b), low_of(b)], set, low: ids });
        if let Some(seat) = self.seats.get_mut(&b) {
            seat.shown = Some((set, fortune(&cards)));
        }
        Ok(())
    }

    /// 13.I, 13.III: checks that a hand is split in two before its result follows.
    pub(super) fn lies_split(&mut self) -> Result<(), String> {
        for Split { places: [first, second], set, low } in std::mem::take(&mut self.split) {
            let (five, two) = (self.cards.at(first), self.cards.at(second));
            if !two.iter().all(|card| low.is_none_or(|low| low.contains(&card.id))) {
                return Err(format!("other cards lie at {second} than were set there (7.IV)"));
            }
            let lies = Set::of(&faces(&five)?, &faces(&two)?);
            if lies != set {
                return Err(format!("{first} and {second} lie as {lies:?} and are {set:?}"));
            }
        }
        Ok(())
    }

    /// The dealer says what a hand is.
    pub(super) fn announced(&mut self, place: Place, hand: Announcement) -> Result<(), String> {
        if self.void {
            return Ok(());
        }
        self.lies_split()?;
        let set = match place {
            Place::Dealer | Place::DealerLow => self.dealer,
            Place::Hand(spot) => {
                self.seats.get(&spot.box_number).and_then(|seat| seat.shown).map(|(set, _)| set)
            }
            _ => None,
        };
        let set = set.ok_or_else(|| format!("the dealer names the hand at {place}, which lies closed"))?;
        let worth = match place {
            Place::DealerLow | Place::Hand(Spot { hand: 2, .. }) => set.low,
            _ => set.high,
        };
        match hand {
            Announcement::Called(word) if word.word() == name_of(worth.kind) => Ok(()),
            _ => Err(format!("the hand at {place} is {worth:?}, and the dealer says {hand:?}")),
        }
    }
}

/// The faces of as many cards.
fn faces<const N: usize>(there: &[Laid]) -> Result<[Card; N], String> {
    some(&there.iter().collect::<Vec<_>>())
}

fn some<const N: usize>(there: &[&Laid]) -> Result<[Card; N], String> {
    let faces: Option<Vec<Card>> = there.iter().map(|card| card.card).collect();
    let faces = faces.ok_or("a hand decides and one of its cards was never shown")?;
    faces.try_into().map_err(|faces: Vec<Card>| format!("{} cards lie where {N} should", faces.len()))
}
