//! What patrons do with their seven cards: set them as two hands, ask for the house way, surrender; and
//! before that decide about a hand of which the dealer has exposed a card.

use super::positions::STACK;
use super::rules;
use super::state::{PaiGowTable, Set, hand_place, low_place};
use super::terms::Moment;
use super::words::{
    self, COVER, HOUSE_BETS, HOUSE_WAY, NO_HOUSE_BET, PASS_BANK, PLAY_HAND, SURRENDER, TAKE_BANK, VOID_HAND,
};
use crate::common::{Boxes, Verdict, possible, tell};
use crate::poker::pai_gow::{Setting, Seven, house_way};
use engine::{
    ChoiceId, Cites, Due, HouseWay, Outcome, Patron, Place, Positions, Refusal, Rule, Sink, Spot, Way, What,
};
use felt::{Card, Money};
use std::cmp::Ordering;

/// Splits seven cards into the two low cards and the five others, by their positions; `None` if these are not
/// two of seven.
pub(crate) fn split(cards: &[Card], low: Positions) -> Option<Setting> {
    let seven: [Card; 7] = cards.try_into().ok()?;
    let is_low = |at: usize| u8::try_from(at).is_ok_and(|at| low.iter().any(|low| low == at));
    let mut lows = (0..seven.len()).filter(|at| is_low(*at)).map(|at| seven[at]);
    let pair = [lows.next()?, lows.next()?];
    Seven::new(seven)?.with_low(pair).filter(|_| low.iter().count() == 2)
}

/// Returns these cards if there are exactly `N`.
pub(crate) fn exactly<const N: usize>(cards: impl Iterator<Item = Card>) -> Option<[Card; N]> {
    let mut all = [Card::JOKER; N];
    let mut count = 0;
    for card in cards {
        *all.get_mut(count)? = card;
        count += 1;
    }
    (count == N).then_some(all)
}

/// The positions of two cards among seven.
pub(crate) fn positions_of(cards: &[Card], low: [Card; 2]) -> Positions {
    let places = low.iter().filter_map(|card| cards.iter().position(|own| own == card));
    let places = places.filter_map(|at| u8::try_from(at).ok()).filter_map(Positions::one);
    places.fold(Positions::default(), |all, one| Positions(all.0 | one.0))
}

impl PaiGowTable {
    // ------------------------------------------------------------- a card that the dealer exposed

    pub(crate) fn ask_about_exposed<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.round.asked = Some(number);
        if let Some(patron) = self.patron_of(number) {
            let cites = Cites::from(rules::EXPOSED_TO_PATRON.applies()).and(rules::WITHOUT_LOOKING.applies());
            tell(out, What::Asked { patron, spot: Spot::first(number) }, cites);
        }
    }

    fn answered_exposed<S: Sink>(
        &mut self,
        number: u8,
        choice: ChoiceId,
        (by, lapsed): (Option<Rule>, bool),
        out: &mut S,
    ) {
        self.round.exposed.remove(number);
        self.round.asked = None;
        if let Some(patron) = self.patron_of(number) {
            let spot = Spot::first(number);
            let cites =
                Cites::from(rules::EXPOSED_TO_PATRON.applies()).and(rules::WITHOUT_LOOKING.applies()).and(by);
            tell(out, What::Chosen { patron, spot, choice, amount: None, lapsed }, cites);
        }
    }

    /// Plays the hand although a card of it was exposed.
    pub(crate) fn play_exposed<S: Sink>(&mut self, number: u8, by: Option<Rule>, lapsed: bool, out: &mut S) {
        self.answered_exposed(number, PLAY_HAND, (by, lapsed), out);
    }

    /// Voids the hand: its wagers are returned and its cards collected. A bank whose hand is void cannot be
    /// played against.
    fn void_exposed<S: Sink>(&mut self, number: u8, out: &mut S) {
        let of_bank = rules::BANK_EXPOSED.when(self.is_banks(number));
        self.answered_exposed(number, VOID_HAND, (of_bank, false), out);
        let cites = Cites::from(rules::EXPOSED_TO_PATRON.applies());
        if of_bank.is_some() {
            return self.void_round(None, cites.and(of_bank), out);
        }
        self.round.buttons.remove(number);
        let cites = cites.and(rules::EXPOSED_TOO_LATE.applies());
        self.settle_both(number, Verdict::of(Outcome::Returned, cites), None, out);
        self.take_out(number, Cites::NONE, out);
    }

    // --------------------------------------------------------------------------------- setting

    /// Lets patrons take up their cards.
    pub(crate) fn begin_setting<S: Sink>(&mut self, out: &mut S) {
        self.round.setting = true;
        self.round.unset = self.round.unexposed;
        let rule = rules::SETS_OWN_HAND.applies();
        for number in self.round.unset.leftmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let place = hand_place(number);
            for laid in self.layout.cards_mut().filter(|laid| laid.place == place) {
                laid.seen.patrons.add(patron);
            }
            tell(out, What::Asked { patron, spot: Spot::first(number) }, rule);
        }
        self.terms.duties.tell(Moment::Setting, out);
    }

    /// Lets the holder of the bank take up the bank's cards after all others have set.
    pub(crate) fn give_bank_cards<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = &mut self.round.bank else { return };
        bank.setting = true;
        let (patron, number) = (bank.patron, bank.place);
        self.round.unset.add(number);
        let place = hand_place(number);
        for laid in self.layout.cards_mut().filter(|laid| laid.place == place) {
            laid.seen.patrons.add(patron);
        }
        tell(out, What::Asked { patron, spot: Spot::first(number) }, rules::BANK_LOOKS_LAST.applies());
    }

    /// Whether a hand is that of the bank.
    pub(crate) fn is_banks(&self, number: u8) -> bool {
        self.round.bank.is_some_and(|bank| bank.place == number)
    }

    /// Sets a hand by the two low cards that a patron names.
    pub(crate) fn pick<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        cards: Positions,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_setting(patron, spot)?;
        possible(cards.iter().all(|position| position < STACK), "no-such-position")?;
        rules::SETS_OWN_HAND.forbids(cards.iter().count() != 2, "low-hand-is-two")?;
        let cites = Cites::from(rules::SETS_OWN_HAND.applies()).and_all(self.goes_first(spot.box_number));
        tell(out, What::Picked { patron, spot, cards }, cites);
        self.set(spot.box_number, Set::Picked(cards));
        Ok(())
    }

    fn set(&mut self, number: u8, set: Set) {
        self.round.unset.remove(number);
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.set = set;
        }
    }

    /// Sets a hand by the house way.
    pub(crate) fn set_by_house_way<S: Sink>(&mut self, number: u8, silence: Option<Rule>, out: &mut S) {
        if let Some(patron) = self.patron_of(number) {
            let (spot, lapsed) = (Spot::first(number), silence.is_some());
            let cites =
                Cites::from(rules::HOUSE_WAY_TOLD.applies()).and(silence).and_all(self.goes_first(number));
            tell(out, What::Chosen { patron, spot, choice: HOUSE_WAY, amount: None, lapsed }, cites);
        }
        self.set(number, Set::HouseWay);
    }

    /// Checks whether the patron may set that hand now.
    pub(crate) fn check_setting(&self, patron: Patron, spot: Spot) -> Result<(), Refusal> {
        self.check_hand(patron, spot)?;
        let number = spot.box_number;
        if !self.round.setting {
            return Err(Refusal::not_awaited("not-now"));
        }
        let is_set = !self.round.unset.has(number);
        let banks = self.round.bank.is_some_and(|bank| bank.place == number && bank.setting);
        let plays = self.round.playing.has(number) || banks;
        rules::SET_IS_FINAL.forbids(is_set && plays, "hand-is-set")?;
        if is_set {
            return Err(Refusal::not_awaited("hand-finished"));
        }
        self.check_turn(patron, number)?;
        match self.due {
            Due::Choices { .. } => Ok(()),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Of a patron's two hands the one with the larger wager is set first; with equal wagers the one that
    /// comes first counterclockwise.
    fn check_turn(&self, patron: Patron, number: u8) -> Result<(), Refusal> {
        let stake = |number: u8| self.stake(self.betting_box(number).and_then(|b| b.main));
        for other in self.boxes_of(patron).and(self.round.unset).leftmost_first() {
            let order = stake(other).cmp(&stake(number));
            rules::LARGER_FIRST.forbids(order == Ordering::Greater, "other-hand-first")?;
            rules::EQUAL_IN_TURN.forbids(order == Ordering::Equal && other > number, "other-hand-first")?;
        }
        Ok(())
    }

    /// The rules by which a patron sets this one of two hands first.
    fn goes_first(&self, number: u8) -> Cites {
        let stake = |number: u8| self.stake(self.betting_box(number).and_then(|b| b.main));
        let others = self.patron_of(number).map_or(Boxes::NONE, |patron| self.boxes_of(patron));
        let mut others = others.and(self.round.unset);
        others.remove(number);
        let other = others.leftmost().map(stake);
        Cites::from(rules::LARGER_FIRST.when(other.is_some_and(|other| other < stake(number))))
            .and(rules::EQUAL_IN_TURN.when(other == Some(stake(number))))
    }

    fn check_hand(&self, patron: Patron, spot: Spot) -> Result<(), Refusal> {
        match self.patron_of(spot.box_number).filter(|_| spot.hand == 1) {
            None => Err(Refusal::impossible("no-such-hand")),
            Some(holder) if holder != patron => Err(Refusal::not_yours("not-your-hand")),
            Some(_) => Ok(()),
        }
    }

    // --------------------------------------------------------------------------------- choices

    pub(crate) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if self.is_about_bank(choice) {
            let amount = self.check_bank_amount((patron, spot), choice, amount)?;
            self.choose_about_bank((patron, spot), choice, amount, None, out);
            return Ok(());
        }
        self.check_choice(patron, spot, choice)?;
        let number = spot.box_number;
        match choice {
            HOUSE_WAY => self.set_by_house_way(number, None, out),
            SURRENDER => self.surrender(patron, number, out),
            VOID_HAND => self.void_exposed(number, out),
            _ => self.play_exposed(number, None, false, out),
        }
        Ok(())
    }

    /// Whether a choice is one about the bank.
    fn is_about_bank(&self, choice: ChoiceId) -> bool {
        matches!(choice, TAKE_BANK | PASS_BANK | HOUSE_BETS | NO_HOUSE_BET) && !self.round.ruling_due
    }

    /// Checks whether a choice is granted.
    pub(crate) fn check_choice(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<(), Refusal> {
        match choice {
            HOUSE_WAY => self.check_setting(patron, spot),
            SURRENDER => self.check_surrender(patron, spot),
            PLAY_HAND | VOID_HAND => {
                self.check_hand(patron, spot)?;
                match self.due == (Due::Choice { patron, spot }) && self.round.closed {
                    true => Ok(()),
                    false => Err(Refusal::not_awaited("not-now")),
                }
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// A patron may surrender after they get their cards and before their own hands are exposed.
    fn check_surrender(&self, patron: Patron, spot: Spot) -> Result<(), Refusal> {
        self.check_hand(patron, spot)?;
        let number = spot.box_number;
        if !self.round.setting || self.round.ruling_due {
            return Err(Refusal::not_awaited("not-now"));
        }
        let exposed = self.round.playing.has(number) && !self.may_surrender(number);
        rules::SURRENDER.forbids(exposed, "hand-was-exposed")?;
        match self.may_surrender(number) {
            true => Ok(()),
            false => Err(Refusal::not_awaited("hand-finished")),
        }
    }

    /// Whether a hand is undecided and only its patron has seen it.
    pub(crate) fn may_surrender(&self, number: u8) -> bool {
        let main = self.betting_box(number).and_then(|b| b.main);
        let unseen = self.layout.at(hand_place(number)).any(|laid| !laid.face.is_up());
        self.round.setting && self.round.unexposed.has(number) && self.is_open(main) && unseen
    }

    /// Collects the wager, and the cards unseen.
    fn surrender<S: Sink>(&mut self, patron: Patron, number: u8, out: &mut S) {
        let (rule, spot) = (rules::SURRENDER.applies(), Spot::first(number));
        tell(out, What::Chosen { patron, spot, choice: SURRENDER, amount: None, lapsed: false }, rule);
        let cites = Cites::from(rules::SURRENDER_COLLECTED.applies())
            .and(rules::SURRENDERED_TO_BANK.when(self.round.bank.is_some()));
        let lost = Verdict::of(Outcome::Loses, cites);
        self.settle_both(number, lost, rules::FORTUNE_SURRENDERED.applies(), out);
        self.leaves_round(number, rules::SURRENDER_UNSEEN.applies().into(), out);
    }

    /// Removes a hand from the round; the round ends with the last wager.
    pub(crate) fn take_out<S: Sink>(&mut self, number: u8, cites: Cites, out: &mut S) {
        self.leaves_round(number, cites, out);
        self.round.over |= !self.wagers.iter().any(|wager| wager.on_layout() && wager.kind != COVER);
        if self.round.over {
            // No hand is left to play against the bank: its cover is returned.
            self.settle_bank(out);
        }
    }

    fn leaves_round<S: Sink>(&mut self, number: u8, cites: Cites, out: &mut S) {
        self.collect(hand_place(number), cites, out);
        self.collect(low_place(number), cites, out);
        let round = &mut self.round;
        for boxes in [
            &mut round.playing,
            &mut round.unset,
            &mut round.unexposed,
            &mut round.exposed,
            &mut round.winners,
            &mut round.qualifying,
        ] {
            boxes.remove(number);
        }
        round.asked = round.asked.filter(|asked| *asked != number);
    }

    // --------------------------------------------------------------------------------- silence

    pub(crate) fn lapse<S: Sink>(
        &mut self,
        patron: Option<Patron>,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let silence = rules::SILENCE.applies();
        match self.due {
            Due::Choice { patron: asked, spot: due }
                if !self.round.closed && due == spot && patron.is_none_or(|p| p == asked) =>
            {
                self.choose_about_bank((asked, spot), PASS_BANK, None, silence, out);
                Ok(())
            }
            Due::Choice { patron: asked, spot: due } if due == spot && patron.is_none_or(|p| p == asked) => {
                self.play_exposed(spot.box_number, rules::EXPOSED_TOO_LATE.applies(), true, out);
                Ok(())
            }
            Due::Choices { .. } => {
                let own = |table: &Self, number: &u8| match patron {
                    Some(patron) => *number == spot.box_number && table.patron_of(*number) == Some(patron),
                    None => true,
                };
                let unset = self.round.unset;
                if !unset.leftmost_first().any(|number| own(self, &number)) {
                    return Err(Refusal::not_awaited("not-now"));
                }
                for number in unset.leftmost_first() {
                    if own(self, &number) {
                        self.set_by_house_way(number, silence, out);
                    }
                }
                Ok(())
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Closes the setting: patrons who have not set count as silent.
    pub(crate) fn close_setting<S: Sink>(&mut self, out: &mut S) {
        let step = words::HANDS_SET;
        tell(out, What::Stepped { step, by: engine::Rank::Dealer }, rules::SILENCE.applies());
        for number in self.round.unset.leftmost_first() {
            self.set_by_house_way(number, rules::SILENCE.applies(), out);
        }
    }

    // ------------------------------------------------------------------- ways to set, for who asks

    /// The ways in which a hand may be set, or the one in which it was set.
    pub(crate) fn visit_ways(&self, spot: Spot, cards: &[Card], visit: &mut dyn FnMut(Way)) {
        let number = spot.box_number;
        let hidden = self.round.unexposed.has(number)
            || self.round.bank.is_some_and(|bank| bank.place == number && bank.setting && !bank.exposed);
        let Some(betting_box) = self.betting_box(number).filter(|_| hidden) else { return };
        let Some(seven) = <[Card; 7]>::try_from(cards).ok().and_then(Seven::new) else { return };
        if !self.round.setting || spot.hand != 1 {
            return;
        }
        let (branch, house) = house_way(&seven);
        for setting in seven.settings() {
            let positions = positions_of(cards, setting.low);
            let shown = match betting_box.set {
                Set::Not => true,
                Set::Picked(low) => low == positions,
                Set::HouseWay => setting == house,
            };
            if shown {
                let rules = branch.paragraphs();
                visit(Way {
                    cards: positions,
                    low: setting.low_worth().named(),
                    high: setting.high_worth().named(),
                    foul: setting.is_foul(),
                    house: (setting == house).then_some(HouseWay { branch: branch.word(), rules }),
                });
            }
        }
    }

    /// The known cards of a place.
    pub(crate) fn known(&self, place: Place) -> impl Iterator<Item = Card> {
        self.layout.at(place).filter_map(|laid| laid.face.card())
    }
}
