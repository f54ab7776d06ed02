//! Plays any game of the registry at random from what its table awaits and offers.

use crate::chance::{Chance, Physical};
use engine::{
    Actor, AnyTable, Ask, Beneficiary, By, Due, Event, Face, Game, Input, Offer, Patron, Place, Rank,
    Refusal, RulingAct, Spot, What,
};
use felt::{Card, Money};
use rulebook::{Allowed, RuleBook, TableConfig, TableDraft};

/// What a session was told and said.
pub struct Session {
    pub game: &'static Game,
    pub config: TableConfig,
    pub table: Box<dyn AnyTable>,
    pub physical: Physical,
    pub chance: Chance,
    pub inputs: Vec<(Actor, Input)>,
    pub events: Vec<Event>,
    pub refusals: Vec<Refusal>,
    /// Whether hidden cards are read by a device.
    pub reads: bool,
    pub patrons: u8,
    /// One report of something wrong in this many steps; none when 0.
    pub irregular_in: usize,
    pub phases: Vec<&'static str>,
    /// Takes as many cards as it can: splits, else hits.
    pub greedy: bool,
    /// Whether senseless inputs come in between.
    pub nonsense: bool,
    pending: Option<Face>,
}

/// A random table file that lint accepts.
pub fn random_config(book: &RuleBook, chance: &mut Chance) -> TableConfig {
    loop {
        let mut draft = TableDraft::with_defaults(book);
        let decks = *chance.pick(&[1, 1, 2, 2, 6, 8]);
        draft.set("decks", decks.to_string(), None);
        draft.set("coin", chance.pick(&["0.50", "0.25", "1"]).to_string(), None);
        draft.set(
            "limits",
            chance.pick(&["5..100 step 5", "10..50 step 5", "1..20 step 1"]).to_string(),
            None,
        );
        if chance.one_in(2) {
            draft.set("steps", "by-dealer", None);
        }
        for option in &book.options {
            if chance.one_in(2) {
                let value = match &option.allowed {
                    Allowed::OneOf(values) => chance.pick(values).clone(),
                    Allowed::Range(range) => {
                        (range.min + u32::try_from(chance.below(3)).unwrap()).min(range.max).to_string()
                    }
                };
                draft.set(option.id.clone(), value, None);
            }
        }
        for wager in book.wagers.iter().filter(|wager| wager.side_bet) {
            if !chance.one_in(4) {
                draft.set(wager.id.clone(), "5..25 step 5", None);
            }
        }
        if let Ok(config) = draft.check(book) {
            return config;
        }
    }
}

impl Session {
    pub fn new(game: &'static Game, seed: u64) -> Session {
        let mut chance = Chance::new(seed);
        let book = RuleBook::parse(game.rulebook).unwrap();
        let config = random_config(&book, &mut chance);
        Session::at(game, config, chance)
    }

    /// A session at a table of this file.
    pub fn at(game: &'static Game, config: TableConfig, mut chance: Chance) -> Session {
        let book = RuleBook::parse(game.rulebook).unwrap();
        let table = (game.open)(&book, &config).unwrap();
        let physical = Physical::new(config.pack());
        let reads = chance.one_in(2);
        let patrons = 1 + u8::try_from(chance.below(5)).unwrap();
        let irregular_in = *chance.pick(&[0, 12, 25]);
        Session {
            game,
            config,
            table,
            physical,
            chance,
            inputs: Vec::new(),
            events: Vec::new(),
            refusals: Vec::new(),
            reads,
            patrons,
            irregular_in,
            phases: Vec::new(),
            greedy: false,
            nonsense: true,
            pending: None,
        }
    }

    /// Sends one input, checks that a refusal changed nothing, and follows the cards.
    pub fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        let before = self.events.len();
        let sampled = self.chance.one_in(4);
        let state = sampled.then(|| self.table.fingerprint());
        match self.table.apply(actor, input, &mut self.events) {
            Ok(()) => {
                self.inputs.push((actor, input));
                self.follow(before);
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(before, self.events.len(), "a refused input put events out: {input:?}");
                if let Some(state) = state {
                    assert_eq!(
                        state,
                        self.table.fingerprint(),
                        "a refused input changed the table: {input:?}"
                    );
                }
                self.refusals.push(refusal);
                Err(refusal)
            }
        }
    }

    /// Keeps the physical cards in step with what was said.
    fn follow(&mut self, from: usize) {
        for n in from..self.events.len() {
            match self.events[n].what {
                What::Shuffled { all } => self.physical.shuffle(&*self.table, all, &mut self.chance),
                What::CardLaid { draw, place: Place::Next, face: Face::Unread, .. } => {
                    if let Some(card) = self.physical.pile.pop() {
                        self.physical.note(draw, card);
                        self.physical.held.push(card);
                    }
                }
                What::CardLaid { draw, face, .. } => {
                    let known = face.card().or_else(|| self.pending.and_then(Face::card));
                    if let Some(card) = known {
                        self.physical.note(draw, card);
                    }
                }
                _ => {}
            }
        }
    }

    pub fn offers(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers(&mut |offer| offers.push(offer));
        offers
    }

    /// Plays rounds until so many have ended.
    pub fn play(&mut self, rounds: usize) {
        let mut ended = 0;
        let mut steps = 0;
        while ended < rounds {
            let before = self.events.len();
            self.step();
            steps += 1;
            assert!(steps < 3_000, "a round does not end: {:?} at {}", self.table.due(), self.table.phase());
            if self.events[before..].iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
                ended += 1;
                steps = 0;
            }
        }
    }

    /// Tries every choice about every hand on copies of the table: what is offered is granted, what is not
    /// offered is refused, and a refusal has a name.
    pub fn probe(&mut self) {
        let offers = self.offers();
        let offered = |patron: Patron, spot: Spot, choice| {
            let asked =
                |o: &Offer| matches!(o.ask, Ask::Choose { spot: s, choice: c } if s == spot && c == choice);
            offers.iter().any(|o| o.by == By::Patron(patron) && asked(o))
        };
        let mut spots: Vec<(Patron, Spot)> = self.table.wagers().iter().map(|w| (w.patron, w.spot)).collect();
        spots.sort();
        spots.dedup();
        let mut events = Vec::new();
        for (patron, spot) in spots {
            for choice in self.game.vocabulary.choices {
                for amount in [None, Some(Money::minor(77_777_700)), Some(Money::minor(1))] {
                    let input = Input::Choose { patron, spot, choice: *choice, amount };
                    let result = self.table.boxed_clone().apply(Actor::Patron(patron), input, &mut events);
                    if amount.is_none() {
                        assert_eq!(
                            result.is_ok(),
                            offered(patron, spot, *choice),
                            "{choice} at {spot}: {result:?}"
                        );
                    }
                    self.refusals.extend(result.err());
                }
            }
        }
    }

    /// One step: mostly what is due, sometimes something wrong, sometimes something that makes no sense.
    pub fn step(&mut self) {
        self.phases.push(self.table.phase());
        let asking = matches!(self.table.due(), Due::Choice { .. } | Due::Choices { .. } | Due::Step(_));
        if asking && self.chance.one_in(8) {
            self.probe();
        }
        if self.irregular_in > 0 && self.chance.one_in(self.irregular_in) && self.report_irregularity() {
            return;
        }
        if self.nonsense && self.chance.one_in(8) {
            let (actor, input) = crate::nonsense::input(self);
            if crate::nonsense::is_harmless(input) && self.send(actor, input).is_ok() {
                return;
            }
        }
        self.answer_due();
    }

    pub fn answer_due(&mut self) {
        let dealer = Actor::DEALER;
        match self.table.due() {
            Due::Shuffle => {
                let pack = self.config.pack().len();
                let cut = (!self.chance.one_in(4))
                    .then(|| 1 + u16::try_from(self.chance.below(pack.into())).unwrap());
                self.send(dealer, Input::Shuffled { cut_card: cut }).unwrap();
            }
            Due::Cut => self.cut(),
            Due::Bets { closes } => self.bets(closes),
            Due::Card { to, up } => self.card(to, up),
            Due::Turn { place } => self.turn(place),
            Due::Answer => {
                let cards = self.physical.cards_at(&*self.table, Place::Dealer);
                let truth = is_blackjack(&cards);
                let wrong = self.irregular_in > 0 && self.chance.one_in(6);
                self.send(dealer, Input::Answer { yes: truth != wrong }).unwrap();
            }
            Due::Choice { spot, .. } => self.choice(spot),
            Due::Choices { closes, .. } => {
                let offers = self.offers();
                let choices: Vec<&Offer> =
                    offers.iter().filter(|o| matches!(o.ask, Ask::Choose { .. })).collect();
                if !choices.is_empty() && self.chance.one_in(2) {
                    let offer = **self.chance.pick(&choices);
                    self.take(&offer);
                } else {
                    self.send(dealer, Input::Step(closes)).unwrap();
                }
            }
            Due::Step(step) => self.send(dealer, Input::Step(step)).unwrap(),
            Due::Approval { rank } => {
                if self.chance.one_in(3) {
                    self.send(dealer, Input::Approve).unwrap_err();
                }
                self.send(Actor::Staff(rank), Input::Approve).unwrap();
            }
            other @ (Due::Roll | Due::RollThree | Due::Spin | Due::WheelStop | Due::Meter { .. }) => {
                panic!("no game of the registry awaits {other:?} yet")
            }
            Due::Ruling { rank } => {
                let act = *self.chance.pick(&[RulingAct::GoOn, RulingAct::VoidRound]);
                let actor = Actor::Staff(rank);
                if self.send(actor, Input::Ruling(act)).is_err() {
                    self.send(actor, Input::Ruling(RulingAct::GoOn)).unwrap();
                }
            }
        }
    }

    fn cut(&mut self) {
        let cards = usize::from(self.table.shoe().remaining());
        let depth =
            u16::try_from(if self.chance.one_in(6) { self.chance.below(cards + 1) } else { cards / 2 })
                .unwrap();
        let offers = self.offers();
        if offers.is_empty() {
            let _ = self.send(Actor::DEALER, Input::Cut { depth });
            return;
        }
        let offer = *self.chance.pick(&offers);
        match (offer.ask, offer.by) {
            (Ask::Cut, By::Patron(patron)) => drop(self.send(Actor::Patron(patron), Input::Cut { depth })),
            (Ask::Cut, _) => drop(self.send(Actor::DEALER, Input::Cut { depth })),
            _ => self.take(&offer),
        }
    }

    fn bets(&mut self, closes: engine::StepId) {
        let offers = self.offers();
        let bets: Vec<&Offer> = offers.iter().filter(|o| matches!(o.ask, Ask::Bet { .. })).collect();
        let staff: Vec<&Offer> = offers.iter().filter(|o| matches!(o.by, By::Staff(_))).collect();
        let back: Vec<&Offer> = offers.iter().filter(|o| matches!(o.ask, Ask::TakeBack { .. })).collect();
        if self.chance.one_in(30) && !back.is_empty() {
            let offer = **self.chance.pick(&back);
            self.take(&offer);
        } else if self.chance.one_in(25) {
            let input = if self.chance.one_in(2) { Input::NewDealer } else { Input::CutCard };
            self.send(Actor::DEALER, input).unwrap();
        } else if self.chance.one_in(5) && !staff.is_empty() {
            let offer = **self.chance.pick(&staff);
            self.take(&offer);
        } else if self.chance.one_in(4) {
            let _ = self.send(Actor::DEALER, Input::Step(closes));
        } else if !bets.is_empty() {
            let offer = **self.chance.pick(&bets);
            self.take(&offer);
        }
    }

    fn card(&mut self, to: Place, up: bool) {
        let offers = if self.chance.one_in(20) { self.offers() } else { Vec::new() };
        if let Some(step) = offers.iter().find(|offer| matches!(offer.ask, Ask::Step(_))) {
            self.take(step);
            return;
        }
        let Some(card) = self.physical.take() else { panic!("the table asks for a card and there is none") };
        // A card that no deck of the table holds.
        let foreign = up && self.irregular_in > 0 && self.chance.one_in(150);
        let card = if foreign { Card::JOKER } else { card };
        let face = match (up, self.reads && to != Place::Rack) {
            (true, _) => Face::Up(card),
            (false, true) => Face::Down(card),
            (false, false) => Face::Unread,
        };
        self.pending = Some(Face::Down(card));
        self.send(Actor::DEALER, Input::Card { to, face }).unwrap();
        self.pending = None;
    }

    fn turn(&mut self, place: Place) {
        let laid = *self.table.layout().at(place).find(|laid| !laid.face.is_up()).unwrap();
        let card = laid.face.card().or_else(|| self.physical.face(laid.draw)).unwrap();
        if laid.face.card().is_some() && self.chance.one_in(20) {
            self.send(Actor::DEALER, Input::Turn { place, card: Card::JOKER }).unwrap_err();
        }
        self.send(Actor::DEALER, Input::Turn { place, card }).unwrap();
    }

    fn choice(&mut self, spot: Spot) {
        if self.chance.one_in(25) {
            self.send(Actor::DEALER, Input::Lapse { patron: None, spot }).unwrap();
            return;
        }
        let offers = self.offers();
        let choices: Vec<&Offer> = offers.iter().filter(|o| matches!(o.ask, Ask::Choose { .. })).collect();
        let wanted = |word: &str| {
            choices.iter().find(|o| matches!(o.ask, Ask::Choose { choice, .. } if choice.word() == word))
        };
        let greedy = wanted("split").or_else(|| wanted("hit")).filter(|_| self.greedy);
        let offer = match greedy {
            Some(offer) => **offer,
            None => **self.chance.pick(&choices),
        };
        self.take(&offer);
    }

    /// Takes an offer, with a random amount of its range; it must be granted, unless a newcomer's bet
    /// breaks a rule about the person.
    pub fn take(&mut self, offer: &Offer) {
        let amount = offer.amount.map(|range| {
            let steps = (range.max.as_minor() - range.min.as_minor()) / range.step.as_minor().max(1);
            let n = self.chance.below(usize::try_from(steps).unwrap_or(0) + 1);
            let first = range.min.as_minor();
            Money::minor(
                (first + i64::try_from(n).unwrap() * range.step.as_minor()).min(range.max.as_minor()),
            )
        });
        let stranger = Patron(u8::try_from(self.chance.below(self.patrons.into())).unwrap());
        let patron = match offer.by {
            By::Patron(patron) => patron,
            _ => stranger,
        };
        let actor = match offer.by {
            By::Staff(rank) => Actor::Staff(rank),
            _ => Actor::Patron(patron),
        };
        let input = match offer.ask {
            Ask::Bet { box_number, wager } => Input::Bet {
                patron,
                box_number,
                wager,
                stake: amount.unwrap_or(Money::ZERO),
                beneficiary: Beneficiary::Patron,
            },
            Ask::TakeBack { box_number, wager } => {
                Input::TakeBack { patron, box_number, wager, amount: None }
            }
            Ask::Choose { spot, choice } => Input::Choose { patron, spot, choice, amount },
            Ask::Cut => Input::Cut { depth: self.table.shoe().remaining() / 2 },
            Ask::Step(step) => Input::Step(step),
            Ask::Permit { patron } => Input::Permit { patron },
            Ask::Approve => Input::Approve,
            Ask::Report { kind, place, card } => {
                let card = if card { self.exposed_card(kind) } else { None };
                Input::Irregular { kind, place, card }
            }
        };
        let result = self.send(actor, input);
        if !matches!(offer.by, By::AnyPatron) {
            assert!(result.is_ok(), "an offer was refused: {offer:?} as {input:?}: {result:?}");
        }
    }

    /// The card that a report of an exposed card names: the dealer's hole card, or the next of the shoe.
    fn exposed_card(&mut self, kind: engine::IrregularityId) -> Option<Card> {
        if kind.word() == "hole-card-exposed" {
            let hole = self.table.layout().at(Place::Dealer).find(|laid| !laid.face.is_up())?;
            return hole.face.card().or_else(|| self.physical.face(hole.draw));
        }
        self.physical.pile.pop()
    }

    fn report_irregularity(&mut self) -> bool {
        let offers = self.offers();
        let reports: Vec<&Offer> = offers.iter().filter(|o| matches!(o.ask, Ask::Report { .. })).collect();
        if reports.is_empty() {
            return self.floor_rules();
        }
        if self.chance.one_in(6) {
            return self.stray_card() || self.floor_rules();
        }
        let offer = **self.chance.pick(&reports);
        self.take(&offer);
        true
    }

    /// A card lands where none was due.
    fn stray_card(&mut self) -> bool {
        if !self.physical.held.is_empty() {
            return false;
        }
        let places = [
            Place::Dealer,
            Place::Hand(Spot::first(1 + u8::try_from(self.chance.below(7)).unwrap())),
            Place::Hand(Spot::first(1)),
        ];
        let to = *self.chance.pick(&places);
        if matches!(self.table.due(), Due::Card { to: due, .. } if due == to) {
            return false;
        }
        let Some(card) = self.physical.pile.last().copied() else { return false };
        let face = if self.chance.one_in(2) { Face::Up(card) } else { Face::Unread };
        let before = self.events.len();
        self.pending = Some(Face::Down(card));
        let sent = self.send(Actor::DEALER, Input::Card { to, face }).is_ok();
        self.pending = None;
        let held = |event: &Event| {
            matches!(event.what, What::CardLaid { place: Place::Next, face: Face::Unread, .. })
        };
        // A card held unseen was taken from the pile while following the events.
        if sent && !self.events[before..].iter().any(held) {
            self.physical.pile.pop();
        }
        sent
    }

    /// The floor rules, or a card turns up that cannot be.
    fn floor_rules(&mut self) -> bool {
        let amount = Money::minor(2500);
        let acts = [
            RulingAct::VoidRound,
            RulingAct::VoidHand(Spot::first(1 + u8::try_from(self.chance.below(4)).unwrap())),
            RulingAct::Award { patron: Patron(0), amount },
        ];
        let act = *self.chance.pick(&acts);
        self.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).is_ok()
    }
}

/// The device's answer for two cards: an ace and a ten-valued card.
fn is_blackjack(cards: &[Card]) -> bool {
    let ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    matches!(ranks.as_slice(), [14, 10..=13] | [10..=13, 14])
}
