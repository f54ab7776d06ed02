//! Carries out a command at a table, and what the house then does until it needs a decision.

use super::{Body, SecretShoe, TableStream, Told, Work, is_plain, message_key, shoe_number};
use crate::account::{Account, Transfer, held_after};
use crate::cage::checked;
use crate::ids::{PersonId, Time};
use crate::secrets::Bound;
use crate::stream::{Command, Draft, Envelope, Lost, Moment, NotHere, OpenedShoe, Refused, Request, ShoeRow};
use crate::unit::Unit;
use chance::Sealed;
use engine::{Actor, AnyTable, Ask, Beneficiary, Driven, Due, Event, Face, Input, Patron, Refusal, Spot};
use felt::{Card, Money};

/// A table that records its inputs while it is driven.
struct Logged<'t> {
    table: &'t mut dyn AnyTable,
    said: &'t mut Vec<(Actor, Told)>,
}

impl Driven<Vec<Event>> for Logged<'_> {
    fn face(&self) -> &dyn AnyTable {
        &*self.table
    }

    fn tell(&mut self, actor: Actor, input: Input, out: &mut Vec<Event>) -> Result<(), Refusal> {
        self.table.apply(actor, input, out)?;
        self.said.push((actor, Told::of(input)));
        Ok(())
    }
}

impl TableStream {
    /// Carries out a command.
    pub(super) fn carry_out(
        &mut self,
        request: &Request,
        moment: &Moment,
        work: &mut Work,
    ) -> Result<(), Refused> {
        match &request.command {
            Command::Play { by, input } => {
                self.check_cards(input, moment.at)?;
                self.check_place(input, moment.at)?;
                self.played(request, *by, *input, work)
            }
            Command::NewCards => self.put_new_cards(work),
            Command::Expire { asked } => self.expired(*asked, work),
            Command::Granted { message, stands, amount, .. } => {
                if let (Due::Meter { meter, .. }, true) =
                    (self.table.due(), request.sender.is_some() && self.memory.feeding.asks(message))
                {
                    let input = Input::Granted { meter, stands: *stands, amount: *amount };
                    self.say(Actor::DEALER, input, work)?;
                }
                self.effects(request, moment.seq, work)
            }
            _ => {
                self.leave_with_all(request, work)?;
                self.effects(request, moment.seq, work)
            }
        }
    }

    /// Applies the effects of a command other than inputs; a replay applies them again.
    fn effects(&mut self, request: &Request, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let id = self.facts.id;
        match &request.command {
            Command::Play { .. } | Command::Expire { .. } | Command::NewCards => {}
            Command::Arrive { patron, person, amount } => {
                let from = request.sender.ok_or(Refused::NotHere(NotHere::ChipsFromCages))?;
                if *amount <= Money::ZERO {
                    return Err(Refused::NotHere(NotHere::ChipsNotPositive));
                }
                let to = match patron {
                    None => held_after(self.memory.tray.bank, *amount).ok().map(|bank| {
                        self.memory.tray.bank = bank;
                        Account::Bank
                    }),
                    Some(patron) => self.sit(*patron, *person, *amount).then_some(Account::Stack(*patron)),
                };
                // The place belongs to another person by now, or cannot hold the amount: the money goes back.
                let Some(to) = to else {
                    let back = Command::Return { person: *person, amount: *amount };
                    let transit = Account::Transit;
                    work.draft.transfers.push(Transfer::plain(transit.of(from), transit.of(id), *amount));
                    self.send_message(seq, 0, from, back, work);
                    return Ok(());
                };
                work.draft.transfers.push(Transfer::plain(Account::Transit.of(from), to.of(id), *amount));
            }
            Command::CashOut { patron, amount } => self.cash_out(request, *patron, *amount, seq, work)?,
            Command::Credit { amount } => {
                let amount = &checked(*amount)?;
                self.memory.tray.bank = held_after(self.memory.tray.bank, -*amount)?;
                let transfer = Transfer::plain(Account::Bank.of(id), Account::Transit.of(id), *amount);
                work.draft.transfers.push(transfer);
                let back = Command::Return { person: PersonId::HOUSE, amount: *amount };
                self.send_message(seq, 0, self.facts.cage, back, work);
            }
            Command::Granted { message, draw, .. } => {
                let from = request.sender.ok_or(Refused::NotHere(NotHere::GrantsFromMeters))?;
                if !self.awaits(message) {
                    return Err(Refused::NotHere(NotHere::NoGrantAsked));
                }
                if !self.memory.feeding.granted(message, *draw) {
                    work.withdrawn.push((from, *draw));
                }
                self.memory.outstanding.retain(|sent| sent.key != *message);
            }
            Command::Terms { number } => {
                let linked =
                    |meter: &crate::ids::StreamId| self.facts.links.iter().any(|link| link.meter == *meter);
                let meter = request.sender.filter(linked);
                let meter = meter.ok_or(Refused::NotHere(NotHere::TermsFromMeters))?;
                self.memory.feeding.learn(meter, *number);
            }
            Command::Received { message } => {
                self.memory.outstanding.retain(|sent| sent.key != *message);
            }
            Command::Close { reopen } => self.begin_closing(*reopen)?,
            _ => return Err(Refused::NotHere(NotHere::NotForTables)),
        }
        Ok(())
    }

    fn awaits(&self, message: &crate::ids::Key) -> bool {
        self.memory.outstanding.iter().any(|sent| sent.key == *message)
    }

    /// Gives a person their place and chips; false if the place is taken, or cannot hold that many.
    fn sit(&mut self, patron: Patron, person: PersonId, amount: Money) -> bool {
        let (round, now) = (self.memory.round, self.memory.seq + 1);
        let laid = super::closing::lies(&*self.table);
        let has_nothing = self.has_nothing(patron);
        let seat = self.memory.seats.entry(patron).or_insert(super::Seat::of(person, now));
        // A patron without chips keeps the place while their last round can still be ruled on: a ruling may give chips
        // back to them, or create a debt.
        if seat.person != person && has_nothing && (seat.touched < round || !laid) {
            *seat = super::Seat::of(person, now);
        }
        if seat.person != person {
            return false;
        }
        let Ok(stack) = held_after(seat.stack, amount) else { return false };
        seat.stack = stack;
        seat.touched = round;
        true
    }

    fn cash_out(
        &mut self,
        request: &Request,
        patron: Patron,
        amount: Option<Money>,
        seq: i64,
        work: &mut Work,
    ) -> Result<(), Refused> {
        let id = self.facts.id;
        let seat = self.memory.seats.get_mut(&patron).filter(|seat| seat.person == request.person);
        let seat = seat.ok_or(Refused::NotYours(patron))?;
        let amount = amount.unwrap_or(seat.stack);
        if amount <= Money::ZERO || amount > seat.stack {
            return Err(Refused::NoMoney { wanted: amount, there: seat.stack });
        }
        seat.stack -= amount;
        seat.touched = self.memory.round;
        let person = seat.person;
        let transfer = Transfer::plain(Account::Stack(patron).of(id), Account::Transit.of(id), amount);
        work.draft.transfers.push(transfer);
        self.send_message(seq, 0, self.facts.cage, Command::Return { person, amount }, work);
        Ok(())
    }

    pub(super) fn send_message(
        &mut self,
        seq: i64,
        item: i64,
        to: crate::ids::StreamId,
        command: Command,
        work: &mut Work,
    ) -> crate::ids::Key {
        let from = self.facts.id;
        let key = message_key(from, seq, item);
        let envelope = Envelope { from, to, key, command };
        self.memory.outstanding.push(envelope.clone());
        work.draft.messages.push(envelope);
        key
    }

    /// Applies an input of an actor.
    fn played(&mut self, request: &Request, by: Actor, input: Input, work: &mut Work) -> Result<(), Refused> {
        self.check_who_says(by, &input)?;
        // A late wager must not count for the next round, and a card that two devices report is one card.
        let asked = self.memory.asked;
        let late = self.answers_what_is_asked(&input) && request.seen < asked;
        // A command that names a question answers only that question, not another that looks the same.
        if late || request.question.is_some_and(|question| question != asked) {
            return Err(Refused::Conflict { since: asked });
        }
        // The house itself bets only against a patron's bank, and the table makes that wager. A bet in the house's name
        // that a person sends, and could take back, would stake house money without the house's consent.
        if matches!(input, Input::Bet { beneficiary: Beneficiary::House, .. }) {
            return Err(Refused::NotHere(NotHere::HouseBetsNot));
        }
        let input = self.in_his_name(request.person, input)?;
        let Actor::Patron(patron) = by else { return self.say(by, input, work) };
        let seat = self.memory.seats.get(&patron).filter(|seat| seat.person == request.person);
        let seat = *seat.ok_or(Refused::NotYours(patron))?;
        let stake = if let Input::Bet { stake, .. } = input { stake } else { Money::ZERO };
        if stake > seat.stack {
            return Err(Refused::NoMoney { wanted: stake, there: seat.stack });
        }
        // Only the game knows what a choice costs. So it is tried, and undone if the chips are not enough; this is not
        // necessary if the patron has many times what they have staked and named.
        let named = if let Input::Choose { amount: Some(amount), .. } = input { amount } else { stake };
        let at_stake = seat.staked + named;
        let plenty = at_stake.is_positive() && seat.stack.as_minor() / 16 > at_stake.as_minor();
        let ends = self.closes() && matches!(input, Input::Bet { .. });
        let before = (!plenty || ends).then(|| self.table.boxed_clone());
        self.say(by, input, work)?;
        if let Some(before) = before.as_ref().filter(|_| ends)
            && !self.is_needed(&**before, patron, &work.events)
        {
            self.table = before.boxed_clone();
            return Err(Refused::NotHere(NotHere::LastRound));
        }
        let cost = super::books::cost(&work.events, patron);
        let cost = cost.ok_or_else(|| Refused::Fault("a choice costs more than is counted".to_owned()))?;
        if cost > seat.stack {
            let Some(before) = before else {
                return Err(Refused::Fault(format!("a choice cost {} minor units", cost.as_minor())));
            };
            self.table = before;
            return Err(Refused::NoMoney { wanted: cost, there: seat.stack });
        }
        Ok(())
    }

    pub(super) fn say(&mut self, by: Actor, input: Input, work: &mut Work) -> Result<(), Refused> {
        if self.is_live() {
            return self.say_live(by, input, work);
        }
        let mut logged = Logged { table: &mut *self.table, said: &mut work.said };
        Ok(self.driver.send(&mut logged, by, input, &mut work.events)?)
    }

    /// Answers an expired question as silence, in the platform's name.
    fn expired(&mut self, asked: i64, work: &mut Work) -> Result<(), Refused> {
        // Older builds counted each of several answers as a new question; an expiry in their journals names the last of
        // these.
        if !(self.memory.asked..=self.memory.seq).contains(&asked) {
            return Err(Refused::Conflict { since: self.memory.asked });
        }
        let due = self.table.due();
        // Silence about a hand is reported as a choice, if the game has a default one.
        let silent = match due {
            Due::Choice { spot, .. } => Some(spot),
            Due::Choices { .. } => self.default_spot(),
            Due::Cut => Some(Spot::TABLE),
            _ => None,
        };
        if let Some(spot) = silent {
            return self.say(Actor::DEALER, Input::Lapse { patron: None, spot }, work);
        }
        let (Due::Bets { closes } | Due::Choices { closes, .. } | Due::Roll { closes: Some(closes), .. }) =
            due
        else {
            return Err(Refused::NotHere(NotHere::NoQuestion));
        };
        let begins = self.offers_step(Ask::Step(closes));
        if self.closes() && matches!(due, Due::Bets { .. }) && (self.memory.unheard || !begins) {
            return self.hand_back(work);
        }
        if !begins {
            return Err(Refused::NotHere(NotHere::NotYetClosed));
        }
        self.say(Actor::DEALER, Input::Step(closes), work)
    }

    /// Returns the hand of the awaited decision, if the game has a default answer.
    fn default_spot(&self) -> Option<Spot> {
        let mut found = None;
        self.table.offers(&mut |offer| {
            if let (Ask::Choose { spot, .. }, true, None) = (offer.ask, offer.by_default, found) {
                found = Some(spot);
            }
        });
        found
    }

    fn offers_step(&self, wanted: Ask) -> bool {
        let mut offered = false;
        self.table.offers(&mut |offer| offered |= offer.ask == wanted);
        offered
    }

    /// Does everything that the house has to do. At a live-dealt table this is little: the dealer reports results and
    /// releases the other steps.
    pub(super) fn go_on(&mut self, work: &mut Work) -> Result<(), Refused> {
        if self.is_live() {
            return Ok(());
        }
        let fault = |fault: engine::Fault| Refused::Fault(fault.to_string());
        loop {
            match self.table.due() {
                // Wagers are open, or persons are asked.
                Due::Bets { .. }
                | Due::Choice { .. }
                | Due::Choices { .. }
                | Due::Roll { closes: Some(_), .. }
                | Due::Approval { .. }
                | Due::Decision { .. }
                | Due::Ruling { .. }
                | Due::Meter { .. } => return Ok(()),
                Due::Shuffle => {
                    self.memory.shoes += 1;
                    self.driver.chance.begin(shoe_number(self.memory.shoes).map_err(Refused::Fault)?);
                    let mut logged = Logged { table: &mut *self.table, said: &mut work.said };
                    self.driver.step(&mut logged, &mut work.events).map_err(fault)?;
                    self.seal_shoe(work)?;
                }
                _ => {
                    let mut logged = Logged { table: &mut *self.table, said: &mut work.said };
                    if self.driver.step(&mut logged, &mut work.events).map_err(fault)?.is_some() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Fixes the order of a shoe that was just shuffled, commits to it, and opens the previous shoe.
    fn seal_shoe(&mut self, work: &mut Work) -> Result<(), Refused> {
        let failed = |_| Refused::Fault("the source of chance has failed".to_owned());
        let order: Vec<Card> = self.driver.undealt(&*self.table).to_vec();
        let number = self.memory.shoes;
        let purpose = shoe_number(number).map_err(Refused::Fault)?;
        let source = self.driver.chance.source().ok_or_else(|| failed(()))?;
        let (commitment, sealed) = source.seal(&self.facts.name, purpose, &order).map_err(|_| failed(()))?;
        let shoe = SecretShoe::of(number, &sealed);
        let bound = Bound::Shoe { stream: self.facts.id, shoe: purpose };
        let sealed =
            self.keys.seal(bound, &shoe.plain()).map_err(|error| Refused::Fault(error.to_string()))?;
        work.commit_to(commitment.0);
        work.draft.shoes.push(ShoeRow { number, commitment: commitment.0, sealed });
        self.change_shoe(shoe, work);
        Ok(())
    }

    /// Brings a shoe into play. The previous one is no longer secret.
    fn change_shoe(&mut self, shoe: SecretShoe, work: &mut Work) {
        if let Some(done) = self.memory.shoe.replace(shoe) {
            let opened = OpenedShoe { number: done.number, salt: done.salt, order: done.order.clone() };
            work.draft.opened.push(opened);
        }
    }

    /// Books the events and writes the unit's body.
    pub(super) fn finish(
        &mut self,
        request: &Request,
        seq: i64,
        at: Time,
        mut work: Work,
    ) -> Result<Draft, Refused> {
        self.book(&mut work)?;
        self.feed(seq, &mut work)?;
        self.ask_meter(seq, &mut work)?;
        self.go_home(seq, &mut work)?;
        self.note_question(request, seq, &work);
        self.note_cards(request, at, &work);
        self.note_places(at, &work);
        self.open_scanned(&mut work);
        self.memory.seq = seq;
        let command = Some(&request.command).filter(|command| !is_plain(command));
        let body = Body::write(command, &work.said, &work.events, &mut self.words)
            .map_err(|error| Refused::Fault(error.to_string()))?;
        work.draft.body = body;
        work.draft.events = work.events;
        work.draft.what = request.command.name();
        Ok(work.draft)
    }

    /// Replays a stored unit.
    pub(super) fn play_again(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        let seq = unit.seq;
        let body = self.read(unit).map_err(|error| self.lost(seq, &error))?;
        let mut work = Work::default();
        let mut first = None;
        for (by, told) in &body.said {
            let input = self.tell_again(*by, *told, &mut work).map_err(|error| self.lost(seq, &error))?;
            first.get_or_insert(Command::Play { by: *by, input });
        }
        let command = body.command.or(first).ok_or_else(|| self.lost(seq, &"it has no command"))?;
        let sender = (unit.sender.0 != 0).then_some(unit.sender);
        let (stream, key, person) = (unit.stream, unit.key, unit.person);
        let request = Request { stream, key, person, sender, seen: seq, question: None, command };
        self.effects(&request, seq, &mut work).map_err(|error| self.lost(seq, &error))?;
        let draft = self.finish(&request, seq, unit.at, work).map_err(|error| self.lost(seq, &error))?;
        if draft.body != unit.body {
            return Err(self.lost(seq, &"it goes another way when it is played again"));
        }
        Ok(draft)
    }

    fn tell_again(&mut self, by: Actor, told: Told, work: &mut Work) -> Result<Input, String> {
        if let Some(commitment) = told.scan() {
            return self.scanned_again(by, told, commitment, work);
        }
        let input = match told {
            Told::Plain(input) => input,
            Told::Down(to) => {
                let card = self.driver.next_card(&*self.table).ok_or("there is no such card in the shoe")?;
                Input::Card { to, face: Face::Down(card) }
            }
            Told::Shuffled { cut_card, .. } => Input::Shuffled { cut_card },
            Told::Scanned { .. } | Told::ScannedAstray { .. } => return Err("nothing was scanned".to_owned()),
        };
        self.say(by, input, work).map_err(|refused| refused.to_string())?;
        if let Told::Shuffled { commitment, .. } = told {
            self.put_shoe(commitment, work)?;
        }
        Ok(input)
    }

    /// Puts the shoe of a stored shuffle into play, if it is the committed one.
    fn put_shoe(&mut self, commitment: [u8; 32], work: &mut Work) -> Result<(), String> {
        self.memory.shoes += 1;
        let number = self.memory.shoes;
        if self.closed == Some(number) {
            work.commit_to(commitment);
            return Ok(());
        }
        let shoe = self.shelf.remove(&number).ok_or_else(|| format!("shoe {number} is missing"))?;
        let order: Option<Vec<Card>> =
            shoe.order.iter().map(|index| Card::from_index(usize::from(*index))).collect();
        self.driver.chance.rests = true;
        let undealt = self.driver.undealt(&*self.table);
        let order = order.filter(|order| order.len() == undealt.len());
        let order = order.ok_or_else(|| format!("shoe {number} has other cards"))?;
        let purpose = shoe_number(number)?;
        if Sealed::new(&shoe.salt, &self.facts.name, purpose, &order).commitment().0 != commitment {
            return Err(format!("shoe {number} is not the one that was committed to"));
        }
        undealt.copy_from_slice(&order);
        self.driver.chance.rests = false;
        work.commit_to(commitment);
        work.draft.again.push((number, self.table.shoe().draws()));
        self.change_shoe(shoe, work);
        Ok(())
    }
}
