//! A table with the house's part played: dealer, shoe, dice, wheel, device and meter.
//!
//! [`Driver`] answers everything that is not a patron's to decide: shuffles, the dealer's cut, cards, turned
//! cards, dice, the ball, the device's answer, what a meter grants, closing steps. It is driven by [`Due`] alone
//! and never asks which game it is. A shuffled pack lies ready in its real order. Cards that lie face down are
//! reported as read by a device ([`Face::Down`]), so that the very card is turned later; a burned card stays
//! unread, as at a real table. [`Driver::house_step`] does one such thing at a time and hands back what waits for
//! a person.
//!
//! The meter is pretended: it always stands at [`METER`], whoever has won of it before.

use crate::chance::Chance;
use crate::customs;
use crate::failure::Failure;
use crate::registry::Known;
use engine::{
    Actor, AnyTable, Ask, By, Due, Event, Face, Input, IrregularityId, LaidCard, Offer, Place, Rank, Refusal,
    RulingAct, Spot, What, explain_due,
};
use felt::{BIG_SIX_ORDER, Card, Money, Pay, Suit, ThreeDice, TwoDice, WheelKind};
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// What every pretended meter shows, in whole units of the currency.
pub(crate) const METER: &str = "10,000";

/// A table and the house around it.
pub(crate) struct Driver {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) chance: Chance,
    /// The cards in the shoe, the next one last.
    pile: Vec<Card>,
    /// What lies under cards that no device has read, by their numbers.
    unread: BTreeMap<u32, Card>,
    /// How the cards are dealt.
    pub(crate) dealing: Dealing,
    events: Vec<Event>,
}

/// Ways of dealing. All but the first are for finding out where a round can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dealing {
    /// From a shoe that reads the cards.
    Read,
    /// From a shoe that reads nothing: what lies face down is known when it is turned.
    Unread,
    /// To the first box and to the board go the best cards of one suit, as they come once in a lifetime.
    Lucky,
}

impl Clone for Driver {
    fn clone(&self) -> Driver {
        Driver {
            table: self.table.boxed_clone(),
            chance: self.chance.clone(),
            pile: self.pile.clone(),
            unread: self.unread.clone(),
            dealing: self.dealing,
            events: self.events.clone(),
        }
    }
}

impl Driver {
    /// Opens a table.
    pub(crate) fn open(known: &Known, config: &TableConfig, seed: u64) -> Result<Driver, Failure> {
        let table =
            (known.game.open)(&known.book, config).map_err(|error| Failure::Fault(error.to_string()))?;
        Ok(Driver {
            table,
            chance: Chance::new(seed),
            pile: Vec::new(),
            unread: BTreeMap::new(),
            dealing: Dealing::Read,
            events: Vec::new(),
        })
    }

    /// Sends an input and keeps what comes out.
    pub(crate) fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        self.table.apply(actor, input, &mut self.events)
    }

    /// Whether something happened since the events were last taken.
    pub(crate) fn has_news(&self) -> bool {
        !self.events.is_empty()
    }

    /// What happened since this was last asked.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// What happened up to the end of the round; what followed belongs to the next one and is kept.
    pub(crate) fn take_round(&mut self) -> Vec<Event> {
        let ended = self.events.iter().rposition(|event| matches!(event.what, What::RoundEnded { .. }));
        let next = self.events.split_off(ended.map_or(self.events.len(), |at| at + 1));
        std::mem::replace(&mut self.events, next)
    }

    /// Everything that would be granted now.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers(&mut |offer| offers.push(offer));
        offers
    }

    /// What is staked and not yet settled.
    pub(crate) fn on_layout(&self) -> Money {
        let open = self.table.wagers().iter().filter(|wager| wager.on_layout());
        open.fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    /// Whether the round came to its end since the events were last taken.
    pub(crate) fn round_ended(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    }

    /// Does the next thing that is the house's to do, or says what waits for a person.
    pub(crate) fn house_step(&mut self) -> Result<Option<Due>, Failure> {
        let due = self.table.due();
        match due {
            Due::Bets { .. } | Due::Choice { .. } | Due::Choices { .. } => return Ok(Some(due)),
            Due::Cut if self.a_patron_may_cut() => return Ok(Some(due)),
            Due::Cut => self.cut(Actor::DEALER, None).map_err(|refusal| fault(due, refusal))?,
            Due::Shuffle => self.shuffle(due)?,
            Due::Card { to, up } => self.deal(due, to, up)?,
            Due::Turn { place } => self.turn(due, place)?,
            Due::Answer => {
                let yes = self.device_says_yes();
                self.must(due, Actor::DEALER, Input::Answer { yes })?;
            }
            Due::Roll { .. } | Due::RollThree | Due::Spin | Due::WheelStop => self.throw(due)?,
            Due::Meter { meter, share, .. } => {
                let amount = self.granted(share)?;
                self.must(due, Actor::DEALER, Input::Meter { meter, amount })?;
            }
            Due::Step(step) => self.must(due, Actor::DEALER, Input::Step(step))?,
            Due::Approval { rank } => self.must(due, Actor::Staff(rank), Input::Approve)?,
            Due::Decision { rank } => self.decide(due, rank)?,
            Due::Ruling { rank } => self.rule(due, rank)?,
        }
        Ok(None)
    }

    /// Goes on until a person is asked.
    pub(crate) fn until_asked(&mut self) -> Result<Due, Failure> {
        loop {
            if let Some(due) = self.house_step()? {
                return Ok(due);
            }
        }
    }

    /// The dealer closes what several people could have answered.
    pub(crate) fn close(&mut self) -> Result<(), Failure> {
        let due = self.table.due();
        match due {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.must(due, Actor::DEALER, Input::Step(closes))
            }
            _ => Ok(()),
        }
    }

    /// Whether the dealer may close what is open, or somebody must answer first.
    pub(crate) fn may_close(&self) -> bool {
        match self.table.due() {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.offers().iter().any(|offer| offer.ask == Ask::Step(closes))
            }
            _ => false,
        }
    }

    /// Somebody cuts, at a depth or somewhere in the middle.
    pub(crate) fn cut(&mut self, actor: Actor, depth: Option<u16>) -> Result<(), Refusal> {
        let cards = self.pile.len();
        // Documents want some cards on either side, so the few cards of a run-out are cut in the middle.
        let spread = if cards < 60 { 0 } else { cards / 2 };
        let middle = (cards - spread) / 2 + self.chance.below(spread);
        let depth = depth.unwrap_or_else(|| u16::try_from(middle).unwrap_or(u16::MAX));
        self.send(actor, Input::Cut { depth })?;
        // The cards above the cutting card go under the others.
        self.pile.rotate_right(usize::from(depth).min(cards));
        Ok(())
    }

    /// Reports that something went wrong, with a card where one is exposed: the next of the shoe, or else one
    /// that lies face down. False if the table does not believe it.
    pub(crate) fn report(
        &mut self,
        rank: Rank,
        kind: IrregularityId,
        place: Option<Place>,
        card: bool,
    ) -> bool {
        let mut tell = |card| {
            self.table.apply(Actor::Staff(rank), Input::Irregular { kind, place, card }, &mut self.events)
        };
        if !card {
            return tell(None).is_ok();
        }
        if self.pile.last().is_some_and(|next| tell(Some(*next)).is_ok()) {
            self.pile.pop();
            return true;
        }
        let hidden = self.table.layout().cards().filter(|card| !card.face.is_up());
        let hidden: Vec<Card> = hidden.filter_map(|card| self.really(card)).collect();
        hidden.into_iter().any(|card| {
            let input = Input::Irregular { kind, place, card: Some(card) };
            self.send(Actor::Staff(rank), input).is_ok()
        })
    }

    /// Lays the next card of the shoe wherever it is told, due or not. False if the table does not believe it.
    pub(crate) fn lay_next(&mut self, to: Place, up: bool) -> bool {
        let Some(card) = self.pile.last().copied() else { return false };
        let face = if up { Face::Up(card) } else { Face::Down(card) };
        let laid = self.send(Actor::DEALER, Input::Card { to, face }).is_ok();
        if laid {
            self.pile.pop();
        }
        laid
    }

    /// What the device says that looks under the dealer's card.
    pub(crate) fn device_says_yes(&self) -> bool {
        let cards = self.table.layout().at(Place::Dealer).filter_map(|card| self.really(card));
        customs::device_says_yes(&cards.collect::<Vec<_>>())
    }

    /// Which card it is, whether a device has read it or not.
    fn really(&self, card: &LaidCard) -> Option<Card> {
        card.face.card().or_else(|| self.unread.get(&card.draw).copied())
    }

    fn must(&mut self, due: Due, actor: Actor, input: Input) -> Result<(), Failure> {
        self.send(actor, input).map_err(|refusal| fault(due, refusal))
    }

    fn a_patron_may_cut(&self) -> bool {
        self.offers().iter().any(|offer| matches!((offer.by, offer.ask), (By::Patron(_), Ask::Cut)))
    }

    fn shuffle(&mut self, due: Due) -> Result<(), Failure> {
        let pack = self.table.shoe().pack();
        // The cutting card goes in with about a quarter of the cards behind it.
        let behind =
            pack.len() / 5 + u16::try_from(self.chance.below(usize::from(pack.len() / 10))).unwrap_or(0);
        let before = self.events.len();
        self.must(due, Actor::DEALER, Input::Shuffled { cut_card: Some(pack.len() - behind) })?;
        let all = !self.events.iter().skip(before).any(|e| matches!(e.what, What::Shuffled { all: false }));
        self.pile.clear();
        for card in pack.kind.cards() {
            self.pile.extend((0..pack.decks).map(|_| card));
        }
        if !all {
            // Cards that lie on the layout stay out when the discards are shuffled in the middle of a round.
            let lying: Vec<Card> = self.table.layout().cards().filter_map(|card| self.really(card)).collect();
            for out in lying {
                if let Some(at) = self.pile.iter().position(|card| *card == out) {
                    self.pile.swap_remove(at);
                }
            }
            self.pile.sort();
        }
        self.chance.shuffle(&mut self.pile);
        Ok(())
    }

    fn deal(&mut self, due: Due, to: Place, up: bool) -> Result<(), Failure> {
        let card = self.next_card(to);
        let card = card.ok_or_else(|| Failure::Fault("a card is due and the shoe is empty".into()))?;
        let face = match (to, up) {
            (Place::Rack, _) => Face::Unread,
            (_, true) => Face::Up(card),
            (_, false) if self.dealing == Dealing::Unread => Face::Unread,
            (_, false) => Face::Down(card),
        };
        let before = self.events.len();
        self.must(due, Actor::DEALER, Input::Card { to, face })?;
        let laid = self.events.iter().skip(before).find_map(|event| match event.what {
            What::CardLaid { draw, face: Face::Unread, .. } => Some(draw),
            _ => None,
        });
        self.unread.extend(laid.map(|draw| (draw, card)));
        Ok(())
    }

    /// Draws the card for a place.
    fn next_card(&mut self, to: Place) -> Option<Card> {
        let favoured = matches!(to, Place::Board | Place::Hand(Spot { box_number: 1, .. }));
        if self.dealing == Dealing::Lucky && favoured {
            let worth = |card: &Card| (card.suit() == Some(Suit::Spades), card.rank());
            let best = (0..self.pile.len()).max_by_key(|at| self.pile.get(*at).map(worth));
            return best.map(|at| self.pile.swap_remove(at));
        }
        self.pile.pop()
    }

    /// Turns the first card there that lies face down. One that nobody has read is what the dealer drew, or
    /// else, after an irregularity, any card of the shoe.
    fn turn(&mut self, due: Due, place: Place) -> Result<(), Failure> {
        let hidden = self.table.layout().at(place).find(|card| !card.face.is_up()).copied();
        let read = hidden.and_then(|card| self.really(&card));
        let card = read.or_else(|| self.pile.pop());
        let card = card.ok_or_else(|| Failure::Fault(format!("no card to turn at {place}")))?;
        self.must(due, Actor::DEALER, Input::Turn { place, card })
    }

    /// Dice, ball and wheel.
    fn throw(&mut self, due: Due) -> Result<(), Failure> {
        let chance = &mut self.chance;
        let (by, thrown) = match due {
            Due::Roll { by } => (by, chance.pick(&TwoDice::all().collect::<Vec<_>>()).map(Input::Roll)),
            Due::RollThree => {
                (Rank::Dealer, chance.pick(&ThreeDice::all().collect::<Vec<_>>()).map(Input::RollThree))
            }
            Due::Spin => (Rank::Dealer, chance.pick(WheelKind::DoubleZero.pockets()).map(Input::Spin)),
            _ => (Rank::Dealer, chance.pick(&BIG_SIX_ORDER).map(Input::WheelStopped)),
        };
        let thrown = thrown.ok_or_else(|| Failure::Fault("nothing to throw".to_owned()))?;
        match (due, self.send(Actor::Staff(by), thrown)) {
            // Which wheel stands there is not said; one with a single zero does not know the double zero.
            (Due::Spin, Err(_)) => {
                let pocket = self.chance.pick(WheelKind::SingleZero.pockets()).map(Input::Spin);
                self.must(due, Actor::DEALER, pocket.unwrap_or(thrown))
            }
            (_, answer) => answer.map_err(|refusal| fault(due, refusal)),
        }
    }

    /// What the pretended meter grants.
    fn granted(&self, share: Pay) -> Result<Money, Failure> {
        let stands = self.table.currency().parse(METER).map_err(|error| Failure::Fault(error.to_string()))?;
        match share {
            Pay::MeterPercent(hundredths) => {
                let shares = stands.checked_mul(i64::from(hundredths)).unwrap_or(stands);
                Ok(Money::minor(shares.as_minor() / 10_000))
            }
            Pay::Amount(amount) => Ok(amount),
            Pay::Odds(odds) => Err(Failure::Fault(format!("a meter is asked for {odds}"))),
        }
    }

    /// Staff decide by one of the steps that are offered to that rank; one is as good as the other.
    fn decide(&mut self, due: Due, rank: Rank) -> Result<(), Failure> {
        let steps: Vec<Input> = self
            .offers()
            .iter()
            .filter(|offer| offer.by == By::Staff(rank))
            .filter_map(|offer| if let Ask::Step(step) = offer.ask { Some(Input::Step(step)) } else { None })
            .collect();
        let step = self.chance.pick(&steps);
        let step = step.ok_or_else(|| Failure::Fault(format!("{rank} must decide and has no steps")))?;
        self.must(due, Actor::Staff(rank), step)
    }

    /// Play goes on where the floor may say so; otherwise the round is void.
    fn rule(&mut self, due: Due, rank: Rank) -> Result<(), Failure> {
        let actor = Actor::Staff(rank);
        if self.send(actor, Input::Ruling(RulingAct::GoOn)).is_ok() {
            return Ok(());
        }
        self.must(due, actor, Input::Ruling(RulingAct::VoidRound))
    }
}

fn fault(due: Due, refusal: Refusal) -> Failure {
    Failure::Fault(format!("{}, and what was sent was refused: {refusal}", explain_due(&due)))
}
