//! A table whose people fall silent: the clock alone ends every round. In memory, without a database.

use crate::support::{REALM, SINGAPORE};
use engine::{Ask, Due, Event, Game, Patron, What};
use felt::Money;
use house::ids::{Key, PersonId, StreamId, Time};
use house::patrons::{Whim, next_move};
use house::secrets::KeyRing;
use house::stream::{Command, Draft, Moment, Refused, Request, Stream};
use house::table::{Clocks, Dealt, TableFacts, TableStream, dictionary};
use rulebook::TableConfig;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

const TABLE: StreamId = StreamId(2);
const CAGE: StreamId = StreamId(1);
/// The time for a patron's decision.
const DECISIONS: Duration = Duration::from_secs(10);
/// More expiries than any round of any game has.
const MOST_EXPIRIES: usize = 100;

/// A table that gets commands without a shard around it.
struct Alone {
    table: TableStream,
    seq: i64,
}

impl Alone {
    fn new(game: &'static Game) -> Alone {
        let book = game.book().unwrap();
        let config = TableConfig::default_for(&book);
        let realm = if config.currency.code == "SGD" { SINGAPORE } else { REALM };
        let clocks = Clocks::of(Duration::from_secs(20), DECISIONS);
        let dictionary = dictionary(game, &book);
        let (name, links, dealt) = (game.id.to_owned(), Vec::new(), Dealt::Computer);
        let facts = TableFacts {
            id: TABLE,
            realm,
            name,
            game,
            book,
            config,
            dealt,
            clocks,
            cage: CAGE,
            dictionary,
            links,
        };
        let table = TableStream::open(Arc::new(facts), Arc::new(KeyRing::generate().unwrap())).unwrap();
        let mut alone = Alone { table, seq: 0 };
        for patron in [Patron::A, Patron::B] {
            let person = person(patron);
            let chips = Command::Arrive { patron: Some(patron), person, amount: Money::minor(100_000_000) };
            alone.tell(PersonId::HOUSE, Some(CAGE), chips).unwrap();
        }
        alone
    }

    fn tell(
        &mut self,
        person: PersonId,
        sender: Option<StreamId>,
        command: Command,
    ) -> Result<Draft, Refused> {
        let seq = self.seq + 1;
        let key = Key::derived("alone", &[seq]);
        let request = Request { stream: TABLE, key, person, sender, seen: self.seq, question: None, command };
        let draft = self.table.handle(&request, &Moment { seq, at: Time(seq), fed: None })?;
        self.seq = seq;
        Ok(draft)
    }

    /// Plays the next move; false if no decision is awaited.
    fn play(&mut self, whim: &mut Whim) -> bool {
        let Some((by, input)) = next_move(&self.table, whim) else { return false };
        let person = house::patrons::person_of(by);
        self.tell(person, None, Command::Play { by, input }).unwrap();
        true
    }

    fn lying(&self) -> Vec<engine::Wager> {
        self.table.face().wagers().iter().filter(|wager| wager.on_layout()).copied().collect()
    }
}

fn person(patron: Patron) -> PersonId {
    PersonId(i64::from(patron.index()) + 1)
}

fn kind(due: Due) -> String {
    let text = format!("{due:?}");
    let name = text.split([' ', '(']).next().unwrap_or_default().to_owned();
    match due {
        Due::Bets { closes } | Due::Choices { closes, .. } | Due::Roll { closes: Some(closes), .. } => {
            format!("{name} {closes}")
        }
        _ => name,
    }
}

/// The questions that were asked during the silence, and how often.
type Asked = BTreeMap<String, usize>;

/// Everyone falls silent. Every expiry has an effect, no two have the same key, and the table comes to rest.
fn fall_silent(game: &str, alone: &mut Alone, names: &mut BTreeSet<i64>, seen: &mut Asked) {
    for _ in 0..MOST_EXPIRIES {
        let Some(window) = alone.table.window() else { return };
        let due = alone.table.face().due();
        *seen.entry(kind(due)).or_default() += 1;
        assert!(names.insert(window.asked), "{game}: {due:?} is asked by unit {} twice", window.asked);
        if let Due::Choices { left, .. } = due {
            let length = if left.is_empty() { Duration::ZERO } else { DECISIONS };
            assert_eq!(window.length, length, "{game}: {due:?}: only who has not answered is waited for");
        }
        let expire = Command::Expire { asked: window.asked };
        let draft = alone.tell(PersonId::HOUSE, None, expire.clone());
        if let (Due::Bets { closes }, Err(Refused::NotHere(_))) = (due, &draft) {
            // The required wagers are incomplete: there is no round yet, and the clock changes nothing.
            assert!(!offers(alone, Ask::Step(closes)), "{game}: {draft:?}");
            names.remove(&window.asked);
            return;
        }
        let draft = draft.unwrap_or_else(|refused| panic!("{game}: {due:?}: {refused}"));
        assert!(draft.events.iter().all(by_the_platform), "{game}: {due:?}: {:?}", draft.events);
        // The question was answered; a second expiry of it comes too late.
        let again = alone.tell(PersonId::HOUSE, None, expire);
        assert!(matches!(again, Err(Refused::Conflict { .. })), "{game}: {due:?}: {again:?}");
    }
    panic!("{game}: the clock never comes to an end: {:?}", alone.table.face().due());
}

fn offers(alone: &Alone, wanted: Ask) -> bool {
    let mut found = false;
    alone.table.face().offers(&mut |offer| found |= offer.ask == wanted);
    found
}

/// Whether the patron of this wager could take it back now.
fn takes_back(alone: &Alone, wager: &engine::Wager) -> bool {
    offers(alone, Ask::TakeBack { box_number: wager.spot.box_number, wager: wager.kind })
}

fn by_the_platform(event: &Event) -> bool {
    !matches!(event.what, What::Chosen { lapsed: false, .. })
}

#[test]
fn the_clock_alone_ends_every_round() {
    let mut seen = Asked::new();
    for game in games::GAMES {
        let mut alone = Alone::new(game);
        let mut whim = Whim::new(11);
        let mut names = BTreeSet::new();
        let mut finished = 0;
        for _ in 0..400 {
            for _ in 0..whim.below(12) {
                alone.play(&mut whim);
            }
            fall_silent(game.id, &mut alone, &mut names, &mut seen);
            let due = alone.table.face().due();
            assert!(matches!(due, Due::Bets { .. }), "{}: {due:?}", game.id);
            // If no patron takes the dice, or no patron has made all required wagers, no round continues; the patron of
            // a wager may take it back.
            let lying = alone.lying();
            assert!(lying.iter().all(|wager| takes_back(&alone, wager)), "{}: {lying:?}", game.id);
            finished += usize::from(lying.is_empty());
        }
        assert!(finished > 20, "{}: {finished}", game.id);
    }
    let asked: Vec<&str> = seen.keys().map(String::as_str).collect();
    let wanted = [
        "Bets no-more-bets",
        "Bets offer-dice",
        "Bets spin",
        "Choice",
        "Choices hands-set",
        "Choices insurance-closed",
        "Choices rescue-closed",
        "Choices surrender-closed",
        "Cut",
        "Roll throw",
    ];
    assert_eq!(asked, wanted, "{seen:?}");
}
