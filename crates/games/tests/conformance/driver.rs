//! Plays any game of the registry at random from what its table awaits and offers.

use crate::chance::{Chance, Physical};
use crate::habits::{self, Habits};
use crate::meters::Meters;
use crate::money::Book;
use crate::tables::random_config;
use engine::{
    Actor, AnyTable, Ask, By, Due, Event, Face, Game, Input, Offer, Patron, Place, Rank, Refusal, RulingAct,
    Spot, StepId, What,
};
use felt::{Card, TwoDice};
use rulebook::TableConfig;
use std::rc::Rc;

/// What a session was told and said.
pub struct Session {
    pub game: &'static Game,
    pub habits: &'static Habits,
    pub config: TableConfig,
    pub table: Box<dyn AnyTable>,
    pub physical: Physical,
    pub chance: Chance,
    pub inputs: Vec<(Actor, Input)>,
    pub events: Vec<Event>,
    pub refusals: Vec<Refusal>,
    pub phases: Vec<&'static str>,
    /// The money as the events tell it, held against the table after each input.
    pub money: Book,
    /// Whether hidden cards are read by a device.
    pub reads: bool,
    pub patrons: u8,
    /// Bets close after about this many of them.
    bets: usize,
    /// One report of something wrong in this many steps; none when 0.
    pub irregular_in: usize,
    /// Whether senseless inputs come in between.
    pub nonsense: bool,
    /// Choices that are taken whenever they are offered, the first of them first.
    pub prefer: &'static [&'static str],
    /// Cards arranged for a place: they come when one is due there.
    pub arranged: Vec<(Place, Card)>,
    /// How the dice of this session are loaded: some hands of a shooter must last long.
    loaded: usize,
    meters: Meters,
    /// The face of a card that is laid and not read.
    pending: Option<Face>,
    /// What the table offers, until something changes.
    offered: Option<Rc<Vec<Offer>>>,
}

impl Session {
    pub fn new(game: &'static Game, seed: u64) -> Session {
        let mut chance = Chance::new(seed);
        let config = random_config(game, &crate::book_of(game), &mut chance);
        Session::at(game, config, chance)
    }

    /// A session at a table of this file.
    pub fn at(game: &'static Game, config: TableConfig, mut chance: Chance) -> Session {
        let book = &*crate::book_of(game);
        let habits = habits::of(game);
        // Now and then the table is full.
        let crowded = chance.one_in(6);
        Session {
            game,
            habits,
            table: (game.open)(book, &config).unwrap(),
            physical: Physical::new(config.pack()),
            inputs: Vec::new(),
            events: Vec::new(),
            refusals: Vec::new(),
            phases: Vec::new(),
            money: Book::new(book, &config, habits),
            reads: chance.one_in(2),
            patrons: if crowded { 8 } else { 1 + u8::try_from(chance.below(5)).unwrap() },
            bets: if crowded { 6 * habits.bets } else { habits.bets },
            irregular_in: *chance.pick(&[0, 12, 25]),
            nonsense: true,
            prefer: &[],
            arranged: Vec::new(),
            loaded: chance.below(4),
            meters: Meters::new(config.coin),
            pending: None,
            offered: None,
            config,
            chance,
        }
    }

    /// Sends one input, checks that a refusal changed nothing, and follows money and cards.
    pub fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        let before = self.events.len();
        let sampled = self.chance.one_in(4);
        let state = sampled.then(|| self.table.fingerprint());
        match self.table.apply(actor, input, &mut self.events) {
            Ok(()) => {
                self.offered = None;
                self.inputs.push((actor, input));
                self.follow_money(before);
                self.follow_cards(before);
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(before, self.events.len(), "a refused input put events out: {input:?}");
                if let Some(state) = state {
                    let now = self.table.fingerprint();
                    assert_eq!(state, now, "a refused input changed the table: {input:?}");
                }
                self.refusals.push(refusal);
                Err(refusal)
            }
        }
    }

    fn follow_money(&mut self, from: usize) {
        let told = self.events[from..].iter().try_for_each(|event| self.money.see(event));
        if let Err(problem) = told.and_then(|()| self.money.agrees_with(&*self.table)) {
            panic!("{}: {problem}\n{}", self.game.id, crate::transcript(&self.events[from..]));
        }
    }

    /// Keeps the physical cards in step with what was said.
    fn follow_cards(&mut self, from: usize) {
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

    /// Everything the table offers now, gathered once until something changes.
    pub fn offers(&mut self) -> Rc<Vec<Offer>> {
        let gathered = self.offered.take().unwrap_or_else(|| {
            let mut offers = Vec::new();
            self.table.offers(&mut |offer| offers.push(offer));
            Rc::new(offers)
        });
        self.offered = Some(Rc::clone(&gathered));
        gathered
    }

    /// Whether the game has this kind of event.
    pub fn knows(&self, event: &str) -> bool {
        self.game.vocabulary.events.contains(&event)
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

    /// One step: mostly what is due, sometimes something wrong, sometimes something that makes no sense.
    pub fn step(&mut self) {
        self.phases.push(self.table.phase());
        let asking = matches!(self.table.due(), Due::Choice { .. } | Due::Choices { .. } | Due::Step(_));
        if self.chance.one_in(if asking { 8 } else { 60 }) {
            self.probe();
        }
        if self.irregular_in > 0 && self.chance.one_in(self.irregular_in) && self.report_irregularity() {
            return;
        }
        // Where others play on for somebody who leaves, that happens in the midst of rounds too.
        if self.habits.shared && self.nonsense && self.chance.one_in(60) && self.something_changes() {
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
            Due::Bets { closes } => self.bets(Closing::Step(closes)),
            Due::Card { to, up } => self.card(to, up),
            Due::Turn { place } => self.turn(place),
            Due::Answer => {
                let cards = self.physical.cards_at(&*self.table, Place::Dealer);
                let truth = (self.habits.answer)(&cards);
                let wrong = self.irregular_in > 0 && self.chance.one_in(6);
                self.send(dealer, Input::Answer { yes: truth != wrong }).unwrap();
            }
            Due::Choice { patron, spot } => self.choice(patron, spot),
            Due::Choices { closes, .. } => {
                let taken = self.chance.one_in(2) && self.take_one(|o| is_choice(o) || is_about_a_wager(o));
                if !taken {
                    self.send(dealer, Input::Step(closes)).unwrap();
                }
            }
            // Where nobody calls bets closed, the dice do it.
            Due::Roll { by } if self.offers().iter().any(is_about_a_wager) => self.bets(Closing::Roll(by)),
            Due::Roll { by } => {
                let stepped = self.chance.one_in(4) && self.take_one(is_step);
                if !stepped {
                    self.roll(by);
                }
            }
            Due::RollThree => {
                let dice = self.chance.three_dice();
                self.send(dealer, Input::RollThree(dice)).unwrap();
            }
            Due::Spin => {
                let pocket = *self.chance.pick(&felt::DOUBLE_ZERO_ORDER);
                self.send(dealer, Input::Spin(pocket)).unwrap();
            }
            Due::WheelStop => {
                let section = *self.chance.pick(&felt::BIG_SIX_ORDER);
                self.send(dealer, Input::WheelStopped(section)).unwrap();
            }
            Due::Meter { meter, share, .. } => {
                let amount = self.meters.grant(meter, share, &mut self.chance);
                self.send(dealer, Input::Meter { meter, amount }).unwrap();
            }
            Due::Step(step) => {
                let bet = self.chance.one_in(3) && self.take_one(is_about_a_wager);
                if !bet {
                    self.send(dealer, Input::Step(step)).unwrap();
                }
            }
            Due::Approval { rank } => self.by_rank(rank, Input::Approve),
            Due::Decision { rank } => self.decide(rank),
            Due::Ruling { rank } => {
                let mut acts = [RulingAct::GoOn, RulingAct::VoidRound];
                self.chance.shuffle(&mut acts);
                let actor = Actor::Staff(rank);
                if self.send(actor, Input::Ruling(acts[0])).is_err() {
                    self.send(actor, Input::Ruling(acts[1])).unwrap();
                }
            }
        }
    }

    /// One of the steps that are offered to the rank that must decide.
    fn decide(&mut self, rank: Rank) {
        let offers = self.offers();
        let step = |offer: &Offer| match offer.ask {
            Ask::Step(step) if offer.by == By::Staff(rank) => Some(step),
            _ => None,
        };
        let steps: Vec<StepId> = offers.iter().filter_map(step).collect();
        assert!(!steps.is_empty(), "{rank} must decide and is offered no step");
        let step = *self.chance.pick(&steps);
        self.by_rank(rank, Input::Step(step));
    }

    /// Sent by whom the table awaits; sometimes a dealer tries first who may not.
    fn by_rank(&mut self, rank: Rank, input: Input) {
        if rank > Rank::Dealer && self.chance.one_in(3) {
            self.send(Actor::DEALER, input).unwrap_err();
        }
        self.send(Actor::Staff(rank), input).unwrap();
    }

    /// In some sessions sevens are rare or pairs frequent.
    fn dice(&mut self) -> TwoDice {
        let dice = self.chance.two_dice();
        let again = match self.loaded {
            1 => dice.total() == 7,
            2 => !dice.is_pair() && dice.total() != 7,
            _ => false,
        };
        if again && !self.chance.one_in(3) { self.chance.two_dice() } else { dice }
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
            (Ask::Report { .. }, _) if self.irregular_in == 0 => {}
            _ => self.take(&offer),
        }
    }

    fn bets(&mut self, closing: Closing) {
        if self.chance.one_in(40) && self.take_one(|o| matches!(o.ask, Ask::TakeBack { .. })) {
            return;
        }
        if self.chance.one_in(60) {
            return self.take_back_part();
        }
        if self.chance.one_in(12) && self.take_one(|o| matches!(o.ask, Ask::Work { .. })) {
            return;
        }
        if self.chance.one_in(12) && self.take_one(is_choice) {
            return;
        }
        if self.chance.one_in(25) && self.something_changes() {
            return;
        }
        let by_staff = |o: &Offer| matches!(o.by, By::Staff(_)) && !matches!(o.ask, Ask::Report { .. });
        if self.chance.one_in(self.habits.staff) && self.take_one(by_staff) {
            return;
        }
        if self.chance.one_in(self.bets) {
            self.close(closing);
        } else {
            self.bet();
        }
    }

    /// Bets close. They stay open where there is no reason to, as when nobody has bet.
    fn close(&mut self, closing: Closing) {
        match closing {
            Closing::Step(step) => drop(self.send(Actor::DEALER, Input::Step(step))),
            Closing::Roll(by) => self.roll(by),
        }
    }

    fn roll(&mut self, by: Rank) {
        let dice = self.dice();
        self.by_rank(by, Input::Roll(dice));
    }

    /// Takes a bet that is offered: often one without which little happens, mostly by somebody who stands at
    /// the table already.
    fn bet(&mut self) {
        let favoured = self.chance.one_in(2);
        let habits = self.habits;
        if habits.shared && self.chance.one_in(3) && self.join_a_box() {
            return;
        }
        let known = !self.chance.one_in(4);
        let wanted = |offer: &Offer| {
            let Ask::Bet { wager, .. } = offer.ask else { return false };
            (!favoured || habits.favours(wager)) && (!known || offer.by != By::AnyPatron)
        };
        if !self.take_one(wanted) {
            self.take_one(|offer| matches!(offer.ask, Ask::Bet { .. }));
        }
    }

    /// Somebody bets on a box where others have bet.
    fn join_a_box(&mut self) -> bool {
        let there: Vec<u8> = self.table.wagers().iter().map(|wager| wager.spot.box_number).collect();
        let habits = self.habits;
        self.take_one(|offer| {
            let Ask::Bet { box_number, wager, .. } = offer.ask else { return false };
            offer.by == By::AnyPatron && there.contains(&box_number) && habits.favours(wager)
        })
    }

    /// Something about the table changes that the table did not await.
    fn something_changes(&mut self) -> bool {
        let mut there: Vec<Patron> = self.table.wagers().iter().map(|wager| wager.patron).collect();
        there.retain(|patron| !self.has_left(*patron));
        let mut changes = vec![("dealer-changed", Input::NewDealer), ("cut-card-reached", Input::CutCard)];
        if !there.is_empty() {
            changes.push(("left", Input::Leave { patron: *self.chance.pick(&there) }));
        }
        let (event, input) = *self.chance.pick(&changes);
        if self.knows(event) {
            self.send(Actor::DEALER, input).unwrap();
        }
        self.knows(event)
    }

    fn card(&mut self, to: Place, up: bool) {
        if self.chance.one_in(20) && self.take_one(is_step) {
            return;
        }
        if self.irregular_in > 0 && self.may_find_chips() && self.chance.one_in(12) && self.chips_found() {
            return;
        }
        self.bring_arranged(to);
        if self.irregular_in > 0 && self.chance.one_in(60) && self.card_gone_wrong(to, up) {
            return;
        }
        let Some(card) = self.physical.take() else { panic!("the table asks for a card and there is none") };
        let face = self.face(card, up, to);
        self.lay(to, face, card).unwrap();
    }

    /// A card as it is laid: up for all to see, or down and read by a device or by nobody.
    pub(crate) fn face(&self, card: Card, up: bool, to: Place) -> Face {
        match (up, self.reads && to != Place::Rack) {
            (true, _) => Face::Up(card),
            (false, true) => Face::Down(card),
            (false, false) => Face::Unread,
        }
    }

    /// Reports a card, and keeps its face in mind where nobody reads it.
    pub(crate) fn lay(&mut self, to: Place, face: Face, card: Card) -> Result<(), Refusal> {
        self.pending = Some(Face::Down(card));
        let result = self.send(Actor::DEALER, Input::Card { to, face });
        self.pending = None;
        result
    }

    /// The card arranged for this place is laid there, though none may be due.
    pub(crate) fn lay_arranged(&mut self, to: Place) {
        self.bring_arranged(to);
        let card = self.physical.take().expect("a card is left");
        self.lay(to, Face::Up(card), card).unwrap();
    }

    /// The card arranged for this place comes to the top of the shoe; one arranged for another does not.
    fn bring_arranged(&mut self, to: Place) {
        if self.arranged.is_empty() {
            return;
        }
        let here = self.arranged.iter().position(|(place, _)| *place == to);
        let here = here.map(|at| self.arranged.remove(at).1);
        let kept = |card: &Card| self.arranged.iter().any(|(_, arranged)| arranged == card);
        let pile = &mut self.physical.pile;
        let found = pile.iter().rposition(|card| here.map_or(!kept(card), |here| *card == here));
        let top = pile.len() - 1;
        pile.swap(found.expect("an arranged card is in the shoe"), top);
    }

    fn turn(&mut self, place: Place) {
        let laid = *self.table.layout().at(place).find(|laid| !laid.face.is_up()).unwrap();
        let card = laid.face.card().or_else(|| self.physical.face(laid.draw)).unwrap();
        let read = laid.face.card().is_some() && card != Card::JOKER;
        if read && self.chance.one_in(20) {
            self.send(Actor::DEALER, Input::Turn { place, card: Card::JOKER }).unwrap_err();
        }
        self.send(Actor::DEALER, Input::Turn { place, card }).unwrap();
    }

    fn choice(&mut self, patron: Patron, spot: Spot) {
        let offers = self.offers();
        if self.prefer.is_empty() && self.chance.one_in(25) {
            let silence = offers.iter().any(|offer| offer.by_default && is_choice(offer));
            let lapsed = self.send(Actor::DEALER, Input::Lapse { patron: None, spot });
            assert_eq!(lapsed.is_ok(), silence, "silence at {spot}: {lapsed:?}");
            return;
        }
        // Where bets are open beside the choice, some bet first: it may be what the choice hangs on.
        if self.prefer.is_empty() && self.chance.one_in(3) && offers.iter().any(is_about_a_wager) {
            let habits = self.habits;
            let own = |offer: &Offer| {
                let favoured = matches!(offer.ask, Ask::Bet { wager, .. } if habits.favours(wager));
                favoured && offer.by == By::Patron(patron)
            };
            let taken = self.chance.one_in(2) && self.take_one(own);
            if !taken {
                self.bet();
            }
            return;
        }
        let wanted = |word: &&str| {
            offers.iter().find(|o| matches!(o.ask, Ask::Choose { choice, .. } if choice.word() == *word))
        };
        match self.prefer.iter().find_map(wanted) {
            Some(offer) => self.take(offer),
            None => assert!(self.take_one(is_choice), "a choice is due and none is offered"),
        }
    }
}

/// What ends the time for bets.
#[derive(Clone, Copy)]
enum Closing {
    Step(StepId),
    Roll(Rank),
}

/// Whether the offer is a step of staff.
fn is_step(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Step(_))
}

/// Whether the offer is a decision.
fn is_choice(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Choose { .. })
}

/// Whether the offer is about money on the layout.
pub fn is_about_a_wager(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Bet { .. } | Ask::TakeBack { .. } | Ask::Work { .. })
}
