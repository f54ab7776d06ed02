//! Another build takes over: during a round if it plays every unit alike, otherwise when the round is over and the
//! table was closed. Two registries simulate two builds.

use crate::books::quiet;
use crate::closing::{CHIPS, is_gone, play_to_the_end};
use crate::support::{Floor, Furnished, PATIENT, play_once, request, seat};
use engine::{AnyTable, Due, Game, OpenError, OpenTable, Patron, Vocabulary};
use house::ids::{Key, StreamId};
use house::ledger::verify;
use house::patrons::Whim;
use house::store::{Find, Wanted, Which, fit, load, reopen_due, report_unfit};
use house::stream::{Command, NotHere, Refused, Stream};
use house::{House, NotDone};
use rulebook::{RuleBook, TableConfig};
use std::sync::{Arc, OnceLock};

pub const CHANGED: &str = "ohio/blackjack";

/// Returns a game with the next procedure number.
fn raised(game: &Game, open: OpenTable, rulebook: &'static str) -> &'static Game {
    let old = game.vocabulary;
    let vocabulary = Vocabulary {
        procedure: old.procedure + 1,
        wagers: old.wagers,
        choices: old.choices,
        steps: old.steps,
        phases: old.phases,
        irregularities: old.irregularities,
        remedies: old.remedies,
        events: old.events,
        meters: old.meters,
        awards: old.awards,
        hands: old.hands,
        markers: old.markers,
        ruling_rank: old.ruling_rank,
        refusals: old.refusals,
        rules: old.rules,
        side_bet_rules: old.side_bet_rules,
    };
    let Game { id, layout, side_bets, trace, rulings, says, reasons, .. } = *game;
    let vocabulary = Box::leak(Box::new(vocabulary));
    let texts = Game { id, rulebook, layout, side_bets, trace, rulings, says, vocabulary, open, reasons };
    Box::leak(Box::new(texts))
}

/// Returns a registry in which a game is replaced or missing.
fn registry(
    games: &OnceLock<Option<&'static Game>>,
    id: &str,
    make: fn(&'static Game) -> Option<&'static Game>,
) -> Option<&'static Game> {
    let game = games::find(id)?;
    if id == CHANGED { *games.get_or_init(|| make(game)) } else { Some(game) }
}

/// A build that plays blackjack as before, under another procedure number.
pub fn alike(id: &str) -> Option<&'static Game> {
    static GAME: OnceLock<Option<&'static Game>> = OnceLock::new();
    registry(&GAME, id, |game| Some(raised(game, game.open, game.rulebook)))
}

/// A build that plays it with two decks fewer.
pub fn unlike(id: &str) -> Option<&'static Game> {
    static GAME: OnceLock<Option<&'static Game>> = OnceLock::new();
    registry(&GAME, id, |game| Some(raised(game, with_fewer_decks, game.rulebook)))
}

fn with_fewer_decks(book: &RuleBook, config: &TableConfig) -> Result<Box<dyn AnyTable>, OpenError> {
    let mut settings = config.settings(book);
    settings.insert("decks".to_owned(), (config.decks - 2).to_string());
    let config =
        TableConfig::from_settings(book, &settings).map_err(|found| OpenError(format!("{found:?}")))?;
    (games::find(CHANGED).unwrap().open)(book, &config)
}

/// A build whose rule book of blackjack has another text.
fn revised(id: &str) -> Option<&'static Game> {
    static GAME: OnceLock<Option<&'static Game>> = OnceLock::new();
    registry(&GAME, id, |game| {
        let text = Box::leak(format!("{}\n# Revised.\n", game.rulebook).into_boxed_str());
        Some(raised(game, game.open, text))
    })
}

/// A build that does not know blackjack.
fn without(id: &str) -> Option<&'static Game> {
    static GAME: OnceLock<Option<&'static Game>> = OnceLock::new();
    registry(&GAME, id, |_| None)
}

async fn open(floor: &Floor, find: Find) -> House {
    House::open(floor.database.clone(), find, Arc::clone(&floor.keys), &floor.shards).await.unwrap()
}

/// Every table is in the middle of a round; the changed game's table has a snapshot since it was opened.
async fn in_mid_round(test: &str) -> (Floor, Furnished, House, StreamId) {
    let floor = Floor::new(test, 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = open(&floor, games::find).await;
    let mut whim = Whim::new(21);
    let changed = furnished.tables.iter().find(|(game, ..)| *game == CHANGED).unwrap().1;
    for (_, table, cage) in &furnished.tables {
        for patron in [Patron::A, Patron::B] {
            seat(&house, *cage, *table, patron, 50 * CHIPS).await;
        }
        for _ in 0..if *table == changed { 300 } else { 3 } {
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
        while !is_dealt(&house, *table).await {
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
    }
    (floor, furnished, house, changed)
}

/// Whether wagers are on the layout and none are taken. A wheel, cups, and two hands without decisions bring the result
/// in the unit that ends the bets, so for those wagers are enough.
async fn is_dealt(house: &House, table: StreamId) -> bool {
    let look = |stream: &dyn Stream| {
        let face = stream.table().unwrap().face();
        let at_once = face.shoe().pack().is_empty() || !face.shared_hands().is_empty();
        let lies = face.wagers().iter().any(engine::Wager::on_layout);
        lies && (!matches!(face.due(), Due::Bets { .. }) || at_once)
    };
    house.look(table, look).await.unwrap()
}

async fn play_round(house: &House, table: StreamId, whim: &mut Whim) {
    for _ in 0..500 {
        let done = play_once(house, table, whim).await.unwrap().unwrap();
        if done.events.iter().any(|event| matches!(event.what, engine::What::RoundEnded { .. })) {
            return;
        }
    }
    panic!("table {} never ends its round", table.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_that_plays_alike_takes_a_table_over_in_mid_round() {
    let (floor, furnished, house, changed) = in_mid_round("upgrade_alike").await;
    drop(house);
    let client = floor.database.connect().await.unwrap();
    let kept: i64 = client.query_one("select count(*) from snapshot", &[]).await.unwrap().get(0);
    assert!(kept > 0);
    assert_eq!(fit(&floor.database, 0, alike, &floor.keys).await.unwrap(), []);
    let house = open(&floor, alike).await;
    assert_eq!(house.left_out(), []);
    let mut whim = Whim::new(22);
    assert!(is_dealt(&house, changed).await);
    for (_, table, _) in &furnished.tables {
        play_round(&house, *table, &mut whim).await;
    }
    // It stores the table under its own procedure number, and restores it from there.
    for _ in 0..300 {
        play_once(&house, changed, &mut whim).await.unwrap().unwrap();
    }
    let heads = house.heads().await;
    house.close().await;
    let house = open(&floor, alike).await;
    assert_eq!(house.heads().await, heads);
    house.close().await;
    // The previous build replays every unit of it alike, including those that it did not write.
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning: false };
    let loaded = load(&client, Which::All, &wanted, |_, _| {}).await.unwrap();
    assert_eq!(loaded.iter().map(|one| (one.stream.id(), one.seq, one.head)).collect::<Vec<_>>(), heads);
    // An unreadable snapshot only makes the replay longer.
    client.execute("update snapshot set sealed = '\\x00'", &[]).await.unwrap();
    let house = open(&floor, games::find).await;
    assert_eq!((house.left_out(), house.heads().await), (Vec::new(), heads));
    house.close().await;
    for find in [games::find as Find, alike] {
        let report = verify(&floor.database, find, &floor.keys, |_| {}).await.unwrap();
        assert!(report.is_sound(), "{:?}", report.findings);
    }
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_that_plays_otherwise_waits_until_the_round_is_over() {
    let (floor, furnished, house, changed) = in_mid_round("upgrade_unlike").await;
    let mut client = floor.database.connect().await.unwrap();
    let epoch = "select epoch from shard";
    let before: i64 = client.query_one(epoch, &[]).await.unwrap().get(0);
    let unfit = fit(&floor.database, 0, unlike, &floor.keys).await.unwrap();
    let [one] = &unfit[..] else { panic!("{unfit:?}") };
    assert_eq!(one.stream, changed);
    assert!(one.why.contains("the table was opened under procedure"), "{}", one.why);
    let by_book = fit(&floor.database, 0, revised, &floor.keys).await.unwrap();
    assert!(by_book[0].why.contains("the rule book of ohio/blackjack is another one"), "{by_book:?}");
    // The owner still has the shard, and nothing happens before `House::rest` is called.
    assert_eq!(client.query_one(epoch, &[]).await.unwrap().get::<_, i64>(0), before);
    let builds = ["2".to_owned()];
    assert_eq!(house.rest(0, &builds).await.unwrap(), []);
    report_unfit(&mut client, 0, "2", &unfit).await.unwrap();
    assert_eq!(house.rest(0, &["3".to_owned()]).await.unwrap(), []);
    assert_eq!(house.rest(0, &builds).await.unwrap(), [changed]);
    assert_eq!(house.rest(0, &builds).await.unwrap(), [changed]);
    let mut whim = Whim::new(23);
    assert!(is_dealt(&house, changed).await);
    play_to_the_end(&house, changed, &mut whim).await;
    assert_eq!(house.rest(0, &builds).await.unwrap(), []);
    // The other tables are still in the middle of a round, and stay so.
    house.close().await;
    assert_eq!(fit(&floor.database, 0, unlike, &floor.keys).await.unwrap(), []);
    let house = open(&floor, unlike).await;
    assert_eq!(house.left_out(), []);
    let reopened = reopen_due(&mut client, 0, unlike, &floor.keys).await.unwrap();
    let [next] = reopened.opened[..] else { panic!("{reopened:?}") };
    house.bring(&[next]).await.unwrap();
    for (_, table, _) in furnished.tables.iter().filter(|(game, ..)| *game != CHANGED) {
        assert!(is_dealt(&house, *table).await);
        play_round(&house, *table, &mut whim).await;
    }
    let facts = |stream: &dyn Stream| {
        let table = stream.table().unwrap();
        (table.facts().game.vocabulary.procedure, table.face().shoe().pack().decks)
    };
    let wanted = unlike(CHANGED).unwrap().vocabulary.procedure;
    let decks = TableConfig::default_for(&games::find(CHANGED).unwrap().book().unwrap()).decks;
    assert_eq!(house.look(next, facts).await, Some((wanted, decks - 2)));
    let asked = "select procedure, follows from stream where id = $1";
    let row = client.query_one(asked, &[&next.0]).await.unwrap();
    assert_eq!((row.get::<_, i32>(0), row.get::<_, i64>(1)), (i32::try_from(wanted).unwrap(), changed.0));
    seat(&house, furnished.cage, next, Patron::A, CHIPS).await;
    play_round(&house, next, &mut whim).await;
    quiet(&house, &[furnished.cage, furnished.marina]).await;
    house.close().await;
    let report = verify(&floor.database, unlike, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    let [(unplayed, why)] = &report.unplayed[..] else { panic!("{:?}", report.unplayed) };
    assert!(*unplayed == changed && why.contains("procedure"), "{why}");
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_nobody_can_play_does_not_keep_its_shard_closed() {
    let (floor, furnished, house, changed) = in_mid_round("upgrade_unknown").await;
    drop(house);
    let house = open(&floor, without).await;
    let left_out = house.left_out();
    let [(table, why)] = &left_out[..] else { panic!("{left_out:?}") };
    assert!(*table == changed && why.contains("there is no game \"ohio/blackjack\""), "{why}");
    assert!(is_gone(&house, changed).await);
    let mut whim = Whim::new(24);
    for (_, table, _) in furnished.tables.iter().filter(|(game, ..)| *game != CHANGED) {
        play_round(&house, *table, &mut whim).await;
    }
    let close = request(changed, 100, Key::derived("no", &[]), 0, Command::Close { reopen: false });
    let refused = house.send(close).await.unwrap_err();
    assert_eq!(refused, NotDone::Refused(Refused::NotHere(NotHere::NoSuchTable)));
    // It cannot be closed here, so the handover does not wait for it.
    let mut client = floor.database.connect().await.unwrap();
    let unfit = fit(&floor.database, 0, without, &floor.keys).await.unwrap();
    report_unfit(&mut client, 0, "4", &unfit).await.unwrap();
    assert_eq!(house.rest(0, &["4".to_owned()]).await.unwrap(), []);
    house.close().await;
    // A build that knows the game plays the round on.
    let house = open(&floor, games::find).await;
    assert_eq!(house.left_out(), []);
    assert!(is_dealt(&house, changed).await);
    play_round(&house, changed, &mut whim).await;
    house.close().await;
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    floor.drop().await;
}
