//! A patron's bank: the cover is out of reach of everyone, money goes from patron to patron, and a bank that pays twice
//! is found.

use crate::alone::{Alone, TABLE, person};
use crate::closing::verified;
use crate::crowd::play;
use crate::support::{AS_ROWS, Floor, PATIENT, intruder, seat};
use engine::{
    Actor, BankView, Beneficiary, ChoiceId, Due, Game, Input, LineKind, Patron, Spot, StepId, WagerId, What,
};
use felt::Money;
use house::account::Account;
use house::ids::PersonId;
use house::ledger::{BOOKS, Way, verify};
use house::patrons::{Whim, person_of};
use house::stream::{Command, NotHere, Refused};
use rulebook::{TableConfig, TableDraft};
use std::collections::BTreeSet;
use tokio_postgres::Client;

pub const MAIN: WagerId = WagerId::new(&"main");
pub const FORTUNE: WagerId = WagerId::new(&"fortune");
pub const COVER: WagerId = WagerId::new(&"cover");

/// The choices of patrons about a bank, by their words.
const CHOICES: [ChoiceId; 4] = [
    ChoiceId::new(&"take-bank"),
    ChoiceId::new(&"pass-bank"),
    ChoiceId::new(&"house-bets"),
    ChoiceId::new(&"no-house-bet"),
];

/// A table at which patrons may have the bank.
pub fn banking() -> (&'static Game, TableConfig) {
    let game = games::find("ohio/pai-gow-poker").unwrap();
    let book = game.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set_words(&book, "banking yes  start button  limits 5..500 step 5  fortune 1..25", None);
    (game, draft.check(&book).unwrap())
}

/// Returns an actor's command, and the person of the actor.
pub fn by(by: Actor, input: Input) -> (PersonId, Command) {
    (person_of(by), Command::Play { by, input })
}

pub fn choice(patron: Patron, spot: Spot, word: &str, amount: Option<i64>) -> (PersonId, Command) {
    let choice = CHOICES.into_iter().find(|choice| choice.word() == word).unwrap();
    let input = Input::Choose { patron, spot, choice, amount: amount.map(Money::minor) };
    by(Actor::Patron(patron), input)
}

/// Returns a command of the holder of a bank about it.
pub fn at_bank(bank: &BankView, word: &str, amount: Option<i64>) -> (PersonId, Command) {
    choice(bank.patron, bank.hand, word, amount)
}

pub fn bet(patron: Patron, box_number: u8, wager: WagerId, stake: i64) -> (PersonId, Command) {
    let beneficiary = Beneficiary::Patron;
    let input = Input::Bet { patron, box_number, wager, stake: Money::minor(stake), beneficiary };
    by(Actor::Patron(patron), input)
}

fn no_more_bets() -> (PersonId, Command) {
    by(Actor::DEALER, Input::Step(StepId::new(&"no-more-bets")))
}

// -------------------------------------------------------------------------------------------------- without a database

/// The places of the patrons, counterclockwise from the dealer.
const PLACES: [(Patron, u8); 2] = [(Patron::A, 6), (Patron::B, 3)];

struct Evening {
    alone: Alone,
    settled: Vec<engine::Line>,
}

impl Evening {
    /// The house has banked the first hand, and the bank is offered to the patron at the dealer's right.
    fn begin(chips: i64) -> Evening {
        let (game, config) = banking();
        let mut evening = Evening { alone: Alone::by(game, config), settled: Vec::new() };
        for (patron, place) in PLACES {
            evening.alone.arrive(patron, person(patron), chips);
            evening.says(bet(patron, place, MAIN, 1_000)).unwrap();
        }
        evening.says(no_more_bets()).unwrap();
        evening.play_to(|due| matches!(due, Due::Choice { .. }));
        evening
    }

    fn says(&mut self, (person, command): (PersonId, Command)) -> Result<(), Refused> {
        let draft = self.alone.send(person, command)?;
        self.settled.extend(draft.events.iter().filter_map(|event| match event.what {
            What::Settled(line) => Some(line),
            _ => None,
        }));
        Ok(())
    }

    /// Lets time run out until something else is awaited.
    fn play_to(&mut self, awaited: impl Fn(Due) -> bool) {
        for _ in 0..20 {
            if awaited(self.alone.table.face().due()) {
                return;
            }
            let expire = Command::Expire { asked: self.alone.table.asked() };
            self.says((PersonId(100), expire)).unwrap();
        }
        panic!("{:?} does not end", self.alone.table.face().due());
    }

    fn bank(&self) -> BankView {
        self.alone.table.face().bank().expect("a patron has the bank")
    }

    fn take_bank(&mut self, amount: i64) {
        self.says(choice(Patron::A, Spot::first(6), "take-bank", Some(amount))).unwrap();
        assert_eq!((self.bank().patron, self.bank().cover), (Patron::A, Money::minor(amount)));
    }

    fn stack(&self, patron: Patron) -> i64 {
        self.alone.seat(patron).stack.as_minor()
    }
}

#[test]
fn what_covers_a_bank_can_be_neither_cashed_out_nor_staked() {
    let mut evening = Evening::begin(100_000);
    let had = evening.stack(Patron::A);
    // An amount above the patron's chips covers nothing.
    let more = choice(Patron::A, Spot::first(6), "take-bank", Some(had / 500 * 500 + 500));
    let refused = evening.says(more).unwrap_err();
    assert!(matches!(refused, Refused::NoMoney { .. }), "{had}: {refused}");
    evening.take_bank(50_000);
    let left = had - 50_000;
    assert_eq!(
        (evening.stack(Patron::A), evening.alone.seat(Patron::A).staked),
        (left, Money::minor(50_000))
    );
    let refused = |wanted: i64| Refused::NoMoney { wanted: Money::minor(wanted), there: Money::minor(left) };
    assert_eq!(evening.alone.cash_out(Patron::A, Some(left + 1)).unwrap_err(), refused(left + 1));
    assert_eq!(evening.alone.cash_out(Patron::A, Some(50_000 + left)).unwrap_err(), refused(50_000 + left));
    let back = Input::TakeBack { patron: Patron::A, box_number: 6, wager: COVER, amount: None };
    assert!(matches!(evening.says(by(Actor::Patron(Patron::A), back)), Err(Refused::ByRule(_))));
    evening.alone.cash_out(Patron::A, None).unwrap();
    evening.says(bet(Patron::B, 3, MAIN, 5_000)).unwrap();
    // The place of a patron whose chips are all in the bank is not free.
    assert!(!evening.alone.arrive(Patron::A, PersonId(50), 100).messages.is_empty());
    evening.says(no_more_bets()).unwrap();
    assert!(evening.alone.cash_out(Patron::A, None).is_err(), "all that is left is the cover");
    evening.play_to(|due| matches!(due, Due::Choice { .. } | Due::Bets { .. }));
    let sum: i64 = [Patron::A, Patron::B].map(|patron| evening.stack(patron)).iter().sum();
    let house = Account::Bank.of(TABLE);
    let taken =
        [house, Account::Vigorish.of(TABLE)].map(|account| evening.alone.books.get(&account).copied());
    let taken: i64 = taken.into_iter().flatten().sum();
    assert_eq!(sum + taken, 200_000 - left, "all but what was cashed out is there");
}

/// The bets of the house are covered by the bank's chips, so only the table may make them.
#[test]
fn nobody_but_the_table_bets_for_the_house_against_a_bank() {
    let mut evening = Evening::begin(100_000);
    evening.take_bank(50_000);
    for who in [Actor::DEALER, Actor::Patron(Patron::A), Actor::Patron(Patron::B)] {
        let Actor::Patron(patron) = who else { continue };
        let (wager, stake, beneficiary) = (MAIN, Money::minor(1_000), Beneficiary::House);
        for box_number in [0, 3] {
            let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
            let refused = evening.says(by(who, input)).unwrap_err();
            assert_eq!(refused, Refused::NotHere(NotHere::HouseBetsNot));
        }
    }
}

/// A patron whose chips are all in another's bank still has a place, and gets a share at the end.
#[test]
fn a_partner_without_chips_keeps_their_place_and_has_their_share() {
    let mut evening = Evening::begin(100_000);
    evening.take_bank(20_000);
    evening.alone.arrive(Patron::C, person(Patron::C), 30_000);
    evening.says(bet(Patron::C, 6, COVER, 30_000)).unwrap();
    assert_eq!(evening.bank().cover, Money::minor(50_000));
    let refused = evening.says(at_bank(&evening.bank(), "no-house-bet", None)).unwrap_err();
    assert!(matches!(refused, Refused::ByRule(_)), "with partners the house decides: {refused}");
    evening.says(bet(Patron::B, 3, MAIN, 10_000)).unwrap();
    evening.says(no_more_bets()).unwrap();
    let stranger = PersonId(50);
    assert!(!evening.alone.arrive(Patron::C, stranger, 100).messages.is_empty(), "the place was given away");
    let seat = evening.alone.seat(Patron::C);
    assert_eq!((seat.person, seat.stack), (person(Patron::C), Money::ZERO));
    evening.settled.clear();
    evening.play_to(|due| matches!(due, Due::Choice { .. } | Due::Bets { .. }));
    let shares: Vec<&engine::Line> =
        evening.settled.iter().filter(|line| line.kind == LineKind::Bank).collect();
    let of = |patron| {
        shares.iter().filter(|line| line.patron == patron).map(|l| l.paid + l.returned).sum::<Money>()
    };
    let charged: i64 =
        evening.settled.iter().filter(|l| l.wager == COVER).map(|l| l.charged.as_minor()).sum();
    let all = of(Patron::A) + of(Patron::C);
    // Two fifths and three fifths of what is left after those who played against the bank.
    assert_eq!(of(Patron::A).as_minor() * 3, of(Patron::C).as_minor() * 2, "{shares:#?}");
    let net = all.as_minor() - 50_000;
    assert_eq!(charged > 0, net > 0, "commission is on a net win: {net}, {charged}");
}

/// A bank without wagers against it does not keep a table from closing.
#[test]
fn a_table_closes_though_a_cover_lies_there() {
    for wagered in [false, true] {
        let mut evening = Evening::begin(100_000);
        evening.take_bank(50_000);
        evening.says(at_bank(&evening.bank(), "no-house-bet", None)).unwrap();
        if wagered {
            evening.says(bet(Patron::B, 3, MAIN, 1_000)).unwrap();
        }
        evening.says((PersonId(101), Command::Close { reopen: false })).unwrap();
        for _ in 0..10 {
            if evening.alone.table.is_home() {
                break;
            }
            let expire = Command::Expire { asked: evening.alone.table.asked() };
            evening.says((PersonId(100), expire)).unwrap();
        }
        assert!(evening.alone.table.is_home(), "{:?}", evening.alone.table.face().due());
        for patron in [Patron::A, Patron::B] {
            assert_eq!((evening.stack(patron), evening.alone.seat(patron).staked), (0, Money::ZERO));
        }
    }
}

/// Whatever patrons do around a bank: `Alone` checks every unit against its books, and that no chips are negative;
/// between rounds the layout is empty.
#[test]
fn every_unit_of_many_banks_is_in_balance() {
    let (game, config) = banking();
    let mut alone = Alone::by(game, config);
    let mut whim = Whim::new(14);
    let (mut arrived, mut banked, mut shared, mut granted) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let Some((who, command)) = crate::banked_kill::wish(&alone.table, &mut whim) else { continue };
        if let Command::BuyIn { person, patron, amount, .. } = command {
            alone.arrive(patron, person, amount.as_minor());
            arrived += amount.as_minor();
            continue;
        }
        let away = matches!(command, Command::CashOut { .. });
        let Ok(draft) = alone.send(who, command) else { continue };
        granted += usize::from(away);
        for event in &draft.events {
            match event.what {
                What::Settled(line) if line.kind == LineKind::Bank => {
                    banked += 1;
                    shared += usize::from(line.number.is_none());
                }
                What::RoundEnded { .. } => {
                    let staked: Money = alone.table.seats().values().map(|seat| seat.staked).sum();
                    assert_eq!(staked, Money::ZERO, "something lies on the layout after a round");
                }
                _ => {}
            }
        }
        // What went to the cage counts as gone, and what came from it as received.
        let of_cage = Account::Transit.of(crate::alone::CAGE);
        let here: i64 =
            alone.books.iter().filter(|(account, _)| **account != of_cage).map(|(_, held)| held).sum();
        assert_eq!(here, arrived, "the sum over patrons, house and transit");
    }
    assert!(banked > 100 && shared > 10 && granted > 100, "{banked}, {shared}, {granted}");
}

// --------------------------------------------------------------------------------------------------- with a database

/// A payment of a bank to one winner, in a round in which it also played against another patron.
const PAID: &str = "select stream, seq, item, round, line, takes, gives, other from between_patrons paid,
        lateral (select case when debit = 'stake' and credit = 'stake' then gives else takes end as other
            from between_patrons beside where (beside.stream, beside.round) = (paid.stream, paid.round)
                and beside.line <> paid.line and paid.gives in (beside.gives, beside.takes)) beside
    where debit = 'stake' and credit = 'stack' and beside.other not in (paid.takes, paid.gives)
    order by stream, seq, item limit 1";

struct Paid {
    stream: i64,
    seq: i64,
    item: i16,
    /// Another patron who played against the bank.
    other: i64,
}

/// Plays until a bank has paid one patron and another has played against it.
async fn until_paid(floor: &Floor) -> Paid {
    let (cage, tables) = floor.furnish_alike(banking(), 1, PATIENT).await;
    let house = floor.open().await;
    for patron in (0..6).filter_map(Patron::nth) {
        seat(&house, cage, tables[0], patron, 1_000_000).await;
    }
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(BOOKS).await.unwrap();
    let mut whim = Whim::new(16);
    for _ in 0..100 {
        for _ in 0..60 {
            play(&house, (tables[0], cage), crate::banked_kill::wish, &mut whim).await;
        }
        if let Some(row) = client.query_opt(PAID, &[]).await.unwrap() {
            let (seq, item) = (row.get("seq"), row.get("item"));
            let other = row.get::<_, i64>("other");
            // The round is over, and all messages have arrived.
            crate::books::quiet(&house, &[cage, tables[0]]).await;
            house.close().await;
            return Paid { stream: row.get("stream"), seq, item, other };
        }
    }
    panic!("no bank ever pays one of two patrons");
}

/// A fault of a bank: what it is in SQL, and what must be found by replay and in SQL.
struct Fault {
    what: &'static str,
    sql: String,
    replay: &'static [&'static str],
    in_sql: &'static [&'static str],
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_pays_one_winner_twice_is_found() {
    let floor = Floor::new("banked_twice", 1).await;
    let paid = until_paid(&floor).await;
    verified(&floor).await;
    let client = intruder(&floor.database).await;
    let Paid { stream, seq, item, other } = paid;
    // In the journal itself the unit contains it twice, as if the game had paid twice.
    let part = i32::from(item) + 1;
    let told_twice = Fault {
        what: "a unit says that the bank paid one winner twice",
        sql: format!(
            "update unit set moved = moved || ';' || split_part(moved, ';', {part}) where (stream, seq) = ({stream}, {seq})"
        ),
        replay: &["transfer-extra", "balance-differs"],
        in_sql: &["below-nothing"],
    };
    found(&floor, &client, told_twice).await;
    client.batch_execute(AS_ROWS).await.unwrap();
    let row = format!("(stream, seq, item) = ({stream}, {seq}, {item})");
    let last = format!("(select max(item) + 1 from transfer_row where (stream, seq) = ({stream}, {seq}))");
    let again = |debit: &str, credit: &str| {
        format!(
            "insert into transfer_row select stream, seq, {last}, at, operator, property, {debit}, {credit}, amount, round, line, rules
                 from transfer where {row}"
        )
    };
    let (debit_of, credit_of) =
        (format!("{stream} * 16777216 + 512 + {other}"), format!("{stream} * 16777216 + 256 + {other}"));
    // What the holder has besides the bank depends on the round that was played.
    let bears = format!(
        "select coalesce(bool_and(held >= wanted), false) from (
             select wanted, lead(seq) over (order by seq, item) as next,
                 sum(case when credit = account then amount else -amount end) over (order by seq, item) as held
             from transfer, (select debit - 256 as account, amount as wanted from transfer where {row}) as holder
             where stream = {stream} and account in (debit, credit)
         ) as moved where next is null or next > {seq}"
    );
    let bears: bool = client.query_one(&bears, &[]).await.unwrap().get(0);
    let faults = [
        Fault {
            what: "the bank pays one winner twice",
            sql: again("debit", "credit"),
            replay: &["transfer-extra", "balance-differs"],
            in_sql: &["below-nothing"],
        },
        Fault {
            what: "the bank pays one winner twice as much",
            sql: format!("update transfer_row set amount = 2 * amount where {row}"),
            replay: &["transfer-differs", "balance-differs"],
            in_sql: &["below-nothing"],
        },
        Fault {
            what: "a line pays another patron too",
            sql: again("debit", &credit_of),
            replay: &["transfer-extra", "balance-differs"],
            in_sql: &["below-nothing", "lines"],
        },
        Fault {
            what: "a patron who has no bank pays a winner",
            sql: again(&debit_of, "credit"),
            replay: &["transfer-extra", "balance-differs"],
            in_sql: &["bank", "below-nothing", "lines"],
        },
        Fault {
            what: "the bank pays from the chips before its holder",
            sql: again("debit - 256", "credit"),
            replay: &["transfer-extra", "balance-differs"],
            in_sql: if bears { &["bank", "pair"] } else { &["bank", "pair", "below-nothing"] },
        },
        Fault {
            what: "the bank pays by no line",
            sql: format!("update transfer_row set line = null where {row}"),
            replay: &["transfer-differs"],
            in_sql: &["pair"],
        },
    ];
    for fault in faults {
        found(&floor, &client, fault).await;
    }
    verified(&floor).await;
    floor.drop().await;
}

/// Checks that the tampering is found, and restores the rows.
async fn found(floor: &Floor, client: &Client, Fault { what, sql, replay, in_sql }: Fault) {
    let rows = ["unit", "transfer_row"];
    for table in rows {
        client.batch_execute(&format!("create table aside_{table} as table {table}")).await.unwrap();
    }
    client.batch_execute(&sql).await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    let named = |way| -> BTreeSet<&str> {
        report.findings.found.keys().filter(|(by, _)| *by == way).map(|(_, name)| *name).collect()
    };
    let expected = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<&str>>();
    let told = &report.findings.told;
    assert_eq!(
        (named(Way::Replay), named(Way::Sql)),
        (expected(replay), expected(in_sql)),
        "{what}: {told:?}"
    );
    for table in rows {
        let back = format!(
            "truncate {table}; insert into {table} select * from aside_{table}; drop table aside_{table}"
        );
        client.batch_execute(&back).await.unwrap();
    }
}
