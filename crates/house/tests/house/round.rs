//! Rounds of every game are replayed, and every change of their shoes is found.

use crate::audit::chain_anew;
use crate::support::{AS_ROWS, Floor, PATIENT, intruder, play_once, seat};
use chance::Sealed;
use engine::{Due, Face, Patron, What};
use felt::Card;
use house::House;
use house::ids::StreamId;
use house::patrons::Whim;
use house::round::{Asked, Dealt, RoundError, RoundFault, RoundReport, find_table, verify_round};
use house::secrets::KeyRing;
use house::stream::Stream;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Client;

/// Plays until `wanted` rounds have been opened.
async fn play_rounds(house: &House, table: StreamId, wanted: u32) {
    let mut whim = Whim::new(11);
    for _ in 0..4_000 {
        match play_once(house, table, &mut whim).await {
            Some(done) => {
                let events = done.unwrap().events;
                if events
                    .iter()
                    .any(|event| matches!(event.what, What::RoundOpened { round } if round >= wanted))
                {
                    return;
                }
            }
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
    panic!("the rounds were never played");
}

async fn verify(
    client: &mut Client,
    table: StreamId,
    round: u32,
    keys: Option<Arc<KeyRing>>,
) -> Result<RoundReport, RoundError> {
    verify_round(client, &Asked { find: games::find, keys, table, round }, |_, _| {}).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_every_game_is_dealt_and_settled_again() {
    let floor = Floor::new("round_every", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let (mut whole, mut dice) = (0, 0);
    for (game, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, 1_000_000).await;
        seat(&house, *cage, *table, Patron::B, 1_000_000).await;
        play_rounds(&house, *table, 6).await;
        let mut client = floor.database.connect().await.unwrap();
        let (mut settled, mut moved) = (0, 0);
        for round in 1..=5 {
            let keys = Some(Arc::clone(&floor.keys));
            let report = verify(&mut client, *table, round, keys).await.unwrap();
            assert!(report.is_well() && report.is_whole(), "{game} {round}: {:?}", report.faults);
            assert!(report.ended, "{game} {round}");
            settled +=
                report.events.iter().filter(|(_, event)| matches!(event.what, What::Settled(_))).count();
            moved += report.transfers.len();
            // The commitment was made before anyone could bet.
            for shoe in &report.shoes {
                assert!(shoe.before_first_wager && !shoe.within_round, "{game} {round}: {shoe:?}");
            }
            for drawn in &report.drawn {
                let closed = drawn.closed.unwrap();
                assert!(drawn.wager.unwrap() < closed && closed <= drawn.seq, "{game} {round}: {drawn:?}");
            }
            if report.cards.is_empty() {
                assert!(!report.drawn.is_empty() && report.shoes.is_empty(), "{game} {round}");
                dice += 1;
            }
            // Each shown card was compared with the order, and unseen cards are at their places.
            let compared = report.cards.iter().filter(|dealt| dealt.shown && dealt.card == dealt.committed);
            assert_eq!(compared.count(), report.cards.iter().filter(|dealt| dealt.shown).count());
            // Without keys the result is the same, once the shoe is open.
            let public = verify(&mut client, *table, round, None).await.unwrap();
            assert!(public.is_well(), "{game} {round}: {:?}", public.faults);
            let opened = public.shoes.iter().all(|shoe| shoe.opened.is_some());
            assert_eq!(public.is_whole(), opened, "{game} {round}");
            whole += u32::from(opened);
        }
        assert!(settled > 0 && moved > 0, "{game}");
    }
    assert!(whole > 10 && dice > 0, "{whole} {dice}");
    house.close().await;
    floor.drop().await;
}

/// Opens a table of a game and plays `rounds` rounds.
async fn played(floor: &Floor, game: &str, rounds: u32) -> StreamId {
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = *furnished.tables.iter().find(|(id, ..)| *id == game).unwrap();
    let house = floor.open().await;
    seat(&house, cage, table, Patron::A, 10_000_000).await;
    play_rounds(&house, table, rounds).await;
    house.close().await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_done_to_a_shoe_is_found() {
    let floor = Floor::new("round_tampered", 2).await;
    let table = played(&floor, "ohio/let-it-ride", 5).await;
    let mut client = intruder(&floor.database).await;
    client.batch_execute("create table shoe_kept as select * from shoe").await.unwrap();
    client.batch_execute(AS_ROWS).await.unwrap();
    client.batch_execute("create table transfer_kept as select * from transfer").await.unwrap();
    let whole = verify(&mut client, table, 2, None).await.unwrap();
    assert!(whole.is_well() && whole.is_whole(), "{:?}", whole.faults);
    let number = whole.shoes[0].number;
    let swap = |one: usize, other: usize| {
        format!(
            "cards = set_byte(set_byte(cards, {one}, get_byte(cards, {other})), {other}, get_byte(cards, {one}))"
        )
    };
    let last = "set_byte(salt, 31, get_byte(salt, 31) # 1)";
    let other_order = RoundFault::OtherOrder { number };
    let other_commitment = RoundFault::OtherCommitment { number };
    // The first cards, and cards that were never seen.
    for (change, expected) in [
        (swap(0, 1), &other_order),
        (swap(50, 51), &other_order),
        ("cards = cards || '\\x00'".to_owned(), &other_order),
        (format!("salt = {last}"), &other_order),
        ("commitment = sha256(commitment)".to_owned(), &other_commitment),
        ("commitment = '\\x'".to_owned(), &other_commitment),
    ] {
        let change = format!("update shoe set {change} where stream = {} and number = {number}", table.0);
        client.batch_execute(&change).await.unwrap();
        let report = verify(&mut client, table, 2, None).await.unwrap();
        assert!(report.faults.contains(expected), "{change}: {:?}", report.faults);
        // The previous round was dealt from another shoe.
        let before = verify(&mut client, table, 1, None).await.unwrap();
        assert!(before.is_well(), "{change}: {:?}", before.faults);
        client.batch_execute("delete from shoe; insert into shoe select * from shoe_kept").await.unwrap();
    }
    let moved = format!("update shoe set seq = seq - 1 where stream = {} and number = {number}", table.0);
    client.batch_execute(&moved).await.unwrap();
    let report = verify(&mut client, table, 2, None).await.unwrap();
    assert!(matches!(report.faults[..], [RoundFault::OtherUnit { .. }]), "{:?}", report.faults);
    let gone = format!("delete from shoe where stream = {} and number = {number}", table.0);
    client.batch_execute(&gone).await.unwrap();
    let report = verify(&mut client, table, 2, None).await.unwrap();
    assert_eq!(report.faults, [RoundFault::NoShoe { number }]);
    client.batch_execute("delete from shoe; insert into shoe select * from shoe_kept").await.unwrap();

    // A transfer, and a unit.
    let seq = whole.transfers[0].0;
    let paid =
        format!("update transfer_row set amount = amount + 1 where stream = {} and seq = {seq}", table.0);
    client.batch_execute(&paid).await.unwrap();
    let report = verify(&mut client, table, 2, None).await.unwrap();
    assert_eq!(report.faults, [RoundFault::Ledger { seq }]);
    client
        .batch_execute("delete from transfer_row; insert into transfer_row select * from transfer_kept")
        .await
        .unwrap();
    let edit = format!("update unit set person = 7 where stream = {} and seq = {}", table.0, whole.units.0);
    client.batch_execute(&edit).await.unwrap();
    let report = verify(&mut client, table, 2, None).await.unwrap();
    assert!(report.faults.contains(&RoundFault::Chain { seq: whole.units.0 + 1 }), "{:?}", report.faults);

    assert!(matches!(
        verify(&mut client, table, 99, None).await.unwrap_err(),
        RoundError::NoRound { round: 99, last: 5 }
    ));
    assert_eq!(find_table(&client, "table ohio/let-it-ride").await.unwrap(), table);
    assert_eq!(find_table(&client, &table.0.to_string()).await.unwrap(), table);
    assert!(matches!(find_table(&client, "nowhere").await.unwrap_err(), RoundError::NoTable(_)));
    floor.drop().await;
}

/// A house that had committed to another order than it dealt, and rewrote everything consistently.
#[tokio::test(flavor = "multi_thread")]
async fn cards_that_were_not_promised_are_found() {
    let floor = Floor::new("round_promised", 1).await;
    let table = played(&floor, "colorado/blackjack", 90).await;
    let mut client = intruder(&floor.database).await;
    let report = verify(&mut client, table, 3, None).await.unwrap();
    assert!(report.is_well() && report.is_whole(), "{:?}", report.faults);
    let shoe = &report.shoes[0];
    let shown: Vec<_> = report.cards.iter().filter(|dealt| dealt.shown).collect();
    let (one, other) = (shown[0], shown.iter().find(|dealt| dealt.card != shown[0].card).unwrap());

    let row = "select salt, cards, commitment from shoe where stream = $1 and number = $2";
    let row = client.query_one(row, &[&table.0, &shoe.number]).await.unwrap();
    let (salt, mut cards): (Vec<u8>, Vec<u8>) = (row.get(0), row.get(1));
    let promised: Vec<u8> = row.get(2);
    // The stored shoe has the order before the cut, which fits all cards of the round.
    let place = |dealt: &Dealt, depth: usize| (dealt.place.unwrap() - 1 + depth) % cards.len();
    let fits = |dealt: &&Dealt, depth| usize::from(cards[place(dealt, depth)]) == dealt.card.unwrap().index();
    let depth = (0..cards.len()).find(|depth| shown.iter().all(|dealt| fits(dealt, *depth))).unwrap();
    let (first, second) = (place(one, depth), place(other, depth));
    cards.swap(first, second);
    let order: Vec<Card> = cards.iter().map(|card| Card::from_index(usize::from(*card)).unwrap()).collect();
    let number = u64::try_from(shoe.number).unwrap();
    let salt: [u8; 32] = salt.try_into().unwrap();
    let forged = Sealed::new(&salt, "table colorado/blackjack", number, &order).commitment().0.to_vec();
    let change = "update shoe set cards = $3, commitment = $4 where stream = $1 and number = $2";
    client.execute(change, &[&table.0, &shoe.number, &cards, &forged]).await.unwrap();
    let change = "update unit set body = overlay(body placing $3 from position($4 in body))
        where stream = $1 and seq = $2";
    client.execute(change, &[&table.0, &shoe.shuffled, &forged, &promised]).await.unwrap();
    chain_anew(&client, table).await;

    let report = verify(&mut client, table, 3, None).await.unwrap();
    let fault = |dealt: &Dealt, committed: &Dealt| RoundFault::Card {
        draw: dealt.draw,
        dealt: dealt.card.unwrap(),
        committed: committed.card.unwrap(),
    };
    // A card that a device had read before it was shown is a fault of the replay too.
    let of_cards: Vec<&RoundFault> =
        report.faults.iter().filter(|fault| matches!(fault, RoundFault::Card { .. })).collect();
    assert_eq!(of_cards, [&fault(one, other), &fault(other, one)]);
    floor.drop().await;
}

/// The order of a shoe in play is not revealed.
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_shoe_stays_closed() {
    let floor = Floor::new("round_closed", 1).await;
    let table = played(&floor, "ohio/blackjack", 4).await;
    let mut client = floor.database.connect().await.unwrap();
    let public = verify(&mut client, table, 2, None).await.unwrap();
    assert!(public.is_well() && !public.is_whole() && !public.replayed, "{:?}", public.faults);
    let [shoe] = &public.shoes[..] else { panic!("{:?}", public.shoes) };
    assert_eq!((shoe.holds, shoe.opened, shoe.before_first_wager), (None, None, true));
    assert!(
        public.cards.iter().all(|dealt| dealt.committed.is_none() && dealt.card.is_some() == dealt.shown)
    );
    // Staff can compare the cards with the order, and see no more than was shown.
    let staff = verify(&mut client, table, 2, Some(Arc::clone(&floor.keys))).await.unwrap();
    assert!(staff.is_well() && staff.is_whole());
    assert_eq!(staff.shoes[0].holds, Some(true));
    assert!(
        staff.cards.iter().all(|dealt| dealt.card.is_some() == dealt.shown && dealt.committed == dealt.card)
    );

    // During a round, while a decision is awaited and the dealer has a face-down card.
    let house = floor.open().await;
    let mut whim = Whim::new(2);
    let asked = |stream: &dyn Stream| matches!(stream.table().unwrap().face().due(), Due::Choice { .. });
    while !house.look(table, asked).await.unwrap() {
        play_once(&house, table, &mut whim).await.unwrap().unwrap();
    }
    let round = house.look(table, |stream| stream.table().unwrap().face().round()).await.unwrap();
    for keys in [None, Some(Arc::clone(&floor.keys))] {
        let report = verify(&mut client, table, round, keys).await.unwrap();
        assert!(report.is_well() && !report.ended, "{:?}", report.faults);
        let hidden: Vec<_> = report.cards.iter().filter(|dealt| !dealt.shown).collect();
        assert!(!hidden.is_empty());
        let faces = report
            .events
            .iter()
            .filter(|(_, event)| matches!(event.what, What::CardLaid { face: Face::Down(_), .. }));
        assert_eq!(faces.count(), 0);
        assert!(hidden.iter().all(|dealt| dealt.card.is_none() && dealt.committed.is_none()), "{hidden:?}");
    }
    house.close().await;
    floor.drop().await;
}
