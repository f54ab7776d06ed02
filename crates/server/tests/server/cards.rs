//! Cards with a limit in hours, over the API: the warning, the refusal, and the report of new cards.

use crate::support::{PATIENT, Site, address, key, seat, token, until_open, well};
use engine::{Due, Wager};
use house::dealer::LiveDealer;
use house::ids::StreamId;
use house::patrons::Whim;
use house::table::Dealt;
use serde_json::{Value, json};
use server::Server;
use server::crew::{Answered, Client, Crew};

const FORWARD: &str = "create schema shifted;
    create table shifted.ahead (span interval not null);
    insert into shifted.ahead values ('0');
    create function shifted.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + span from shifted.ahead'";

struct Pit<'s> {
    servers: Vec<Server>,
    client: Client,
    crew: &'s Crew,
    dealer: LiveDealer,
    whim: Whim,
}

impl Pit<'_> {
    fn path(&self, rest: &str) -> String {
        format!("/v1/tables/{}{rest}", self.crew.table)
    }

    /// The dealer acts, then patrons and staff; `None` if nobody has anything to do.
    async fn once(&mut self) -> Option<Answered> {
        let mut own = self.dealer.clone();
        for server in &self.servers {
            let mut dealer = self.dealer.clone();
            let next = server.app().house.look(StreamId(self.crew.table), move |stream| {
                let table = stream.table()?;
                Some((dealer.next(table.face()), table.seq(), dealer))
            });
            let Some(Some((next, seq, dealer))) = next.await else { continue };
            own = dealer;
            if let Some((_, input)) = next {
                self.dealer = own;
                let body = json!({ "key": key(), "seen": seq, "input": input });
                return Some(self.client.post(&self.path("/inputs"), &token("dealer", 9_001), &body).await);
            }
        }
        self.dealer = own;
        let next = self.crew.next_move(&self.client, &mut self.whim).await?;
        Some(self.client.post(&self.path("/inputs"), &next.token, &next.body).await)
    }

    /// Whether bets are open and the layout is empty.
    async fn is_between_rounds(&self) -> bool {
        for server in &self.servers {
            let rests = server.app().house.look(StreamId(self.crew.table), |stream| {
                let face = stream.table()?.face();
                Some(matches!(face.due(), Due::Bets { .. }) && !face.wagers().iter().any(Wager::on_layout))
            });
            if let Some(Some(rests)) = rests.await {
                return rests;
            }
        }
        panic!("nobody has the table");
    }

    async fn until_between_rounds(&mut self) {
        for _ in 0..400 {
            if self.is_between_rounds().await {
                return;
            }
            well(self.once().await.unwrap());
        }
        panic!("the round never ends");
    }

    async fn sees(&self, role: &str, person: i64) -> Value {
        well(self.client.get(&self.path(""), &token(role, person)).await)["cards"].clone()
    }
}

async fn two_processes(site: &Site) -> (Vec<Server>, Client) {
    let servers = vec![site.start().await, site.start().await];
    let addresses: Vec<String> = servers.iter().map(address).collect();
    let client = Client::to(&addresses).unwrap();
    until_open(&client, site.tables.len()).await;
    (servers, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_is_warned_and_no_round_begins_until_the_floor_has_new_cards() {
    let site = Site::dealt("cards", 2, 1, PATIENT, Dealt::Live).await;
    let database = site.database.connect().await.unwrap();
    database.batch_execute(FORWARD).await.unwrap();
    let name: String = database.query_one("select current_database()::text", &[]).await.unwrap().get(0);
    let path = format!("alter database {name} set search_path = shifted, pg_catalog, public");
    database.batch_execute(&path).await.unwrap();
    let (servers, client) = two_processes(&site).await;
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/let-it-ride").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let mut pit = Pit { servers, client, crew: &crew, dealer: LiveDealer::new(2), whim: Whim::new(2) };
    pit.until_between_rounds().await;
    let cards = pit.sees("floor", 9_002).await;
    assert_eq!(
        (&cards["state"], &cards["rule"], &cards["hours"]),
        (&json!("fine"), &json!("OH-LIR-3.III.A"), &json!(6))
    );
    assert_eq!(cards["due"].as_i64().unwrap() - cards["opened"].as_i64().unwrap(), 6 * 3_600_000_000);
    // Patrons and auditors are not warned.
    assert_eq!(pit.sees("patron", table * 10 + 1).await, Value::Null);
    for (forward, state) in [("5 hours 45 minutes", "soon"), ("15 minutes", "over")] {
        let sql = format!("update shifted.ahead set span = span + interval '{forward}'");
        database.batch_execute(&sql).await.unwrap();
        for server in std::mem::take(&mut pit.servers) {
            server.leave().await;
        }
        (pit.servers, pit.client) = two_processes(&site).await;
        for (role, person) in [("dealer", 9_001), ("floor", 9_002), ("pit", 9_003), ("surveillance", 9_004)] {
            assert_eq!(pit.sees(role, person).await["state"], state, "{role}");
        }
    }
    let Some(Answered::Refused(422, problem)) = pit.once().await else { panic!("a round begins") };
    assert_eq!((&problem["refusal"], &problem["rules"]), (&json!("new-cards"), &json!(["OH-LIR-3.III.A"])));
    assert!(problem["detail"].as_str().unwrap().contains("allowed: the floor says that new cards are there"));
    let next = crew.next_move(&pit.client, &mut pit.whim).await.unwrap();
    let ask = json!({ "input": next.body["input"] });
    let Answered::Refused(422, asked) = pit.client.post(&pit.path("/asks"), &next.token, &ask).await else {
        panic!()
    };
    assert_eq!(asked["refusal"], "new-cards");
    let seq = well(pit.client.get(&pit.path(""), &token("floor", 9_002)).await)["seq"].clone();
    let new = json!({ "key": key(), "seen": seq });
    for (role, person) in [("dealer", 9_001), ("patron", table * 10 + 1), ("surveillance", 9_004)] {
        let refused = pit.client.post(&pit.path("/new-cards"), &token(role, person), &new).await;
        assert!(matches!(refused, Answered::Refused(403, _)), "{role}: {refused:?}");
    }
    let done = well(pit.client.post(&pit.path("/new-cards"), &token("floor", 9_002), &new).await);
    let again = well(pit.client.post(&pit.path("/new-cards"), &token("floor", 9_002), &new).await);
    assert_eq!((&again["seq"], &again["again"]), (&done["seq"], &json!(true)));
    let cards = pit.sees("pit", 9_003).await;
    assert_eq!((&cards["state"], &cards["opened"]), (&json!("fine"), &done["at"]));
    // They are shuffled, and play continues with them.
    pit.until_between_rounds().await;
    well(pit.once().await.unwrap());
    let new = json!({ "key": key(), "seen": done["seq"] });
    let Answered::Refused(422, problem) =
        pit.client.post(&pit.path("/new-cards"), &token("floor", 9_002), &new).await
    else {
        panic!("new cards in the middle of a round")
    };
    assert_eq!(problem["type"], "/problems/finish-the-round");
    assert_eq!(problem["former-type"], "/problems/not-here");
    for server in pit.servers {
        server.leave().await;
    }
    site.drop().await;
}
