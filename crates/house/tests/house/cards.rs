//! Cards with a limit in hours, in a house whose clock is advanced: the warning, the refusal, the finished round and
//! the change, and the same after a restart and in another process.

use crate::support::{Floor, PATIENT, play_once, request, seat};
use engine::{Actor, Due, Patron, Wager};
use house::dealer::LiveDealer;
use house::ids::{StreamId, Time};
use house::patrons::{Whim, next_move};
use house::round::{Asked, verify_round};
use house::store::{NewTable, StoreError, Wanted, Which, load, make_cage, make_table};
use house::stream::{Command, Refused, Stream};
use house::table::{CardsInUse, Dealt, TableStream};
use house::{Done, House, NotDone};
use rulebook::{NewCards, TableConfig};
use std::collections::BTreeMap;
use std::time::Duration;

const FLOOR: i64 = 110;

/// Makes the house use a clock that can be advanced.
async fn with_a_clock(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    let sql = format!(
        "create schema shifted;
        create table shifted.ahead (span interval not null);
        insert into shifted.ahead values ('0');
        create function shifted.clock_timestamp() returns timestamptz language sql volatile
            as 'select pg_catalog.clock_timestamp() + span from shifted.ahead';
        alter database {} set search_path = shifted, pg_catalog, public",
        floor.name
    );
    client.batch_execute(&sql).await.unwrap();
}

async fn put_forward(floor: &Floor, span: &str) {
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(&format!("update shifted.ahead set span = span + interval '{span}'")).await.unwrap();
}

async fn open_table(floor: &Floor, cage: StreamId, game: &str, dealt: Dealt) -> Result<StreamId, StoreError> {
    open_by(floor, cage, game, dealt, NewCards::Unsaid).await
}

async fn open_by(
    floor: &Floor,
    cage: StreamId,
    game: &str,
    dealt: Dealt,
    new_cards: NewCards,
) -> Result<StreamId, StoreError> {
    let mut client = floor.database.connect().await.unwrap();
    let game = games::find(game).unwrap();
    let mut config = TableConfig::default_for(&game.book().unwrap());
    config.new_cards = new_cards;
    let (realm, name) = (crate::support::REALM, format!("{} {}", game.id, dealt.word()));
    let (clocks, links) = (PATIENT, &[]);
    let new = NewTable { realm, name: &name, shard: 0, game, config: &config, dealt, clocks, cage, links };
    make_table(&mut client, new).await
}

/// A live-dealt table and its people.
struct Pit {
    table: StreamId,
    dealer: LiveDealer,
    whim: Whim,
}

impl Pit {
    async fn look<R: Send + 'static>(
        &self,
        house: &House,
        look: impl FnOnce(&TableStream) -> R + Send + 'static,
    ) -> R {
        house.look(self.table, |stream: &dyn Stream| look(stream.table().unwrap())).await.unwrap()
    }

    async fn send(&mut self, house: &House, person: i64, command: Command) -> Result<Done, NotDone> {
        let seen = self.look(house, TableStream::seq).await;
        house.send(request(self.table, person, self.whim.key(), seen, command)).await
    }

    async fn once(&mut self, house: &House) -> Result<Done, NotDone> {
        let (mut dealer, mut whim) = (self.dealer.clone(), self.whim.clone());
        let (next, dealer, whim) = self
            .look(house, move |table| {
                (dealer.next(table.face()).or_else(|| next_move(table, &mut whim)), dealer, whim)
            })
            .await;
        (self.dealer, self.whim) = (dealer, whim);
        let (by, input) = next.unwrap();
        let person = if let Actor::Patron(patron) = by { i64::from(patron.index()) + 1 } else { 100 };
        self.send(house, person, Command::Play { by, input }).await
    }

    async fn until(&mut self, house: &House, wanted: fn(&TableStream) -> bool) {
        for _ in 0..1_000 {
            if self.look(house, wanted).await {
                return;
            }
            self.once(house).await.unwrap();
        }
        panic!("that never comes");
    }

    async fn cards(&self, house: &House) -> Option<CardsInUse> {
        self.look(house, TableStream::cards).await
    }
}

fn between_rounds(table: &TableStream) -> bool {
    matches!(table.face().due(), Due::Bets { .. }) && !table.face().wagers().iter().any(Wager::on_layout)
}

fn in_play(table: &TableStream) -> bool {
    matches!(table.face().due(), Due::Choice { .. })
}

/// Returns the whole state of every stream, restored from the database.
async fn states(floor: &Floor, from_the_beginning: bool) -> BTreeMap<StreamId, Vec<u8>> {
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning };
    let loaded = load(&client, Which::All, &wanted, |_, _| ()).await.unwrap();
    loaded.into_iter().map(|mut one| (one.stream.id(), one.stream.save().unwrap())).collect()
}

fn is_due(refused: &Result<Done, NotDone>, paragraph: &str) -> bool {
    matches!(refused, Err(NotDone::Refused(Refused::CardsDue { rule, .. })) if rule.id() == paragraph)
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_changed_in_time_by_every_owner() {
    let floor = Floor::new("cards", 1).await;
    let client = floor.database.connect().await.unwrap();
    let cage = make_cage(&client, crate::support::REALM, "cage", 0).await.unwrap();
    let table = open_table(&floor, cage, "ohio/let-it-ride", Dealt::Live).await.unwrap();
    with_a_clock(&floor).await;
    let one = floor.open().await;
    for patron in [Patron::A, Patron::B] {
        seat(&one, cage, table, patron, 100_000_000).await;
    }
    let mut pit = Pit { table, dealer: LiveDealer::new(3), whim: Whim::new(3) };
    pit.until(&one, between_rounds).await;
    let cards = pit.cards(&one).await.unwrap();
    assert_eq!((cards.hours, cards.rule.id()), (6, "OH-LIR-3.III.A"));
    pit.until(&one, in_play).await;
    one.close().await;
    // The hours end in the middle of a round, and another process takes the table.
    put_forward(&floor, "7 hours").await;
    let two = floor.open().await;
    assert_eq!(pit.cards(&two).await, Some(cards), "the journal says when they were opened");
    let refused = pit.send(&two, FLOOR, Command::NewCards).await;
    assert!(matches!(refused, Err(NotDone::Refused(Refused::NotHere(_)))), "{refused:?}");
    pit.until(&two, between_rounds).await;
    let round = pit.look(&two, |table| table.face().round()).await;
    assert!(is_due(&pit.once(&two).await, "OH-LIR-3.III.A"));
    two.close().await;
    // A restart does not forget it either.
    let three = floor.open().await;
    assert!(is_due(&pit.once(&three).await, "OH-LIR-3.III.A"));
    let done = pit.send(&three, FLOOR, Command::NewCards).await.unwrap();
    let new = pit.cards(&three).await.unwrap();
    assert_eq!((new.opened, new.rule), (done.at, cards.rule));
    assert!(new.opened > cards.due);
    pit.until(&three, in_play).await;
    pit.until(&three, between_rounds).await;
    three.close().await;
    assert_eq!(states(&floor, true).await, states(&floor, false).await);
    let mut client = floor.database.connect().await.unwrap();
    for round in [round, round + 1] {
        let asked = Asked { find: games::find, keys: None, table, round };
        let report = verify_round(&mut client, &asked, |_, _| ()).await.unwrap();
        assert!(report.faults.is_empty(), "{:?}", report.faults);
    }
    floor.drop().await;
}

async fn opened(house: &House, table: StreamId) -> Option<Time> {
    let opened = house.look(table, |stream| stream.table().unwrap().cards().map(|cards| cards.opened));
    opened.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_house_deals_a_new_shoe_comes_by_itself() {
    let floor = Floor::new("shoes_in_time", 1).await;
    let client = floor.database.connect().await.unwrap();
    let cage = make_cage(&client, crate::support::REALM, "cage", 0).await.unwrap();
    let table = open_table(&floor, cage, "ohio/blackjack", Dealt::Computer).await.unwrap();
    let left =
        open_by(&floor, cage, "ohio/free-bet-blackjack", Dealt::Computer, NewCards::LeftOut).await.unwrap();
    with_a_clock(&floor).await;
    let house = floor.open().await;
    for table in [table, left] {
        seat(&house, cage, table, Patron::A, 100_000_000).await;
    }
    let first = opened(&house, table).await;
    assert!(first.is_some() && opened(&house, left).await.is_none());
    house.close().await;
    put_forward(&floor, "23 hours 45 minutes").await;
    let house = floor.open().await;
    let mut now = first;
    for _ in 0..200 {
        now = opened(&house, table).await;
        if now != first {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let day = Time(first.unwrap().0 + 23 * 3_600_000_000);
    assert!(now.unwrap() > day, "{now:?} after {first:?}");
    let seqs = house.look(left, |stream| stream.table().unwrap().seq()).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(house.look(left, |stream| stream.table().unwrap().seq()).await, seqs, "it was left out there");
    // The next shoe is made when it is due, and not before.
    assert_eq!(opened(&house, table).await, now);
    let mut whim = Whim::new(3);
    for _ in 0..30 {
        play_once(&house, table, &mut whim).await.unwrap().unwrap();
    }
    house.close().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_old_has_no_such_time_and_a_dealer_s_table_cannot_do_without() {
    let floor = Floor::new("old_cards", 1).await;
    let client = floor.database.connect().await.unwrap();
    let cage = make_cage(&client, crate::support::REALM, "cage", 0).await.unwrap();
    let error = open_by(&floor, cage, "ohio/dj-wild", Dealt::Live, NewCards::LeftOut).await.unwrap_err();
    assert!(error.to_string().contains("OH-DJW-3(d)(1)"), "{error}");
    let table = open_table(&floor, cage, "ohio/dj-wild", Dealt::Live).await.unwrap();
    // As an earlier build has opened it: its row does not mention cards.
    let old = "update stream set settings = replace(settings, E'new-cards = kept\\n', '') where id = $1 and settings like '%new-cards%'";
    assert_eq!(client.execute(old, &[&table.0]).await.unwrap(), 1);
    with_a_clock(&floor).await;
    let house = floor.open().await;
    seat(&house, cage, table, Patron::A, 100_000_000).await;
    let mut pit = Pit { table, dealer: LiveDealer::new(4), whim: Whim::new(4) };
    pit.until(&house, between_rounds).await;
    assert_eq!(pit.cards(&house).await, None);
    house.close().await;
    put_forward(&floor, "40 hours").await;
    let house = floor.open().await;
    pit.until(&house, |table| table.face().round() > 0 && !between_rounds(table)).await;
    pit.until(&house, between_rounds).await;
    pit.send(&house, FLOOR, Command::NewCards).await.unwrap();
    pit.until(&house, between_rounds).await;
    house.close().await;
    put_forward(&floor, "6 hours").await;
    let house = floor.open().await;
    assert!(is_due(&pit.once(&house).await, "OH-DJW-3(d)(1)"));
    house.close().await;
    floor.drop().await;
}
