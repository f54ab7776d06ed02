//! A table of Over and Under.

use super::words::{BEFORE_THE_THROW, ONE_THROW, PLACES, THROW, VOCABULARY, WAGERS, rule_of, wins};
use engine::{
    Actor, AmountRange, Ask, Beneficiary, Bounds, By, Cites, Due, Event, FileHash, Input, Layout, Line,
    Offer, OpenError, Origin, Outcome, Patron, Rank, Reason, Refusal, RefusalKind, Sink, Spot, Table, Wager,
    WagerBound, WagerId, Wagers, What, protocol,
};
use felt::{Currency, Money, Odds, Pay, Rounding, Shoe, TwoDice};
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Deserializer, Serialize};

/// What a table says about one wager.
#[derive(Clone, Copy, Debug)]
struct Area {
    wager: WagerId,
    limits: AmountRange,
    odds: Odds,
}

impl Area {
    fn read(config: &TableConfig, wager: WagerId) -> Result<Area, OpenError> {
        match (config.limits(wager.word()), config.pays(wager.word())) {
            (Some(rulebook::Limits { min, max, step }), [Pay::Odds(odds)]) => {
                Ok(Area { wager, limits: AmountRange { min, max, step }, odds: *odds })
            }
            _ => Err(OpenError(format!("{wager} needs limits and odds"))),
        }
    }
}

/// Everything that happens at a table, and nothing that its files say: this is what a snapshot keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Play {
    round: u32,
    /// Whether the dice are in the air.
    thrown: bool,
    wagers: Wagers,
}

/// A table of Over and Under.
#[derive(Clone, Debug)]
pub(crate) struct OverUnder {
    origin: Origin,
    currency: Currency,
    coin: Money,
    places: u8,
    areas: Vec<Area>,
    play: Play,
    /// No card ever lies here.
    layout: Layout,
    shoe: Shoe,
}

impl OverUnder {
    pub(crate) fn open(book: &RuleBook, config: &TableConfig) -> Result<OverUnder, OpenError> {
        Ok(OverUnder {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            coin: config.coin,
            places: config.boxes,
            areas: WAGERS.iter().map(|wager| Area::read(config, *wager)).collect::<Result<_, _>>()?,
            play: Play::default(),
            layout: Layout::default(),
            shoe: Shoe::new(config.pack()),
        })
    }

    /// The wager that a patron has on an area.
    fn laid(&self, patron: Patron, area: &Area) -> Option<&Wager> {
        self.play.wagers.iter().find(|wager| wager.patron == patron && wager.kind == area.wager)
    }

    /// What a patron may still stake on an area, unless they have the most there.
    fn room(&self, patron: Patron, area: &Area) -> Option<AmountRange> {
        let AmountRange { max, step, .. } = area.limits;
        match self.laid(patron, area) {
            None => Some(area.limits),
            Some(wager) if wager.stake >= max => None,
            Some(wager) => Some(AmountRange { min: step, max: max - wager.stake, step }),
        }
    }

    /// A patron bets, or adds to their bet.
    fn bet<S: Sink>(
        &mut self,
        (patron, box_number): (Patron, u8),
        wager: WagerId,
        stake: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        BEFORE_THE_THROW.forbids(self.play.thrown, "dice-thrown")?;
        let place = place_of(patron);
        PLACES.forbids(place > self.places || ![0, place].contains(&box_number), "no-such-place")?;
        let area = self.areas.iter().find(|area| area.wager == wager);
        let area = area.ok_or(Refusal::impossible("no-such-wager"))?;
        let outside = Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS);
        let room = self.room(patron, area).ok_or(outside)?;
        if !room.allows(stake) {
            return Err(outside.allowing(room));
        }
        // Nothing is refused from here on. The first wager of all opens the first round.
        let number = self.laid(patron, area).map(|wager| wager.number);
        if self.play.round == 0 {
            self.open_round(out);
        }
        let cites = Cites::from(BEFORE_THE_THROW.applies());
        match number.and_then(|number| self.play.wagers.get_mut(number)) {
            Some(laid) => {
                laid.stake += stake;
                let (number, spot) = (laid.number, laid.spot);
                out.put(What::StakeAdded { number, patron, spot, wager, added: stake, won: false }, cites);
            }
            None => {
                let laid = self.play.wagers.place(patron, Spot::first(place), wager, stake);
                out.put(What::placed(laid), cites);
            }
        }
        Ok(())
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.play.round += 1;
        out.put(What::RoundOpened { round: self.play.round }, Cites::NONE);
    }

    /// The dice are thrown: no more bets.
    fn throw<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        if self.play.thrown || self.play.wagers.is_empty() {
            return Err(Refusal::not_awaited("not-now"));
        }
        self.play.thrown = true;
        out.put(What::Stepped { step: THROW, by: Rank::Dealer }, BEFORE_THE_THROW.applies().into());
        Ok(())
    }

    /// They came to rest: every wager is paid or collected, and the next round opens.
    fn rolled<S: Sink>(&mut self, dice: TwoDice, out: &mut S) -> Result<(), Refusal> {
        if !self.play.thrown {
            return Err(Refusal::not_awaited("not-now"));
        }
        out.put(What::Rolled(dice), ONE_THROW.applies().into());
        for (seq, wager) in (1..).zip(self.play.wagers.iter()) {
            let line = Line { seq, ..self.line(wager, dice.total()) };
            let kept = out.keep(&line);
            out.put(What::Settled(kept), line.cites);
        }
        self.play.wagers.retain(|_| false);
        self.play.thrown = false;
        out.put(What::RoundEnded { round: self.play.round }, ONE_THROW.applies().into());
        self.open_round(out);
        Ok(())
    }

    fn line(&self, wager: &Wager, total: u8) -> Line {
        let cites = Cites::from(rule_of(wager.kind).applies());
        let area = self.areas.iter().find(|area| area.wager == wager.kind && wins(area.wager, total));
        match area {
            Some(area) => Line {
                outcome: Some(Outcome::Wins),
                odds: Some(area.odds),
                paid: self.pay(area, wager.stake),
                returned: wager.stake,
                cites,
                ..Line::of(wager)
            },
            None => Line { outcome: Some(Outcome::Loses), cites, ..Line::of(wager) },
        }
    }

    fn pay(&self, area: &Area, stake: Money) -> Money {
        area.odds.win(stake, Rounding::Down, self.coin)
    }
}

/// The place of a patron, from 1.
fn place_of(patron: Patron) -> u8 {
    patron.index() + 1
}

/// Refuses an actor who may not say this.
fn check(allowed: bool) -> Result<(), Refusal> {
    if allowed { Ok(()) } else { Err(Refusal::not_yours("wrong-person")) }
}

impl Table for OverUnder {
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        match input {
            Input::Bet { patron, box_number, wager, stake, beneficiary: Beneficiary::Patron } => {
                check(actor == Actor::Patron(patron))?;
                self.bet((patron, box_number), wager, stake, out)
            }
            Input::Step(THROW) => {
                check(actor.is_at_least(Rank::Dealer))?;
                self.throw(out)
            }
            Input::Roll(dice) => {
                check(actor.is_at_least(Rank::Dealer))?;
                self.rolled(dice, out)
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn due(&self) -> Due {
        match self.play.thrown {
            true => Due::Roll { by: Rank::Dealer, closes: None },
            false => Due::Bets { closes: THROW },
        }
    }

    fn offers(&self, visit: &mut dyn FnMut(Offer)) {
        if self.play.thrown {
            return;
        }
        if !self.play.wagers.is_empty() {
            visit(Offer::new(By::Staff(Rank::Dealer), Ask::Step(THROW), BEFORE_THE_THROW));
        }
        for patron in (0..self.places).filter_map(Patron::nth) {
            for area in &self.areas {
                let Some(room) = self.room(patron, area) else { continue };
                let ask = Ask::bet(place_of(patron), area.wager, Beneficiary::Patron);
                visit(Offer::new(By::Patron(patron), ask, BEFORE_THE_THROW).with(room));
            }
        }
    }

    /// Every patron has every wager, and the dearest total comes.
    fn bounds(&self) -> Bounds {
        let count = u32::from(self.places);
        let bound = |area: &Area| {
            let stake = area.limits.max;
            WagerBound { wager: area.wager, count, stake, pays: self.pay(area, stake) }
        };
        let wagers: Vec<WagerBound> = self.areas.iter().map(bound).collect();
        let brings = |total| {
            let won = wagers.iter().filter(|bound| wins(bound.wager, total));
            won.fold(Money::ZERO, |sum, bound| sum + bound.together())
        };
        let pays = (2..=12).map(brings).max().unwrap_or(Money::ZERO);
        let lines = count.saturating_mul(u32::try_from(wagers.len()).unwrap_or(u32::MAX));
        Bounds { cards: 0, inputs: 2, lines, pays, wagers }
    }

    fn phase(&self) -> &'static str {
        if self.play.thrown { "thrown" } else { "bets" }
    }

    fn state(&self) -> impl Serialize {
        &self.play
    }

    fn restore<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.play = Play::deserialize(from)?;
        Ok(())
    }

    /// How many rounds there were says nothing of what comes.
    fn forget(&mut self) {
        self.play.round = self.play.round.min(1);
    }

    fn show_file(&mut self, _: &RuleBook, _: &TableConfig) -> Result<FileHash, OpenError> {
        Err(OpenError("a table of this game goes by one file until it closes".to_owned()))
    }

    fn procedure(&self) -> u32 {
        VOCABULARY.procedure
    }

    fn round(&self) -> u32 {
        self.play.round
    }

    fn wagers(&self) -> &Wagers {
        &self.play.wagers
    }

    /// A round opens when all lines of the one before are settled, and has none until it ends.
    fn lines(&self) -> &[Line] {
        &[]
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn currency(&self) -> Currency {
        self.currency
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn shoe(&self) -> &Shoe {
        &self.shoe
    }
}

/// Why a line came out as it did: each rule that it cites, and what was thrown.
pub(crate) fn reasons(events: &[Event], line: &Line) -> Vec<Reason> {
    let thrown = events.iter().rev().find_map(|event| match event.what {
        What::Rolled(dice) => Some(format!("{dice} makes {}", dice.total())),
        _ => None,
    });
    let facts = thrown.unwrap_or_default();
    line.cites.iter().map(|rule| Reason { rule, held: true, facts: facts.clone() }).collect()
}
