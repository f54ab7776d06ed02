//! A patron's bank: who is offered it, what covers it, and who takes part in it (OH-PGP-14).
//!
//! The cover is a separate wager, which stays on the layout so that it cannot be cashed out. What others lose
//! to the bank is added to it and what they win is paid from it; `bank_settle.rs` returns it with its
//! winnings.

use super::positions::{BOXES, POSITIONS};
use super::rules;
use super::state::{BettingBox, PaiGowTable};
use super::words::{self, COVER, FORTUNE, HOUSE_BETS, MAIN, NO_HOUSE_BET, PASS_BANK, TAKE_BANK};
use crate::common::{Boxes, tell, within};
use engine::{
    Against, AmountRange, Beneficiary, ChoiceId, Cites, Due, Marker, Patron, Patrons, Refusal, Rule, Sink,
    Spot, Standing, WagerNumber, What, protocol,
};
use felt::Money;
use serde::{Deserialize, Serialize};

/// The most partners that a bank has: the number of other places.
pub(crate) const PARTNERS: usize = 5;

/// The bank of a round, held by a patron.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Bank {
    pub(crate) patron: Patron,
    /// The place whose hand is the bank's.
    pub(crate) place: u8,
    /// The wager that its holder has put in. All wins and losses go through it.
    pub(crate) cover: WagerNumber,
    /// The amount that its holder has put in.
    pub(crate) own: Money,
    /// The wagers that partners have put in.
    pub(crate) partners: [Option<(Patron, WagerNumber)>; PARTNERS],
    /// The last wager of its holder, which the house does not exceed.
    pub(crate) last_bet: Money,
    /// The maximum house bet that its holder asked for, if any.
    pub(crate) asked: Option<Money>,
    /// The wager of the house.
    pub(crate) house: Option<WagerNumber>,
    /// Whether the holder has the cards, after all others have set theirs.
    pub(crate) setting: bool,
    /// Whether the bank's hands lie open.
    pub(crate) exposed: bool,
    /// Whether the house's hand won; it is paid after all others.
    pub(crate) house_won: bool,
}

impl Bank {
    /// Whether a patron takes part in the bank.
    pub(crate) fn is_of(&self, patron: Patron) -> bool {
        self.patron == patron || self.partners().any(|(partner, _)| partner == patron)
    }

    /// The partners of its holder.
    pub(crate) fn partners(&self) -> impl Iterator<Item = (Patron, WagerNumber)> {
        self.partners.into_iter().flatten()
    }
}

/// The rotation of the bank over the rounds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rotation {
    /// Whether the house has banked the first hand.
    begun: bool,
    /// The position whose turn it is; the dealer's is 0.
    pub(crate) turn: u8,
    /// The patrons who had the bank in this rotation.
    pub(crate) banked: Patrons,
    /// The patron and the wager at each place in the last hand that the house banked.
    pub(crate) wagered: [Option<(Patron, Money)>; BOXES as usize],
}

impl Rotation {
    /// The next position counterclockwise.
    fn pass(&mut self) {
        self.turn = self.turn.checked_sub(1).unwrap_or(BOXES);
    }

    /// Ends a hand. A hand banked by the dealer begins a new rotation.
    fn go_on(&mut self) {
        if self.turn == 0 {
            (self.begun, self.banked) = (true, Patrons::NONE);
        }
        self.pass();
    }

    /// Whether a patron had the bank in this rotation, or was asked at the higher of two places.
    fn had_turn(&self, patron: Patron, place: usize) -> bool {
        let higher = self.wagered.iter().skip(place + 1).flatten();
        self.banked.has(patron) || higher.into_iter().any(|(other, _)| *other == patron)
    }

    /// Removes a patron who left, so that the bank is not offered to them.
    pub(crate) fn forget(&mut self, patron: Patron) {
        for place in &mut self.wagered {
            *place = place.filter(|(other, _)| *other != patron);
        }
    }
}

impl PaiGowTable {
    // ------------------------------------------------------------------------------- the offer

    /// The patron who is offered the bank at the place whose turn it is, and their last wager.
    pub(crate) fn may_bank(&self) -> Option<(Patron, Money)> {
        let place = usize::from(self.rotation.turn).checked_sub(1)?;
        let (patron, last_bet) = self.rotation.wagered.get(place).copied().flatten()?;
        let again = rules::BANKS_ONCE.when(self.rotation.had_turn(patron, place)).is_some();
        (!again).then_some((patron, last_bet))
    }

    /// Gives the bank to the dealer, when the rotation reaches them or begins there.
    pub(crate) fn house_banks<S: Sink>(&mut self, out: &mut S) {
        self.round.bank_settled = true;
        self.round.asked = None;
        let first = !self.rotation.begun;
        let cites = Cites::from(rules::HOUSE_BANKS_FIRST.when(first))
            .and(rules::BANK_GOES_ROUND.when(!first))
            .and(rules::NOBODY_BANKS.when(!first && self.rotation.banked.is_empty()));
        tell(out, What::Marked(self.bank_marker()), cites);
    }

    /// The position of the bank: before a place, or before the dealer, whose position is the seventh.
    pub(crate) fn bank_marker(&self) -> Marker {
        let held = self.round.bank.map(|bank| (u16::from(bank.place), Some(bank.patron)));
        let (value, patron) = held.unwrap_or((u16::from(POSITIONS), None));
        Marker { id: words::BANK, value, patron }
    }

    pub(crate) fn offer_bank<S: Sink>(&mut self, out: &mut S) {
        let place = self.rotation.turn;
        self.round.asked = Some(place);
        if let Some((patron, _)) = self.may_bank() {
            let cites = Cites::from(rules::BANK_GOES_ROUND.applies())
                .and(rules::BANK_OFFERED.applies())
                .and(rules::BANKS_ONCE.applies())
                .and(rules::WAGERED_BEFORE.applies());
            tell(out, What::Asked { patron, spot: Spot::first(place) }, cites);
        }
    }

    /// Passes the bank to the next position.
    pub(crate) fn pass_over(&mut self) {
        self.round.asked = None;
        self.rotation.pass();
    }

    /// The range of the cover of a bank: at least the smallest wager, and at most what all places and the
    /// house can win.
    pub(crate) fn cover_range(&self) -> AmountRange {
        let AmountRange { min, max, step } = self.terms.main;
        AmountRange { min, max: crate::common::times(max, u32::from(BOXES)), step }
    }

    /// Checks whether the patron may make this choice about the bank with this amount.
    pub(crate) fn check_bank_choice(
        &self,
        (patron, spot): (Patron, Spot),
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Option<AmountRange>, Refusal> {
        let offered = self.due == (Due::Choice { patron, spot }) && !self.round.closed;
        match choice {
            TAKE_BANK if offered => {
                let range = self.cover_range();
                let fits = amount.is_none_or(|amount| range.allows(amount));
                rules::BANK_COVERS.forbids(!fits, "outside-limits").map_err(|no| no.allowing(range))?;
                Ok(Some(range))
            }
            PASS_BANK if offered => Ok(None),
            PASS_BANK | HOUSE_BETS | NO_HOUSE_BET => self.check_banker(patron, spot, choice, amount),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// The same, with a required amount: a patron stakes only what they have named.
    pub(crate) fn check_bank_amount(
        &self,
        hand: (Patron, Spot),
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Option<Money>, Refusal> {
        let Some(range) = self.check_bank_choice(hand, choice, amount)? else { return Ok(None) };
        let rule = if choice == TAKE_BANK { rules::BANK_COVERS } else { rules::ASKED_TO_BET_LESS };
        rule.forbids(amount.is_none(), "outside-limits").map_err(|no| no.allowing(range))?;
        Ok(amount)
    }

    /// Checks what the holder of the bank may choose while bets are open.
    fn check_banker(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Option<AmountRange>, Refusal> {
        let bank = self.round.bank.filter(|bank| Spot::first(bank.place) == spot);
        let Some(bank) = bank else { return Err(Refusal::not_awaited("not-now")) };
        if bank.patron != patron {
            return Err(Refusal::not_yours("not-your-hand"));
        }
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        if choice == PASS_BANK {
            rules::BANK_COVERS.forbids(self.at_stake().is_positive(), "wagers-against-bank")?;
            return Ok(None);
        }
        rules::HOUSE_DECIDES.forbids(bank.partners().next().is_some(), "house-decides")?;
        if choice == NO_HOUSE_BET {
            return Ok(None);
        }
        let range = AmountRange { max: self.as_wager(bank.last_bet), ..self.terms.main };
        let fits = range.max.is_positive() && amount.is_none_or(|amount| range.allows(amount));
        let forbidden = rules::NO_MORE_THAN_LAST.forbids(!fits, "outside-limits");
        forbidden.map_err(|no| if range.max.is_positive() { no.allowing(range) } else { no })?;
        Ok(Some(range))
    }

    /// Carries out a granted choice about the bank.
    pub(crate) fn choose_about_bank<S: Sink>(
        &mut self,
        (patron, spot): (Patron, Spot),
        choice: ChoiceId,
        amount: Option<Money>,
        silence: Option<Rule>,
        out: &mut S,
    ) {
        let lapsed = silence.is_some();
        let by = match choice {
            TAKE_BANK => rules::BANK_OFFERED.applies(),
            PASS_BANK => rules::BANK_PASSED.applies(),
            _ => rules::ASKED_TO_BET_LESS.applies(),
        };
        tell(out, What::Chosen { patron, spot, choice, amount, lapsed }, Cites::from(by).and(silence));
        match choice {
            TAKE_BANK => self.take_bank(patron, amount.unwrap_or(Money::ZERO), out),
            PASS_BANK if self.round.bank.is_some() => self.give_bank_up(out),
            PASS_BANK => self.pass_over(),
            _ => {
                if let Some(bank) = &mut self.round.bank {
                    bank.asked = Some(amount.unwrap_or(Money::ZERO));
                }
            }
        }
    }

    fn take_bank<S: Sink>(&mut self, patron: Patron, amount: Money, out: &mut S) {
        let place = self.rotation.turn;
        let last_bet = self.may_bank().map_or(Money::ZERO, |(_, last_bet)| last_bet);
        let cover = self.put_cover(patron, place, patron, amount, rules::BANK_COVERS.applies(), out);
        self.round.bank = Some(Bank {
            patron,
            place,
            cover,
            own: amount,
            partners: [None; PARTNERS],
            last_bet,
            asked: None,
            house: None,
            setting: false,
            exposed: false,
            house_won: false,
        });
        self.round.bank_settled = true;
        self.round.asked = None;
        self.rotation.banked.add(patron);
        if let Some(betting_box) = self.box_mut(place) {
            betting_box.patron = Some(patron);
        }
        tell(out, What::Marked(self.bank_marker()), rules::BANK_MARKED.applies());
    }

    /// Places a part of the cover on the layout.
    fn put_cover<S: Sink>(
        &mut self,
        banker: Patron,
        place: u8,
        patron: Patron,
        amount: Money,
        rule: Option<Rule>,
        out: &mut S,
    ) -> WagerNumber {
        let placed = self.wagers.place(patron, Spot::first(place), COVER, amount);
        placed.against = Against::Bank(banker);
        tell(out, What::placed(placed), rule);
        placed.number
    }

    // ------------------------------------------------------------------------------- the cover

    /// What all main wagers against the bank could win.
    pub(crate) fn at_stake(&self) -> Money {
        let against = |wager: &&engine::Wager| wager.kind == MAIN && wager.on_layout();
        self.wagers.iter().filter(against).fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    /// What the holder and the partners have put in.
    pub(crate) fn put_in(&self, bank: &Bank) -> Money {
        bank.partners().fold(bank.own, |sum, (_, cover)| sum + self.stake(Some(cover)))
    }

    /// What may still be wagered against the bank; `None`, meaning no limit, without a bank.
    pub(crate) fn uncovered(&self) -> Option<Money> {
        self.round.bank.as_ref().map(|bank| self.put_in(bank) - self.at_stake())
    }

    /// Limits a range of stakes to what the bank covers.
    pub(crate) fn covered(&self, range: AmountRange, stake: Option<Money>) -> Result<AmountRange, Refusal> {
        let Some(left) = self.uncovered() else { return Ok(range) };
        let cut = AmountRange { max: range.max.min(left), ..range };
        let beyond = cut.max < cut.min || stake.is_some_and(|stake| stake > left);
        let forbidden = rules::BANK_COVERS.forbids(beyond, "bank-covers-no-more");
        forbidden.map_err(|no| if cut.min <= cut.max { no.allowing(cut) } else { no })?;
        Ok(cut)
    }

    /// Checks whether a patron may put more into the bank: its holder, or one who becomes a partner.
    pub(crate) fn check_cover(
        &self,
        (patron, number): (Patron, u8),
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let bank = self.round.bank.filter(|bank| bank.place == number);
        let Some(bank) = bank else { return Err(Refusal::not_awaited("not-now")) };
        let wagers = self.boxes_where(|b| b.patron == Some(patron) && b.main.is_some());
        rules::PARTNERS_JOIN.forbids(!wagers.is_empty(), "partner-has-wager")?;
        let room = bank.is_of(patron) || bank.partners().count() < PARTNERS;
        rules::PARTNERS_JOIN.forbids(!room, "partners-are-many")?;
        let range = AmountRange { min: self.terms.main.step, ..self.cover_range() };
        within(range, self.put_in(&bank), stake, protocol::LIMITS)
    }

    /// Adds to the cover of the bank.
    pub(crate) fn add_cover<S: Sink>(&mut self, patron: Patron, stake: Money, out: &mut S) {
        let Some(mut bank) = self.round.bank else { return };
        let joined = bank.partners().find(|(partner, _)| *partner == patron).map(|(_, cover)| cover);
        let own = bank.patron == patron;
        let rule = rules::BANK_COVERS.when(own).or_else(|| rules::PARTNERS_JOIN.when(!own));
        match if own { Some(bank.cover) } else { joined } {
            Some(cover) => {
                if let Some(there) = self.wagers.get_mut(cover) {
                    there.stake += stake;
                    let (number, spot, wager) = (there.number, there.spot, there.kind);
                    let added = What::StakeAdded { number, patron, spot, wager, added: stake, won: false };
                    tell(out, added, rule);
                }
                if own {
                    bank.own += stake;
                }
            }
            None => {
                let cover = self.put_cover(bank.patron, bank.place, patron, stake, rule, out);
                if let Some(free) = bank.partners.iter_mut().find(|partner| partner.is_none()) {
                    *free = Some((patron, cover));
                }
            }
        }
        self.round.bank = Some(bank);
    }

    /// Gives up the bank before any patron has wagered against it, and offers it to the next. A bonus that
    /// waits for another wager is returned too: the next bank may be at its place.
    fn give_bank_up<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = self.round.bank else { return };
        self.rotation.banked.remove(bank.patron);
        self.cover_goes_back(out);
        for number in self.seated().leftmost_first() {
            let bonus = self.stake(self.betting_box(number).and_then(|b| b.fortune));
            self.give_back(number, FORTUNE, bonus, out);
        }
        self.round.bank_settled = false;
        self.pass_over();
    }

    /// Returns the cover of the bank before a card is dealt.
    fn cover_goes_back<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = self.round.bank.take() else { return };
        let covers = std::iter::once(bank.cover).chain(bank.partners().map(|(_, cover)| cover));
        for number in covers {
            self.part_goes_back(number, out);
        }
        if let Some(betting_box) = self.box_mut(bank.place) {
            *betting_box = BettingBox::default();
        }
    }

    fn part_goes_back<S: Sink>(&mut self, number: WagerNumber, out: &mut S) {
        let Some(there) = self.wagers.get_mut(number) else { return };
        there.standing = Standing::Settled;
        let (patron, wager, stake) = (there.patron, there.kind, there.stake);
        tell(out, What::WagerTakenBack { number, patron, wager, stake, left: Money::ZERO }, None);
    }

    /// Handles a patron who leaves before a card is dealt. A partner takes their part with them if the wagers
    /// are covered without it; otherwise the bank is dissolved.
    pub(crate) fn leave_bank<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        let Some(bank) = self.round.bank.filter(|bank| bank.is_of(patron)) else { return };
        let wagered = self.at_stake();
        let part = bank.partners.iter().position(|partner| partner.is_some_and(|(other, _)| other == patron));
        match part.and_then(|at| Some((at, bank.partners.get(at).copied().flatten()?))) {
            Some((at, (_, number))) if self.put_in(&bank) - self.stake(Some(number)) >= wagered => {
                self.part_goes_back(number, out);
                if let Some(bank) = &mut self.round.bank {
                    // Partners who joined later move up.
                    bank.partners[at..].rotate_left(1);
                    bank.partners[PARTNERS - 1] = None;
                }
            }
            _ if wagered.is_zero() => self.give_bank_up(out),
            _ => self.dissolve_bank(out),
        }
    }

    /// Dissolves the bank: wagers that were made against it are now against the house.
    fn dissolve_bank<S: Sink>(&mut self, out: &mut S) {
        self.cover_goes_back(out);
        for wager in self.wagers.iter_mut().filter(|wager| wager.kind == MAIN) {
            wager.against = Against::House;
        }
        tell(out, What::Marked(self.bank_marker()), rules::COVER_LIES.applies());
    }

    // ------------------------------------------------------------------------------ bets close

    /// What the house would bet now: at most the banker's last bet, what the banker asked for, and what is
    /// covered. With partners the house alone decides.
    pub(crate) fn house_bet(&self) -> Money {
        let Some(bank) = &self.round.bank else { return Money::ZERO };
        let asked = bank.asked.filter(|_| bank.partners().next().is_none()).unwrap_or(bank.last_bet);
        let left = self.put_in(bank) - self.at_stake();
        self.as_wager(bank.last_bet.min(asked).min(left))
    }

    /// The highest valid wager up to this amount; zero if the smallest one is above it.
    fn as_wager(&self, most: Money) -> Money {
        let AmountRange { min, max, step } = self.terms.main;
        let whole = most.min(max).as_minor() / step.as_minor().max(1) * step.as_minor();
        if whole >= min.as_minor() { Money::minor(whole) } else { Money::ZERO }
    }

    /// Places the house's bet, and moves the partners' parts to the bank.
    pub(crate) fn close_bank<S: Sink>(&mut self, out: &mut S) {
        let bet = self.house_bet();
        let Some(mut bank) = self.round.bank else { return };
        if bet.is_positive() {
            let placed = self.wagers.place(bank.patron, Spot::TABLE, MAIN, bet);
            (placed.beneficiary, placed.against) = (Beneficiary::House, Against::Bank(bank.patron));
            let cites = Cites::from(rules::DEALER_PLAYS.applies())
                .and(rules::NO_MORE_THAN_LAST.applies())
                .and(rules::HOUSE_DECIDES.when(bank.partners().next().is_some()));
            tell(out, What::placed(placed), cites);
            bank.house = Some(placed.number);
        }
        self.round.bank = Some(bank);
        self.pool_covers(out);
    }

    /// After a round: passes the bank on. A void round does not count, and the bank stays where it was.
    pub(crate) fn turn_bank(&mut self) {
        if !self.terms.banking {
            return;
        }
        match (self.round.void, self.round.bank) {
            (true, Some(bank)) => self.rotation.banked.remove(bank.patron),
            (true, None) => {}
            (false, bank) => {
                if bank.is_none() {
                    self.note_wagers();
                }
                self.rotation.go_on();
            }
        }
        for patron in self.left.iter() {
            self.rotation.forget(patron);
        }
    }

    /// Notes each patron's wager on a hand that the house banked.
    fn note_wagers(&mut self) {
        for (place, betting_box) in self.boxes.iter().enumerate() {
            let staked = betting_box.patron.zip(betting_box.main);
            self.rotation.wagered[place] = staked.map(|(patron, main)| (patron, self.stake(Some(main))));
        }
    }

    /// Places with a hand of the round: those of wagers, and the bank's.
    pub(crate) fn with_hands(&self) -> Boxes {
        let mut boxes = self.round.playing;
        if let Some(bank) = &self.round.bank {
            boxes.add(bank.place);
        }
        boxes
    }
}
