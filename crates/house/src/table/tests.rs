//! Tests of a table without a database: its units, and their replay.

use super::*;
use crate::account::AccountId;
use crate::dealer::LiveDealer;
use crate::ids::{Hash, Time};
use crate::patrons::{Whim, next_move, usual_table};
use engine::{Face, Input, What};
use rulebook::LayoutKind;

const ID: StreamId = StreamId(7);
const CAGE: StreamId = StreamId(1);

mod cards;
mod live;
mod nos;
mod places;

fn facts(game: &'static Game) -> Arc<TableFacts> {
    facts_of(game, Dealt::Computer, Clocks::all(Duration::from_secs(20)))
}

fn facts_of(game: &'static Game, dealt: Dealt, clocks: Clocks) -> Arc<TableFacts> {
    facts_by(game, usual_table(game).unwrap(), dealt, clocks)
}

/// Whether no card is ever face down and patrons make no decisions.
fn lies_open(game: &'static Game) -> bool {
    game.drawn().unwrap().kind == LayoutKind::Baccarat
        && usual_table(game).unwrap().option("dealing") != "patrons-hold"
}

fn facts_by(game: &'static Game, config: TableConfig, dealt: Dealt, clocks: Clocks) -> Arc<TableFacts> {
    let book = game.book().unwrap();
    let currency = config.currency.code.as_bytes().try_into().unwrap();
    Arc::new(TableFacts {
        id: ID,
        realm: Realm { operator: 1, property: 1, currency },
        name: format!("a table of {}", game.id),
        game,
        dictionary: dictionary(game, &book),
        config,
        book,
        dealt,
        clocks,
        cage: CAGE,
        links: Vec::new(),
    })
}

/// A table and all its committed units.
struct Played {
    table: TableStream,
    units: Vec<(Unit, Draft)>,
    /// How often a hidden card was on the table.
    hidden: usize,
    /// The clock, apart from the few microseconds that units take.
    now: i64,
}

fn request(person: i64, sender: Option<StreamId>, seq: i64, command: Command) -> Request {
    let key = Key::derived("test", &[seq]);
    Request { stream: ID, key, person: PersonId(person), sender, seen: seq, question: None, command }
}

impl Played {
    fn open(game: &'static Game) -> Played {
        Played::by(facts(game))
    }

    fn by(facts: Arc<TableFacts>) -> Played {
        let keys = Arc::new(KeyRing::generate().unwrap());
        let table = TableStream::open(facts, keys).unwrap();
        let mut played = Played { table, units: Vec::new(), hidden: 0, now: 0 };
        for patron in [Patron::A, Patron::B] {
            let person = PersonId(i64::from(patron.index()) + 1);
            let arrive = Command::Arrive { patron: Some(patron), person, amount: Money::minor(100_000_000) };
            played.send(0, Some(CAGE), arrive).unwrap();
        }
        played
    }

    fn send(&mut self, person: i64, sender: Option<StreamId>, command: Command) -> Result<(), Refused> {
        let seq = self.table.seq() + 1;
        let request = request(person, sender, seq - 1, command);
        let at = Time(self.now + seq);
        let draft = self.table.handle(&request, &Moment { seq, at, fed: None })?;
        let unit = Unit {
            stream: ID,
            seq,
            at,
            realm: self.table.realm(),
            person: request.person,
            sender: sender.unwrap_or(StreamId(0)),
            key: request.key,
            request: request.hash().unwrap(),
            body: draft.body.clone(),
            previous: Hash::NONE,
        };
        self.units.push((unit, draft));
        let down = |laid: &&engine::LaidCard| matches!(laid.face, Face::Down(_));
        self.hidden += self.table.face().layout().cards().filter(down).count();
        Ok(())
    }

    fn play(&mut self, units: usize, seed: u64) {
        let mut whim = Whim::new(seed);
        for _ in 0..units {
            let Some((by, input)) = next_move(&self.table, &mut whim) else { panic!("nobody is asked") };
            let person = crate::patrons::person_of(by).0;
            self.send(person, None, Command::Play { by, input }).unwrap();
        }
    }
}

#[test]
fn no_unit_says_a_face_that_nobody_may_see() {
    let (mut with_hidden, mut with_cards) = (0, 0);
    for game in games::GAMES {
        let mut played = Played::open(game);
        played.play(300, 11);
        with_cards += usize::from(!played.table.face().shoe().pack().is_empty() && !lies_open(game));
        let mut words = played.table.facts.dictionary.clone();
        for (unit, _) in &played.units {
            let body = Body::read(&unit.body, &mut words).unwrap();
            for (_, told) in &body.said {
                let face = matches!(told, Told::Plain(Input::Card { face: Face::Down(_), .. }));
                assert!(!face, "{}: unit {} says {told:?}", game.id, unit.seq);
            }
            for event in &body.events {
                let face = matches!(event.what, What::CardLaid { face: Face::Down(_), .. });
                assert!(!face, "{}: unit {} says {event:?}", game.id, unit.seq);
            }
        }
        with_hidden += usize::from(played.hidden > 100);
    }
    // Otherwise the test shows nothing. A game whose dealer has a single card, face up, hides nothing.
    assert!(with_hidden >= with_cards - 1, "{with_hidden} of {with_cards}");
}

#[test]
fn a_shoe_is_committed_to_before_its_first_bet_and_opened_after_its_last_card() {
    for game in games::GAMES {
        let mut played = Played::open(game);
        played.play(600, 5);
        let mut committed = BTreeMap::new();
        let mut staked = 0;
        for (_, draft) in &played.units {
            committed.extend(draft.shoes.iter().map(|shoe| (shoe.number, shoe.commitment)));
            for opened in &draft.opened {
                let order = opened.order.iter().map(|index| felt::Card::from_index((*index).into()).unwrap());
                let opening = chance::Opening {
                    salt: opened.salt,
                    table: played.table.facts.name.clone(),
                    shoe: u64::try_from(opened.number).unwrap(),
                    order: order.collect(),
                };
                let commitment = chance::Commitment(committed[&opened.number]);
                assert!(commitment.verify(&opening), "{}: shoe {}", game.id, opened.number);
            }
            for event in &draft.events {
                engine::transfers(event, &mut |moved| {
                    let lies = |account| matches!(account, engine::Account::Layout(_));
                    let (to, from) = (i64::from(lies(moved.to)), i64::from(lies(moved.from)));
                    staked += moved.amount.as_minor() * (to - from);
                });
                // A shuffle during a round happens only if the cards run out, which they do at no table here.
                let shuffled = matches!(event.what, What::Shuffled { .. });
                assert!(!shuffled || staked == 0, "{}: {} shoes", game.id, committed.len());
            }
        }
        let dice = played.table.face().shoe().pack().is_empty();
        assert_eq!(committed.is_empty(), dice, "{}", game.id);
    }
}

#[test]
fn units_play_again_byte_for_byte_and_move_the_same_money() {
    for game in games::GAMES {
        let mut played = Played::open(game);
        played.play(400, 3);
        let keys = Arc::clone(&played.table.keys);
        let mut again = TableStream::open(facts(game), keys).unwrap();
        for (_, draft) in &played.units {
            for shoe in &draft.shoes {
                let bound =
                    crate::secrets::Bound::Shoe { stream: ID, shoe: u64::try_from(shoe.number).unwrap() };
                let plain = again.keys.open(bound, &shoe.sealed).unwrap();
                let (salt, order) = plain.split_first_chunk::<32>().unwrap();
                again.shelve(SecretShoe { number: shoe.number, salt: *salt, order: order.to_vec() });
            }
        }
        for (unit, draft) in &played.units {
            let replayed = again.replay(unit).unwrap();
            assert_eq!(replayed.transfers, draft.transfers, "{}: unit {}", game.id, unit.seq);
            assert_eq!(replayed.events, draft.events, "{}: unit {}", game.id, unit.seq);
            assert_eq!(replayed.opened, draft.opened, "{}: unit {}", game.id, unit.seq);
        }
        assert_eq!(again.save().unwrap(), played.table.save().unwrap(), "{}", game.id);
        let kept = played.table.save().unwrap();
        let mut loaded = TableStream::load(facts(game), Arc::clone(&again.keys), &kept).unwrap();
        assert_eq!(loaded.save().unwrap(), kept, "{}", game.id);
    }
}

#[test]
fn the_books_hold_what_lies_on_the_table() {
    for game in games::GAMES {
        let mut played = Played::open(game);
        played.play(400, 9);
        let mut books: BTreeMap<AccountId, i64> = BTreeMap::new();
        for transfer in played.units.iter().flat_map(|(_, draft)| &draft.transfers) {
            *books.entry(transfer.debit).or_default() -= transfer.amount.as_minor();
            *books.entry(transfer.credit).or_default() += transfer.amount.as_minor();
        }
        assert_eq!(books.values().sum::<i64>(), 0);
        for (patron, seat) in played.table.seats() {
            use crate::account::Account;
            let of = |account: Account| books.get(&account.of(ID)).copied().unwrap_or(0);
            let lies = played.table.face().wagers().iter().filter(|wager| wager.on_layout());
            let lies: Money = lies.filter(|wager| wager.patron == *patron).map(|wager| wager.stake).sum();
            assert_eq!(of(Account::Stack(*patron)), seat.stack.as_minor(), "{}", game.id);
            assert_eq!(of(Account::Stake(*patron)), seat.staked.as_minor(), "{}", game.id);
            assert_eq!(seat.staked, lies, "{}", game.id);
        }
    }
}

/// Books a unit with only this event.
fn booked(table: &mut TableStream, what: What) -> Result<(), Refused> {
    table.book(&mut Work { events: vec![Event::new(what, engine::Cites::NONE)], ..Work::default() })
}

#[test]
fn numbers_that_the_ledger_has_no_room_for_are_a_fault() {
    let table = &mut Played::open(games::GAMES[0]).table;
    let most = i32::MAX.unsigned_abs();
    booked(table, What::RoundOpened { round: most }).unwrap();
    assert_eq!(table.memory.round, i32::MAX);
    let refused = booked(table, What::RoundOpened { round: most + 1 });
    assert_eq!(refused, Err(Refused::Fault("the ledger has no room for round 2147483648".to_owned())));

    let wager = engine::WagerId::new(&"main");
    let mut line = engine::Line::award(Patron::A, wager, Money::minor(100), engine::Cites::NONE);
    line.seq = i16::MAX.unsigned_abs() + 1;
    let refused = booked(table, What::Settled(line));
    assert_eq!(refused, Err(Refused::Fault("the ledger has no room for line 32768".to_owned())));
    // An amount that the table cannot hold is not turned into another amount.
    table.memory.tray.bank = -Money::MAX_KEPT;
    line.seq = 1;
    let refused = booked(table, What::Settled(line));
    assert!(matches!(refused, Err(Refused::Fault(_))), "{refused:?}");
    assert_eq!(table.memory.tray.bank, -Money::MAX_KEPT);
}

#[test]
fn chips_that_a_table_cannot_hold_go_back_as_they_came() {
    let mut played = Played::open(games::GAMES[0]);
    played.table.memory.tray.bank = Money::MAX_KEPT;
    played.table.memory.seats.get_mut(&Patron::A).unwrap().stack = Money::MAX_KEPT;
    let amount = Money::minor(1);
    for (patron, person) in [(None, PersonId::HOUSE), (Some(Patron::A), PersonId(1))] {
        played.send(0, Some(CAGE), Command::Arrive { patron, person, amount }).unwrap();
        let (_, draft) = played.units.last().unwrap();
        assert_eq!(draft.messages[0].command, Command::Return { person, amount });
        let (from, to) = (Account::Transit.of(CAGE), Account::Transit.of(ID));
        assert_eq!(draft.transfers, [crate::account::Transfer::plain(from, to, amount)]);
    }
    assert_eq!(played.table.memory.tray.bank, Money::MAX_KEPT);
    // The bank does not pay out what would take it out of range either.
    played.table.memory.tray.bank = -Money::MAX_KEPT;
    let refused = played.send(0, None, Command::Credit { amount });
    assert_eq!(refused, Err(Refused::TooMuch { amount: -amount, there: -Money::MAX_KEPT }));
}

/// A table of blackjack where the hole card was shown by mistake, as this person of the floor reports: the floor must
/// take note.
fn shown_by_mistake(reporter: i64) -> Played {
    let game = games::find("ohio/blackjack").unwrap();
    let clocks = Clocks::all(Duration::ZERO);
    // Where the house deals, no card can be shown by mistake.
    let mut played = Played::by(facts_of(game, Dealt::Live, clocks));
    let (mut dealer, mut whim) = (LiveDealer::new(4), Whim::new(4));
    while !matches!(played.table.face().due(), Due::Choice { .. }) {
        played.deal(&mut dealer, &mut whim);
    }
    // No scanner has read the card, so it may be any remaining card.
    let shoe = played.table.face().shoe();
    let hole = (0..52).filter_map(felt::Card::from_index).find(|card| shoe.can_be(*card));
    let kind =
        game.vocabulary.irregularities.iter().find(|kind| kind.id.word() == "hole-card-exposed").unwrap().id;
    let input = Input::Irregular { kind, place: None, card: hole };
    played.send(reporter, None, Command::Play { by: FLOOR, input }).unwrap();
    assert!(matches!(played.table.face().due(), Due::Approval { .. }));
    played
}

const FLOOR: Actor = Actor::Staff(engine::Rank::Floor);

fn approve_as(person: u32) -> Command {
    Command::Play { by: FLOOR, input: Input::Approve { yes: true, person: engine::Person(person) } }
}

#[test]
fn the_reporter_of_an_event_cannot_approve_it_under_any_name() {
    let mut played = shown_by_mistake(102);
    let refused = played.send(102, None, approve_as(103)).unwrap_err();
    let Refused::ByRule(refusal) = &refused else { panic!("{refused}") };
    assert_eq!(*refusal.as_ref(), engine::Refusal::not_yours("same-person"));
    assert!(played.send(0, None, approve_as(103)).is_err(), "the house approves nothing");
    // After a restart they are still the same person.
    let kept = played.table.save().unwrap();
    let (facts, keys) = (Arc::clone(&played.table.facts), Arc::clone(&played.table.keys));
    played.table = TableStream::load(facts, keys, &kept).unwrap();
    assert_eq!(played.table.save().unwrap(), kept);
    played.send(102, None, approve_as(103)).unwrap_err();
    // An unrelated input in between changes nothing.
    played.send(100, None, Command::Play { by: Actor::DEALER, input: Input::NewDealer }).unwrap();
    played.send(102, None, approve_as(0)).unwrap_err();
    played.send(103, None, approve_as(102)).unwrap();
    let (unit, _) = played.units.last().unwrap();
    let body = Body::read(&unit.body, &mut played.table.facts.dictionary.clone()).unwrap();
    let told = Input::Approve { yes: true, person: engine::Person(103) };
    assert_eq!(body.said[0], (FLOOR, Told::Plain(told)), "the journal names who did it");
    assert!(played.table.reporters.is_empty());
}
