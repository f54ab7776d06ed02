//! The dealer's hand, hands exposed one by one, and the settlement.

use super::rules;
use super::setting::{exactly, positions_of, split};
use super::state::{BettingBox, Deck, PaiGowTable, Set, hand_place, low_place};
use super::words;
use crate::common::{Verdict, card_count, is_dealt, tell};
use crate::poker::pai_gow::{Against, Branch, Fortune, Kind, Setting, Seven, Worth, house_way};
use engine::{
    Announcement, Cites, Line, LineKind, Outcome, Place, Positions, Rule, Sink, Spot, Standing, WagerNumber,
    What,
};
use felt::{Card, Money, Odds};
use std::cmp::Ordering;

/// The holder of the hands that all others are compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Banker {
    /// The dealer, whose hands are set by the house way and never foul.
    House,
    /// A patron, and whether their hands were found not to be a setting of the seven cards.
    Patron { set_wrongly: bool },
}

/// Compares hands with those of the bank, and returns the rules.
pub(crate) fn compare(own: &Setting, banks: &Setting, set_wrongly: bool, banker: Banker) -> (Outcome, Cites) {
    use Ordering::{Equal, Greater, Less};
    let by_patron = banker != Banker::House;
    if let Some(rule) = rules::SET_WRONGLY.when(set_wrongly) {
        return (Outcome::Loses, rule.into());
    }
    if let Some(rule) = rules::FOUL.when(own.is_foul()) {
        let at_bank = rules::FOUL_HANDS_LOSE.when(by_patron);
        return (Outcome::Loses, Cites::one(rule).and(rules::HIGH_NOT_BELOW_LOW.applies()).and(at_bank));
    }
    let wrong = banker == Banker::Patron { set_wrongly: true };
    if let Some(rule) = rules::FOUL_HANDS_LOSE.when(by_patron && (wrong || banks.is_foul())) {
        return (Outcome::Wins, Cites::one(rule).and(rules::BANK_FOUL.when(wrong)));
    }
    let hands = own.against(banks);
    let Against { high, low } = hands;
    let copy = hands.copies() > 0;
    let higher = high == Greater || low == Greater;
    let found = [
        (rules::BOTH_LOWER.when((high, low) == (Less, Less)), Outcome::Loses),
        (rules::COPY_LOSES.when(copy && !higher), Outcome::Loses),
        (rules::HIGH_WINS_LOW_LOSES.when((high, low) == (Greater, Less)), Outcome::Pushes),
        (rules::LOW_WINS_HIGH_LOSES.when((high, low) == (Less, Greater)), Outcome::Pushes),
        (rules::COPY_AND_HIGHER.when(copy && higher), Outcome::Pushes),
        (rules::BOTH_HIGHER.when((high, low) == (Greater, Greater)), Outcome::Wins),
    ];
    let (rule, outcome) =
        found.into_iter().find(|(rule, _)| rule.is_some()).unwrap_or((None, Outcome::Returned));
    let same_kind = |one: Worth, other: Worth, order: Ordering| order != Equal && one.kind() == other.kind();
    let by_cards = same_kind(own.high_worth(), banks.high_worth(), high)
        || same_kind(own.low_worth(), banks.low_worth(), low);
    let cites = Cites::from(rule)
        .and(rules::COMPARED.applies())
        .and(rules::SAME_CARDS.when(copy && !by_patron))
        .and(rules::COPIES_ARE_BANKS.when(by_patron && copy))
        .and(rules::HIGHEST_CARD.when(by_cards));
    (outcome, cites)
}

/// The branch of the house way, for citing.
fn by_branch(branch: Branch) -> Cites {
    branch.paragraphs().iter().fold(Cites::NONE, |cites, id| cites.and(Rule::new(id).applies()))
}

impl PaiGowTable {
    // --------------------------------------------------------------------------- hands that lie open

    /// Sets the dealer's hand by the house way and announces it.
    pub(crate) fn set_dealer<S: Sink>(&mut self, out: &mut S) {
        let Some(seven) = exactly(self.known(Place::Dealer)).and_then(Seven::new) else {
            return self.cannot_be_set(Place::Dealer, out);
        };
        self.round.dealer_set = true;
        let (branch, setting) = house_way(&seven);
        let last = rules::DEALER_SETS_LAST.when(self.round.bank.is_some());
        let cites = Cites::from(rules::DEALER_SETS.applies()).and(last).and_all(by_branch(branch));
        self.lay_low(Place::Dealer, Place::DealerLow, setting.low, cites, out);
        Self::announce(Place::Dealer, setting.high_worth(), &setting.high, out);
        Self::announce(Place::DealerLow, setting.low_worth(), &setting.low, out);
        self.settle_house_bet(out);
    }

    /// Lays out the bank's two hands and announces them; the bank's cards lie open.
    pub(crate) fn expose_bank<S: Sink>(&mut self, out: &mut S) {
        let Some(number) = self.round.bank.map(|bank| bank.place) else { return };
        let place = hand_place(number);
        let (Some(cards), Some(betting_box)) =
            (exactly(self.known(place)), self.betting_box(number).copied())
        else {
            return self.cannot_be_set(place, out);
        };
        let Some(seven) = Seven::new(cards) else { return self.cannot_be_set(place, out) };
        let (low, cites) = Self::low_of(&betting_box, &seven, &cards);
        let Some(setting) = split(&cards, low) else { return self.cannot_be_set(place, out) };
        if let Some(bank) = &mut self.round.bank {
            bank.exposed = true;
        }
        let cites = Cites::from(rules::BANK_SHOWN.applies()).and_all(cites);
        self.lay_low(place, low_place(number), setting.low, cites, out);
        Self::announce(place, setting.high_worth(), &setting.high, out);
        Self::announce(low_place(number), setting.low_worth(), &setting.low, out);
        if Fortune::of(&seven).is_some_and(|row| row <= Fortune::FourOfAKind) {
            self.round.qualifying.add(number);
        }
    }

    /// The cards of a hand that form its low hand, and the branch if the house way decides.
    fn low_of(betting_box: &BettingBox, seven: &Seven, cards: &[Card]) -> (Positions, Cites) {
        match betting_box.set {
            Set::Picked(low) => (low, Cites::NONE),
            Set::HouseWay | Set::Not => {
                let (branch, setting) = house_way(seven);
                (positions_of(cards, setting.low), by_branch(branch))
            }
        }
    }

    /// Moves the cards of the low hand to their own place.
    fn lay_low<S: Sink>(&mut self, from: Place, to: Place, low: [Card; 2], cites: Cites, out: &mut S) {
        self.move_cards(
            from,
            to,
            |laid| laid.face.card().is_some_and(|card| low.contains(&card)),
            cites,
            out,
        );
    }

    /// Announces the kind of a hand.
    fn announce<S: Sink>(place: Place, worth: Worth, cards: &[Card], out: &mut S) {
        let kind = worth.kind();
        let joker = cards.contains(&Card::JOKER);
        let completes = joker && kind.is_run_or_flush();
        let low_ace = worth.is_run_to_five();
        let named = match rules::of_kind(kind) {
            Some(rule) => rule.applies(),
            None => None,
        };
        let cites = Cites::from(named)
            .and(rules::JOKER_COMPLETES.when(completes))
            .and(rules::JOKER_IS_ACE.when(joker && !completes))
            .and(rules::ACE_LOW.when(low_ace))
            .and(rules::ACE_HIGH.when(kind == Kind::HighCard));
        tell(out, What::Announced { place, hand: Announcement::Called(kind.hand()) }, cites);
    }

    /// The two hands of a place as they lie.
    pub(crate) fn setting_at(&self, high: Place, low: Place) -> Option<Setting> {
        let two = exactly(self.known(low))?;
        Seven::new(exactly(self.known(high).chain(two))?)?.with_low(two)
    }

    /// The seven cards of a patron, set or not.
    pub(crate) fn seven_of(&self, number: u8) -> Option<Seven> {
        Seven::new(exactly(self.known(hand_place(number)).chain(self.known(low_place(number))))?)
    }

    /// Exposes a patron's cards: the hands are laid out, announced and compared, and lost or tied wagers are
    /// settled.
    pub(crate) fn expose<S: Sink>(&mut self, number: u8, out: &mut S) {
        let place = hand_place(number);
        let (Some(cards), Some(betting_box)) =
            (exactly(self.known(place)), self.betting_box(number).copied())
        else {
            return self.cannot_be_set(place, out);
        };
        let Some(seven) = Seven::new(cards) else { return self.cannot_be_set(place, out) };
        self.round.unexposed.remove(number);
        self.round.released = false;
        let (low, cites) = Self::low_of(&betting_box, &seven, &cards);
        let Some(setting) = split(&cards, low) else { return self.cannot_be_set(place, out) };
        self.lay_low(place, low_place(number), setting.low, cites, out);
        Self::announce(place, setting.high_worth(), &setting.high, out);
        Self::announce(low_place(number), setting.low_worth(), &setting.low, out);
        let row = Fortune::of(&seven);
        if row.is_some_and(|row| row <= Fortune::FourOfAKind) {
            self.round.qualifying.add(number);
        }
        self.settle_exposed(number, &betting_box, &setting, row, out);
    }

    fn settle_exposed<S: Sink>(
        &mut self,
        number: u8,
        betting_box: &BettingBox,
        setting: &Setting,
        row: Option<Fortune>,
        out: &mut S,
    ) {
        let mut away = Cites::NONE;
        let by_patron = self.round.bank.is_some();
        if let (Some(main), Some(banks)) =
            (betting_box.main.filter(|n| self.is_open(Some(*n))), self.banks_hands())
        {
            let (outcome, cites) = compare(setting, &banks, betting_box.set_wrongly, self.banker());
            match outcome {
                Outcome::Wins => self.round.winners.add(number),
                Outcome::Loses => {
                    away = rules::LOSING_HAND_COLLECTED.applies().into();
                    let lost = Verdict::of(outcome, cites.and(rules::LOSER_COLLECTED.applies()));
                    self.settle_wager(main, lost, out);
                }
                Outcome::Pushes | Outcome::Returned => {
                    away = rules::TIED_HAND_COLLECTED.applies().into();
                    let patted = rules::TIES_PATTED.when(by_patron);
                    let tied = Verdict::of(outcome, cites.and(rules::TIE_RETURNED.applies()).and(patted));
                    self.settle_wager(main, tied, out);
                }
            }
        }
        if let Some(fortune) = betting_box.fortune.filter(|n| self.is_open(Some(*n))) {
            match row {
                None => {
                    let lost = Verdict::of(Outcome::Loses, rules::FORTUNE_IN_COURSE.applies());
                    self.settle_wager(fortune, lost, out);
                }
                // It is paid after the main wager of its place, or with the envy bonuses.
                Some(row) if row > Fortune::FourOfAKind => self.round.winners.add(number),
                Some(_) => {}
            }
        }
        if !self.waits(number) {
            self.collect_hands(number, away, out);
        }
    }

    /// Whether the cards of a hand stay until something is paid: to its patron, or to others for it.
    pub(crate) fn waits(&self, number: u8) -> bool {
        if self.is_banks(number) {
            return true;
        }
        let open = |wager: Option<WagerNumber>| self.is_open(wager);
        let own = self.betting_box(number).is_some_and(|b| open(b.main) || open(b.fortune));
        own || (self.round.qualifying.has(number) && !self.round.buttons.is_empty())
    }

    pub(crate) fn collect_hands<S: Sink>(&mut self, number: u8, cites: Cites, out: &mut S) {
        let cites = cites.and(rules::PICKED_UP.applies());
        self.collect(hand_place(number), cites, out);
        self.collect(low_place(number), cites, out);
    }

    // --------------------------------------------------------------------------------- winners

    /// Starts paying the winners, from the dealer's right, after all hands are exposed.
    pub(crate) fn begin_paying<S: Sink>(&mut self, out: &mut S) {
        self.round.released = true;
        let cites = Cites::from(rules::WINNERS_STAY.applies())
            .and(rules::WINNERS_LAST.applies())
            .and(rules::WINNERS_FROM_RIGHT.applies());
        tell(out, What::Stepped { step: words::SETTLE, by: engine::Rank::Dealer }, cites);
    }

    /// Pays and charges the main wager of a place, then its bonus, unless that waits for the envy bonuses.
    pub(crate) fn pay_winner<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.round.winners.remove(number);
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let mut away = Cites::NONE;
        if let Some(main) = betting_box.main.filter(|n| self.is_open(Some(*n))) {
            let cites = self.winning_rules(number).and(rules::EVEN_MONEY.applies());
            self.settle_wager(main, Verdict::win(Odds::to(1, 1), cites), out);
            self.charge(main, out);
            away = rules::WINNING_HAND_COLLECTED.applies().into();
        }
        self.pay_small_bonus(number, out);
        if !self.waits(number) {
            self.collect_hands(number, away, out);
        }
    }

    /// The rules by which a hand wins, as it lies beside the dealer's.
    fn winning_rules(&self, number: u8) -> Cites {
        let own = self.setting_at(hand_place(number), low_place(number));
        own.zip(self.banks_hands())
            .map_or(Cites::NONE, |(own, banks)| compare(&own, &banks, false, self.banker()).1)
    }

    /// Charges the house's part of what a wager won.
    fn charge<S: Sink>(&mut self, main: WagerNumber, out: &mut S) {
        let Some(wager) = self.wagers.get(main).copied() else { return };
        let (charged, rounded) = self.terms.vigorish(wager.stake);
        let taken = charged.is_positive();
        let Some(rule) = rules::VIGORISH.when(taken) else { return };
        let cites = Cites::one(rule)
            .and(rules::VIGORISH_AT_ONCE.applies())
            .and(rules::WINNERS_CHARGED.when(self.round.bank.is_some()))
            .and(rules::VIGORISH_ROUNDED.when(rounded));
        self.lines.put(Line { kind: LineKind::Charge, charged, cites, ..Line::of(&wager) }, out);
    }

    /// Moves the chips of one wager and returns what was paid.
    pub(crate) fn settle_wager<S: Sink>(
        &mut self,
        number: WagerNumber,
        verdict: Verdict,
        out: &mut S,
    ) -> Money {
        let Some(wager) = self.wagers.get_mut(number) else { return Money::ZERO };
        wager.standing = Standing::Settled;
        let wager = *wager;
        let Verdict { outcome, odds, row, cites, .. } = verdict;
        let paid = odds.and_then(|odds| odds.exact_win(wager.stake)).unwrap_or(Money::ZERO);
        let returned = if outcome == Outcome::Loses { Money::ZERO } else { wager.stake };
        let line = Line { outcome: Some(outcome), odds, row, paid, returned, cites, ..Line::of(&wager) };
        self.lines.put(line, out);
        self.pass_through_cover(&wager, outcome, paid);
        paid
    }

    // --------------------------------------------------------------------------------- the end

    /// The cards are picked up and the round is over.
    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        let cards = card_count(self.layout.cards().filter(|card| is_dealt(card)).count());
        if cards > 0 {
            self.shoe.to_rack(cards);
            tell(out, What::Collected { place: Place::Rack, cards }, rules::PICKED_UP.applies());
        }
        if self.shoe.remaining() > 0 || !self.held.is_empty() {
            self.collect_stub(Cites::NONE, out);
        }
        if !self.round.void {
            self.move_button(out);
        }
        self.turn_bank();
        tell(out, What::RoundEnded { round: self.round_number }, None);
        let after_round = rules::SHUFFLED_AFTER_ROUND.applies();
        let because = Cites::from(after_round).and(self.round.reshuffle);
        let jammed = self.deck.other_jammed;
        self.deck = Deck { jammed, ..Deck::to_shuffle(because) };
        self.clear_round();
    }

    /// Two of seven cards are the same, so the hand cannot be set: the round waits for the floor.
    fn cannot_be_set<S: Sink>(&mut self, place: Place, out: &mut S) {
        self.foreign_card(Some(place), out);
    }

    /// Whether the hand of a place holds a card twice.
    pub(crate) fn holds_a_card_twice(&self) -> bool {
        let places = (1..=super::positions::BOXES).map(hand_place).chain([Place::Dealer]);
        places.into_iter().any(|place| {
            let low = match place {
                Place::Hand(Spot { box_number, .. }) => Some(low_place(box_number)),
                _ => None,
            };
            let mut seen = 0_u64;
            let cards = self.known(place).chain(low.into_iter().flat_map(|low| self.known(low)));
            cards.into_iter().any(|card| {
                let one = 1 << card.index();
                let twice = seen & one != 0;
                seen |= one;
                twice
            })
        })
    }
}
