//! Mishaps at a table: reports, cards that came when none was due or of the wrong kind, and rulings.

use crate::driver::Session;
use engine::mishap::{self, Mishap, Telling};
use engine::{Actor, Ask, Due, Face, Input, Offer, Patron, Place, RulingAct, Spot};
use felt::{Card, Money};
use std::collections::BTreeSet;

impl Session {
    /// Reports a mishap, or rules about one. Returns false if the table does not accept it.
    pub fn report_irregularity(&mut self) -> bool {
        let is_report = |offer: &Offer| matches!(offer.ask, Ask::Report { .. });
        if self.cells.is_quiet(self.table.phase()) || self.chance.one_in(2) {
            return self.tell_a_mishap();
        }
        if !self.offers().iter().any(is_report) {
            return self.floor_rules();
        }
        if self.may_find_chips() && self.chance.one_in(12) && self.chips_found() {
            return true;
        }
        if self.chance.one_in(6) {
            return self.stray_card() || self.floor_rules();
        }
        self.take_one(is_report)
    }

    /// Whether something goes wrong now. Further mishaps are likelier in a round that had one, and at points
    /// that had few yet.
    pub fn goes_wrong(&mut self) -> bool {
        if self.irregular_in == 0 {
            return false;
        }
        let often = if self.cells.is_quiet(self.table.phase()) {
            3
        } else if self.troubled == Some(self.table.round()) {
            self.irregular_in.min(6)
        } else {
            self.irregular_in
        };
        self.chance.one_in(often)
    }

    /// Reports one of the mishaps that are needed most at this point, in one of its variants. If it is not
    /// accepted, other variants are tried, and then another mishap.
    pub fn tell_a_mishap(&mut self) -> bool {
        let (boxes, words) = (self.config.boxes, self.game.vocabulary);
        let mut all = mishap::tellings(words, boxes, &*self.table, &mut self.house);
        all.retain(|telling| !named(telling.input).is_some_and(|card| self.unnamed.contains(&card)));
        let mut kinds: BTreeSet<Mishap> = all.iter().map(|telling| telling.mishap).collect();
        let mut tries = if self.cells.wants_all() { self.habits.tries } else { 1 };
        let mut refused = false;
        while tries > 0 {
            let phase = self.table.phase();
            let wanted = self.cells.wanted(phase, &kinds);
            if wanted.is_empty() {
                return false;
            }
            let kind = *self.chance.pick(&wanted);
            kinds.remove(&kind);
            let mut ways: Vec<Telling> =
                all.iter().copied().filter(|telling| telling.mishap == kind).collect();
            while tries > 0 && !ways.is_empty() {
                tries -= 1;
                let way = ways.swap_remove(self.chance.below(ways.len()));
                if self.is_believed(way) {
                    return true;
                }
            }
            // A variant that is tried only because another was not accepted does not count as refused here.
            if !std::mem::replace(&mut refused, true) {
                self.cells.told((phase, kind), false);
            }
        }
        false
    }

    fn is_believed(&mut self, Telling { mishap, by, input }: Telling) -> bool {
        let (phase, round) = (self.table.phase(), self.table.round());
        let believed = self.send(by, input).is_ok();
        // Accepted reports are counted wherever they come from.
        if believed && !matches!(mishap, Mishap::Reported(_)) {
            self.cells.told((phase, mishap), true);
        }
        if believed {
            self.troubled = Some(round);
        }
        believed
    }

    /// Lays a card when none was due.
    fn stray_card(&mut self) -> bool {
        let to = self.any_place();
        let due = matches!(self.table.due(), Due::Card { to: due, .. } if due == to);
        if due || self.table.held_next().is_some() {
            return false;
        }
        let Some(card) = self.house.top_card(&*self.table) else { return false };
        let face = if self.chance.one_in(2) { Face::Up(card) } else { Face::Unread };
        self.send(Actor::DEALER, Input::Card { to, face }).is_ok()
    }

    /// Whether the game has rules for chips that were not noticed when bets were closed.
    pub fn may_find_chips(&self) -> bool {
        self.game.vocabulary.irregularities.iter().any(|i| i.id.word() == "over-the-maximum")
    }

    /// Reports chips on a box that were not noticed when bets were closed. Returns false if the table does
    /// not accept it.
    pub fn chips_found(&mut self) -> bool {
        let vocabulary = self.game.vocabulary;
        let Some(limits) = self.config.limits("main") else { return false };
        let patron = Patron::nth(u8::try_from(self.chance.below(self.patrons.into())).unwrap()).unwrap();
        let box_number = 1 + u8::try_from(self.chance.below(self.config.boxes.into())).unwrap();
        let main = vocabulary.wagers[0];
        let wager = if self.chance.one_in(3) { *self.chance.pick(vocabulary.wagers) } else { main };
        // From a single coin to more than the box may hold.
        let coin = self.config.coin.as_minor();
        let most = [limits.min, limits.max, limits.max + limits.max][self.chance.below(3)].as_minor();
        let coins = 1 + self.chance.below(usize::try_from(most / coin).unwrap());
        let stake = Money::minor(i64::try_from(coins).unwrap() * coin);
        self.send(Actor::DEALER, Input::Found { patron, box_number, wager, stake }).is_ok()
    }

    /// Lays the due card the wrong way up, or one that the shoe cannot hold. Returns false if the table
    /// refuses that; then the right one is laid.
    pub fn card_gone_wrong(&mut self, to: Place, up: bool) -> bool {
        let Some(card) = self.house.next_card(&*self.table) else { return false };
        let face = if self.chance.one_in(2) {
            let foreign = self.card_shown().unwrap_or(Card::JOKER);
            // Where the joker is a regular card, it may be the one that must stay secret.
            if self.unnamed.contains(&foreign) {
                return false;
            }
            self.house.face(to, foreign, up)
        } else {
            self.house.face(to, card, !up)
        };
        self.send(Actor::DEALER, Input::Card { to, face }).is_ok()
    }

    /// Sometimes a card that lies face up and of which the shoe holds no second one.
    pub fn card_shown(&mut self) -> Option<Card> {
        let up = self.table.layout().cards().filter(|laid| laid.face.is_up());
        let undealt = self.house.undealt(&*self.table);
        let gone = |card: &Card| self.config.decks == 1 && !undealt.contains(card);
        let shown: Vec<Card> = up.filter_map(|laid| laid.face.card()).filter(gone).collect();
        (!shown.is_empty() && self.chance.one_in(2)).then(|| *self.chance.pick(&shown))
    }

    /// The floor rules about something that no rule covers.
    fn floor_rules(&mut self) -> bool {
        let amount = Money::minor(2500);
        let wagers: Vec<engine::WagerNumber> = self.table.wagers().iter().map(|wager| wager.number).collect();
        let mut acts = vec![
            RulingAct::VoidRound,
            RulingAct::VoidHand(Spot::first(1 + u8::try_from(self.chance.below(4)).unwrap())),
            RulingAct::Award { patron: Patron::A, amount },
        ];
        if !wagers.is_empty() {
            acts.push(RulingAct::VoidWager(*self.chance.pick(&wagers)));
        }
        let act = *self.chance.pick(&acts);
        self.send(Actor::Staff(self.game.vocabulary.ruling_rank), Input::Ruling(act)).is_ok()
    }
}

/// The card that a person claims to have seen.
fn named(input: Input) -> Option<Card> {
    match input {
        Input::Card { face, .. } => face.card(),
        Input::Turn { card, .. } => Some(card),
        Input::Irregular { card, .. } => card,
        _ => None,
    }
}
