//! Plays any game of the registry at random from what its table asks and offers. The engine's driver answers
//! for the house; this one decides for the patrons, and reports mishaps.

use crate::cells::Cells;
use crate::chance::{Chance, direct, few_faces};
use crate::habits::{self, Habits};
use crate::ledger::Ledger;
use crate::meters::Meters;
use crate::mirror::Mirror;
use crate::money::Book;
use crate::tables::random_config;
use engine::mishap::Mishap;
use engine::{
    Actor, AnyTable, Approver, Ask, By, Chance as _, Driver, Due, Event, Face, Game, Input, Offer, Patron,
    Person, Place, Rank, Refusal, RulingAct, Shuffling, Snapshot, Spot, StepId, What,
};
use felt::{Card, Money, TwoDice};
use rulebook::TableConfig;
use std::rc::Rc;

/// A session: the inputs and the events of a table.
pub struct Session {
    pub game: &'static Game,
    pub habits: Habits,
    pub config: TableConfig,
    pub table: Box<dyn AnyTable>,
    /// The driver of everything that is not a patron's decision, with its own random stream.
    pub house: Driver<Chance, Meters>,
    pub chance: Chance,
    pub inputs: Vec<(Actor, Input)>,
    pub events: Vec<Event>,
    pub refusals: Vec<Refusal>,
    pub phases: Vec<&'static str>,
    /// The money by the events, compared with the table after each input.
    pub money: Book,
    /// The money by the engine's rules on how events move it.
    ledger: Ledger,
    pub patrons: u8,
    /// Bets close after about this number of them.
    pub bets: usize,
    /// Something goes wrong in one of this many steps; never if 0.
    pub irregular_in: usize,
    /// The last round in which something went wrong.
    pub troubled: Option<u32>,
    /// How often each mishap was reported at each point.
    pub cells: Cells,
    /// Whether nonsensical inputs are sent in between.
    pub nonsense: bool,
    /// Choices that are made whenever they are offered, in order of preference.
    pub prefer: &'static [&'static str],
    /// Cards arranged for a place: they come when one is due there.
    pub arranged: Vec<(Place, Card)>,
    /// Faces that reports must not name: naming one could be true at a table where it lies hidden, but not at
    /// its twin.
    pub unnamed: Vec<Card>,
    /// How the dice of this session are loaded, so that some hands of a shooter last long.
    loaded: usize,
    /// Decides when the table is saved and loaded; a separate stream, so that the rest of a session does not
    /// depend on it.
    saves: Chance,
    /// How often that happened.
    pub saved: u64,
    /// Whether variety is low, so that many ways lead to one state: smallest stakes, few wagers, short shoes,
    /// few faces.
    pub narrow: bool,
    /// Another table that is sent the same inputs.
    pub mirror: Option<Mirror>,
    /// The current offers of the table, cached until something changes.
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
        // Sometimes the table is full.
        let crowded = chance.one_in(6);
        let meters = Meters::new(config.awards, Chance::new(chance.next()));
        let mut house = Driver::with_meters(Chance::new(chance.next()), meters);
        house.reads = chance.one_in(2);
        Session {
            game,
            habits,
            table: (game.open)(book, &config).unwrap(),
            house,
            inputs: Vec::new(),
            events: Vec::new(),
            refusals: Vec::new(),
            phases: Vec::new(),
            ledger: Ledger::default(),
            money: Book::new(book, &config, &habits),
            patrons: if crowded { 8 } else { 1 + u8::try_from(chance.below(5)).unwrap() },
            bets: if crowded { 6 * habits.bets } else { habits.bets },
            irregular_in: *chance.pick(&[0, 12, 25]),
            troubled: None,
            cells: Cells::default(),
            nonsense: true,
            prefer: &[],
            arranged: Vec::new(),
            unnamed: Vec::new(),
            loaded: chance.below(4),
            saves: Chance::new(chance.clone().next()),
            saved: 0,
            narrow: false,
            mirror: None,
            offered: None,
            config,
            chance,
        }
    }

    /// An independent copy that plays on.
    pub fn branch(&self, seed: u64) -> Session {
        Session {
            table: self.table.boxed_clone(),
            house: self.house.clone(),
            config: self.config.clone(),
            money: self.money.clone(),
            ledger: self.ledger.clone(),
            events: self.events.clone(),
            inputs: self.inputs.clone(),
            refusals: Vec::new(),
            phases: Vec::new(),
            arranged: Vec::new(),
            unnamed: Vec::new(),
            chance: Chance::new(seed),
            saves: Chance::new(seed),
            offered: None,
            mirror: None,
            cells: Cells::default(),
            ..*self
        }
    }

    /// An independent copy that plays on, with another table that is sent the same inputs.
    pub fn beside(&self, other: Box<dyn AnyTable>, seed: u64) -> Session {
        Session {
            mirror: Some(Mirror::new(other)),
            // Any mishap may reveal a difference between two tables.
            irregular_in: 10,
            ..self.branch(seed)
        }
    }

    /// Sends one input, checks that a refusal changed nothing, and updates the money.
    pub fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        let before = self.events.len();
        let meant = self.mirror.is_some().then(|| Mirror::translate(&*self.table, input));
        let sampled = self.chance.one_in(4) && self.mirror.is_none();
        let state = sampled.then(|| self.table.save().unwrap());
        let (shuffling, phase) = (self.table.shuffling(), self.table.phase());
        let told = self.house.send(&mut *self.table, actor, input, &mut self.events);
        if let (Some(mirror), Some(meant)) = (&mut self.mirror, meant) {
            mirror.send(actor, meant, (&*self.table, told, &self.events[before..]));
        }
        match told {
            Ok(()) if self.mirror.is_some() => {
                self.offered = None;
                self.follow_shuffle(before, shuffling);
                Ok(())
            }
            Ok(()) => {
                self.offered = None;
                if let Input::Irregular { kind, .. } = input {
                    self.cells.told((phase, Mishap::Reported(kind)), true);
                }
                self.inputs.push((actor, input));
                self.follow_money(before);
                self.follow_shuffle(before, shuffling);
                self.save_and_load(before);
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(before, self.events.len(), "a refused input put events out: {input:?}");
                if let Some(state) = state {
                    let now = self.table.save().unwrap();
                    assert_eq!(state, now, "a refused input changed the table: {input:?}");
                }
                self.refusals.push(refusal);
                Err(refusal)
            }
        }
    }

    /// Sometimes, and often during a remedy, the table is saved and another one continues from there. The
    /// session is replayed on a table that was never saved.
    fn save_and_load(&mut self, from: usize) {
        let wrong = |event: &Event| matches!(event.what, What::Irregular { .. } | What::Remedied { .. });
        let remedy = self.events[from..].iter().any(wrong) || matches!(self.table.due(), Due::Ruling { .. });
        if !self.saves.one_in(if remedy { 4 } else { 40 }) {
            return;
        }
        let snapshot = self.table.save().unwrap();
        let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
        assert_eq!(read, snapshot, "a snapshot is read as it was written");
        self.table = self.game.load(&crate::book_of(self.game), &self.config, &read).unwrap();
        assert_eq!(self.table.save().unwrap(), snapshot, "a loaded table is saved as it was");
        self.saved += 1;
    }

    fn follow_money(&mut self, from: usize) {
        let told = self.events[from..].iter().try_for_each(|event| {
            self.ledger.see(event);
            self.money.see(event)
        });
        let told = told.and_then(|()| self.money.agrees_with(&*self.table));
        if let Err(problem) = told.and_then(|()| self.ledger.agrees_with(&*self.table)) {
            panic!("{}: {problem}\n{}", self.game.id, crate::transcript(&self.events[from..]));
        }
    }

    /// Checks that a shuffle was the one the table had announced. Half of them are directed.
    fn follow_shuffle(&mut self, from: usize, said: Shuffling) {
        for n in from..self.events.len() {
            let What::Shuffled { all } = self.events[n].what else { continue };
            assert_eq!(all, said == Shuffling::All, "{}: other cards were shuffled", self.game.id);
            self.house.counts_agree(&*self.table).unwrap();
            if self.narrow {
                few_faces(self.house.undealt(&*self.table), &mut self.chance);
            } else if self.chance.one_in(2) {
                direct(self.house.undealt(&*self.table), &mut self.chance);
            }
        }
    }

    /// All current offers of the table, cached until something changes.
    pub fn offers(&mut self) -> Rc<Vec<Offer>> {
        let gathered = self.offered.take().unwrap_or_else(|| {
            let mut offers = Vec::new();
            self.table.offers(&mut |offer| offers.extend(offer.each()));
            Rc::new(offers)
        });
        self.offered = Some(Rc::clone(&gathered));
        gathered
    }

    /// Whether the game has this kind of event.
    pub fn knows(&self, event: &str) -> bool {
        self.game.vocabulary.events.contains(&event)
    }

    /// Plays until that many rounds have ended.
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

    /// Plays one step: usually what is due, sometimes a mishap, sometimes nonsense.
    pub fn step(&mut self) {
        self.phases.push(self.table.phase());
        let asking = matches!(self.table.due(), Due::Choice { .. } | Due::Choices { .. } | Due::Step(_));
        if !self.narrow && self.chance.one_in(if asking { 8 } else { 60 }) {
            self.probe();
        }
        if self.goes_wrong() && self.report_irregularity() {
            return;
        }
        // Where others play on for a patron who leaves, patrons leave during rounds too.
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
        match self.table.due() {
            Due::Bets { closes } => self.bets(Closing::Step(closes)),
            Due::Choice { patron, spot } => self.choice(patron, spot),
            Due::Choices { closes, .. } => {
                let taken = self.chance.one_in(2) && self.take_one(|o| is_choice(o) || is_about_a_wager(o));
                if !taken {
                    self.send(Actor::DEALER, Input::Step(closes)).unwrap();
                }
            }
            Due::Cut => self.cut(),
            Due::Card { to, up } => self.card(to, up),
            // Where no step closes the bets, the dice do.
            Due::Roll { .. } if self.offers().iter().any(is_about_a_wager) => self.bets(Closing::Roll),
            Due::Roll { .. } if self.chance.one_in(4) && self.take_one(is_step) => {}
            Due::Step(_) if self.chance.one_in(3) && self.take_one(is_about_a_wager) => {}
            Due::Approval { by, .. } => self.approve(by),
            Due::Ruling { rank } => self.rule(rank),
            _ => self.house_answers(),
        }
    }

    /// The house gives its usual answer, or another one that the table must accept too.
    fn house_answers(&mut self) {
        let answer = self.house.answer(&*self.table).unwrap();
        let Some((Actor::Staff(rank), input)) = answer else { panic!("{:?}", self.table.due()) };
        if let Input::Granted { meter, stands, amount } = input {
            // One cent too many is not the requested share.
            let wrong = Input::Granted { meter, stands, amount: amount + Money::minor(1) };
            self.send(Actor::Staff(rank), wrong).unwrap_err();
        }
        let input = match input {
            Input::Shuffled { .. } => Input::Shuffled { cut_card: self.any_cut_card() },
            Input::Turn { place, card } => Input::Turn { place, card: self.turned(place, card) },
            Input::Roll(dice) => Input::Roll(self.loaded(dice)),
            Input::Answer { yes } => {
                let wrong = self.irregular_in > 0 && self.chance.one_in(6);
                Input::Answer { yes: yes != wrong }
            }
            other => other,
        };
        self.by_rank(rank, input);
    }

    /// The approver who is due approves; sometimes withholds, whether or not that is possible.
    fn approve(&mut self, by: Approver) {
        if self.chance.one_in(4) && self.irregular_in > 0 {
            let withheld = Input::Approve { yes: false, person: Person(1) };
            let actor = if self.chance.one_in(2) { Actor::Surveillance } else { Actor::Staff(Rank::Shift) };
            if self.send(actor, withheld).is_ok() {
                return;
            }
        }
        match by {
            Approver::Staff(rank) => self.by_rank(rank, Input::APPROVED),
            Approver::Surveillance => self.send(Actor::Surveillance, Input::APPROVED).unwrap(),
        }
    }

    fn any_cut_card(&mut self) -> Option<u16> {
        let pack = self.config.pack().len() - self.habits.behind;
        if self.narrow && !self.chance.one_in(4) {
            return Some(1);
        }
        (!self.chance.one_in(4)).then(|| 1 + u16::try_from(self.chance.below(pack.into())).unwrap())
    }

    /// The floor lets play continue or voids the round; the first that is granted applies.
    fn rule(&mut self, rank: Rank) {
        let mut acts = [RulingAct::GoOn, RulingAct::VoidRound];
        self.chance.shuffle(&mut acts);
        let actor = Actor::Staff(rank);
        if self.send(actor, Input::Ruling(acts[0])).is_err() {
            self.send(actor, Input::Ruling(acts[1])).unwrap();
        }
    }

    /// The input comes from the person the table expects; sometimes a dealer without the rank tries first.
    fn by_rank(&mut self, rank: Rank, input: Input) {
        if rank > Rank::Dealer && self.chance.one_in(3) {
            self.send(Actor::DEALER, input).unwrap_err();
        }
        if let Err(refusal) = self.send(Actor::Staff(rank), input) {
            let from = self.events.len().saturating_sub(40);
            panic!("{input:?} was due and refused: {refusal}\n{}", crate::transcript(&self.events[from..]));
        }
    }

    /// In some sessions sevens are rare or pairs frequent.
    fn loaded(&mut self, dice: TwoDice) -> TwoDice {
        let again = match self.loaded {
            1 => dice.total() == 7,
            2 => !dice.is_pair() && dice.total() != 7,
            _ => false,
        };
        if again && !self.chance.one_in(3) { self.house.chance.two_dice() } else { dice }
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

    /// Closes the bets. They stay open where closing is refused, for example without any bet.
    fn close(&mut self, closing: Closing) {
        match closing {
            Closing::Step(step) => drop(self.send(Actor::DEALER, Input::Step(step))),
            Closing::Roll => self.house_answers(),
        }
    }

    /// Makes an offered bet: often one of the favourites, usually by a patron who is at the table already.
    fn bet(&mut self) {
        let favoured = self.chance.one_in(2) || (self.narrow && !self.chance.one_in(8));
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

    /// A patron bets on a box where others have bet.
    fn join_a_box(&mut self) -> bool {
        let there: Vec<u8> = self.table.wagers().iter().map(|wager| wager.spot.box_number).collect();
        let habits = self.habits;
        self.take_one(|offer| {
            let Ask::Bet { box_number, wager, .. } = offer.ask else { return false };
            offer.by == By::AnyPatron && there.contains(&box_number) && habits.favours(wager)
        })
    }

    /// Something about the table changes without being due.
    fn something_changes(&mut self) -> bool {
        let mut there: Vec<Patron> = self.table.wagers().iter().map(|wager| wager.patron).collect();
        there.retain(|patron| !self.has_left(*patron));
        let mut changes = vec![("dealer-changed", Input::NewDealer), ("cut-card-reached", Input::CutCard)];
        if !there.is_empty() {
            changes.push(("left", Input::Leave { patron: *self.chance.pick(&there) }));
        }
        let (event, input) = *self.chance.pick(&changes);
        if !self.knows(event) {
            return false;
        }
        // A wager that a dispute restores may be that of a patron who has gone.
        let sent = self.send(Actor::DEALER, input);
        if let Err(refusal) = sent {
            assert_eq!(refusal.name, "not-at-table", "{refusal}");
        }
        sent.is_ok()
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
        self.house_answers();
    }

    /// Lays the card arranged for this place, even if none is due.
    pub(crate) fn lay_arranged(&mut self, to: Place) {
        self.bring_arranged(to);
        let card = self.house.next_card(&*self.table).unwrap();
        self.send(Actor::DEALER, Input::Card { to, face: Face::Up(card) }).unwrap();
    }

    /// Brings the card arranged for this place to the top of the shoe; one arranged for another place stays.
    fn bring_arranged(&mut self, to: Place) {
        if self.arranged.is_empty() {
            return;
        }
        let here = self.arranged.iter().position(|(place, _)| *place == to);
        let here = here.map(|at| self.arranged.remove(at).1);
        let kept = |card: &Card| self.arranged.iter().any(|(_, arranged)| arranged == card);
        let undealt = self.house.undealt(&*self.table);
        let found = undealt.iter().position(|card| here.map_or(!kept(card), |here| *card == here));
        undealt.swap(found.expect("an arranged card is in the shoe"), 0);
    }

    /// The card that is turned. A card that a device has read cannot become another; an unread one may turn
    /// out to be one that the shoe cannot hold.
    fn turned(&mut self, place: Place, card: Card) -> Card {
        let hidden = self.table.layout().at(place).find(|laid| !laid.face.is_up());
        let read = hidden.is_some_and(|laid| laid.face != Face::Unread);
        if read && card != Card::JOKER && self.chance.one_in(20) {
            self.send(Actor::DEALER, Input::Turn { place, card: Card::JOKER }).unwrap_err();
        }
        let foreign = !read && self.irregular_in > 0 && self.chance.one_in(100);
        if foreign { self.card_shown().unwrap_or(Card::JOKER) } else { card }
    }

    fn choice(&mut self, patron: Patron, spot: Spot) {
        let offers = self.offers();
        if self.prefer.is_empty() && self.chance.one_in(25) {
            let silence = offers.iter().any(|offer| offer.by_default && is_choice(offer));
            let lapsed = self.send(Actor::DEALER, Input::Lapse { patron: None, spot });
            assert_eq!(lapsed.is_ok(), silence, "silence at {spot}: {lapsed:?}");
            return;
        }
        // Where bets are open beside the choice, some patrons bet first: the choice may depend on it.
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

/// What closes the bets.
#[derive(Clone, Copy)]
enum Closing {
    Step(StepId),
    Roll,
}

/// Whether the offer is a step of staff.
fn is_step(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Step(_))
}

/// Whether the offer is a decision.
fn is_choice(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Choose { .. } | Ask::Pick { .. })
}

/// Whether the offer is about money on the layout.
pub fn is_about_a_wager(offer: &Offer) -> bool {
    matches!(offer.ask, Ask::Bet { .. } | Ask::TakeBack { .. } | Ask::Work { .. })
}
