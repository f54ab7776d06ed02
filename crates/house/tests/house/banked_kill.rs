//! Patrons who have the bank, in a house whose process is killed repeatedly: no balance is ever negative, no money
//! appears or disappears except by buying chips and cashing out, and the cover of a bank stays in place.
//!
//! Patrons take the bank, add to it, join as partners, ask for less of the house, give the bank up, try to take their
//! chips away while they hold it, leave, or fall silent; rounds are voided, and everyone plays against the patron who
//! has the bank.

use crate::banked::{COVER, FORTUNE, MAIN, at_bank, bet, by, choice};
use crate::crowd::{Ordeal, endure};
use crate::life::SHARDS;
use crate::support::{Floor, PATIENT};
use crate::victim::Way;
use engine::{Actor, BankView, Due, Input, Patron, Rank, RulingAct, WagerId};
use felt::Money;
use house::ids::PersonId;
use house::ledger::BOOKS;
use house::patrons::{Whim, next_move, person_of};
use house::stream::Command;
use house::table::TableStream;

const TABLES: usize = 6;
const PATRONS: u8 = 6;
/// Wagers and covers are multiples of this.
const STEP: i64 = 500;

/// 2,000 rounds and ten kills, or a sample of them if `CROUPIER_SEED` is a number.
fn ordeal() -> Ordeal {
    let (rounds, kills) = if std::env::var_os("CROUPIER_SEED").is_some() { (360, 3) } else { (2_000, 10) };
    Ordeal { way: Way::Banking, patrons: PATRONS, rounds, kills }
}

#[tokio::test(flavor = "multi_thread")]
async fn banks_that_are_killed_on_the_way_lose_no_cent() {
    let floor = Floor::new("banked_killed", SHARDS).await;
    let (cage, tables) = floor.furnish_alike(crate::banked::banking(), TABLES, PATIENT).await;
    endure(&floor, (cage, &tables), ordeal()).await;
    happened(&floor).await;
    constant_in_every_unit(&floor).await;
    nothing_is_left(&floor).await;
    floor.drop().await;
}

/// Checks that the necessary events occurred.
async fn happened(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(BOOKS).await.unwrap();
    let count = async |what: &str, sql: &str| {
        let times: i64 = client.query_one(sql, &[]).await.unwrap().get(0);
        assert!(times > 5, "{what} {times} times");
    };
    count("a bank took", "select count(*) from between_patrons where (debit, credit) = ('stake', 'stake')")
        .await;
    count("a bank paid", "select count(*) from between_patrons where (debit, credit) = ('stake', 'stack')")
        .await;
    let house_bets =
        "select count(*) from transfer where debit & 16777215 = 1 and credit & 16777215 between 512 and 575
        and line is null";
    count("the house wagered", house_bets).await;
    let house_paid = "select count(*) from used_pair where debit_kind = 'stake' and credit_kind = 'bank' and with_line > 1";
    count("the house was paid or won", house_paid).await;
    let shared = "select count(*) from transfer t join stream s on s.id = t.stream join dictionary d on d.id = s.dictionary
        where 'RULING-PGP-22' = any(select d.words[rule + 1] from unnest(t.rules) as rule)";
    count("partners shared", shared).await;
    // In this house only patrons with a bank, or a part in one, take chips away.
    let away = "select count(*) from (
            select away, sum(staked) over (partition by stream, patron order by seq, item) as staked from (
                select stream, seq, item, debit & 255 as patron, (credit & 16777215) = 5 as away,
                    case when (debit & 16777215) between 512 and 575 then -amount else 0 end as staked
                from transfer where (debit & 16777215) between 256 and 575
                union all
                select stream, seq, item, credit & 255, false,
                    case when (credit & 16777215) between 512 and 575 then amount else 0 end
                from transfer where (credit & 16777215) between 256 and 575
            ) moved
        ) run where away and staked > 0";
    count("chips were taken away by one who had a bank", away).await;
}

/// The sum of what patrons, the house and all messages of a table hold does not change from unit to unit, except by
/// what arrives from the cage.
async fn constant_in_every_unit(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(BOOKS).await.unwrap();
    let changed = "select count(*) from (
            select t.stream, t.seq from transfer t join stream s on s.id = t.stream and s.kind = 'table'
            left join kind_of_account giver on (t.debit & 16777215) between giver.first and giver.last
            left join kind_of_account taker on (t.credit & 16777215) between taker.first and taker.last
            group by t.stream, t.seq having
                sum(case when giver.kind in ('stack', 'stake', 'owed', 'bank', 'vigorish', 'transit') then -amount else 0 end)
                + sum(case when taker.kind in ('stack', 'stake', 'owed', 'bank', 'vigorish', 'transit') then amount else 0 end) <> 0
        ) wrong";
    let units: i64 = client.query_one(changed, &[]).await.unwrap().get(0);
    assert_eq!(units, 0, "units in which money came from somewhere else, or went there");
    let outside = "select sum(amount)::int8 from balance where kind <> 'outside'";
    let inside: i64 = client.query_one(outside, &[]).await.unwrap().get(0);
    assert_eq!(inside, i64::from(PATRONS) * 100_000_000_000, "what was deposited is all there is");
}

/// Closed tables have no money left.
async fn nothing_is_left(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(BOOKS).await.unwrap();
    let left = "select count(*) from balance join stream on stream.id = balance.stream
        where stream.kind = 'table' and balance.kind <> 'owed' and amount <> 0";
    let left: i64 = client.query_one(left, &[]).await.unwrap().get(0);
    assert_eq!(left, 0);
}

// ------------------------------------------------------------------------------------------------------- the patrons

pub fn wish(table: &TableStream, whim: &mut Whim) -> Option<(PersonId, Command)> {
    let face = table.face();
    let patron = Patron::nth(u8::try_from(whim.below(PATRONS.into())).unwrap())?;
    let bank = face.bank();
    if let Some(bank) = bank
        && whim.below(10) == 0
    {
        return Some(takes_chips_away(table, &bank, whim));
    }
    match (face.due(), bank) {
        _ if table.seats().is_empty() => Some(arrives(table, patron)),
        (Due::Bets { closes }, _) if whim.below(12) < 3 => Some(by(Actor::DEALER, Input::Step(closes))),
        (Due::Bets { .. }, Some(bank)) => around_bank(table, patron, &bank, whim),
        (Due::Bets { .. }, None) => wagers(table, patron, MAIN, patron.index() + 1, whim),
        (Due::Choice { patron, spot }, None) => match whim.below(8) {
            0 => Some(expires(table)),
            1 => Some(choice(patron, spot, "pass-bank", None)),
            _ => {
                Some(choice(patron, spot, "take-bank", Some(STEP * i64::try_from(4 + whim.below(40)).ok()?)))
            }
        },
        (Due::Choice { .. } | Due::Choices { .. }, _) => match whim.below(60) {
            0 => Some(by(Actor::Staff(Rank::Shift), Input::Ruling(RulingAct::VoidRound))),
            1 => Some(by(Actor::Patron(patron), Input::Leave { patron })),
            2..30 => Some(expires(table)),
            _ => next_move(table, whim).map(|(who, input)| by(who, input)),
        },
        _ => next_move(table, whim).map(|(who, input)| by(who, input)),
    }
}

/// The time of the question runs out.
fn expires(table: &TableStream) -> (PersonId, Command) {
    (PersonId(100), Command::Expire { asked: table.asked() })
}

/// A patron who has the bank, or a part in it, tries to take away more than they have before them.
fn takes_chips_away(table: &TableStream, bank: &BankView, whim: &mut Whim) -> (PersonId, Command) {
    let covers = table.face().wagers().iter().filter(|wager| wager.kind == COVER).map(|wager| wager.patron);
    let all: Vec<Patron> = covers.chain([bank.patron]).collect();
    let patron = all[whim.below(all.len())];
    let amount = match whim.below(3) {
        0 => None,
        1 => Some(bank.cover),
        _ => Some(Money::minor(STEP)),
    };
    (person_of(Actor::Patron(patron)), Command::CashOut { patron, amount })
}

/// What patrons do while bets are open and a patron has the bank.
fn around_bank(
    table: &TableStream,
    patron: Patron,
    bank: &BankView,
    whim: &mut Whim,
) -> Option<(PersonId, Command)> {
    let holder = Actor::Patron(bank.patron);
    match whim.below(16) {
        0 => Some(at_bank(bank, "house-bets", Some(STEP * i64::try_from(1 + whim.below(4)).ok()?))),
        1 => Some(at_bank(bank, "no-house-bet", None)),
        2 if whim.below(3) == 0 => Some(at_bank(bank, "pass-bank", None)),
        3 if whim.below(4) == 0 => Some(by(holder, Input::Leave { patron: bank.patron })),
        4 => {
            let (patron, box_number) = (bank.patron, bank.hand.box_number);
            let back = Input::TakeBack { patron, box_number, wager: COVER, amount: None };
            Some(by(holder, back))
        }
        5..8 => wagers(table, patron, COVER, bank.hand.box_number, whim),
        8 => wagers(table, patron, FORTUNE, patron.index() + 1, whim),
        _ => wagers(table, patron, MAIN, patron.index() + 1, whim),
    }
}

fn arrives(table: &TableStream, patron: Patron) -> (PersonId, Command) {
    let person = person_of(Actor::Patron(patron));
    let (table, amount) = (table.facts().id, Money::minor(50_000));
    (person, Command::BuyIn { person, table, patron, amount })
}

/// Bets a few steps, if the table takes a wager.
fn wagers(
    table: &TableStream,
    patron: Patron,
    wager: WagerId,
    box_number: u8,
    whim: &mut Whim,
) -> Option<(PersonId, Command)> {
    let stack = table.seats().get(&patron).map_or(Money::ZERO, |seat| seat.stack);
    if stack.as_minor() < STEP {
        return Some(arrives(table, patron));
    }
    let range = table.face().stakes(patron, box_number, wager, engine::Beneficiary::Patron)?;
    let wanted = i64::try_from(1 + whim.below(6)).ok()? * STEP;
    let most = range.max.as_minor().min(stack.as_minor());
    Some(bet(patron, box_number, wager, wanted.max(range.min.as_minor()).min(most)))
}
