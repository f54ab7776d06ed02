//! What was written stays: a process runs as a role that can only append, and erasing a person leaves the logs
//! complete.

use crate::accounts::{Desk, HERE, PASSWORD, make, quick};
use crate::support::{PATIENT, Site, address, seat, until_open, well};
use house::audit::verify_chains;
use house::patrons::Whim;
use server::accounts::{NotSignedIn, Outcome};
use server::crew::{Answered, Client};
use server::roles::Role;

async fn entries(database: &house::store::Database) -> u64 {
    let report = verify_chains(&mut database.connect().await.unwrap(), None, |_| {}).await.unwrap();
    assert!(report.is_well(), "{:?}", report.findings);
    report.entries.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_serves_as_a_role_that_can_only_add_and_says_so() {
    let mut site = Site::new("history", 2, 1, PATIENT).await;
    // A single role that does everything, as before.
    let server = site.start().await;
    let health = Client::to(&[address(&server)]).unwrap().get("/health", "").await;
    assert_eq!(well(health)["append_only"], false);
    server.leave().await;
    let role = format!("server_history_{}", std::process::id());
    let superuser = site.database.connect().await.unwrap();
    superuser.batch_execute(&format!("create role {role} login")).await.unwrap();
    assert_eq!(site.database.let_run(&role).await.unwrap(), Vec::<String>::new());
    let (scheme, rest) = site.config.database.split_once("://").unwrap();
    let (_, host) = rest.split_once('@').unwrap();
    site.config.database = format!("{scheme}://{role}@{host}");

    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    assert_eq!(well(client.get("/health", "").await)["append_only"], true);
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 1).await;
    let mut whim = Whim::new(4);
    for _ in 0..20 {
        let next = crew.next_move(&client, &mut whim).await.unwrap();
        let answer = client.post(&format!("/v1/tables/{table}/inputs"), &next.token, &next.body).await;
        assert!(!matches!(answer, Answered::Unknown));
    }
    // Accounts: created, signed in to, changed, listed.
    let accounts = &server.app().accounts;
    let boss = make(accounts, "boss", Role::Administrator).await;
    let ann = make(accounts, "ann", Role::Patron).await;
    let token = accounts.sign_in("ann", PASSWORD, HERE).await.unwrap().token;
    assert_eq!(accounts.who(&token).await.unwrap().unwrap().person, ann);
    accounts.set_role(boss, ann, Role::Dealer).await.unwrap();
    accounts.reset_password(boss, ann, "another very long night").await.unwrap();
    accounts.sign_out(&token).await.unwrap();
    assert!(matches!(accounts.sign_in("ann", PASSWORD, HERE).await, Err(NotSignedIn::Refused)));
    assert_eq!(accounts.changes(None, 10).await.unwrap().len(), 4);
    let tried = accounts.sign_ins(None, 10).await.unwrap();
    let outcomes: Vec<_> = tried.iter().map(|one| (one.outcome, one.address.as_str())).collect();
    assert_eq!(outcomes, [(Outcome::WrongPassword, HERE), (Outcome::SignedIn, HERE)]);
    let listed = accounts.list().await.unwrap();
    assert!(listed.iter().any(|one| one.last_address.as_deref() == Some(HERE)));
    server.leave().await;
    assert_eq!(entries(&site.database.as_role(&role)).await, 6);
    superuser.batch_execute(&format!("drop owned by {role}; drop role {role}")).await.unwrap();
    site.drop().await;
}

#[tokio::test]
async fn an_erased_person_is_nobody_and_the_logs_hold() {
    let desk = Desk::new("erased").await;
    let accounts = desk.process(&quick()).await;
    let (ann, bob) = (make(&accounts, "ann", Role::Patron).await, make(&accounts, "bob", Role::Patron).await);
    let token = accounts.sign_in("ann", PASSWORD, HERE).await.unwrap().token;
    accounts.sign_in("bob", PASSWORD, HERE).await.unwrap();
    let client = desk.database.connect().await.unwrap();
    client.execute("select personal.erase($1)", &[&ann.0]).await.unwrap();
    // Another process knows immediately, this one within a second or two.
    let other = desk.process(&quick()).await;
    assert!(other.who(&token).await.unwrap().is_none());
    for name in ["ann", &format!("erased-{}", ann.0)] {
        assert!(matches!(other.sign_in(name, PASSWORD, HERE).await, Err(NotSignedIn::Refused)), "{name}");
    }
    let tried = accounts.sign_ins(None, 10).await.unwrap();
    let of = |person| {
        tried.iter().filter(move |one| one.person == Some(person) && one.outcome == Outcome::SignedIn)
    };
    assert!(of(ann).all(|one| one.address.is_empty()) && of(bob).all(|one| one.address == HERE), "{tried:?}");
    let changes = accounts.changes(None, 1).await.unwrap();
    assert_eq!((changes[0].person, changes[0].what.as_str()), (ann, "erased"));
    let listed = accounts.list().await.unwrap();
    let erased = listed.iter().find(|one| one.person == ann).unwrap();
    assert!(erased.disabled && erased.last_address.is_none() && !listed.iter().any(|one| one.name == "ann"));
    // Two created accounts, one erasure; four attempts.
    assert_eq!(entries(&desk.database).await, 7);
    desk.drop().await;
}
