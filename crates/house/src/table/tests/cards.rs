//! Cards with a limit in hours, without a database.

use super::*;
use crate::stream::NotHere;
use crate::table::closing::lies;
use rulebook::{NewCards, TableDraft};

const NO_CLOCKS: Clocks = Clocks::all(Duration::ZERO);
const MINUTE: i64 = 60_000_000;
const HOUR: i64 = 60 * MINUTE;
const FLOOR: i64 = 110;

/// A game with a limit in hours, how its cards are dealt, the hours, and the paragraph.
const HOURS: [(&str, &str, i64, &str); 18] = [
    ("ohio/crazy-four-poker", "hand", 6, "OH-C4P-3.III.A"),
    ("ohio/crazy-four-poker", "shoe", 8, "OH-C4P-3.III.B"),
    ("ohio/four-card-poker", "hand", 6, "OH-4CP-3.III.A"),
    ("ohio/four-card-poker", "shoe", 8, "OH-4CP-3.III.B"),
    ("ohio/let-it-ride", "hand", 6, "OH-LIR-3.III.A"),
    ("ohio/let-it-ride", "shoe", 8, "OH-LIR-3.III.B"),
    ("ohio/mississippi-stud", "hand", 6, "OH-MS-3.III.A"),
    ("ohio/mississippi-stud", "shoe", 8, "OH-MS-3.III.B"),
    ("ohio/texas-holdem-bonus", "hand", 6, "OH-THB-3.III.A"),
    ("ohio/texas-holdem-bonus", "shoe", 8, "OH-THB-3.III.B"),
    ("ohio/three-card-poker", "hand", 6, "OH-3CP-3.III.A"),
    ("ohio/three-card-poker", "shoe", 8, "OH-3CP-3.III.B"),
    ("ohio/ultimate-texas-holdem", "hand", 6, "OH-UTH-2.IX.A"),
    ("ohio/ultimate-texas-holdem", "shoe", 8, "OH-UTH-2.IX.B"),
    ("ohio/dj-wild", "hand", 6, "OH-DJW-3(d)(1)"),
    ("ohio/dj-wild", "shoe", 8, "OH-DJW-3(d)(2)"),
    ("ohio/blackjack", "shoe", 24, "OH-BJ-3.IV"),
    ("ohio/free-bet-blackjack", "shoe", 24, "OH-FBB-3.IV"),
];

fn config(game: &'static Game, dealing: &str) -> TableConfig {
    let book = game.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("dealing", dealing, None);
    draft.check(&book).unwrap()
}

/// A live-dealt table opened now, with its dealer.
struct Pit {
    played: Played,
    dealer: LiveDealer,
    whim: Whim,
}

impl Pit {
    fn open(game: &'static Game, dealing: &str) -> Pit {
        Pit::by(facts_by(game, config(game, dealing).opened(true).unwrap(), Dealt::Live, NO_CLOCKS))
    }

    fn by(facts: Arc<TableFacts>) -> Pit {
        Pit { played: Played::by(facts), dealer: LiveDealer::new(5), whim: Whim::new(5) }
    }

    fn table(&self) -> &TableStream {
        &self.played.table
    }

    fn deal(&mut self) {
        self.played.deal(&mut self.dealer, &mut self.whim);
    }

    fn deal_until(&mut self, wanted: impl Fn(&TableStream) -> bool) {
        for _ in 0..2_000 {
            if wanted(&self.played.table) {
                return;
            }
            self.deal();
        }
        panic!("that never comes");
    }

    /// Makes a patron's next wager.
    fn bet(&mut self) -> Result<(), Refused> {
        let (by, input) = next_move(&self.played.table, &mut self.whim).unwrap();
        assert!(matches!(input, Input::Bet { .. }), "{input:?}");
        self.played.send(crate::patrons::person_of(by).0, None, Command::Play { by, input })
    }

    fn new_cards(&mut self) -> Result<(), Refused> {
        self.played.send(FLOOR, None, Command::NewCards)
    }
}

impl Played {
    /// Makes the next move of a patron or the floor at a table that the house deals.
    fn go_on(&mut self, whim: &mut Whim) {
        let (by, input) = next_move(&self.table, whim).expect("a decision is awaited");
        self.send(crate::patrons::person_of(by).0, None, Command::Play { by, input }).unwrap();
    }

    fn rest(&mut self, whim: &mut Whim) {
        while !between_rounds(&self.table) {
            self.go_on(whim);
        }
    }
}

fn between_rounds(table: &TableStream) -> bool {
    matches!(table.face().due(), Due::Bets { .. }) && !lies(table.face())
}

#[test]
fn no_round_begins_with_cards_that_were_used_for_too_long() {
    for (id, dealing, hours, paragraph) in HOURS {
        let mut pit = Pit::open(games::find(id).unwrap(), dealing);
        assert_eq!(pit.table().cards(), None, "{paragraph}: there are none before the first shuffle");
        pit.deal_until(between_rounds);
        let cards = pit.table().cards().unwrap();
        assert_eq!((cards.due.0 - cards.opened.0, cards.rule.id()), (hours * HOUR, paragraph));
        assert_eq!(cards.due.0 - cards.warned.0, 30 * MINUTE);
        // A shuffle does not renew old cards.
        pit.played.now = HOUR;
        for _ in 0..3 {
            pit.deal_until(|table| !between_rounds(table));
            pit.deal_until(between_rounds);
        }
        assert_eq!(pit.table().cards(), Some(cards), "{paragraph}");
        pit.played.now = hours * HOUR - MINUTE;
        pit.deal_until(|table| !between_rounds(table));
        pit.deal_until(between_rounds);
        pit.played.now = cards.due.0 - pit.table().seq() - 1;
        let kept = pit.played.table.save().unwrap();
        let refused = pit.bet().unwrap_err();
        assert_eq!(refused, Refused::CardsDue { hours: u16::try_from(hours).unwrap(), rule: cards.rule });
        let text = refused.to_string();
        assert!(
            text.contains(paragraph) && text.contains("allowed: the floor says that new cards"),
            "{text}"
        );
        assert_eq!(pit.played.table.save().unwrap(), kept, "{paragraph}: a refusal changes nothing");
        // Then new cards are there, which are shuffled before play continues.
        pit.new_cards().unwrap();
        assert_eq!(pit.table().face().due(), Due::Shuffle, "{paragraph}");
        let (unit, draft) = pit.played.units.last().unwrap();
        assert_eq!((unit.person, draft.what), (PersonId(FLOOR), "new-cards"));
        assert_eq!(pit.table().cards().unwrap().opened, unit.at);
        pit.deal_until(between_rounds);
        pit.bet().unwrap();
        pit.deal_until(between_rounds);
    }
}

#[test]
fn a_round_whose_first_wager_lies_there_in_time_is_finished() {
    for (id, dealing, hours, paragraph) in HOURS {
        let mut pit = Pit::open(games::find(id).unwrap(), dealing);
        pit.deal_until(between_rounds);
        pit.played.now = hours * HOUR - MINUTE;
        pit.bet().unwrap();
        let begun = pit.played.units.len();
        pit.played.now = hours * HOUR + MINUTE;
        // The other patrons make their wagers of this round, and cards are dealt.
        pit.deal_until(between_rounds);
        let since = || pit.played.units.iter().skip(begun).flat_map(|(_, draft)| &draft.events);
        let wagers = since().filter(|event| matches!(event.what, What::WagerPlaced { .. })).count();
        let ended = since().filter(|event| matches!(event.what, What::RoundEnded { .. })).count();
        assert!(wagers > 0 && ended == 1, "{paragraph}: {wagers} wagers, {ended} rounds");
        assert!(matches!(pit.bet(), Err(Refused::CardsDue { .. })), "{paragraph}");
    }
}

#[test]
fn new_cards_come_between_rounds_alone() {
    for (id, dealing, _, paragraph) in HOURS {
        let mut pit = Pit::open(games::find(id).unwrap(), dealing);
        // Before the first shuffle, these are the cards that the table opens with.
        pit.new_cards().unwrap();
        assert!(pit.table().cards().is_some(), "{paragraph}");
        pit.deal_until(between_rounds);
        pit.bet().unwrap();
        let refused = pit.new_cards().unwrap_err();
        assert!(refused.to_string().contains("between rounds"), "{paragraph}: {refused}");
        pit.deal_until(|table| matches!(table.face().due(), Due::Card { .. }) && lies(table.face()));
        pit.new_cards().unwrap_err();
        pit.deal_until(between_rounds);
        pit.new_cards().unwrap();
    }
    // No document requires a change here, so new cards cannot be reported; and a closing table gets none.
    let mut craps = Pit::by(facts_of(games::find("ohio/craps").unwrap(), Dealt::Live, NO_CLOCKS));
    assert_eq!(craps.new_cards(), Err(Refused::NotHere(NotHere::NoCardClock)));
    let mut pit = Pit::open(games::find("ohio/blackjack").unwrap(), "shoe");
    pit.deal_until(between_rounds);
    pit.bet().unwrap();
    pit.played.send(FLOOR, None, Command::Close { reopen: false }).unwrap();
    pit.new_cards().unwrap_err();
}

#[test]
fn a_live_table_of_old_has_no_time_until_new_cards_are_said() {
    let game = games::find("ohio/let-it-ride").unwrap();
    // Its row does not mention new cards.
    let mut pit = Pit::by(facts_by(game, config(game, "hand"), Dealt::Live, NO_CLOCKS));
    pit.deal_until(between_rounds);
    pit.played.now = 100 * HOUR;
    assert_eq!(pit.table().cards(), None);
    pit.bet().unwrap();
    pit.deal_until(between_rounds);
    assert_eq!(pit.table().cards(), None);
    pit.new_cards().unwrap();
    pit.deal_until(between_rounds);
    pit.played.now = 106 * HOUR;
    assert!(matches!(pit.bet(), Err(Refused::CardsDue { hours: 6, .. })));
}

#[test]
fn a_replay_knows_the_time_that_the_journal_has() {
    let mut pit = Pit::open(games::find("ohio/ultimate-texas-holdem").unwrap(), "shoe");
    pit.deal_until(between_rounds);
    pit.played.now = 3 * HOUR;
    pit.new_cards().unwrap();
    pit.deal_until(between_rounds);
    let cards = pit.table().cards();
    assert!(cards.is_some_and(|cards| cards.due.0 > 11 * HOUR));
    let kept = pit.played.table.save().unwrap();
    let mut again = pit.played.again();
    for (unit, draft) in &pit.played.units {
        assert_eq!(again.replay(unit).unwrap().events, draft.events, "unit {}", unit.seq);
    }
    assert_eq!((again.cards(), again.save().unwrap()), (cards, kept.clone()));
    let (facts, keys) = (Arc::clone(&pit.table().facts), Arc::clone(&pit.table().keys));
    let loaded = TableStream::load(facts, keys, &kept).unwrap();
    // Whichever of them continues, it refuses and grants the same.
    for table in [again, loaded] {
        pit.played.table = table;
        pit.played.now = 11 * HOUR + MINUTE;
        assert!(matches!(pit.bet(), Err(Refused::CardsDue { hours: 8, .. })));
    }
    pit.played.now = 11 * HOUR - MINUTE;
    pit.bet().unwrap();
}

#[test]
fn a_table_that_was_kept_before_time_was_goes_on() {
    let game = games::find("ohio/let-it-ride").unwrap();
    let mut pit = Pit::open(game, "hand");
    pit.deal_until(between_rounds);
    let table = &mut pit.played.table;
    let procedure = game.vocabulary.procedure;
    let (state, cards) = (table.table.save().unwrap().to_bytes().unwrap(), table.driver.keep_cards());
    let before = (procedure, state, cards, &table.memory, &table.scanned, &table.reporters);
    let kept = [vec![2], crate::written::write(&before).unwrap()].concat();
    let loaded = TableStream::load(Arc::clone(&table.facts), Arc::clone(&table.keys), &kept).unwrap();
    assert_eq!((loaded.cards(), loaded.seq()), (None, table.seq()));
    assert!(loaded.memory == table.memory);
    let other = [vec![1], kept].concat();
    assert!(TableStream::load(Arc::clone(&table.facts), Arc::clone(&table.keys), &other).is_err());
}

#[test]
fn where_the_house_deals_it_makes_a_new_shoe_in_time() {
    for (id, dealing, hours, paragraph) in HOURS {
        let game = games::find(id).unwrap();
        let mut played = Played::by(facts_by(game, config(game, dealing), Dealt::Computer, NO_CLOCKS));
        let mut whim = Whim::new(8);
        played.rest(&mut whim);
        let cards = played.table.cards().unwrap();
        assert_eq!((cards.due.0 - cards.opened.0, cards.rule.id()), (hours * HOUR, paragraph));
        assert_eq!(played.table.makes_new_shoe(Time(cards.warned.0 - 1)), None);
        let command = played.table.makes_new_shoe(cards.warned).expect(paragraph);
        played.now = cards.warned.0;
        let shoes = played.table.memory.shoes;
        played.send(0, None, command).unwrap();
        let (unit, draft) = played.units.last().unwrap();
        assert_eq!((played.table.cards().unwrap().opened, draft.shoes.len()), (unit.at, 1), "{paragraph}");
        assert_eq!(played.table.memory.shoes, shoes + 1);
        assert_eq!(played.table.makes_new_shoe(unit.at), None);
        // The current round is played first, and patrons may still join it.
        played.now = cards.warned.0 + hours * HOUR - MINUTE;
        played.rest(&mut whim);
        played.go_on(&mut whim);
        assert!(lies(played.table.face()), "{paragraph}");
        played.now += HOUR;
        assert_eq!(played.table.makes_new_shoe(Time(played.now)), None);
        // The floor may request one too.
        played.rest(&mut whim);
        played.send(FLOOR, None, Command::NewCards).unwrap();
        assert!(played.table.cards().unwrap().opened.0 >= played.now, "{paragraph}");
    }
}

#[test]
fn where_the_house_deals_its_file_may_leave_the_time_out() {
    let game = games::find("ohio/blackjack").unwrap();
    let mut config = config(game, "shoe");
    config.new_cards = NewCards::LeftOut;
    let mut played = Played::by(facts_by(game, config, Dealt::Computer, NO_CLOCKS));
    played.now = 1_000 * HOUR;
    assert_eq!((played.table.cards(), played.table.makes_new_shoe(Time(played.now))), (None, None));
    played.play(40, 2);
    assert!(played.send(FLOOR, None, Command::NewCards).is_err());
}

#[test]
fn the_floor_is_warned_as_early_as_the_file_says() {
    let game = games::find("ohio/blackjack").unwrap();
    let mut config = config(game, "shoe");
    config.new_cards_warning = 95;
    let played = Played::by(facts_by(game, config, Dealt::Computer, NO_CLOCKS));
    let cards = played.table.cards().unwrap();
    assert_eq!(cards.due.0 - cards.warned.0, 95 * MINUTE);
}
