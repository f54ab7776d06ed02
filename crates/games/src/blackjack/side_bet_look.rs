//! The side bets on the layout in the order of settlement, and the result of each by the cards that lie open.

use super::hand::{BettingBox, area};
use super::side_bet_terms::SideBetTerms;
use super::state::{BOXES_MAX, Blackjack};
use super::terms::Terms;
use crate::side_bets::{Finding, SideBetLaw, Sight};
use engine::{Beneficiary, Patron, Place, Spot, Wager, WagerNumber};
use felt::Card;

/// The side bets of a round, from the dealer's right, box by box in the order of the rule book.
///
/// It holds only what never changes about a wager. Whether the wager is still open is read from the wager
/// itself, so reversing a line needs no update here.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideBetOrder {
    entries: Vec<Entry>,
    /// For each box, how many side bets lie at it and to its right.
    ends: [u16; BOXES_MAX],
}

/// Where a side bet lies.
#[derive(Clone, Copy, Debug)]
struct Entry {
    area: u8,
    /// Whether its result is unknown until the dealer's hand is complete.
    waits: bool,
    number: WagerNumber,
}

impl SideBetOrder {
    /// Inserts a wager in order, if it is a side bet.
    pub(crate) fn add(&mut self, wager: &Wager, terms: &Terms) {
        let Some(side_bet) = terms.side_bet_of(wager.area) else { return };
        let place = usize::from(wager.spot.box_number.saturating_sub(1)).min(BOXES_MAX - 1);
        let waits = side_bet.side_bet.bet.waits_for_dealer();
        let entry = Entry { area: wager.area, waits, number: wager.number };
        let (from, own) = self.span(place);
        let before = own.iter().take_while(|other| other.area <= entry.area).count();
        self.entries.insert(from + before, entry);
        self.ends[..=place].iter_mut().for_each(|end| *end += 1);
    }

    /// Starts a new round.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.ends = [0; BOXES_MAX];
    }

    /// The entries of one box.
    fn of_box(&self, number: u8) -> &[Entry] {
        match usize::from(number).checked_sub(1) {
            Some(place) if place < BOXES_MAX => self.span(place).1,
            _ => &[],
        }
    }

    /// The start index of a box's entries, and the entries.
    fn span(&self, place: usize) -> (usize, &[Entry]) {
        let from = usize::from(self.ends.get(place + 1).copied().unwrap_or(0));
        (from, &self.entries[from..usize::from(self.ends[place])])
    }
}

/// The cards that lie open at a place; the array is large enough for any place.
pub(crate) struct OpenCards {
    cards: [Card; 24],
    count: usize,
}

impl OpenCards {
    const NONE: OpenCards = OpenCards { cards: [Card::JOKER; 24], count: 0 };

    pub(crate) fn as_slice(&self) -> &[Card] {
        &self.cards[..self.count]
    }
}

/// The part of the table that all side bets see alike.
pub(crate) struct DealerSight {
    cards: OpenCards,
    /// Whether the dealer has a blackjack, as far as it is public.
    blackjack: Option<bool>,
}

impl Blackjack {
    /// The terms of a wager, if it is a side bet.
    pub(crate) fn terms_of(&self, wager: &Wager) -> Option<&SideBetTerms> {
        self.terms.side_bet_of(wager.area)
    }

    /// The open side bet of an area that a patron placed on a box.
    pub(crate) fn own_side_bet(
        &self,
        patron: Patron,
        number: u8,
        area: u8,
        beneficiary: Beneficiary,
    ) -> Option<&Wager> {
        let of_area = self.side_bets.of_box(number).iter().filter(|entry| entry.area == area);
        of_area
            .filter_map(|entry| self.wagers.get(entry.number))
            .find(|wager| wager.patron == patron && wager.beneficiary == beneficiary && wager.on_layout())
    }

    /// The side bets still on the layout, from the dealer's right, box by box in the order of the rule book.
    pub(crate) fn open_side_bets(&self) -> impl Iterator<Item = &Wager> {
        self.open_of(&self.side_bets.entries)
    }

    /// The open side bets of one box.
    pub(crate) fn open_side_bets_of(&self, number: u8) -> impl Iterator<Item = &Wager> {
        self.open_of(self.side_bets.of_box(number))
    }

    fn open_of<'a>(&'a self, entries: &'a [Entry]) -> impl Iterator<Item = &'a Wager> {
        entries.iter().filter_map(|entry| self.wagers.get(entry.number)).filter(|wager| wager.on_layout())
    }

    /// The n-th side bet of a box, settled ones included.
    pub(crate) fn side_bet_of(&self, number: u8, at: usize) -> Option<&Wager> {
        self.side_bets.of_box(number).get(at).and_then(|entry| self.wagers.get(entry.number))
    }

    /// The law of a side bet that depends on the dealer's total, if one does.
    pub(crate) fn side_bet_hangs_on_dealer(&self) -> Option<&'static SideBetLaw> {
        self.open_side_bets().find_map(|wager| {
            let side_bet = self.terms_of(wager)?.side_bet;
            let lost = side_bet.law.too_high.exists() && self.own_total(wager.spot.box_number) >= 30;
            (side_bet.hangs_on_dealer() && !lost).then_some(&side_bet.law)
        })
    }

    /// The total of the box's original hand.
    pub(crate) fn own_total(&self, number: u8) -> u8 {
        self.hand(Spot::first(number)).map_or(0, |hand| hand.tally.total())
    }

    /// The cards that lie open at a place.
    pub(crate) fn open_cards(&self, place: Place) -> OpenCards {
        let mut open = OpenCards::NONE;
        let laid = self.layout.at(place).filter(|laid| laid.face.is_up());
        for card in laid.filter_map(|laid| laid.face.card()) {
            if let Some(place) = open.cards.get_mut(open.count) {
                *place = card;
                open.count += 1;
            }
        }
        open
    }

    /// The dealer's side of the table, if some side bet depends on it.
    pub(crate) fn dealer_sight(&self) -> DealerSight {
        let unseen = self.side_bets.entries.is_empty();
        let cards = if unseen { OpenCards::NONE } else { self.open_cards(Place::Dealer) };
        DealerSight { cards, blackjack: self.known_blackjack() }
    }

    /// Whether the dealer has a blackjack, as far as it is public.
    fn known_blackjack(&self) -> Option<bool> {
        if self.round.hole_turned {
            return Some(self.dealer_has_blackjack());
        }
        match self.round.peeked {
            // A positive answer of the device is confirmed only when the card is turned.
            Some(true) => None,
            answer => answer,
        }
    }

    /// The result of a side bet by the cards that lie open.
    pub(crate) fn look(&self, wager: &Wager, dealer: &DealerSight) -> Finding {
        let sight = self.sight(wager, dealer);
        self.terms_of(wager).zip(sight).map_or(Finding::Wait, |(terms, sight)| terms.look(&sight))
    }

    /// What a side bet depends on; `None` before the first cards are dealt.
    pub(crate) fn sight<'a>(&self, wager: &Wager, dealer: &'a DealerSight) -> Option<Sight<'a>> {
        let number = wager.spot.box_number;
        let first_two = self.betting_box(number).and_then(BettingBox::first_two)?;
        let counted = self.terms_of(wager).is_some_and(|terms| terms.law().counts_splits.exists());
        let [lammers, lammers_of_doubles] = if counted { self.lammers_of(number) } else { [0; 2] };
        Some(Sight {
            dealer: dealer.cards.as_slice(),
            dealer_blackjack: dealer.blackjack,
            dealer_done: self.round.drawing_over,
            dealer_total: self.round.dealer.total(),
            own_total: self.own_total(number),
            lammers,
            lammers_of_doubles,
            ..Sight::of(first_two, self.round.up_card?)
        })
    }

    /// How many lammers a box has collected, whatever happened to their hands, and how many of them for
    /// doubles.
    fn lammers_of(&self, number: u8) -> [u8; 2] {
        // Only doubles and splits bring lammers, and most boxes have neither.
        let extended = |b: &BettingBox| b.count > 1 || b.hands[0].double.is_some();
        if !self.betting_box(number).is_some_and(extended) {
            return [0; 2];
        }
        let of_box = self.wagers.iter().filter(|w| w.spot.box_number == number && w.lammer.is_positive());
        of_box.fold([0; 2], |[all, doubles], w| [all + 1, doubles + u8::from(w.area == area::DOUBLE)])
    }

    /// The next side bet whose result is certain before play continues.
    pub(crate) fn certain_side_bet(&self) -> Option<WagerNumber> {
        self.certain_side_bet_from(0, &self.dealer_sight()).map(|(_, wager, _)| wager.number)
    }

    /// A side bet at the end that a meter pays: it is settled before all others, as soon as the meter has
    /// answered.
    pub(crate) fn metered_side_bet(&self) -> Option<WagerNumber> {
        let dealer = self.dealer_sight();
        let is_metered = |wager: &&Wager| {
            let terms = self.terms_of(wager).filter(|terms| terms.side_bet.is_progressive());
            terms.is_some_and(|terms| terms.is_metered(self.look(wager, &dealer)))
        };
        self.open_side_bets().find(is_metered).map(|wager| wager.number)
    }

    /// The first open side bet, from this index in the order on, whose result is certain; with its index.
    pub(crate) fn certain_side_bet_from(
        &self,
        from: usize,
        dealer: &DealerSight,
    ) -> Option<(usize, &Wager, Finding)> {
        let over = self.round.drawing_over;
        for (at, entry) in self.side_bets.entries.iter().enumerate().skip(from) {
            // This test runs at every step, so it comes first: nothing else is worth computing yet.
            if entry.waits && !over {
                continue;
            }
            let Some(wager) = self.wagers.get(entry.number).filter(|wager| wager.on_layout()) else {
                continue;
            };
            let finding = self.look(wager, dealer);
            if finding != Finding::Wait {
                return Some((at, wager, finding));
            }
        }
        None
    }
}
