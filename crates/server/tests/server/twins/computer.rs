//! Twins at tables that the house deals itself: one house is copied during a round, and in the copy the hidden card is
//! exchanged with one that is still in the shoe.

use super::{PATIENT, Told, hidden, is_asked, lines, look_around, sit_down, speaks, watch_all};
use crate::log::Log;
use crate::support::{REALM, Site, address, until_open};
use chance::Sealed;
use engine::{Audience, Due, Face, LaidCard, Place, Spot};
use felt::Card;
use house::ids::{Realm, StreamId};
use house::patrons::{Whim, next_move};
use house::secrets::Bound;
use house::store::unit_of;
use house::stream::Stream;
use house::table::Dealt;
use rulebook::TableConfig;
use server::Server;
use server::crew::{Answered, Client};
use std::collections::{BTreeMap, BTreeSet};

/// The length of an opened shoe's salt in bytes.
const SALT: usize = 32;

/// Plays until a decision is awaited with a hidden card on the table and another condition holds; returns the cards
/// there.
async fn play(
    server: &Server,
    client: &Client,
    (game, table): (&str, i64),
    wanted: fn(&dyn Stream) -> bool,
) -> Vec<LaidCard> {
    let house = &server.app().house;
    let id = StreamId(table);
    let mut whim = Whim::new(33);
    for number in 0..400 {
        let ready =
            move |stream: &dyn Stream| !hidden(stream).is_empty() && is_asked(stream) && wanted(stream);
        let ready = house.look(id, ready).await.unwrap();
        if number > 12 && ready {
            let laid =
                |stream: &dyn Stream| stream.table().unwrap().face().layout().cards().copied().collect();
            return house.look(id, laid).await.unwrap();
        }
        let mut own = whim.clone();
        let look = move |stream: &dyn Stream| {
            let table = stream.table().unwrap();
            (next_move(table, &mut own), table.seq(), own)
        };
        let (next, seen, moved) = house.look(id, look).await.unwrap();
        whim = moved;
        let (by, input) = next.unwrap_or_else(|| panic!("{game} waits for nobody"));
        let said = super::Said { by, input, seen };
        let path = format!("/v1/tables/{table}/inputs");
        let answer = client.post(&path, &speaks(table, by).1, &said.body(table, number)).await;
        assert!(matches!(answer, Answered::Well(_)), "{game}: {by} {input:?}: {answer:?}");
    }
    Vec::new()
}

/// Returns the place of a dealt card in the shoe: the only offset that fits all dealt cards, as the pack may have been
/// cut.
fn place_of(laid: &[LaidCard], order: &[u8], draw: u32) -> usize {
    let at = |first: usize, draw: u32| (first + usize::try_from(draw).unwrap()) % order.len();
    let fits = |first: &usize| {
        laid.iter().all(|laid| {
            laid.face.card().is_none_or(|card| usize::from(order[at(*first, laid.draw)]) == card.index())
        })
    };
    let firsts: Vec<usize> = (0..order.len()).filter(fits).collect();
    let [first] = firsts[..] else { panic!("{} places in the shoe would be right", firsts.len()) };
    at(first, draw)
}

/// Exchanges a hidden card with an unseen one of the same kind, and returns who may know it. The other card was not
/// dealt or was taken up unseen, and is among those from a draw on that are on no place.
async fn exchange(
    site: &Site,
    table: i64,
    (laid, from): (&[LaidCard], u32),
    wanted: impl Fn(Place) -> bool,
) -> Option<BTreeSet<Audience>> {
    let down = |laid: &&LaidCard| matches!(laid.face, Face::Down(_)) && wanted(laid.place);
    laid.iter().rfind(down)?;
    let client = site.database.connect().await.unwrap();
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    let newest = "select number, sealed, commitment from shoe where stream = $1 order by number desc limit 1";
    let row = client.query_one(newest, &[&table]).await.unwrap();
    let (number, sealed, committed): (i64, Vec<u8>, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
    let bound = || Bound::Shoe { stream: StreamId(table), shoe: u64::try_from(number).unwrap() };
    let mut plain = site.keys.open(bound(), &sealed).unwrap().to_vec();
    let order = &mut plain[SALT..];
    let left = u32::try_from(order.len()).unwrap();
    let known = |index: u8| Card::from_index(usize::from(index)).unwrap();
    // A card without another of its kind in the shoe, such as a wild one, cannot be exchanged: then another card is.
    let exchanged = laid.iter().rev().filter(down).find_map(|card| {
        let here = place_of(laid, order, card.draw);
        let lies = |draw: &u32| laid.iter().any(|laid| laid.draw == *draw);
        let mut places = (from..left).filter(|draw| !lies(draw)).map(|draw| place_of(laid, order, draw));
        places
            .find(|at| super::could_be(known(order[here]), known(order[*at])))
            .map(|there| (card, here, there))
    });
    let (card, here, there) = exchanged?;
    order.swap(here, there);
    let cards: Vec<Card> = order.iter().map(|card| known(*card)).collect();
    let salt = plain.first_chunk().unwrap();
    let name: String =
        client.query_one("select name from stream where id = $1", &[&table]).await.unwrap().get(0);
    let commitment = Sealed::new(salt, &name, u64::try_from(number).unwrap(), &cards).commitment().0;
    let sealed = site.keys.seal(bound(), &plain).unwrap();
    let changed = "update shoe set sealed = $3, commitment = $4 where stream = $1 and number = $2";
    client.execute(changed, &[&table, &number, &sealed, &&commitment[..]]).await.unwrap();
    write_anew(&client, table, &committed, &commitment).await;
    Some(
        super::people(table)
            .into_iter()
            .map(|(_, audience, _)| audience)
            .filter(|audience| card.seen.includes(*audience))
            .collect(),
    )
}

/// Rewrites the journal as if the house had committed to this order: the twin is a complete house, and its chain holds.
async fn write_anew(client: &tokio_postgres::Client, table: i64, was: &[u8], now: &[u8]) {
    let units = "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key, u.request, u.body,
        u.previous, s.currency from unit u join stream s on s.id = u.stream where u.stream = $1 order by u.seq";
    let mut previous = None;
    for row in client.query(units, &[&table]).await.unwrap() {
        let currency = row.get::<_, String>(11).as_bytes().try_into().unwrap();
        let mut unit = unit_of(&row, Realm { currency, ..REALM }).unwrap();
        if let Some(at) = unit.body.windows(was.len()).position(|bytes| bytes == was) {
            unit.body[at..at + was.len()].copy_from_slice(now);
        }
        unit.previous = previous.unwrap_or(unit.previous);
        previous = Some(unit.hash());
        let update = "update unit set body = $3, previous = $4 where stream = $1 and seq = $2";
        client.execute(update, &[&table, &unit.seq, &unit.body, &&unit.previous.0[..]]).await.unwrap();
    }
}

/// Returns what everyone receives in a house that is reopened during a round, and its log.
fn opened(name: &str, site: &Site) -> (Told, BTreeSet<String>) {
    let log = Log::default();
    let told = log.of(async {
        let client = site.database.connect().await.unwrap();
        // Every unit is replayed.
        client.batch_execute("delete from snapshot").await.unwrap();
        let server = site.start().await;
        let client = Client::to(&[address(&server)]).unwrap();
        until_open(&client, site.tables.len()).await;
        let mut all = Told::new();
        for (game, table, _) in &site.tables {
            let sockets = watch_all(&server, *table).await;
            look_around(site, &client, (game, *table), sockets, &mut all).await;
        }
        server.leave().await;
        all
    });
    (told, lines(&log, name))
}

#[test]
fn a_house_that_deals_itself_keeps_its_hidden_cards_too() {
    let (one, other, knows) = Log::default().of(async {
        let site = Site::new("twins_dealt", 1, 1, PATIENT).await;
        let server = site.start().await;
        let client = Client::to(&[address(&server)]).unwrap();
        until_open(&client, site.tables.len()).await;
        let mut laid = Vec::new();
        for (game, table, cage) in &site.tables {
            sit_down(&client, *table, *cage).await;
            laid.push(play(&server, &client, (game, *table), |_| true).await);
        }
        server.leave().await;
        let twin = site.copied("twins_dealt_too").await;
        let mut knows: BTreeMap<&str, BTreeSet<Audience>> = BTreeMap::new();
        for ((game, table, _), laid) in site.tables.iter().zip(&laid) {
            let undealt = laid.iter().map(|laid| laid.draw + 1).max().unwrap_or(0);
            let who = exchange(&twin, *table, (laid, undealt), |place| place != Place::Rack).await;
            knows.extend(who.map(|who| (*game, who)));
        }
        (site, twin, knows)
    });
    assert!(knows.len() >= 9, "{:?}", knows.keys());
    compare(&opened("twins_dealt", &one), &opened("twins_dealt_too", &other), &knows);
    Log::default().of(async {
        one.drop().await;
        other.drop().await;
    });
}

/// Checks that no one who may not know a card learns it.
fn compare(
    (told, log): &(Told, BTreeSet<String>),
    (told_too, log_too): &(Told, BTreeSet<String>),
    knows: &BTreeMap<&str, BTreeSet<Audience>>,
) {
    assert_eq!(told.keys().collect::<Vec<_>>(), told_too.keys().collect::<Vec<_>>());
    for (place, (audience, one)) in told {
        let other = &told_too[place].1;
        let knows = knows.get(place.1.as_str()).is_some_and(|knows| knows.contains(audience));
        if !knows {
            assert_eq!(one, other, "{place:?}");
        } else if place.0 == "table" {
            assert_ne!(one, other, "{place:?}");
        }
    }
    assert_eq!(log, log_too);
}

/// Whether hands are set, except those of a patron's bank and of the dealer.
fn is_banked(stream: &dyn Stream) -> bool {
    let face = stream.table().unwrap().face();
    matches!(face.due(), Due::Choices { .. }) && face.bank().is_some()
}

/// The bank's hand, the hand of a patron who plays against it and the dealer's: each in turn has another card in the
/// twin.
#[test]
fn nobody_is_told_of_hands_that_are_not_set_under_a_patrons_bank() {
    let game = games::find("ohio/pai-gow-poker").unwrap();
    let config = TableConfig::default_for(&game.book().unwrap());
    let config = config.with(&game.book().unwrap(), &[("options.banking", "yes")]).unwrap();
    let (one, twins) = Log::default().of(async {
        let site = Site::with("twins_bank", 1, vec![(game, config)], PATIENT, Dealt::Computer).await;
        let server = site.start().await;
        let client = Client::to(&[address(&server)]).unwrap();
        until_open(&client, site.tables.len()).await;
        let (_, table, cage) = site.tables[0];
        sit_down(&client, table, cage).await;
        let laid = play(&server, &client, (game.id, table), is_banked).await;
        assert!(!laid.is_empty(), "no patron ever has the bank");
        let look = |stream: &dyn Stream| {
            let face = stream.table().unwrap().face();
            let bank = face.bank().unwrap().hand;
            let others = face.wagers().iter().filter(|wager| wager.on_layout());
            let other = others.map(|wager| wager.spot).find(|spot| *spot != bank && *spot != Spot::TABLE);
            (bank, other.unwrap())
        };
        let (bank, other) = server.app().house.look(StreamId(table), look).await.unwrap();
        server.leave().await;
        let mut twins = Vec::new();
        for (name, place) in
            [("bank", Place::Hand(bank)), ("other", Place::Hand(other)), ("dealer", Place::Dealer)]
        {
            let name = format!("twins_bank_{name}");
            let twin = site.copied(&name).await;
            // The cards are shuffled in every round, so cards that are on no place are unseen.
            let knows = exchange(&twin, table, (&laid, 0), |there| there == place).await;
            let knows = knows.unwrap_or_else(|| panic!("{name}: no card could be another"));
            twins.push((name, twin, BTreeMap::from([(game.id, knows)])));
        }
        (site, twins)
    });
    let told = opened("twins_bank", &one);
    for (name, twin, knows) in &twins {
        assert!(!knows[game.id].contains(&Audience::Spectator), "{name}: {knows:?}");
        compare(&told, &opened(name, twin), knows);
    }
    Log::default().of(async {
        one.drop().await;
        for (_, twin, _) in twins {
            twin.drop().await;
        }
    });
}
