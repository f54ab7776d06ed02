//! A house after play with every kind of money movement, with no message in transit: for tests of its books.

use crate::support::{Floor, Furnished, PATIENT, REALM, play_once, request};
use engine::meter::{Draw, MeterKey, Opening};
use engine::{Actor, Ask, Beneficiary, By, Due, Input, Patron, Rank, RulingAct, Share, Spot};
use felt::{Currency, Money, Pay};
use house::ids::{Key, PersonId, StreamId};
use house::patrons::Whim;
use house::store::{NewTable, make_meter, make_table};
use house::stream::{Command, DrawAsked, Refused, Request};
use house::table::Link;
use house::{Done, House, NotDone};
use rulebook::{MeterTerms, TableConfig};
use std::time::Duration;

/// What play has left.
pub struct Played {
    pub furnished: Furnished,
    pub meter: StreamId,
    /// The table that feeds the meter.
    pub feeder: StreamId,
}

/// Sends a command of the house's own staff.
pub async fn tell(house: &House, stream: StreamId, key: Key, command: Command) -> Result<Done, NotDone> {
    house.send(request(stream, 100, key, 0, command)).await
}

/// Waits until no message between streams is in transit.
pub async fn quiet(house: &House, streams: &[StreamId]) {
    'again: for _ in 0..5_000 {
        for stream in streams {
            let waiting = house.look(*stream, |stream| stream.outstanding().len()).await;
            if waiting != Some(0) {
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue 'again;
            }
        }
        return;
    }
    panic!("messages are never answered");
}

/// Returns the chips before a patron, if they have a place.
pub async fn stack(house: &House, table: StreamId, patron: Patron) -> Option<i64> {
    let look = move |stream: &dyn house::stream::Stream| {
        let table = stream.table().unwrap();
        table.seats().get(&patron).map(|seat| seat.stack.as_minor())
    };
    house.look(table, look).await.unwrap()
}

/// Every game is played by three patrons who buy in, cash out and return, with fills and credits, mishaps and rulings;
/// one table feeds a meter, and draws are made on it.
pub async fn play(floor: &Floor, rounds: u64) -> Played {
    let mut furnished = floor.furnish(PATIENT).await;
    let (meter, feeder) = feeding(floor, furnished.cage).await;
    furnished.tables.push(("fed", feeder, furnished.cage));
    let house = floor.open().await;
    let mut whim = Whim::new(15);
    let terms = MeterTerms { reserve: Some("2%".parse().unwrap()), ..terms() };
    let opening = Opening { link: "pit".into(), currency: Currency::USD, terms };
    tell(&house, meter, whim.key(), Command::Open(opening)).await.unwrap();
    for (_, table, cage) in &furnished.tables {
        evening(&house, *table, *cage, rounds, &mut whim).await;
    }
    draw(&house, meter, feeder, &mut whim).await;
    let streams = furnished.tables.iter().flat_map(|(_, table, cage)| [*table, *cage]).collect::<Vec<_>>();
    quiet(&house, &streams).await;
    house.close().await;
    Played { furnished, meter, feeder }
}

fn terms() -> MeterTerms {
    MeterTerms::new(Money::minor(1_000_000), "5%".parse().unwrap())
}

/// Creates a meter, and a table of blackjack whose main wager feeds it.
async fn feeding(floor: &Floor, cage: StreamId) -> (StreamId, StreamId) {
    let mut client = floor.database.connect().await.unwrap();
    let meter = make_meter(&client, REALM, "meter", 0, cage).await.unwrap();
    let game = games::find("ohio/blackjack").unwrap();
    let book = game.book().unwrap();
    let config = TableConfig::default_for(&book);
    let wager = book.main_wager().unwrap().id.clone();
    let new = NewTable {
        realm: REALM,
        name: "feeder",
        shard: *floor.shards.last().unwrap(),
        game,
        config: &config,
        dealt: house::table::Dealt::Computer,
        clocks: PATIENT,
        cage,
        links: &[Link { wager, drawn_as: None, meter, terms: 1 }],
    };
    let feeder = make_table(&mut client, new).await.unwrap();
    (meter, feeder)
}

/// Makes two draws in the table's name, and takes one back. The table itself has requested none, so it pays none.
async fn draw(house: &House, meter: StreamId, feeder: StreamId, whim: &mut Whim) {
    tell(house, meter, whim.key(), Command::Link { table: feeder }).await.unwrap();
    let table = u64::try_from(feeder.0).unwrap();
    let key = |unit, item| MeterKey { table, unit, item };
    let share = |percent| Share::of(Pay::MeterPercent(percent)).unwrap();
    let draw = |unit, share| {
        let draw = Draw { share, winners: vec![Patron::A] };
        Command::Draw(DrawAsked { key: key(unit, 0), draw, since: 0 })
    };
    let steps = [draw(1, share(10_000)), Command::Void { key: key(1, 1), draw: 1 }, draw(2, share(5_000))];
    for command in steps {
        let sender = Some(feeder);
        let request = Request { sender, ..request(meter, 0, whim.key(), 0, command) };
        house.send(request).await.unwrap();
    }
}

async fn evening(house: &House, table: StreamId, cage: StreamId, rounds: u64, whim: &mut Whim) {
    let fill = Command::Fill { table, amount: Money::minor(5_000_000) };
    tell(house, cage, whim.key(), fill).await.unwrap();
    for patron in [Patron::A, Patron::B, Patron::C] {
        let person = PersonId(i64::from(patron.index()) + 1);
        let deposit = Command::Deposit { person, amount: Money::minor(300_000) };
        tell(house, cage, whim.key(), deposit).await.unwrap();
        let buy_in = Command::BuyIn { person, table, patron, amount: Money::minor(100_000) };
        tell(house, cage, whim.key(), buy_in).await.unwrap();
    }
    quiet(house, &[cage, table]).await;
    for turn in 0..rounds {
        rule(house, table, whim).await;
        match play_once(house, table, whim).await {
            Some(Err(NotDone::Refused(Refused::Fault(fault)))) => panic!("{fault}"),
            Some(Err(NotDone::Unavailable)) => panic!("the shard is gone"),
            Some(_) => {}
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
        match turn % 16 {
            1 | 3 | 7 | 9 => beside(house, table, whim).await,
            5 => come_and_go(house, table, cage, whim).await,
            11 => mishap(house, table, whim).await,
            13 => {
                let ruling = Input::Ruling(RulingAct::VoidRound);
                let play = Command::Play { by: Actor::Staff(Rank::Shift), input: ruling };
                let _ = tell(house, table, whim.key(), play).await;
            }
            _ => {}
        }
    }
    let credit = Command::Credit { amount: Money::minor(123_400) };
    tell(house, table, whim.key(), credit).await.unwrap();
}

/// A patron cashes out some or all chips, and may buy others.
async fn come_and_go(house: &House, table: StreamId, cage: StreamId, whim: &mut Whim) {
    let patron = Patron::nth(u8::try_from(whim.below(3)).unwrap()).unwrap();
    let person = i64::from(patron.index()) + 1;
    let amount = (whim.below(2) == 0).then_some(Money::minor(7_300));
    let out = request(table, person, whim.key(), 0, Command::CashOut { patron, amount });
    let _ = house.send(out).await;
    let amount = Money::minor(50_000);
    let buy_in = Command::BuyIn { person: PersonId(person), table, patron, amount };
    let _ = tell(house, cage, whim.key(), buy_in).await;
}

/// A patron bets on another wager, for themselves or for the dealers, with vigorish or without.
async fn beside(house: &House, table: StreamId, whim: &mut Whim) {
    let mut own = whim.clone();
    let look = move |stream: &dyn house::stream::Stream| {
        let table = stream.table().unwrap();
        let words = table.facts().game.vocabulary.wagers;
        (0..40).find_map(|_| {
            let patron = Patron::nth(u8::try_from(own.below(3)).unwrap()).unwrap();
            let wager = words[own.below(words.len())];
            let beneficiary = [Beneficiary::Patron, Beneficiary::Dealers][own.below(2)];
            let box_number = [0, patron.index() + 1][own.below(2)];
            let range = table.face().stakes(patron, box_number, wager, beneficiary)?;
            let input = Input::Bet { patron, box_number, wager, stake: range.min, beneficiary };
            Some((patron, input))
        })
    };
    let found = house.look(table, look).await.unwrap();
    let key = whim.key();
    if let Some((patron, input)) = found {
        let play = Command::Play { by: Actor::Patron(patron), input };
        let _ = house.send(request(table, i64::from(patron.index()) + 1, key, 0, play)).await;
    }
}

/// Gives a ruling if one is awaited.
pub async fn rule(house: &House, table: StreamId, whim: &mut Whim) {
    let due = house.look(table, |stream| stream.table().unwrap().face().due()).await.unwrap();
    let Due::Ruling { rank } = due else { return };
    let award = RulingAct::Award { patron: Patron::B, amount: Money::minor(1_000) };
    let mut acts = [RulingAct::VoidRound, RulingAct::VoidHand(Spot::first(1)), RulingAct::GoOn];
    acts.rotate_left(whim.below(3));
    // An award alone does not let play go on.
    let award = (whim.below(4) == 0).then_some(award);
    for act in award.into_iter().chain(acts) {
        let play = Command::Play { by: Actor::Staff(rank), input: Input::Ruling(act) };
        if tell(house, table, whim.key(), play).await.is_ok() {
            return;
        }
    }
}

/// Reports a mishap that the dealer may report.
async fn mishap(house: &House, table: StreamId, whim: &mut Whim) {
    let look = |stream: &dyn house::stream::Stream| {
        let mut reports = Vec::new();
        stream.table().unwrap().face().offers(&mut |offer| {
            if let (Ask::Report { kind, place, card: false }, By::Staff(rank)) = (offer.ask, offer.by) {
                reports.push((Actor::Staff(rank), Input::Irregular { kind, place, card: None }));
            }
        });
        reports
    };
    let reports = house.look(table, look).await.unwrap();
    if let Some((by, input)) = reports.get(whim.below(reports.len())).copied() {
        let _ = tell(house, table, whim.key(), Command::Play { by, input }).await;
    }
}
