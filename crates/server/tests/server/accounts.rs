//! Accounts on a real PostgreSQL: sign-in, lock-out, tokens, and what is logged.

use house::ids::{PersonId, Realm};
use house::store::Database;
use server::accounts::{Accounts, Lifetime, NotChanged, NotSignedIn, Outcome, Policy};
use server::roles::Role;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
pub const PASSWORD: &str = "a very long night at the tables";
const WRONG: &str = "a very long day at the tables";
pub const HERE: &str = "192.0.2.7";

/// A house without tables, in a separate database.
pub struct Desk {
    pub database: Database,
    server: Database,
    name: String,
}

impl Desk {
    pub async fn new(test: &str) -> Desk {
        let address = std::env::var("CROUPIER_TEST_POSTGRES").expect(
            "these tests want servers: run `.ci/services up` and `eval \"$(.ci/services env)\"` first",
        );
        let server = Database::at(&address).unwrap();
        let name = format!("accounts_{test}_{}", std::process::id());
        let client = server.connect().await.unwrap();
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
        client.batch_execute(&format!("create database {name}")).await.unwrap();
        let database = server.named(&name);
        database.migrate().await.unwrap();
        database.found(REALM, "Riverfront").await.unwrap();
        Desk { database, server, name }
    }

    /// Opens the accounts as a separate process would.
    pub async fn process(&self, policy: &Policy) -> Accounts {
        Accounts::open(self.database.clone(), policy.clone()).await.unwrap()
    }

    pub async fn drop(self) {
        let client = self.server.connect().await.unwrap();
        client.batch_execute(&format!("drop database {} with (force)", self.name)).await.unwrap();
    }
}

/// The usual limits, but with quick refusals.
pub fn quick() -> Policy {
    Policy { refused_after: Duration::ZERO, ..Policy::default() }
}

pub async fn make(accounts: &Accounts, name: &str, role: Role) -> PersonId {
    accounts.create(name, PASSWORD, role, 1).await.unwrap()
}

async fn token(accounts: &Accounts, name: &str) -> String {
    accounts.sign_in(name, PASSWORD, HERE).await.unwrap().token.to_string()
}

async fn outcomes(accounts: &Accounts) -> Vec<Outcome> {
    accounts.sign_ins(None, 1_000).await.unwrap().iter().map(|tried| tried.outcome).collect()
}

fn refused<T>(result: Result<T, NotSignedIn>) -> String {
    match result {
        Err(error @ NotSignedIn::Refused) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("signed in"),
    }
}

#[tokio::test]
async fn a_person_signs_in_and_it_is_known_what_he_is_and_when_he_was_last_there() {
    let desk = Desk::new("life").await;
    let accounts = desk.process(&quick()).await;
    let boss = accounts.create("Boss", PASSWORD, Role::Administrator, 1).await.unwrap();
    let ann = accounts.create_by(boss, "ann@example.com", PASSWORD, Role::Dealer, 1).await.unwrap();
    assert!(ann != boss && ann.0 > 0 && ann.0 < house::account::Account::MOST_WALLETS);
    let signed_in = accounts.sign_in("ANN@example.com", PASSWORD, HERE).await.unwrap();
    assert_eq!((signed_in.person, signed_in.role, signed_in.previous), (ann, Role::Dealer, None));
    let known = accounts.who(&signed_in.token).await.unwrap().unwrap();
    assert_eq!((known.person, known.role, known.name.as_str()), (ann, Role::Dealer, "ann@example.com"));
    assert_eq!((known.expires, known.operator), (signed_in.expires, 1));
    let again = accounts.sign_in("ann@example.com", PASSWORD, "192.0.2.8").await.unwrap();
    assert!(again.previous.is_some(), "the previous sign-in is told");
    // The role, its date, the time and address of the last sign-in, and whether the account is disabled.
    let listed = accounts.list().await.unwrap();
    assert_eq!(listed.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["ann@example.com", "boss"]);
    assert_eq!((listed[0].role, listed[0].disabled, listed[0].locked_until), (Role::Dealer, false, None));
    assert_eq!(listed[0].last_address.as_deref(), Some("192.0.2.8"));
    assert!(listed[0].last_seen > Some(listed[0].made) && listed[1].last_seen.is_none());
    accounts.sign_out(&signed_in.token).await.unwrap();
    assert_eq!(accounts.who(&signed_in.token).await.unwrap(), None);
    assert!(accounts.who(&again.token).await.unwrap().is_some(), "the other session goes on");
    for nobody in ["", "crp_", "Bearer x", &again.token.replace("crp_", "crp-"), &again.token[..60]] {
        assert_eq!(accounts.who(nobody).await.unwrap(), None);
    }
    let changes = accounts.changes(None, 10).await.unwrap();
    let made: Vec<_> = changes.iter().map(|one| (one.person, one.by, one.what.as_str())).collect();
    assert_eq!(made, [(ann, boss, "made"), (boss, PersonId::HOUSE, "made")]);
    desk.drop().await;
}

#[tokio::test]
async fn whatever_is_wrong_the_answer_is_the_same_after_the_same_time() {
    let desk = Desk::new("same").await;
    let accounts = desk.process(&Policy { tries: 100, ..quick() }).await;
    let strict = desk.process(&Policy { tries: 1, ..quick() }).await;
    let boss = make(&accounts, "boss", Role::Administrator).await;
    let gone = make(&accounts, "gone", Role::Floor).await;
    for name in ["known", "locked"] {
        make(&accounts, name, Role::Patron).await;
    }
    accounts.disable(boss, gone).await.unwrap();
    refused(strict.sign_in("locked", WRONG, HERE).await);
    // The name, the password, and whose accounts are tried: a locked and a disabled one also with the right password.
    let long = "x".repeat(100_000);
    let cases = [
        ("known", WRONG),
        ("unknown", WRONG),
        ("Not a name!", WRONG),
        ("known", long.as_str()),
        ("gone", PASSWORD),
        ("locked", PASSWORD),
    ];
    let mut words = Vec::new();
    let mut times = vec![Vec::new(); cases.len()];
    // In turns, so that any other load on the machine affects all of them.
    for _ in 0..9 {
        for ((name, password), times) in cases.into_iter().zip(&mut times) {
            let process = if name == "locked" { &strict } else { &accounts };
            let begun = Instant::now();
            words.push(refused(process.sign_in(name, password, HERE).await));
            times.push(begun.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    let medians: Vec<Duration> = times.into_iter().map(median).collect();
    words.dedup();
    assert_eq!(words.len(), 1, "{words:?}");
    // Each has hashed: otherwise the answer would take a tenth of the time.
    assert!(medians.iter().all(|median| *median > medians[0] / 2 && *median < medians[0] * 2), "{medians:?}");
    let kinds = outcomes(&accounts).await;
    let count = |of| kinds.iter().filter(|kind| **kind == of).count();
    assert_eq!(
        [Outcome::WrongPassword, Outcome::UnknownName, Outcome::Disabled, Outcome::Locked].map(count),
        [19, 18, 9, 9],
        "the log alone tells them apart"
    );
    // The remaining difference is hidden by a delay.
    let slow = desk.process(&Policy { refused_after: Duration::from_millis(400), ..quick() }).await;
    let begun = Instant::now();
    refused(slow.sign_in("unknown", WRONG, HERE).await);
    assert!(begun.elapsed() >= Duration::from_millis(400));
    desk.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tries_at_once_get_no_more_than_one_after_the_other() {
    let desk = Desk::new("tries").await;
    let policy = Policy { waiting: 100, locked_for: Duration::from_secs(3_600), ..quick() };
    let processes = [desk.process(&policy).await, desk.process(&policy).await];
    let boss = make(&processes[0], "boss", Role::Administrator).await;
    let ann = make(&processes[0], "ann", Role::Floor).await;
    let tries = (0..24).map(|n| {
        let accounts = processes[n % 2].clone();
        tokio::spawn(async move { refused(accounts.sign_in("ann", WRONG, HERE).await) })
    });
    for tried in tries.collect::<Vec<_>>() {
        tried.await.unwrap();
    }
    let kinds = outcomes(&processes[0]).await;
    let looked_at = kinds.iter().filter(|kind| **kind == Outcome::WrongPassword).count();
    assert_eq!((looked_at, kinds.len()), (3, 24), "three tries, however they come");
    refused(processes[1].sign_in("ann", PASSWORD, HERE).await);
    assert!(processes[0].list().await.unwrap()[0].locked_until.is_some());
    // Another person unlocks it, and a correct password resets the count.
    assert!(matches!(processes[0].unlock(ann, ann).await, Err(NotChanged::Yourself)));
    processes[0].unlock(boss, ann).await.unwrap();
    for _ in 0..3 {
        for _ in 0..2 {
            refused(processes[0].sign_in("ann", WRONG, HERE).await);
        }
        token(&processes[1], "ann").await;
    }
    desk.drop().await;
}

#[tokio::test]
async fn a_lock_ends_by_itself_and_then_counting_begins_anew() {
    let desk = Desk::new("lock").await;
    let locked_for = Duration::from_millis(1_500);
    let accounts = desk.process(&Policy { locked_for, ..quick() }).await;
    // The database may stall while the lock lasts: then the lock is over when the right password comes, and another
    // person tries.
    for name in ["ann", "bob", "cleo", "dan", "eva", "finn"] {
        make(&accounts, name, Role::Patron).await;
        for _ in 0..2 {
            refused(accounts.sign_in(name, WRONG, HERE).await);
        }
        let locked = Instant::now();
        refused(accounts.sign_in(name, WRONG, HERE).await);
        let answer = accounts.sign_in(name, PASSWORD, HERE).await;
        if locked.elapsed() >= locked_for {
            continue;
        }
        refused(answer);
        tokio::time::sleep(locked_for + Duration::from_millis(100)).await;
        for _ in 0..2 {
            refused(accounts.sign_in(name, WRONG, HERE).await);
        }
        token(&accounts, name).await;
        desk.drop().await;
        return;
    }
    panic!("nobody was ever quick enough");
}

#[tokio::test]
async fn a_token_ends_by_its_age_and_without_use_and_a_dealers_sooner() {
    let default = Policy::default();
    assert_eq!(
        (default.tries, default.patron.idle.as_secs(), default.dealer.idle.as_secs()),
        (3, 1_800, 300)
    );
    let desk = Desk::new("age").await;
    let life = |absolute, idle| Lifetime {
        absolute: Duration::from_millis(absolute),
        idle: Duration::from_millis(idle),
    };
    let accounts =
        desk.process(&Policy { patron: life(4_000, 2_000), dealer: life(60_000, 1_000), ..quick() }).await;
    make(&accounts, "ann", Role::Patron).await;
    make(&accounts, "bob", Role::Dealer).await;
    let asked = Instant::now();
    let (ann, bob) = (token(&accounts, "ann").await, token(&accounts, "bob").await);
    let given = Instant::now();
    // The database may stall: the expected result follows from the moments before and after each request.
    let (idle, absolute, listening) =
        (Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(1));
    let (mut used, mut over) = (asked, false);
    while !over || given.elapsed() < Duration::from_millis(5_000) {
        assert!(given.elapsed() < Duration::from_secs(20), "the end never came");
        let before = Instant::now();
        let there = accounts.who(&ann).await.unwrap().is_some();
        let after = Instant::now();
        // Use is recorded again only after a quarter of the idle time.
        if !over && after - used < idle * 3 / 4 && after - asked < absolute {
            assert!(there, "in use the account is there: {:?}", after - asked);
        }
        if over || before - given > absolute {
            assert!(!there, "the account is there no more: {:?}", before - given);
        }
        (used, over) = (if there { before } else { used }, !there);
        // A client that only listens does not use its token.
        let before = Instant::now();
        let listens = accounts.still(&bob).await.unwrap().is_some();
        let late = before - given > listening;
        assert!(
            if late { !listens } else { listens || asked.elapsed() > listening },
            "{:?}",
            asked.elapsed()
        );
        tokio::time::sleep(Duration::from_millis(190)).await;
    }
    let ann = token(&accounts, "ann").await;
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    assert_eq!(accounts.who(&ann).await.unwrap(), None, "without use the account is not there");
    desk.drop().await;
}

#[tokio::test]
async fn a_token_that_is_revoked_dies_everywhere_within_five_seconds() {
    let desk = Desk::new("revoked").await;
    let (here, there) = (desk.process(&quick()).await, desk.process(&quick()).await);
    let boss = make(&here, "boss", Role::Administrator).await;
    let ann = make(&here, "ann", Role::Dealer).await;
    for what in ["sign-out", "password", "reset", "role", "disable"] {
        let (one, other) = (token(&here, "ann").await, token(&here, "ann").await);
        for token in [&one, &other] {
            assert!(here.who(token).await.unwrap().is_some() && there.who(token).await.unwrap().is_some());
        }
        match what {
            "sign-out" => here.sign_out(&one).await.unwrap(),
            "password" => here.change_password(ann, PASSWORD, PASSWORD).await.unwrap(),
            "reset" => here.reset_password(boss, ann, PASSWORD).await.unwrap(),
            "role" => here.set_role(boss, ann, Role::Floor).await.unwrap(),
            _ => here.disable(boss, ann).await.unwrap(),
        }
        let begun = Instant::now();
        assert_eq!(here.who(&one).await.unwrap(), None, "{what}");
        assert_eq!(here.who(&other).await.unwrap().is_some(), what == "sign-out", "{what}");
        while there.who(&one).await.unwrap().is_some() {
            assert!(begun.elapsed() < Duration::from_secs(5), "{what}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(there.who(&other).await.unwrap().is_some(), what == "sign-out", "{what}");
    }
    here.enable(boss, ann).await.unwrap();
    let known = token(&here, "ann").await;
    assert_eq!(here.who(&known).await.unwrap().unwrap().role, Role::Floor);
    let changes = here.changes(None, 2).await.unwrap();
    assert_eq!(changes.iter().map(|one| one.what.as_str()).collect::<Vec<_>>(), ["enabled", "disabled"]);
    let role = here.changes(None, 3).await.unwrap().pop().unwrap();
    assert_eq!(
        (role.before.as_deref(), role.after.as_deref(), role.by),
        (Some("dealer"), Some("floor"), boss)
    );
    desk.drop().await;
}

#[tokio::test]
async fn a_token_that_was_just_looked_at_needs_no_database_and_is_not_trusted_for_long_without_it() {
    let desk = Desk::new("trust").await;
    let accounts = desk.process(&quick()).await;
    make(&accounts, "ann", Role::Patron).await;
    let (seen, unseen) = (token(&accounts, "ann").await, token(&accounts, "ann").await);
    let client = desk.database.connect().await.unwrap();
    let mut looks = 0;
    // The base is a moment before the database was asked: then a token is trusted for three seconds. On a busy machine
    // the check is repeated.
    for _ in 0..10 {
        let asked = Instant::now();
        accounts.who(&seen).await.unwrap().unwrap();
        client.batch_execute("alter table token rename to gone").await.unwrap();
        while looks < 20_000 && asked.elapsed() < Duration::from_secs(2) {
            assert!(accounts.who(&seen).await.unwrap().is_some());
            looks += 1;
        }
        if looks > 1_000 {
            break;
        }
        client.batch_execute("alter table gone rename to token").await.unwrap();
    }
    assert!(looks > 1_000, "only {looks} looks");
    assert!(accounts.who(&unseen).await.is_err(), "otherwise the database was there");
    tokio::time::sleep(Duration::from_millis(3_100)).await;
    assert!(accounts.who(&seen).await.is_err(), "it may have been revoked meanwhile");
    client.batch_execute("alter table gone rename to token").await.unwrap();
    assert!(accounts.who(&seen).await.unwrap().is_some() && accounts.who(&unseen).await.unwrap().is_some());
    desk.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_wait_in_a_short_queue_and_who_finds_it_full_has_lost_no_try() {
    let desk = Desk::new("queue").await;
    let accounts = desk.process(&Policy { hashing: 1, waiting: 1, tries: 3, ..quick() }).await;
    make(&accounts, "ann", Role::Patron).await;
    let all = (0..30).map(|_| {
        let accounts = accounts.clone();
        tokio::spawn(async move { accounts.sign_in("ann", WRONG, HERE).await })
    });
    let (mut busy, mut looked_at) = (0, 0);
    for one in all.collect::<Vec<_>>() {
        match one.await.unwrap() {
            Err(NotSignedIn::Busy) => busy += 1,
            Err(NotSignedIn::Refused) => looked_at += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(busy >= 25 && looked_at >= 2, "{busy} were sent away, {looked_at} were not");
    assert_eq!(outcomes(&accounts).await.len(), looked_at, "who was sent away has not tried");
    desk.drop().await;
}

#[tokio::test]
async fn names_and_passwords_must_do_and_nobody_changes_his_own_rights() {
    let desk = Desk::new("rules").await;
    let accounts = desk.process(&quick()).await;
    let boss = make(&accounts, "boss", Role::Administrator).await;
    let create = |name: &'static str, password: &'static str, role, operator| {
        let accounts = accounts.clone();
        async move { accounts.create(name, password, role, operator).await.map_err(|error| error.to_string()) }
    };
    let short = create("short", "twelve chars", Role::Dealer, 1).await.unwrap();
    for (name, password, role, operator, said) in [
        ("a b", PASSWORD, Role::Patron, 1, "a name is"),
        ("änne", PASSWORD, Role::Patron, 1, "a name is"),
        ("BOSS", PASSWORD, Role::Patron, 1, "another account has"),
        ("other", "too short", Role::Patron, 1, "at least 12"),
        ("other", "twelve chars", Role::Administrator, 1, "at least 15"),
        ("other", "Password1234", Role::Patron, 1, "tried first"),
        ("other", PASSWORD, Role::Patron, 9, "no operator 9"),
    ] {
        let error = create(name, password, role, operator).await.unwrap_err();
        assert!(error.contains(said) && !error.contains(password), "{error}");
    }
    assert!(matches!(
        accounts.set_role(boss, short, Role::Administrator).await,
        Err(NotChanged::LongerPassword)
    ));
    accounts.reset_password(boss, short, PASSWORD).await.unwrap();
    accounts.set_role(boss, short, Role::Administrator).await.unwrap();
    for own in [
        accounts.set_role(boss, boss, Role::Patron).await,
        accounts.disable(boss, boss).await,
        accounts.reset_password(boss, boss, PASSWORD).await,
    ] {
        assert!(matches!(own, Err(NotChanged::Yourself)), "{own:?}");
    }
    let nobody = PersonId(999);
    assert!(matches!(accounts.set_role(boss, nobody, Role::Pit).await, Err(NotChanged::NoAccount(_))));
    assert!(matches!(accounts.disable(boss, nobody).await, Err(NotChanged::NoAccount(_))));
    // A wrong old password counts as an attempt.
    for _ in 0..3 {
        assert!(matches!(accounts.change_password(short, WRONG, PASSWORD).await, Err(NotChanged::Refused)));
    }
    assert!(matches!(accounts.change_password(short, PASSWORD, PASSWORD).await, Err(NotChanged::Refused)));
    refused(accounts.sign_in("short", PASSWORD, HERE).await);
    desk.drop().await;
}

/// Everything that is logged on this thread.
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

#[tokio::test]
async fn no_password_and_no_token_is_stored_logged_or_shown() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    let _logging = tracing::subscriber::set_default(subscriber.finish());
    let desk = Desk::new("secrets").await;
    let accounts = desk.process(&quick()).await;
    let ann = make(&accounts, "ann", Role::Patron).await;
    let signed_in = accounts.sign_in("ann", PASSWORD, HERE).await.unwrap();
    accounts.who(&signed_in.token).await.unwrap().unwrap();
    // A password typed into the field of the name.
    let typed = "mypasswordtyped";
    refused(accounts.sign_in(typed, "ann", HERE).await);
    let error = accounts.create(typed, typed, Role::Patron, 77).await.unwrap_err();
    accounts.change_password(ann, PASSWORD, "another very long night").await.unwrap();
    tracing::info!("the log is there");
    let shown = format!("{signed_in:?} {:?} {error:?}", accounts.who(&signed_in.token).await);
    let client = desk.database.connect().await.unwrap();
    let mut stored = String::new();
    for table in ["account", "token", "sign_in_log", "account_log", "person", "personal.detail"] {
        for row in client.query(&format!("select t::text from {table} t"), &[]).await.unwrap() {
            stored += row.get::<_, &str>(0);
        }
    }
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("the log is there") && stored.contains("$argon2id$v=19$m=19456,t=2,p=1$"));
    for secret in [&signed_in.token[4..], PASSWORD, "another very long night", typed] {
        for (what, text) in [("the log", &logged), ("Debug", &shown), ("the database", &stored)] {
            assert!(!text.contains(secret), "{what} shows a secret");
        }
    }
    assert!(!logged.contains("argon2id") && !shown.contains("argon2id"));
    // No row about an attempt or a change can be removed.
    for statement in
        ["delete from sign_in_log", "update sign_in_log set address = ''", "truncate account_log"]
    {
        let refused = client.batch_execute(statement).await.unwrap_err();
        assert_eq!(refused.code().map(|code| code.code()), Some("CR002"), "{statement}");
    }
    desk.drop().await;
}
