//! Playing a scenario on a real table and holding it to what it expects.

use super::ast::{Act, Awaited, RulingText, Scenario, Statement};
use super::expect::{self, Found};
use super::report::{Report, Step};
use crate::awaits::{Ask, By, Due};
use crate::event::{Event, What};
use crate::input::{Input, RulingAct};
use crate::layout::{Face, Place, Spot};
use crate::people::{Actor, Patron, Person, Rank};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::table::{AnyTable, Game, Vocabulary};
use crate::wager::{Beneficiary, Wager};
use crate::wire::Message;
use crate::words::{ChoiceId, IrregularityId, MeterId, StepId, WagerId};
use felt::{Currency, Money};
use rulebook::TableDraft;
use std::collections::BTreeSet;

/// How games are found: the registry lies above this crate.
pub type Find<'a> = &'a dyn Fn(&str) -> Option<&'static Game>;

/// Why a statement could not be carried out as written.
type Trouble = String;

/// Plays one scenario.
pub fn run(scenario: &Scenario, find: Find<'_>) -> Report {
    let mut runner = Runner { find, open: None, report: Report::new(scenario), step: Vec::new() };
    for statement in &scenario.statements {
        runner.statement(statement);
    }
    runner.finish();
    runner.report
}

struct Open {
    game: &'static Game,
    table: Box<dyn AnyTable>,
    currency: Currency,
    shuffled: bool,
}

struct Runner<'a> {
    find: Find<'a>,
    open: Option<Open>,
    report: Report,
    /// The events of the statement being played.
    step: Vec<Event>,
}

impl Runner<'_> {
    fn statement(&mut self, statement: &Statement) {
        self.step.clear();
        let mut step = Step::new(statement);
        let outcome = self.play(statement, &mut step);
        if let Err(trouble) = outcome {
            step.problems.push(trouble);
        }
        step.events = self.step.clone();
        self.report.take(step);
    }

    fn play(&mut self, statement: &Statement, step: &mut Step) -> Result<(), Trouble> {
        if let Act::Table { game, settings } = &statement.act {
            return self.open_table(game, settings, statement, step);
        }
        if self.open.is_none() {
            return Err("a scenario opens its table first: `table ohio/blackjack`".into());
        }
        if let Act::Expect { patron, spot, lines } = &statement.act {
            let currency = self.open()?.currency;
            let wanted = expect::Wanted { patron: *patron, spot: *spot, lines, currency };
            let Found { evidence, problems } = expect::compare(&wanted, statement, &mut self.report.pending);
            step.evidence = evidence;
            step.problems = problems;
            return Ok(());
        }
        if !matches!(statement.act, Act::Awaits(_)) {
            self.supply(&statement.act)?;
        }
        match self.act(&statement.act) {
            Ok(None) if statement.refused => Err("this was to be refused, and the table granted it".into()),
            Ok(None) => self.check_rules(statement, step),
            Ok(Some(refusal)) => self.check_refusal(statement, refusal, step),
            Err(trouble) => Err(trouble),
        }
    }

    /// Every rule named on a statement must be cited by an event it caused, and none that stands after a `!`.
    fn check_rules(&self, statement: &Statement, step: &mut Step) -> Result<(), Trouble> {
        let cited: BTreeSet<&str> = self.step.iter().flat_map(Event::rules).map(|rule| rule.id()).collect();
        for rule in &statement.rules {
            if let Some(rule) = rule.strip_prefix('!') {
                if cited.contains(rule) {
                    return Err(format!("{rule} was applied by this step"));
                }
                continue;
            }
            if !cited.contains(rule.as_str()) {
                let cited = cited.iter().copied().collect::<Vec<_>>().join(" ");
                return Err(format!("{rule} was not applied by this step; applied: {cited}"));
            }
            step.evidence.insert(rule.clone());
        }
        Ok(())
    }

    fn check_refusal(&self, statement: &Statement, refusal: Refusal, step: &mut Step) -> Result<(), Trouble> {
        step.refusal = Some(refusal);
        step.due = self.open.as_ref().map(|open| open.table.due());
        if !statement.refused {
            return Err(format!("the table refused this: {refusal}"));
        }
        let cited: BTreeSet<String> = refusal.cites.iter().map(|rule| rule.id().to_owned()).collect();
        let expected: BTreeSet<String> = statement.rules.iter().cloned().collect();
        if cited != expected {
            return Err(format!("refused as `{refusal}`, which cites other rules"));
        }
        step.evidence = expected;
        Ok(())
    }

    fn open_table(
        &mut self,
        id: &str,
        settings: &str,
        statement: &Statement,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let game = (self.find)(id).ok_or_else(|| format!("no game is called `{id}`"))?;
        let book = game.book().map_err(|findings| list(&findings))?;
        let mut draft = TableDraft::with_defaults(&book);
        draft.set_words(&book, settings, Some(statement.line));
        let config = match (draft.check(&book), statement.refused) {
            (Ok(config), false) => config,
            (Ok(_), true) => return Err("this table was to be refused, and lint accepts it".into()),
            (Err(findings), false) => return Err(list(&findings)),
            (Err(findings), true) => {
                let cited: BTreeSet<String> = findings.iter().filter_map(|f| f.rule.clone()).collect();
                for rule in &statement.rules {
                    if !cited.contains(rule) {
                        return Err(format!("refused, but not by {rule}: {}", list(&findings)));
                    }
                    step.evidence.insert(rule.clone());
                }
                self.report.game = id.to_owned();
                step.findings = findings.iter().map(ToString::to_string).collect();
                return Ok(());
            }
        };
        let table = (game.open)(&book, &config).map_err(|error| error.to_string())?;
        self.report.game = id.to_owned();
        self.report.records.push(Record::of(game, &book, &config, None));
        self.report.currency = Some(book.currency);
        self.open = Some(Open { game, table, currency: book.currency, shuffled: false });
        Ok(())
    }

    fn open(&mut self) -> Result<&mut Open, Trouble> {
        self.open.as_mut().ok_or_else(|| "no table is open".into())
    }

    fn due(&mut self) -> Result<Due, Trouble> {
        Ok(self.open()?.table.due())
    }

    /// Sends an input and keeps what comes out.
    fn send(&mut self, actor: Actor, input: Input) -> Result<Option<Refusal>, Trouble> {
        let open = self.open.as_mut().ok_or("no table is open")?;
        let (round, before) = (open.table.round(), self.step.len());
        match open.table.apply(actor, input, &mut self.step) {
            Ok(()) => {
                self.report.inputs.push((actor, input));
                if let Some(record) = self.report.records.last_mut() {
                    record.put(round, (actor, input), &self.step[before..]);
                }
                for event in &self.step[before..] {
                    if let What::Settled(line) = event.what {
                        self.report.pending.push_back(line);
                    }
                    open.shuffled |= matches!(event.what, What::Shuffled { .. });
                }
                Ok(None)
            }
            Err(refusal) => Ok(Some(refusal)),
        }
    }

    /// Sends an input that the scenario leaves unsaid because only one thing can be meant.
    fn send_unsaid(&mut self, actor: Actor, input: Input) -> Result<(), Trouble> {
        match self.send(actor, input)? {
            None => Ok(()),
            Some(refusal) => Err(format!("the step before this one was refused: {refusal}")),
        }
    }

    /// Supplies what has one ordinary course: the first shuffle, a cut, the discarded card, closing steps.
    fn supply(&mut self, act: &Act) -> Result<(), Trouble> {
        for _ in 0..64 {
            let due = self.due()?;
            let shuffled = self.open()?.shuffled;
            match (due, act) {
                (Due::Shuffle, Act::Shuffle { .. } | Act::Send(_) | Act::Leaves(_)) => return Ok(()),
                (Due::Shuffle, _) if !shuffled => {
                    self.send_unsaid(Actor::DEALER, Input::Shuffled { cut_card: None })?;
                }
                (Due::Cut, Act::Cuts(..) | Act::Send(_) | Act::Leaves(_) | Act::Rules(..)) => return Ok(()),
                // What somebody chooses about a box is not his answer to the cut.
                (Due::Cut, Act::Chooses { spot: Some(Spot { box_number: 1.., .. }), .. }) => {
                    self.supply_cut()?;
                }
                (Due::Cut, Act::Chooses { .. } | Act::Silent { .. }) => return Ok(()),
                (Due::Cut, _) => self.supply_cut()?,
                (Due::Card { to: Place::Rack, .. }, act) if !burns(act) => {
                    self.send_unsaid(Actor::DEALER, Input::Card { to: Place::Rack, face: Face::Unread })?;
                }
                (Due::Bets { closes }, Act::Deal(_) | Act::Roll(_) | Act::Spin(_) | Act::Wheel(_))
                | (Due::Choices { closes, .. }, Act::Peek(_)) => {
                    self.send_unsaid(Actor::DEALER, Input::Step(closes))?;
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn supply_cut(&mut self) -> Result<(), Trouble> {
        let open = self.open()?;
        let mut declining = Vec::new();
        open.table.offers(&mut |offer| {
            if let (By::Patron(patron), Ask::Choose { spot, choice }, true) =
                (offer.by, offer.ask, offer.by_default)
            {
                declining.push((patron, spot, choice));
            }
        });
        let depth = open.table.shoe().remaining() / 2;
        for (patron, spot, choice) in declining {
            let input = Input::Choose { patron, spot, choice, amount: None };
            self.send_unsaid(Actor::Patron(patron), input)?;
        }
        self.send_unsaid(Actor::DEALER, Input::Cut { depth })
    }

    /// Carries a statement out; a refusal is handed back to be judged.
    fn act(&mut self, act: &Act) -> Result<Option<Refusal>, Trouble> {
        let dealer = Actor::DEALER;
        match act {
            Act::Table { .. } | Act::Expect { .. } => Ok(None),
            Act::Bets { patron, box_number, beneficiary, wagers } => {
                self.bets(*patron, *box_number, *beneficiary, wagers)
            }
            Act::Found { patron, box_number, wagers } => self.found(*patron, *box_number, wagers),
            Act::TakesBack { patron, box_number, wager, amount } => {
                let patron = *patron;
                let (box_number, wager) = (self.box_of(patron, *box_number)?, self.wager(wager)?);
                let amount = amount.as_deref().map(|amount| self.money(amount)).transpose()?;
                self.send(Actor::Patron(patron), Input::TakeBack { patron, box_number, wager, amount })
            }
            Act::Calls { patron, box_number, wager, on } => {
                let patron = *patron;
                let (box_number, wager) = (self.box_of(patron, *box_number)?, self.wager(wager)?);
                self.send(Actor::Patron(patron), Input::Work { patron, box_number, wager, on: *on })
            }
            Act::Chooses { patron, spot, choice, amount, cards } => {
                self.chooses(*patron, *spot, choice, amount.as_deref(), cards)
            }
            Act::Silent { patron, spot } => {
                let spot = self.spot_of(*patron, *spot)?;
                self.send(dealer, Input::Lapse { patron: Some(*patron), spot })
            }
            Act::Leaves(patron) => self.send(Actor::Patron(*patron), Input::Leave { patron: *patron }),
            Act::Cuts(actor, depth) => self.send(*actor, Input::Cut { depth: *depth }),
            Act::Step(rank, step) => {
                let step = self.step_word(step)?;
                self.send(Actor::Staff(*rank), Input::Step(step))
            }
            Act::Approves(actor, yes) => {
                self.send(*actor, Input::Approve { yes: *yes, person: Person::default() })
            }
            Act::Permits(rank, patron) => self.send(Actor::Staff(*rank), Input::Permit { patron: *patron }),
            Act::Rules(rank, text) => self.rules(*rank, text),
            Act::Shuffle { cut_card } => self.send(dealer, Input::Shuffled { cut_card: *cut_card }),
            Act::Burn(face) => self.send(dealer, Input::Card { to: Place::Rack, face: *face }),
            Act::Deal(places) => self.deal(places),
            Act::Cards(place, faces) => {
                self.all(faces.iter().map(|face| Input::Card { to: *place, face: *face }))
            }
            Act::Turn(place, cards) => {
                self.all(cards.iter().map(|card| Input::Turn { place: *place, card: *card }))
            }
            Act::Peek(yes) => self.send(dealer, Input::Answer { yes: *yes }),
            Act::Roll(dice) => self.send(dealer, Input::Roll(*dice)),
            Act::RollThree(dice) => self.send(dealer, Input::RollThree(*dice)),
            Act::Spin(pocket) => self.send(dealer, Input::Spin(*pocket)),
            Act::Wheel(section) => self.send(dealer, Input::WheelStopped(*section)),
            Act::Meter(meter, amount) => {
                let known = self.vocabulary()?.meters;
                let meter = find_word(known, MeterId::word, meter, "meter")?;
                let amount = self.money(amount)?;
                self.send(dealer, Input::Meter { meter, amount })
            }
            Act::CutCard => self.send(dealer, Input::CutCard),
            Act::NewDealer => self.send(dealer, Input::NewDealer),
            Act::Report { by, kind, place, card } => {
                let kind = self.irregularity(kind)?;
                self.send(Actor::Staff(*by), Input::Irregular { kind, place: *place, card: *card })
            }
            Act::Send(text) => {
                let Message { by, input } = Message::from_json(text, self.vocabulary()?)
                    .map_err(|error| format!("this is no input to the table: {error}"))?;
                self.send(by, input)
            }
            Act::Sees(audience, place, faces) => {
                let table = &self.open()?.table;
                let seen: Vec<Face> =
                    table.layout().at(*place).map(|card| card.face_for(*audience)).collect();
                if &seen == faces {
                    return Ok(None);
                }
                let seen = seen.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                Err(format!("{audience} sees at {place}: {seen}"))
            }
            Act::Awaits(awaited) => self.awaits(awaited).map(|()| None),
        }
    }

    fn all(&mut self, inputs: impl Iterator<Item = Input>) -> Result<Option<Refusal>, Trouble> {
        for input in inputs {
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn bets(
        &mut self,
        patron: Patron,
        box_number: u8,
        beneficiary: Beneficiary,
        wagers: &[(String, String)],
    ) -> Result<Option<Refusal>, Trouble> {
        for (wager, stake) in wagers {
            let (wager, stake) = (self.wager(wager)?, self.money(stake)?);
            let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
            if let Some(refusal) = self.send(Actor::Patron(patron), input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn found(
        &mut self,
        patron: Patron,
        box_number: u8,
        wagers: &[(String, String)],
    ) -> Result<Option<Refusal>, Trouble> {
        for (wager, stake) in wagers {
            let (wager, stake) = (self.wager(wager)?, self.money(stake)?);
            let input = Input::Found { patron, box_number, wager, stake };
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn chooses(
        &mut self,
        patron: Patron,
        spot: Option<Spot>,
        choice: &str,
        amount: Option<&str>,
        cards: &[Face],
    ) -> Result<Option<Refusal>, Trouble> {
        let choice = self.choice(choice)?;
        let spot = self.spot_of(patron, spot)?;
        let amount = amount.map(|amount| self.money(amount)).transpose()?;
        let input = Input::Choose { patron, spot, choice, amount };
        if let Some(refusal) = self.send(Actor::Patron(patron), input)? {
            return Ok(Some(refusal));
        }
        for face in cards {
            let Due::Card { to, .. } = self.due()? else {
                return Err(format!("{face} follows, but no card is due"));
            };
            self.send_unsaid(Actor::DEALER, Input::Card { to, face: *face })?;
        }
        Ok(None)
    }

    /// Feeds the first deal, card by card, as the table asks for it.
    fn deal(&mut self, places: &[(Place, Vec<Face>)]) -> Result<Option<Refusal>, Trouble> {
        let mut rest: Vec<(Place, std::slice::Iter<'_, Face>)> =
            places.iter().map(|(place, faces)| (*place, faces.iter())).collect();
        let mut up_card = None;
        loop {
            let due = self.due()?;
            let input = match due {
                Due::Card { to: Place::Rack, .. } => Input::Card { to: Place::Rack, face: Face::Unread },
                Due::Card { to, up } => {
                    let next = rest.iter_mut().find(|(place, _)| *place == to).and_then(|(_, f)| f.next());
                    let Some(face) = next.copied() else { break };
                    match face {
                        // The dealer's first card is laid face down and turned when the second lies.
                        Face::Up(card) if to == Place::Dealer && !up && self.dealer_has_none()? => {
                            up_card = Some(card);
                            Input::Card { to, face: Face::Unread }
                        }
                        face => Input::Card { to, face },
                    }
                }
                Due::Turn { place: Place::Dealer } => match up_card.take() {
                    Some(card) => Input::Turn { place: Place::Dealer, card },
                    None => break,
                },
                _ => break,
            };
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        for (place, faces) in &rest {
            if faces.len() > 0 {
                let due = crate::explain::explain_due(&self.due()?);
                return Err(format!(
                    "{} cards for {place} are left over; the table awaits: {due}",
                    faces.len()
                ));
            }
        }
        Ok(None)
    }

    fn dealer_has_none(&mut self) -> Result<bool, Trouble> {
        Ok(self.open()?.table.layout().at(Place::Dealer).next().is_none())
    }

    fn rules(&mut self, rank: Rank, text: &RulingText) -> Result<Option<Refusal>, Trouble> {
        let act = match text {
            RulingText::Act(act) => *act,
            RulingText::Award(patron, amount) => {
                RulingAct::Award { patron: *patron, amount: self.money(amount)? }
            }
        };
        self.send(Actor::Staff(rank), Input::Ruling(act))
    }

    fn awaits(&mut self, awaited: &Awaited) -> Result<(), Trouble> {
        match awaited {
            Awaited::Phase(phase) => {
                let table = &self.open()?.table;
                if table.phase() == phase {
                    return Ok(());
                }
                let due = crate::explain::explain_due(&table.due());
                Err(format!("the table is at `{}` and awaits: {due}", table.phase()))
            }
            Awaited::Choices(patron, spot, choices) => {
                let spot = self.spot_of(*patron, *spot)?;
                let mut offered = BTreeSet::new();
                self.open()?.table.offers(&mut |offer| {
                    if let Ask::Choose { spot: about, choice } = offer.ask
                        && about == spot
                        && offer.by == By::Patron(*patron)
                    {
                        offered.insert(choice.word());
                    }
                });
                let wanted: BTreeSet<&str> = choices.iter().map(String::as_str).collect();
                if offered == wanted {
                    return Ok(());
                }
                let offered = offered.into_iter().collect::<Vec<_>>().join(", ");
                Err(format!("offered to {patron} at {spot}: {offered}"))
            }
        }
    }

    /// The hand meant: the one named, the one being asked, or the patron's only box.
    fn spot_of(&mut self, patron: Patron, spot: Option<Spot>) -> Result<Spot, Trouble> {
        if let Some(spot) = spot {
            return Ok(spot);
        }
        let open = self.open()?;
        match open.table.due() {
            Due::Choice { patron: asked, spot } if asked == patron => return Ok(spot),
            Due::Cut => return Ok(Spot { box_number: 0, hand: 1 }),
            _ => {}
        }
        let boxes_of = |counts: &dyn Fn(&Wager) -> bool| -> BTreeSet<u8> {
            let own = open.table.wagers().iter().filter(|wager| wager.patron == patron && counts(wager));
            own.map(|wager| wager.spot.box_number).collect()
        };
        // Where nothing lies there any more, the box is meant from which the last wager went.
        let lying = boxes_of(&|wager| wager.on_layout());
        let boxes = if lying.is_empty() { boxes_of(&|_| true) } else { lying };
        match boxes.iter().copied().collect::<Vec<_>>().as_slice() {
            [one] => Ok(Spot::first(*one)),
            [] => Err(format!("{patron} has no wager; say which hand, as `{patron} at 1 ...`")),
            _ => Err(format!("{patron} has several boxes; say which hand, as `{patron} at 1 ...`")),
        }
    }

    fn box_of(&mut self, patron: Patron, named: Option<u8>) -> Result<u8, Trouble> {
        match named {
            Some(number) => Ok(number),
            None => self.spot_of(patron, None).map(|spot| spot.box_number),
        }
    }

    fn money(&mut self, text: &str) -> Result<Money, Trouble> {
        self.open()?.currency.parse(text).map_err(|error| error.to_string())
    }

    fn vocabulary(&mut self) -> Result<&'static Vocabulary, Trouble> {
        Ok(self.open()?.game.vocabulary)
    }

    fn wager(&mut self, word: &str) -> Result<WagerId, Trouble> {
        find_word(self.vocabulary()?.wagers, WagerId::word, word, "wager")
    }

    fn choice(&mut self, word: &str) -> Result<ChoiceId, Trouble> {
        find_word(self.vocabulary()?.choices, ChoiceId::word, word, "choice")
    }

    fn step_word(&mut self, word: &str) -> Result<StepId, Trouble> {
        find_word(self.vocabulary()?.steps, StepId::word, word, "step")
    }

    fn irregularity(&mut self, word: &str) -> Result<IrregularityId, Trouble> {
        let known: Vec<IrregularityId> = self.vocabulary()?.irregularities.iter().map(|i| i.id).collect();
        find_word(&known, IrregularityId::word, word, "irregularity")
    }

    fn finish(&mut self) {
        if self.report.game.is_empty() {
            self.report.problems.push("no table was opened: this shows nothing".into());
        }
        let Some(currency) = self.report.currency else { return };
        let pending: Vec<_> = self.report.pending.drain(..).collect();
        for line in pending {
            let text = crate::explain::explain_line(&line, currency);
            self.report.problems.push(format!("not expected: {text}   {}", line.cites));
        }
    }
}

/// Whether the statement deals with the discarded card itself.
fn burns(act: &Act) -> bool {
    match act {
        Act::Step(_, step) => return step == "cut-again",
        // Community cards are never the discarded card itself.
        Act::Cards(place, _) => return *place != Place::Board,
        _ => {}
    }
    matches!(
        act,
        Act::Burn(_)
            | Act::Report { .. }
            | Act::Found { .. }
            | Act::NewDealer
            | Act::Send(_)
            | Act::Leaves(_)
            | Act::Sees(..)
            | Act::Rules(..)
    )
}

fn find_word<T: Copy>(
    known: &[T],
    word_of: fn(T) -> &'static str,
    word: &str,
    what: &str,
) -> Result<T, Trouble> {
    known.iter().copied().find(|item| word_of(*item) == word).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|item| word_of(*item)).collect();
        format!("this game has no {what} `{word}`; it has: {}", words.join(", "))
    })
}

fn list(findings: &[rulebook::Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
