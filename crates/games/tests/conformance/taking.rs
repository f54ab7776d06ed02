//! Accepting offers, and asking for what is not offered.

use crate::chance::Chance;
use crate::driver::{Session, is_about_a_wager};
use engine::{
    Actor, AmountRange, Ask, Beneficiary, By, Chance as _, Due, Face, Input, IrregularityId, Offer, Patron,
    Place, Positions, Spot, Wager, WagerId, What,
};
use felt::{Card, Money};

impl Session {
    /// Accepts one of the offers that pass the test, at random. Returns false if there is none.
    pub fn take_one(&mut self, allowed: impl Fn(&Offer) -> bool) -> bool {
        let offers: Vec<Offer> = self.offers().iter().filter(|offer| allowed(offer)).copied().collect();
        if offers.is_empty() {
            return false;
        }
        let offer = *self.chance.pick(&offers);
        self.take(&offer);
        true
    }

    /// Takes back a part of a wager, if the offer leaves open whether that is allowed.
    pub fn take_back_part(&mut self) {
        let is_whole = |o: &Offer| matches!(o.ask, Ask::TakeBack { .. }) && o.amount.is_none();
        let offers: Vec<Offer> = self.offers().iter().filter(|offer| is_whole(offer)).copied().collect();
        let Some(offer) = (!offers.is_empty()).then(|| *self.chance.pick(&offers)) else { return };
        let (By::Patron(patron), Some((box_number, wager))) = (offer.by, about(offer.ask)) else { return };
        let Some(stake) = self.stake_of(patron, box_number, wager) else { return };
        let coin = self.config.coin;
        let part = amount_within(AmountRange { min: coin, max: stake, step: coin }, &mut self.chance);
        let _ = self
            .send(Actor::Patron(patron), Input::TakeBack { patron, box_number, wager, amount: Some(part) });
    }

    /// Accepts an offer, with an amount of its range; it must be granted, unless a newcomer's bet breaks a
    /// rule about the person. Sometimes an amount outside the range is tried first, and must be refused.
    pub fn take(&mut self, offer: &Offer) {
        let stranger = Patron::nth(u8::try_from(self.chance.below(self.patrons.into())).unwrap()).unwrap();
        let patron = match offer.by {
            By::Patron(patron) => patron,
            _ => stranger,
        };
        let actor = match offer.by {
            By::Staff(rank) => Actor::Staff(rank),
            _ => Actor::Patron(patron),
        };
        // A patron who left wagers behind may add to them, although they get only the offers of a newcomer.
        let returns = offer.by == By::AnyPatron && self.standing(patron).next().is_some();
        let outside = offer.amount.filter(|_| !returns && self.chance.one_in(12));
        if let Some(amount) = outside.and_then(|range| amount_outside(range, &mut self.chance)) {
            let input = self.input(offer, patron, Some(amount));
            let result = self.send(actor, input);
            assert!(result.is_err(), "granted outside what was offered: {offer:?} as {input:?}");
        }
        let amount = self.amount(offer, patron);
        let input = self.input(offer, patron, amount);
        let result = self.send(actor, input);
        if !matches!(offer.by, By::AnyPatron) {
            assert!(result.is_ok(), "an offer was refused: {offer:?} as {input:?}: {result:?}");
        }
    }

    /// An amount that the offer allows: the amount of another wager where the game requires equality, or any.
    fn amount(&mut self, offer: &Offer, patron: Patron) -> Option<Money> {
        let range = offer.amount?;
        match offer.ask {
            _ if self.narrow && !self.chance.one_in(12) => {
                Some(amount_within(AmountRange { max: range.min.max(range.step), ..range }, &mut self.chance))
            }
            Ask::Bet { .. } if self.habits.shared && !self.chance.one_in(3) => {
                let few = range.min + range.step + range.step;
                Some(amount_within(AmountRange { max: range.max.min(few), ..range }, &mut self.chance))
            }
            Ask::Bet { box_number, wager, beneficiary: Beneficiary::Patron, .. }
                if !self.chance.one_in(4) =>
            {
                let equal = self.missing_to_equal(patron, box_number, wager).filter(|m| range.allows(*m));
                equal.or_else(|| Some(amount_within(range, &mut self.chance)))
            }
            Ask::TakeBack { box_number, wager } => {
                let whole = self.stake_of(patron, box_number, wager) == Some(range.max);
                // Without an amount, all of it is meant.
                let said = !whole || self.chance.one_in(2);
                said.then(|| amount_within(range, &mut self.chance))
            }
            _ => Some(amount_within(range, &mut self.chance)),
        }
    }

    fn input(&mut self, offer: &Offer, patron: Patron, amount: Option<Money>) -> Input {
        match offer.ask {
            Ask::Bet { box_number, wager, beneficiary, .. } => {
                Input::Bet { patron, box_number, wager, stake: amount.unwrap_or(Money::ZERO), beneficiary }
            }
            Ask::TakeBack { box_number, wager } => Input::TakeBack { patron, box_number, wager, amount },
            Ask::Work { box_number, wager, on } => Input::Work { patron, box_number, wager, on },
            Ask::Choose { spot, choice } => Input::Choose { patron, spot, choice, amount },
            Ask::Pick { spot, count } => Input::Pick { patron, spot, cards: self.any_of(spot, count) },
            Ask::Cut => Input::Cut { depth: self.table.shoe().remaining() / 2 },
            Ask::Step(step) => Input::Step(step),
            Ask::Permit { patron } => Input::Permit { patron },
            Ask::Approve => Input::APPROVED,
            Ask::Report { kind, place, card } => {
                let card = if card { self.exposed_card(kind) } else { None };
                Input::Irregular { kind, place, card }
            }
            other => unreachable!("an offer that nobody here takes up: {other:?}"),
        }
    }

    /// This number of the cards of a hand.
    fn any_of(&mut self, spot: Spot, count: u8) -> Positions {
        let cards = self.table.layout().at(Place::Hand(spot)).count();
        let mut places: Vec<usize> = (0..cards).collect();
        self.chance.shuffle(&mut places);
        Positions(places.iter().take(count.into()).map(|place| 1_u16 << place).sum())
    }

    /// The card that a report of an exposed card names: one on the layout, or the next of the shoe.
    fn exposed_card(&mut self, kind: IrregularityId) -> Option<Card> {
        let Some(place) = (self.habits.exposed)(kind) else { return self.house.top_card(&*self.table) };
        let there = || self.table.layout().at(place);
        let hidden: Vec<Card> =
            there().filter(|laid| !laid.face.is_up()).filter_map(|laid| self.house.really(laid)).collect();
        // Preferably not a card whose face lies open there too: naming it says little.
        let open = |card: &Card| there().any(|laid| laid.face == Face::Up(*card));
        hidden.iter().find(|card| !open(card)).or(hidden.first()).copied()
    }

    fn standing(&self, patron: Patron) -> impl Iterator<Item = &Wager> {
        let wagers = self.table.wagers().iter();
        wagers.filter(move |wager| wager.patron == patron && wager.on_layout())
    }

    /// The patron's stake on that wager; box 0 means wherever they stand.
    fn stake_of(&self, patron: Patron, box_number: u8, kind: WagerId) -> Option<Money> {
        let there = |wager: &&Wager| {
            let own = wager.beneficiary == Beneficiary::Patron;
            own && wager.kind == kind && (box_number == 0 || wager.spot.box_number == box_number)
        };
        self.standing(patron).find(there).map(|wager| wager.stake)
    }

    /// What must be added to a wager to make it equal to the highest of its companions.
    fn missing_to_equal(&self, patron: Patron, box_number: u8, wager: WagerId) -> Option<Money> {
        if !self.habits.equal.contains(&wager.word()) {
            return None;
        }
        let others = self.habits.equal.iter().filter(|word| **word != wager.word());
        let known = |word: &&str| self.game.vocabulary.wagers.iter().find(|known| known.word() == *word);
        let stakes = others.filter_map(|word| self.stake_of(patron, box_number, *known(word)?));
        let own = self.stake_of(patron, box_number, wager).unwrap_or(Money::ZERO);
        Some(stakes.max()? - own)
    }

    /// Asks for everything about every standing wager on copies of the table: what is offered must be
    /// granted, what is not offered must be refused, and a refusal must have a name. While bets are open this
    /// covers bets too.
    pub fn probe(&mut self) {
        let offers = self.offers();
        // At other times, such as during the cut, grants are not compared with offers.
        let asks = matches!(
            self.table.due(),
            Due::Choice { .. } | Due::Choices { .. } | Due::Step(_) | Due::Bets { .. } | Due::Roll { .. }
        );
        if asks {
            self.probe_choices(&offers);
        }
        if offers.iter().any(is_about_a_wager) {
            self.probe_wagers(&offers);
        }
    }

    fn probe_choices(&mut self, offers: &[Offer]) {
        let offered = |patron: Patron, spot: Spot, choice| {
            // Requests about the whole table may come from any place at it.
            let mut asks = [spot, Spot::TABLE].into_iter().map(|spot| Ask::Choose { spot, choice });
            let to = |by: By| by == By::Patron(patron) || by == By::AnyPatron;
            asks.find_map(|ask| offers.iter().find(|o| to(o.by) && o.ask == ask))
        };
        let mut spots: Vec<(Patron, Spot)> = self.table.wagers().iter().map(|w| (w.patron, w.spot)).collect();
        spots.sort();
        spots.dedup();
        for (patron, spot) in spots {
            for choice in self.game.vocabulary.choices {
                for amount in [None, Some(Money::minor(77_777_700)), Some(Money::minor(1))] {
                    let granted = self.ask(patron, Input::Choose { patron, spot, choice: *choice, amount });
                    let offer = offered(patron, spot, *choice);
                    match offer.and_then(|offer| offer.amount) {
                        _ if amount.is_some() => {}
                        // An amount is required where there is no default.
                        Some(range) if !granted => {
                            let choose =
                                Input::Choose { patron, spot, choice: *choice, amount: Some(range.max) };
                            assert!(self.ask(patron, choose), "{choice} for {range:?} at {spot}");
                        }
                        _ => assert_eq!(granted, offer.is_some(), "{choice} at {spot}"),
                    }
                }
            }
        }
    }

    /// The kinds of wager that the patron has, and some that they do not have.
    fn some_kinds(&mut self, patron: Patron) -> Vec<WagerId> {
        let mut kinds: Vec<WagerId> = self.standing(patron).map(|wager| wager.kind).collect();
        kinds.extend((0..8).map(|_| *self.chance.pick(self.game.vocabulary.wagers)));
        kinds.sort();
        kinds.dedup();
        kinds
    }

    /// Each patron with a wager asks to bet on, take back and call wagers of many kinds.
    fn probe_wagers(&mut self, offers: &[Offer]) {
        let mut places: Vec<(Patron, u8)> =
            self.table.wagers().iter().map(|wager| (wager.patron, wager.spot.box_number)).collect();
        places.sort();
        places.dedup();
        // A patron who left and still has a wager gets only the offers of a newcomer.
        places.retain(|(patron, _)| !self.has_left(*patron));
        for (patron, box_number) in places {
            let own = |o: &&Offer| {
                let here = about(o.ask).is_some_and(|(there, _)| there == 0 || there == box_number);
                here && (o.by == By::Patron(patron) || o.by == By::AnyPatron)
            };
            let mine: Vec<Offer> = offers.iter().filter(own).copied().collect();
            for wager in self.some_kinds(patron) {
                self.probe_wager(patron, box_number, wager, &mine);
            }
        }
    }

    fn probe_wager(&mut self, patron: Patron, box_number: u8, wager: WagerId, mine: &[Offer]) {
        let offered = |ask: &dyn Fn(Ask) -> bool| {
            mine.iter().find(|o| about(o.ask).is_some_and(|(_, kind)| kind == wager) && ask(o.ask))
        };
        let stake = Money::minor(*self.chance.pick(&[500, 1_000, 600, 100]));
        for whose in [Beneficiary::Patron, Beneficiary::Dealers] {
            let is_such = |ask| matches!(ask, Ask::Bet { beneficiary, .. } if beneficiary == whose);
            let bet = offered(&is_such).is_some();
            let granted =
                self.ask(patron, Input::Bet { patron, box_number, wager, stake, beneficiary: whose });
            assert!(bet || !granted, "{patron} may bet {wager} at {box_number} for {whose:?}, not offered");
        }
        let back = offered(&|ask| matches!(ask, Ask::TakeBack { .. }));
        let whole = self.stake_of(patron, box_number, wager);
        let all = back.is_some_and(|o| o.amount.is_none_or(|range| Some(range.max) == whole));
        let granted = self.ask(patron, Input::TakeBack { patron, box_number, wager, amount: None });
        assert_eq!(granted, all, "{patron} takes back {wager} at {box_number}: {back:?}");
        for called in [true, false] {
            let call = offered(&|ask| matches!(ask, Ask::Work { on, .. } if on == called)).is_some();
            let granted = self.ask(patron, Input::Work { patron, box_number, wager, on: called });
            assert_eq!(granted, call, "{patron} calls {wager} at {box_number} on: {called}");
        }
    }

    /// Whether the patron left and has not come back.
    pub fn has_left(&self, patron: Patron) -> bool {
        let last = self.events.iter().rev().find_map(|event| match event.what {
            What::Left { patron: p } if p == patron => Some(true),
            What::WagerPlaced { patron: p, .. } if p == patron => Some(false),
            _ => None,
        });
        last.unwrap_or(false)
    }

    /// Whether a copy of the table grants it.
    fn ask(&mut self, patron: Patron, input: Input) -> bool {
        let result = self.table.boxed_clone().apply(Actor::Patron(patron), input, &mut Vec::new());
        self.refusals.extend(result.err());
        result.is_ok()
    }

    /// A place where cards may lie, due or not.
    pub fn any_place(&mut self) -> Place {
        let box_number = 1 + u8::try_from(self.chance.below(self.config.boxes.into())).unwrap();
        let mut places = vec![Place::Dealer, Place::Hand(Spot::first(box_number))];
        places.extend([Place::Hand(Spot::first(1)), Place::Board]);
        if self.habits.shared {
            let split = |place: &Place| matches!(place, Place::Hand(spot) if spot.hand > 1);
            places.extend(self.table.layout().cards().map(|laid| laid.place).filter(split));
        }
        *self.chance.pick(&places)
    }
}

/// The box and the kind of wager that an offer is about.
fn about(ask: Ask) -> Option<(u8, WagerId)> {
    match ask {
        Ask::Bet { box_number, wager, .. }
        | Ask::TakeBack { box_number, wager }
        | Ask::Work { box_number, wager, .. } => Some((box_number, wager)),
        _ => None,
    }
}

/// An amount of the range; steps are counted from zero and the maximum is always allowed.
fn amount_within(range: AmountRange, chance: &mut Chance) -> Money {
    let [min, max, step] = [range.min, range.max, range.step].map(Money::as_minor);
    let first = (min + step - 1) / step * step;
    if first > max || chance.one_in(10) {
        return range.max;
    }
    let steps = usize::try_from((max - first) / step).unwrap();
    Money::minor(first + i64::try_from(chance.below(steps + 1)).unwrap() * step)
}

/// An amount that the range does not allow.
fn amount_outside(range: AmountRange, chance: &mut Chance) -> Option<Money> {
    let [min, max, step] = [range.min, range.max, range.step].map(Money::as_minor);
    let amounts = [min - step, min - 1, min + 1, max - 1, max + 1, max + step, 0, -step, 99_999_999_900];
    Some(Money::minor(*chance.pick(&amounts))).filter(|amount| !range.allows(*amount))
}
