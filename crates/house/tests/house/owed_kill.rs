//! Owed vigorish in a house whose process is killed repeatedly: every cent is collected once.
//!
//! Patrons bet on the banker, take some or all of their chips away, leave, stake everything on ties until they have
//! lost it, or fall silent; and they return.

use crate::crowd::{Ordeal, endure};
use crate::life::SHARDS;
use crate::owed::{BANKER, collected_once, owing};
use crate::support::{Floor, PATIENT};
use crate::victim::Way;
use engine::{Actor, Beneficiary, Due, Input, Patron, Wager, WagerId};
use felt::Money;
use house::ids::PersonId;
use house::patrons::{Whim, next_move, person_of};
use house::stream::Command;
use house::table::TableStream;

const TABLES: usize = 8;
const PATRONS: u8 = 5;
const ORDEAL: Ordeal = Ordeal { way: Way::Owing, patrons: PATRONS, rounds: 5_000, kills: 10 };

/// The behaviour of each patron.
const TAKES_ALL: Patron = Patron::B;
const LEAVES: Patron = Patron::C;

fn loses_everything(patron: Patron) -> bool {
    patron.index() == 3
}

fn goes_silent(patron: Patron) -> bool {
    patron.index() == 4
}

#[tokio::test(flavor = "multi_thread")]
async fn every_cent_that_is_owed_is_collected_once() {
    let floor = Floor::new("owed_killed", SHARDS).await;
    let (cage, tables) = floor.furnish_alike(owing(), TABLES, PATIENT).await;
    endure(&floor, (cage, &tables), ORDEAL).await;
    collected_once(&floor).await;
    happened(&floor).await;
    floor.drop().await;
}

/// Checks that the necessary events occurred.
async fn happened(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    let counts = "select
            count(*) filter (where s.number is not null),
            count(*) filter (where s.number is null),
            count(distinct (t.stream, t.round, t.line)) = count(*)
        from transfer t left join lateral (
            select number from shoe where shoe.stream = t.stream and shoe.seq = t.seq limit 1
        ) s on true
        where (t.debit & 16777215) between 1024 and 1087";
    let row = client.query_one(counts, &[]).await.unwrap();
    let (shuffles, leavings, once): (i64, i64, bool) = (row.get(0), row.get(1), row.get(2));
    assert!(shuffles > 20 && leavings > 20, "{shuffles} before a shuffle, {leavings} by who left");
    assert!(once, "a line was collected twice");
    let lost = "select count(*) from (
            select account, sum(change) over (partition by account order by seq, item) as stands from (
                select credit as account, seq, item, amount as change from transfer union all
                select debit, seq, item, -amount from transfer
            ) moved where (account & 16777215) between 256 and 319
        ) run where stands = 0";
    let broke: i64 = client.query_one(lost, &[]).await.unwrap().get(0);
    assert!(broke > 20, "{broke} had no chips left");
}

// -------------------------------------------------------------------------------------------------------- the patrons

pub fn wish(table: &TableStream, whim: &mut Whim) -> Option<(PersonId, Command)> {
    let played = |(by, input)| (person_of(by), Command::Play { by, input });
    let patron = Patron::nth(u8::try_from(whim.below(PATRONS.into())).unwrap()).unwrap();
    match table.face().due() {
        // A table without patrons does nothing.
        _ if table.seats().is_empty() => wish_of(table, patron, whim),
        Due::Bets { closes } => {
            let lies = table.face().wagers().iter().any(Wager::on_layout);
            match whim.below(10) {
                0..4 if lies => Some(played((Actor::DEALER, Input::Step(closes)))),
                _ => wish_of(table, patron, whim),
            }
        }
        // A silent patron does not answer either.
        Due::Cut if whim.below(2) == 0 => Some((PersonId(100), Command::Expire { asked: table.asked() })),
        _ => next_move(table, whim).map(played),
    }
}

fn wish_of(table: &TableStream, patron: Patron, whim: &mut Whim) -> Option<(PersonId, Command)> {
    let person = person_of(Actor::Patron(patron));
    let play = |input| Some((person, Command::Play { by: Actor::Patron(patron), input }));
    let seat = table.seats().get(&patron);
    let (stack, staked) = seat.map_or((Money::ZERO, Money::ZERO), |seat| (seat.stack, seat.staked));
    if stack < Money::minor(500) && staked.is_zero() {
        let amount = Money::minor(if loses_everything(patron) { 3_000 } else { 100_000 });
        return Some((person, Command::BuyIn { person, table: table.facts().id, patron, amount }));
    }
    let now_and_then = whim.below(8) == 0;
    match patron {
        TAKES_ALL if now_and_then => return Some((person, Command::CashOut { patron, amount: None })),
        LEAVES if now_and_then => return play(Input::Leave { patron }),
        Patron::A if now_and_then => {
            let amount = Some(Money::minor(stack.as_minor() / 3));
            return Some((person, Command::CashOut { patron, amount }));
        }
        silent if goes_silent(silent) && whim.below(4) > 0 => return None,
        _ => {}
    }
    let all = loses_everything(patron) && whim.below(2) == 0;
    let wager = if all { WagerId::new(&"tie") } else { BANKER };
    let (box_number, beneficiary) = (patron.index() + 1, Beneficiary::Patron);
    let range = table.face().stakes(patron, box_number, wager, beneficiary)?;
    let most = stack.as_minor().min(range.max.as_minor()) / 500 * 500;
    let stake = Money::minor(if all { most } else { most.min(2_000) });
    play(Input::Bet { patron, box_number, wager, stake, beneficiary })
}
