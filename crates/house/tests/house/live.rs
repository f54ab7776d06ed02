//! Tables with a dealer: the dealer's reports are played, restored and verified, and a hidden card is never stored in
//! clear.

use crate::support::{Floor, Furnished, PATIENT, hides_cards, play_once, request, seat};
use engine::{Actor, Due, Face, Input, Patron, Place, SectionId};
use felt::{Card, Die, Money, Pocket, ThreeDice, TwoDice};
use house::dealer::LiveDealer;
use house::ids::StreamId;
use house::ledger;
use house::patrons::{Whim, next_move};
use house::round::{Asked, RoundFault, RoundReport, verify_round};
use house::store::{Wanted, Which, load, rotate};
use house::stream::{Command, NotHere, Refused, Stream};
use house::table::Dealt;
use house::{Done, House, NotDone};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex};
use tokio_postgres::Client;

/// A dealer and the patrons at one table.
#[derive(Clone)]
struct Play {
    table: StreamId,
    dealer: LiveDealer,
    whim: Whim,
    keys: Whim,
}

impl Play {
    fn new(table: StreamId, seed: u64) -> Play {
        Play { table, dealer: LiveDealer::new(seed), whim: Whim::new(seed), keys: Whim::new(seed) }
    }

    /// Returns the next input, and the unit that it answers.
    async fn next(&mut self, house: &House) -> (Option<(Actor, Input)>, i64) {
        let mut own = self.clone();
        let (next, seq, own) = house
            .look(self.table, move |stream| {
                let table = stream.table().unwrap();
                let next = own.dealer.next(table.face()).or_else(|| next_move(table, &mut own.whim));
                (next, table.seq(), own)
            })
            .await
            .unwrap();
        *self = own;
        (next, seq)
    }

    async fn say(&mut self, house: &House, by: Actor, input: Input, seq: i64) -> Result<Done, NotDone> {
        let person = if let Actor::Patron(patron) = by { i64::from(patron.index()) + 1 } else { 100 };
        house.send(request(self.table, person, self.keys.key(), seq, Command::Play { by, input })).await
    }

    async fn once(&mut self, house: &House) -> Done {
        let (next, seq) = self.next(house).await;
        let (by, input) = next.unwrap_or_else(|| panic!("table {} waits for nobody", self.table.0));
        let done = self.say(house, by, input, seq).await;
        done.unwrap_or_else(|error| panic!("table {}: {input:?}: {error}", self.table.0))
    }

    async fn units(&mut self, house: &House, units: usize) {
        for _ in 0..units {
            self.once(house).await;
        }
    }

    /// Plays until a decision is awaited with hidden scanned cards on the table; false if that never happens.
    async fn until_hidden(&mut self, house: &House) -> bool {
        for _ in 0..600 {
            if self.look(house, |stream| hidden(stream).len() > 1 && is_asked(stream)).await {
                return true;
            }
            self.once(house).await;
        }
        false
    }

    async fn look<R: Send + 'static>(
        &self,
        house: &House,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> R {
        house.look(self.table, look).await.unwrap()
    }
}

fn is_asked(stream: &dyn Stream) -> bool {
    matches!(stream.table().unwrap().face().due(), Due::Choice { .. } | Due::Choices { .. })
}

fn hidden(stream: &dyn Stream) -> Vec<Card> {
    let laid = stream.table().unwrap().face().layout().cards();
    laid.filter(|laid| matches!(laid.face, Face::Down(_))).filter_map(|laid| laid.face.card()).collect()
}

async fn furnish(floor: &Floor) -> (Furnished, House) {
    let furnished = floor.furnish_dealt(Dealt::Live, PATIENT).await;
    let house = floor.open().await;
    for (_, table, cage) in &furnished.tables {
        for patron in [Patron::A, Patron::B] {
            seat(&house, *cage, *table, patron, 100_000_000).await;
        }
    }
    (furnished, house)
}

/// Returns the whole state of every stream, restored from the database.
async fn states(floor: &Floor, from_the_beginning: bool) -> BTreeMap<StreamId, Vec<u8>> {
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning };
    let loaded = load(&client, Which::All, &wanted, |_, _| ()).await.unwrap();
    loaded.into_iter().map(|mut one| (one.stream.id(), one.stream.save().unwrap())).collect()
}

async fn verify(client: &mut Client, table: StreamId, round: u32) -> RoundReport {
    let asked = Asked { find: games::find, keys: None, table, round };
    verify_round(client, &asked, |_, _| ()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_dealt_live_comes_back_and_is_verified() {
    let mut floor = Floor::new("live", 2).await;
    let (furnished, house) = furnish(&floor).await;
    let (mut rounds, mut hiding) = (Vec::new(), 0);
    for (game, table, _) in &furnished.tables {
        let mut play = Play::new(*table, 7);
        // A round of Pai Gow Poker takes sixty units.
        play.units(&house, if *game == "ohio/pai-gow-poker" { 420 } else { 280 }).await;
        hiding += usize::from(play.until_hidden(&house).await);
        let round = play.look(&house, |stream| stream.table().unwrap().face().round()).await;
        assert!(round > 5, "{game}: {round} rounds");
        rounds.push((*game, *table, round, play));
    }
    // Without cards nothing is hidden; nor is it where patrons' cards are face up and the dealer's other card is only
    // sometimes read.
    let with_cards = furnished.tables.iter().filter(|(game, ..)| hides_cards(game)).count();
    assert!(hiding >= with_cards - 4, "{hiding} of {with_cards}");
    // The house ends during a round and is restored to the same state, from its snapshots and from the beginning alike.
    let heads = house.heads().await;
    house.close().await;
    let client = floor.database.connect().await.unwrap();
    let both = house::secrets::KeyRing::parse(&floor.keys.reveal_key_file()).unwrap().with_new_key().unwrap();
    let rotated = rotate(&client, &both).await.unwrap();
    assert!(rotated.shoes > 300 && rotated.snapshots > 0 && rotated.current == 0, "{rotated:?}");
    floor.keys = Arc::new(both);
    let (kept, played) = (states(&floor, false).await, states(&floor, true).await);
    assert!(kept == played, "a state differs by the way it was brought back");
    let house = floor.open().await;
    assert_eq!(house.heads().await, heads);
    let mut client = floor.database.connect().await.unwrap();
    for (game, table, round, mut play) in rounds {
        // Cards that were face down are turned to the same faces.
        play.units(&house, 60).await;
        let report = verify(&mut client, table, round - 1).await;
        assert!(report.is_well() && report.replayed, "{game}: {:?}", report.faults);
        assert_eq!(report.dealt, Dealt::Live);
        let bare = report.cards.iter().filter(|dealt| dealt.scan.is_none());
        assert!(bare.clone().all(|dealt| dealt.committed.is_none()), "{game}");
        let scanned: Vec<_> = report.cards.iter().filter(|dealt| dealt.scan.is_some()).collect();
        for dealt in scanned.iter().filter(|dealt| dealt.scan.unwrap().opened.is_some()) {
            assert!(dealt.card.is_some() && dealt.card == dealt.committed, "{game}: {dealt:?}");
        }
    }
    let books = ledger::verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    assert!(books.is_sound(), "{:?}", books.findings);
    house.close().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scanned_card_that_was_changed_is_found() {
    let floor = Floor::new("live_changed", 1).await;
    let (furnished, house) = furnish(&floor).await;
    let mut client = floor.database.connect().await.unwrap();
    let opened = "select number, seq, cards from shoe
        where stream = $1 and opened_seq is not null order by number limit 1";
    let mut found = 0;
    for (game, table, _) in &furnished.tables {
        let mut play = Play::new(*table, 3);
        play.units(&house, 150).await;
        let Some(row) = client.query_opt(opened, &[&table.0]).await.unwrap() else { continue };
        let (number, seq, cards): (i64, i64, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
        let round = round_of(&floor, *table, seq).await;
        assert!(verify(&mut client, *table, round).await.is_well(), "{game}");
        let other = vec![(cards[0] + 1) % 52];
        let change = "update shoe set cards = $3 where stream = $1 and number = $2";
        client.execute(change, &[&table.0, &number, &other]).await.unwrap();
        let report = verify(&mut client, *table, round).await;
        assert_eq!(report.faults, [RoundFault::OtherCard { number }], "{game}");
        assert!(!report.replayed);
        client.execute(change, &[&table.0, &number, &cards]).await.unwrap();
        let change = "update shoe set seq = seq + $3 where stream = $1 and number = $2";
        client.execute(change, &[&table.0, &number, &1_i64]).await.unwrap();
        let fault = RoundFault::OtherUnit { number, journal: seq, stored: seq + 1 };
        assert_eq!(verify(&mut client, *table, round).await.faults, [fault], "{game}");
        found += 1;
    }
    assert!(found >= 8, "{found}");
    house.close().await;
    floor.drop().await;
}

/// Returns the round that was played when a unit was committed.
async fn round_of(floor: &Floor, table: StreamId, seq: i64) -> u32 {
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning: true };
    let (mut now, mut then) = (0, 0);
    let each = |unit: &house::unit::Unit, draft: house::stream::Draft| {
        for event in &draft.events {
            if let engine::What::RoundOpened { round } = event.what {
                now = round;
            }
        }
        if unit.seq == seq {
            then = now;
        }
    };
    load(&client, Which::These(&[table]), &wanted, each).await.unwrap();
    then
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_deals_in_place_of_the_house_and_no_card_is_told_twice() {
    let floor = Floor::new("live_who", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let mut whim = Whim::new(2);
    let card = Card::from_index(7).unwrap();
    let dice = TwoDice::new(Die::ALL[0], Die::ALL[1]);
    let shaken = ThreeDice::new(Die::ALL[0], Die::ALL[1], Die::ALL[2]);
    for (game, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, 1_000_000).await;
        for _ in 0..30 {
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
        let kind = games::find(game).unwrap().vocabulary.irregularities[0].id;
        let named = Input::Irregular { kind, place: Some(Place::Dealer), card: Some(card) };
        let told = [
            Input::Card { to: Place::Dealer, face: Face::Up(card) },
            Input::Card { to: Place::Dealer, face: Face::Down(card) },
            Input::Turn { place: Place::Dealer, card },
            Input::Answer { yes: false },
            Input::Roll(dice),
            Input::RollThree(shaken),
            Input::Spin(Pocket::ZERO),
            Input::WheelStopped(SectionId::new(&"joker")),
            Input::Shuffled { cut_card: None },
            Input::CutCard,
            Input::Cut { depth: 20 },
            named,
        ];
        let mut play = Play::new(*table, 1);
        for input in told {
            let seq = play.look(&house, |stream| stream.table().unwrap().seq()).await;
            let refused = play.say(&house, Actor::DEALER, input, seq).await.unwrap_err();
            let wanted = Refused::NotHere(NotHere::HouseDeals);
            assert_eq!(refused, NotDone::Refused(wanted), "{game}: {input:?}");
        }
    }
    house.close().await;
    floor.drop().await;

    let floor = Floor::new("live_twice", 1).await;
    let (furnished, house) = furnish(&floor).await;
    for (game, table, _) in &furnished.tables {
        let mut play = Play::new(*table, 5);
        let (by, input, seq) = loop {
            let (next, seq) = play.next(&house).await;
            let (by, input) = next.unwrap();
            let chance = matches!(
                input,
                Input::Card { .. }
                    | Input::Roll(_)
                    | Input::RollThree(_)
                    | Input::Spin(_)
                    | Input::WheelStopped(_)
            );
            if chance {
                break (by, input, seq);
            }
            play.say(&house, by, input, seq).await.unwrap();
        };
        play.say(&house, by, input, seq).await.unwrap();
        let refused = play.say(&house, by, input, seq).await.unwrap_err();
        assert_eq!(refused, NotDone::Refused(Refused::Conflict { since: seq + 1 }), "{game}");
        let meter = games::find("ohio/ultimate-texas-holdem").unwrap().vocabulary.meters[0];
        let amount = Money::minor(1_000_000);
        let granted = Input::Granted { meter, stands: amount, amount };
        let refused = play.say(&house, Actor::DEALER, granted, seq + 1).await.unwrap_err();
        let wanted = Refused::NotHere(NotHere::MetersGrant);
        assert_eq!(refused, NotDone::Refused(wanted), "{game}");
    }
    house.close().await;
    floor.drop().await;
}

/// The log of this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Returns the log's kinds of lines: the numbers are those of batches and units.
    fn lines(&self) -> BTreeSet<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let plain = |line: &str| line.replace(|letter: char| letter.is_ascii_digit(), "");
        text.lines().map(plain).collect()
    }
}

/// The inputs at a table: the actor, the input, and the unit before it.
type Said = Vec<(Actor, Input, i64)>;

/// Returns everything that is stored of a house with these inputs, and its log. Each house draws its own salts, so
/// commitments are left out; of encrypted values only the length is taken.
async fn stored(name: &str, keys: &Arc<house::secrets::KeyRing>, said: &[Said]) -> (Vec<String>, Log) {
    let mut floor = Floor::new(name, 1).await;
    floor.keys = Arc::clone(keys);
    let log = Log::default();
    let writer = log.clone();
    // A second subscriber that ignores everything: without it, a callsite that another thread reaches first would not
    // be logged here.
    let _deaf = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time()
        .with_writer(move || writer.clone());
    let logging = tracing::subscriber::set_default(subscriber.finish());
    let (furnished, house) = furnish(&floor).await;
    for ((_, table, _), said) in furnished.tables.iter().zip(said) {
        let mut play = Play::new(*table, 1);
        for (by, input, seq) in said {
            let done = play.say(&house, *by, *input, *seq).await;
            done.unwrap_or_else(|error| panic!("table {}: {input:?}: {error}", table.0));
        }
    }
    house.close().await;
    drop(logging);
    let client = floor.database.connect().await.unwrap();
    let commitments: Vec<Vec<u8>> = client
        .query("select commitment from shoe", &[])
        .await
        .unwrap()
        .iter()
        .map(|row| row.get::<_, Vec<u8>>(0))
        .collect();
    let mut all = Vec::new();
    // The order of other streams' rows, as chips arrive, does not belong to any table.
    let units = "select stream, seq, person, sender, key::text, request, body from unit
        where stream in (select id from stream where kind = 'table') order by stream, seq";
    for row in client.query(units, &[]).await.unwrap() {
        let mut body: Vec<u8> = row.get(6);
        for commitment in &commitments {
            if let Some(at) = memchr::memmem::find(&body, commitment) {
                body[at..at + 32].fill(0);
            }
        }
        let (stream, seq, person, sender): (i64, i64, i64, i64) =
            (row.get(0), row.get(1), row.get(2), row.get(3));
        let (key, request): (&str, &[u8]) = (row.get(4), row.get(5));
        all.push(format!("unit {stream} {seq} {person} {sender} {key} {request:02x?} {body:02x?}"));
    }
    let others = [
        "select t.stream, t.seq, t.item, t.debit, t.credit, t.amount, t.round, t.line, t.rules from transfer t
            where t.stream in (select id from stream where kind = 'table') order by t.stream, t.seq, t.item",
        "select s.stream, s.number, s.seq, length(s.sealed), s.opened_seq, s.cards from shoe s order by 1, 2",
        "select s.stream, s.seq, length(s.sealed) from snapshot s order by 1, 2",
    ];
    for query in others {
        let query = format!("select q::text from ({query}) q");
        let rows = client.query(&query, &[]).await.unwrap();
        all.extend(rows.iter().map(|row| row.get::<_, String>(0)));
    }
    floor.drop().await;
    (all, log)
}

#[tokio::test(flavor = "current_thread")]
async fn two_houses_that_differ_in_a_hidden_card_store_and_log_the_same() {
    // All inputs until a decision is awaited, and one hidden card that could be another.
    let floor = Floor::new("live_script", 1).await;
    let (furnished, house) = furnish(&floor).await;
    let (mut one, mut other, mut differing) = (Vec::new(), Vec::new(), 0);
    for (_, table, _) in &furnished.tables {
        let mut play = Play::new(*table, 21);
        let mut said: Said = Vec::new();
        for _ in 0..600 {
            if said.len() > 20
                && play.look(&house, |stream| hidden(stream).len() > 1 && is_asked(stream)).await
            {
                break;
            }
            let (next, seq) = play.next(&house).await;
            let (by, input) = next.unwrap();
            play.say(&house, by, input, seq).await.unwrap();
            said.push((by, input, seq));
        }
        let (lying, possible) = play
            .look(&house, |stream| {
                let shoe = stream.table().unwrap().face().shoe();
                let possible: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
                (hidden(stream), possible.into_iter().filter(|card| shoe.can_be(*card)).collect::<Vec<_>>())
            })
            .await;
        one.push(said.clone());
        let down = |(_, (_, input, _)): &(usize, &(Actor, Input, i64))| {
            matches!(input,
            Input::Card { to, face: Face::Down(card) } if *to != Place::Rack && lying.contains(card))
        };
        if let Some((at, _)) = said.iter().enumerate().rev().find(down)
            && let Input::Card { to, face: Face::Down(card) } = said[at].1
            && let Some(instead) = possible.iter().find(|instead| instead.suit() != card.suit())
        {
            said[at].1 = Input::Card { to, face: Face::Down(*instead) };
            differing += 1;
        }
        other.push(said);
    }
    house.close().await;
    floor.drop().await;
    assert!(differing >= 6, "{differing}");
    let keys = Arc::new(house::secrets::KeyRing::generate().unwrap());
    let (first, first_log) = stored("live_one", &keys, &one).await;
    let (second, second_log) = stored("live_other", &keys, &other).await;
    assert!(first.len() > 500, "{}", first.len());
    for (first, second) in first.iter().zip(&second) {
        assert_eq!(first, second);
    }
    assert_eq!(first.len(), second.len());
    assert!(!first_log.lines().is_empty());
    assert_eq!(first_log.lines(), second_log.lines());
}
