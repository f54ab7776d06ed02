//! Arranged jackpots: hands that draw on a meter, and everything that can happen between a grant and its payment.

use crate::pit::{Audit, METERS, Pit, TABLES, due, laid, outstanding, play, rows, say, standing, total};
use crate::support::{play_once, request, seat};
use engine::meter::{Act, Draw, MeterKey};
use engine::{Actor, Due, Input, Patron, Person, Place, Rank, RulingAct, Share, Spot, WagerId};
use felt::{Card, Money, Pay};
use house::ids::{Key, StreamId};
use house::links::{LinkError, Meters};
use house::patrons::Whim;
use house::stream::{Command, DrawAsked, Refused, Request};
use house::{Done, House, NotDone};
use rulebook::{MeterTerms, read_house};

/// A jackpot for two tables, with a secondary one.
const HOUSE: &str = r#"
house = "Riverfront"
jurisdiction = "ohio"
currency = "USD"

[[meter]]
id = "pit"
kind = "multi-link"
tables = ["pit-1/let-it-ride", "pit-2/let-it-ride"]
wager = "1"
seed = "10,000"
rate = "20.333%"
reserve = "2%"

[[meter]]
id = "second"
kind = "multi-link"
secondary-of = "pit"
wager = "1"
seed = "500"
rate = "1%"
"#;
const LET_IT_RIDE: &str = include_str!("../../../games/tables/let-it-ride.toml");
const PATHS: [&str; 2] = ["pit-1/let-it-ride.toml", "pit-2/let-it-ride.toml"];

struct Jackpot {
    pit: Pit,
    /// The place of each card of the shoe when both patrons have a hand.
    places: Vec<Place>,
}

impl Jackpot {
    /// Creates a house in which one round was played at each table.
    async fn new(test: &str) -> (Jackpot, House) {
        let text = LET_IT_RIDE.replace("dealing = \"shoe\"", "dealing = \"hand\"");
        let tables = PATHS.map(|path| (path, text.as_str()));
        let (pit, house) = Pit::open(test, HOUSE, &tables).await;
        let mut places = Vec::new();
        for table in pit.tables.values() {
            for patron in [Patron::A, Patron::B] {
                seat(&house, pit.cage, *table, patron, 1_000_000).await;
            }
            let mut events = bet(&house, *table).await.events.to_vec();
            while !matches!(due(&house, *table).await, Due::Bets { .. }) {
                let done = step(&house, *table).await.unwrap().unwrap();
                events.extend(done.events.iter().copied());
            }
            places = laid(&events);
        }
        (Jackpot { pit, places }, house)
    }

    fn table(&self, which: usize) -> StreamId {
        self.pit.tables[PATHS[which]]
    }

    fn meter(&self) -> StreamId {
        self.pit.meters["pit"]
    }

    /// Arranges the next round of a table: the second patron, whose turn is first, gets a royal flush, and the first a
    /// straight flush.
    async fn arrange(&self, table: StreamId) {
        let mut hands = [
            (Place::Hand(Spot::first(2)), vec!["As", "Ks", "Qs"]),
            (Place::Hand(Spot::first(1)), vec!["9s", "8s", "7s"]),
            (self.board(), vec!["Js", "10s"]),
        ];
        let mut first = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            let hand = hands.iter_mut().find(|(of, _)| of == place).map(|(_, cards)| cards);
            if let Some(card) = hand.and_then(Vec::pop) {
                first.push((at, card.parse::<Card>().unwrap()));
            }
        }
        assert_eq!(first.len(), 8, "{:?}", self.places);
        self.pit.arrange(table, &first).await;
    }

    /// Returns the place of the two common cards.
    fn board(&self) -> Place {
        let shared = self.places.iter().find(|place| matches!(place, Place::Board | Place::Dealer));
        *shared.expect("cards for everybody")
    }

    /// Reopens the house with an arranged shoe at a table, and makes both patrons bet there. The table then waits for
    /// its meter.
    async fn deal(&self, house: House, table: StreamId, shards: &[i32]) -> House {
        house.close().await;
        self.arrange(table).await;
        let house = self.pit.open_shards(shards).await;
        bet(&house, table).await;
        house
    }
}

/// Makes both patrons' bets and progressive wagers, and closes bets.
async fn bet(house: &House, table: StreamId) -> Done {
    for patron in [Patron::A, Patron::B] {
        for (word, stake) in [("bet-1", 500), ("bet-2", 500), ("bet-3", 500), ("progressive", 100)] {
            place(house, table, patron, word, stake).await;
        }
    }
    let Due::Bets { closes } = due(house, table).await else { panic!("bets are closed") };
    say(house, table, Actor::DEALER, Input::Step(closes)).await.unwrap()
}

async fn place(house: &House, table: StreamId, patron: Patron, word: &str, stake: i64) {
    let look = house.look(table, {
        let word = word.to_owned();
        move |stream| {
            let words = stream.table().unwrap().facts().game.vocabulary.wagers;
            words.iter().copied().find(|known: &WagerId| known.word() == word).unwrap()
        }
    });
    let (wager, stake) = (look.await.unwrap(), Money::minor(stake));
    let (box_number, beneficiary) = (patron.index() + 1, engine::Beneficiary::Patron);
    let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
    say(house, table, Actor::Patron(patron), input).await.unwrap();
}

/// Plays the next move; `None` if no decision is awaited.
async fn step(house: &House, table: StreamId) -> Option<Result<Done, NotDone>> {
    let seq = house.look(table, |stream| stream.table().unwrap().seq()).await.unwrap();
    play_once(house, table, &mut Whim::new(u64::try_from(seq).unwrap())).await
}

/// Plays on until this is due, waiting for messages.
async fn play_until(house: &House, table: StreamId, is: impl Fn(Due) -> bool) {
    for _ in 0..5_000 {
        match due(house, table).await {
            now if is(now) => return,
            Due::Meter { .. } => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
            _ => drop(step(house, table).await.unwrap().unwrap()),
        }
    }
    panic!("it never came: {:?}", due(house, table).await);
}

fn is_approval(due: Due) -> bool {
    matches!(due, Due::Approval { .. })
}

fn is_meter(due: Due) -> bool {
    matches!(due, Due::Meter { .. })
}

fn is_bets(due: Due) -> bool {
    matches!(due, Due::Bets { .. })
}

/// A supervisor and surveillance approve: two persons, whatever number the first one gives the second time.
async fn approve(house: &House, table: StreamId) {
    let supervisor = Actor::Staff(Rank::Floor);
    say(house, table, supervisor, Input::APPROVED).await.unwrap();
    let seq = house.look(table, |stream| stream.table().unwrap().seq()).await.unwrap();
    let input = Input::Approve { yes: true, person: Person(7) };
    let command = Command::Play { by: Actor::Surveillance, input };
    let key = Key::derived("twice", &[table.0, seq]);
    let first = house::patrons::person_of(supervisor).0;
    let refused = house.send(request(table, first, key, seq, command)).await.unwrap_err();
    assert!(refused.to_string().contains("same-person"), "{refused}");
    say(house, table, Actor::Surveillance, input).await.unwrap();
}

/// Returns what was drawn, in order: the amount, and whether the draw is still valid.
fn drawn(audit: &Audit) -> Vec<(i64, bool)> {
    let steps = &audit.steps["pit"];
    let void =
        |number: u64| steps.iter().any(|step| matches!(step.act, Act::Voided { draw, .. } if draw == number));
    let grants = steps.iter().filter_map(engine::meter::Step::grant);
    grants.map(|grant| (grant.amount.as_minor(), !void(grant.number))).collect()
}

fn nothing_owed(audit: &Audit) {
    assert!(audit.payable.values().all(|owed| *owed == Money::ZERO), "{:?}", audit.payable);
}

async fn stack(house: &House, table: StreamId, patron: Patron) -> i64 {
    let look = house.look(table, move |stream| stream.table().unwrap().seats()[&patron].stack);
    look.await.unwrap().as_minor()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_royal_flush_takes_the_meter_and_the_next_hand_a_tenth_of_its_seed() {
    let (jackpot, house) = Jackpot::new("royal").await;
    let table = jackpot.table(0);
    let house = jackpot.deal(house, table, &jackpot.pit.floor.shards).await;
    play_until(&house, table, is_approval).await;
    // Granted but not paid, it is owed.
    let audit = jackpot.pit.audit(&house).await;
    // Six dollars: one round of two at each table, and this one.
    let shown = 1_000_000 + 6 * 100 * 20_333 / 100_000;
    assert_eq!(drawn(&audit), [(shown, true)]);
    assert_eq!(audit.payable[PATHS[0]], Money::minor(shown));
    let before = stack(&house, table, Patron::B).await;
    approve(&house, table).await;
    assert!(stack(&house, table, Patron::B).await >= before + shown);
    // The reserve has saved twelve cents for the new seed, and the house pays the rest.
    let Act::Drawn { refill, .. } = &audit.steps["pit"][0].act else { panic!("no draw") };
    assert_eq!((refill.reserve.as_minor(), refill.house.as_minor()), (12, 999_988));

    play_until(&house, table, is_approval).await;
    approve(&house, table).await;
    play_until(&house, table, is_bets).await;
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit), [(shown, true), (100_000, true)]);
    nothing_owed(&audit);
    // The secondary jackpot has grown by its cent per dollar, and no table draws on it.
    assert_eq!((audit.shows["second"].as_minor(), audit.steps["second"].len()), (50_006, 0));
    // After storing and restoring, it is the same.
    let heads = house.heads().await;
    house.close().await;
    let house = jackpot.pit.floor.open().await;
    assert_eq!(house.heads().await, heads);
    assert_eq!(drawn(&jackpot.pit.audit(&house).await), drawn(&audit));
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_void_gives_back_what_was_granted_paid_and_contributed() {
    let (jackpot, house) = Jackpot::new("void_round").await;
    let table = jackpot.table(0);
    let (before, fed) = (jackpot.pit.audit(&house).await, 2 * 2 * 100);
    let house = jackpot.deal(house, table, &jackpot.pit.floor.shards).await;
    play_until(&house, table, is_approval).await;
    approve(&house, table).await;
    // The first hand is paid, the second waits for approval.
    play_until(&house, table, is_approval).await;
    let void = Input::Ruling(RulingAct::VoidRound);
    say(&house, table, Actor::Staff(Rank::Floor), void).await.unwrap();
    play_until(&house, table, is_bets).await;
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit).iter().map(|(_, stands)| *stands).collect::<Vec<_>>(), [false, false]);
    assert_eq!(audit.shows, before.shows);
    nothing_owed(&audit);
    let rows = rows(&jackpot.pit.floor, jackpot.meter()).await;
    assert_eq!(total(&rows).as_minor(), fed);
    assert_eq!(rows.iter().filter(|row| row.takes_back.is_some()).count(), 2);
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_is_void_gives_its_grant_back_before_the_next_draws() {
    let (jackpot, house) = Jackpot::new("void_hand").await;
    let table = jackpot.table(0);
    let house = jackpot.deal(house, table, &jackpot.pit.floor.shards).await;
    play_until(&house, table, is_approval).await;
    jackpot.pit.settle(&house).await;
    house.close().await;
    // The meter is closed: returned grants wait, and nothing is drawn on it before they have arrived.
    let house = jackpot.pit.open_shards(&[TABLES, TABLES + 1]).await;
    let void = Input::Ruling(RulingAct::VoidHand(Spot::first(2)));
    say(&house, table, Actor::Staff(Rank::Floor), void).await.unwrap();
    play_until(&house, table, is_meter).await;
    let sent = outstanding(&house, table).await;
    assert!(matches!(&sent[..], [one] if matches!(one.command, Command::Void { .. })), "{sent:?}");
    house.close().await;
    let house = jackpot.pit.floor.open().await;
    play_until(&house, table, is_approval).await;
    approve(&house, table).await;
    play_until(&house, table, is_bets).await;
    let audit = jackpot.pit.audit(&house).await;
    // The straight flush gets a tenth of the whole meter, not of the seed after the royal flush.
    let whole = 1_000_000 + 6 * 100 * 20_333 / 100_000;
    let without = 1_000_000 + 5 * 100 * 20_333 / 100_000;
    assert_eq!(drawn(&audit), [(whole, false), (without / 10, true)]);
    nothing_owed(&audit);
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_that_nobody_heard_of_is_told_again_and_granted_once() {
    let (jackpot, house) = Jackpot::new("lost_reply").await;
    let table = jackpot.table(0);
    // The meter is closed: the table's request is not answered.
    let house = jackpot.deal(house, table, &[TABLES, TABLES + 1]).await;
    play_until(&house, table, is_meter).await;
    let asked = outstanding(&house, table).await;
    assert_eq!(asked.len(), 1, "{asked:?}");
    house.close().await;
    // The meter receives it and commits, and its answer is lost with the process.
    let alone = jackpot.pit.open_shards(&[METERS]).await;
    let done = alone.send(asked[0].request()).await.unwrap();
    assert!(!done.again);
    // A retry is the same draw.
    let again = alone.send(asked[0].request()).await.unwrap();
    assert_eq!((again.seq, again.again), (done.seq, true));
    assert_eq!(standing(&alone, jackpot.meter()).await.0.number(), 1);
    alone.close().await;
    let house = jackpot.pit.floor.open().await;
    play_until(&house, table, is_approval).await;
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit).len(), 1);
    approve(&house, table).await;
    play_until(&house, table, is_approval).await;
    approve(&house, table).await;
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit).len(), 2);
    nothing_owed(&audit);
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_asks_once_whatever_happens_meanwhile_and_returns_what_it_no_longer_wants() {
    let (jackpot, house) = Jackpot::new("asked_once").await;
    let (table, other) = (jackpot.table(0), jackpot.table(1));
    let before = jackpot.pit.audit(&house).await;
    let house = jackpot.deal(house, table, &[TABLES, TABLES + 1]).await;
    play_until(&house, table, is_meter).await;
    let asked = outstanding(&house, table).await;
    // Another patron buys chips meanwhile.
    seat(&house, jackpot.pit.cage, table, Patron::C, 10_000).await;
    let draws = |sent: &[house::stream::Envelope]| {
        sent.iter().filter(|sent| matches!(sent.command, Command::Draw(_))).count()
    };
    assert_eq!(draws(&outstanding(&house, table).await), 1);
    // The round is voided before the meter has answered.
    let void = Input::Ruling(RulingAct::VoidRound);
    say(&house, table, Actor::Staff(Rank::Floor), void).await.unwrap();
    assert_eq!(outstanding(&house, table).await, asked);
    play_until(&house, table, is_bets).await;
    house.close().await;
    let house = jackpot.pit.floor.open().await;
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit).iter().map(|(_, stands)| *stands).collect::<Vec<_>>(), [false]);
    assert_eq!(audit.shows, before.shows);
    nothing_owed(&audit);
    // Both tables play on.
    play(&house, other, &mut Whim::new(5), 20).await;
    play(&house, table, &mut Whim::new(6), 20).await;
    jackpot.pit.audit(&house).await;
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wagers_feed_a_meter_by_the_terms_under_which_they_were_placed() {
    let (jackpot, house) = Jackpot::new("terms").await;
    let (early, late) = (jackpot.table(0), jackpot.table(1));
    for (word, stake) in [("bet-1", 500), ("bet-2", 500), ("bet-3", 500), ("progressive", 100)] {
        place(&house, early, Patron::A, word, stake).await;
    }
    let dearer = read_house(&HOUSE.replace("20.333%", "25%")).unwrap();
    let place_of = |cage| house::links::MetersHome { realm: crate::support::REALM, cage, shards: &[METERS] };
    let database = &jackpot.pit.floor.database;
    for _ in 0..2 {
        // Reopened with the same file, nothing changes.
        Meters::open(&house, database, place_of(jackpot.pit.cage), dearer.clone()).await.unwrap();
        jackpot.pit.settle(&house).await;
        assert_eq!(standing(&house, jackpot.meter()).await.0.terms_number(), 2);
    }
    let Due::Bets { closes } = due(&house, early).await else { panic!("bets are closed") };
    say(&house, early, Actor::DEALER, Input::Step(closes)).await.unwrap();
    bet(&house, late).await;
    play_until(&house, early, is_bets).await;
    play_until(&house, late, is_bets).await;
    let mut terms: Vec<(u64, u32)> = rows(&jackpot.pit.floor, jackpot.meter())
        .await
        .iter()
        .skip_while(|row| row.terms == 1 && row.key.table == u64::try_from(early.0).unwrap())
        .map(|row| (row.key.table, row.terms))
        .collect();
    terms.dedup();
    let late = u64::try_from(late.0).unwrap();
    assert_eq!(terms, [(late, 1), (late, 2)]);
    let audit = jackpot.pit.audit(&house).await;
    // Five dollars under the first terms, two under the second.
    assert_eq!(audit.shows["pit"].as_minor(), 1_000_000 + (500 * 20_333 + 200 * 25_000) / 100_000);
    // With another rounding, tables would refuse what the meter grants.
    let rounded = read_house(&HOUSE.replace("20.333%", "25%\"\nrounding = \"up")).unwrap();
    let refused = Meters::open(&house, database, place_of(jackpot.pit.cage), rounded).await;
    assert!(matches!(refused, Err(LinkError::NotDone { .. })));
    house.close().await;
    jackpot.pit.floor.drop().await;
}

/// Returns a draw as a table sends it.
fn draw_of(meter: StreamId, table: i64, unit: u64, hundredths: u32, winners: &[Patron]) -> Request {
    let key = MeterKey { table: u64::try_from(table).unwrap(), unit, item: 0 };
    let share = Share::of(Pay::MeterPercent(hundredths)).unwrap();
    let draw = Draw { share, winners: winners.to_vec() };
    let mut sent = request(
        meter,
        0,
        Key::derived("draw", &[table, i64::try_from(unit).unwrap()]),
        0,
        Command::Draw(DrawAsked { key, draw, since: 0 }),
    );
    sent.sender = Some(StreamId(table));
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn a_meter_serves_its_own_tables_each_for_itself() {
    let (jackpot, house) = Jackpot::new("refusals").await;
    let (pit, [one, two]) = (jackpot.meter(), [jackpot.table(0).0, jackpot.table(1).0]);
    let refused = |done: Result<Done, NotDone>| match done {
        Err(NotDone::Refused(refused)) => refused.to_string(),
        other => panic!("{other:?}"),
    };
    let stranger = draw_of(pit, 900, 1, 1_000, &[Patron::A]);
    assert_eq!(refused(house.send(stranger).await), "only tables that feed the meter draw on it");
    let mut forged = draw_of(pit, one, 1_001, 1_000, &[Patron::A]);
    forged.sender = Some(StreamId(two));
    assert_eq!(refused(house.send(forged).await), "only tables that feed the meter draw on it");
    let nobody = draw_of(pit, one, 1_002, 1_000, &[]);
    assert_eq!(refused(house.send(nobody).await), "an award needs at least one winner");

    // Several winners share the award, and a cent that cannot be shared stays.
    let shared = draw_of(pit, one, 1_003, 333, &[Patron::A, Patron::B, Patron::C]);
    let first = house.send(shared.clone()).await.unwrap();
    let mut other_message = shared.clone();
    other_message.key = Key::derived("another message", &[]);
    // The same request under another message is not granted again.
    let again = house.send(other_message).await.unwrap();
    assert!(again.seq > first.seq);
    assert_eq!(standing(&house, pit).await.0.number(), 1);
    let mut other_share = shared;
    other_share.key = Key::derived("another share", &[]);
    if let Command::Draw(asked) = &mut other_share.command {
        asked.draw.share = Share::of(Pay::MeterPercent(334)).unwrap();
    }
    assert!(refused(house.send(other_share).await).contains("was used for something else"));

    let void = |table: i64, unit: u64| {
        let key = MeterKey { table: u64::try_from(table).unwrap(), unit, item: 0 };
        let mut sent = draw_of(pit, table, unit, 1, &[]);
        sent.command = Command::Void { key, draw: 1 };
        sent
    };
    assert_eq!(refused(house.send(void(two, 2_000)).await), "the draw is another table's");
    house.send(void(one, 2_001)).await.unwrap();
    assert_eq!(refused(house.send(void(one, 2_002)).await), "step 1 is not a draw");
    let terms = MeterTerms::new(Money::minor(1_000_000), "30%".parse().unwrap());
    let change = |number| {
        let key = Key::derived("change", &[i64::from(number)]);
        request(pit, 0, key, 0, Command::Change { number, to: terms })
    };
    assert_eq!(refused(house.send(change(3)).await), "there are no terms 3; the latest are 1");
    assert!(matches!(
        house.send(request(pit, 0, Key::derived("no", &[]), 0, Command::Expire { asked: 1 })).await,
        Err(NotDone::Refused(Refused::NotHere(_)))
    ));
    let audit = jackpot.pit.audit(&house).await;
    let shared = (1_000_000 + 4 * 100 * 20_333 / 100_000) * 333 / 10_000 / 3 * 3;
    assert_eq!(drawn(&audit), [(shared, false)]);
    house.close().await;
    jackpot.pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tables_draw_at_once_and_the_meter_puts_them_in_order() {
    let (jackpot, house) = Jackpot::new("two_tables").await;
    let tables = [jackpot.table(0), jackpot.table(1)];
    house.close().await;
    for table in tables {
        jackpot.arrange(table).await;
    }
    let house = jackpot.pit.floor.open().await;
    for table in tables {
        bet(&house, table).await;
    }
    let [one, other] = tables.map(|table| play_until(&house, table, is_approval));
    tokio::join!(one, other);
    // The first draw gets the meter with all eight dollars, the other the seed that followed.
    let [first, seed] = [1_000_000 + 8 * 100 * 20_333 / 100_000, 1_000_000];
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit), [(first, true), (seed, true)]);
    let house_ref = &house;
    let [one, other] = tables.map(|table| async move {
        approve(house_ref, table).await;
        play_until(house_ref, table, is_approval).await;
    });
    tokio::join!(one, other);
    let audit = jackpot.pit.audit(&house).await;
    assert_eq!(drawn(&audit)[2..], [(100_000, true), (90_000, true)]);
    for table in tables {
        approve(&house, table).await;
    }
    nothing_owed(&jackpot.pit.audit(&house).await);
    house.close().await;
    jackpot.pit.floor.drop().await;
}
