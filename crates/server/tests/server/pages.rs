//! The pages in the browser: served with their policy, and built against the current API.

use crate::support::{PATIENT, Site, address, seat, token, until_open, well};
use serde_json::json;
use server::crew::{Answered, Client};
use std::path::PathBuf;

fn web(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web").join(name)
}

/// The types of the pages are generated from this file.
#[test]
fn the_pages_know_the_api_as_it_is() {
    let path = web("openapi.json");
    let document = serde_json::to_string_pretty(&server::api::document()).unwrap() + "\n";
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, &document).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == document, "web/openapi.json is not what the program says: run `just api-document`");
}

/// Every path of the application returns the application; it contains no inline script or style, loads none from
/// elsewhere, and everything that it names exists.
#[tokio::test(flavor = "multi_thread")]
async fn the_pages_are_served_whole_and_run_nothing_else() {
    let site = Site::new("pages", 1, 1, PATIENT).await;
    let server = site.start().await;
    let (http, base) = (reqwest::Client::new(), address(&server));
    let get = async |path: &str| {
        let asked = http.get(format!("{base}{path}")).header("accept", "text/html,*/*").send();
        let answer = asked.await.unwrap();
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        (answer.status().as_u16(), policy, answer.text().await.unwrap())
    };
    let (status, policy, index) = get("/").await;
    assert_eq!(status, 200);
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    for path in ["/rules/ohio/craps", "/tables/5", "/tables/5/rounds/7", "/rounds", "/sign-in"] {
        assert_eq!(get(path).await, (200, policy.clone(), index.clone()), "{path}");
    }
    assert_eq!(get("/no/such/page").await.0, 404);
    assert!(!index.contains("<style") && !index.contains("style="), "{index}");
    let named: Vec<&str> = index.split('"').filter(|word| word.starts_with("/assets/")).collect();
    assert!(
        named.iter().any(|name| name.ends_with(".js")) && named.iter().any(|name| name.ends_with(".css"))
    );
    assert_eq!(index.matches("<script").count(), index.matches("src=\"/assets/").count(), "{index}");
    for name in named {
        assert_eq!(get(name).await.0, 200, "{name}");
    }
    // A program that requests a missing path gets a problem.
    let answer = http.get(format!("{base}/no/such/page")).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    server.leave().await;
    site.drop().await;
}

/// The type of each problem that the API document names is the address of a page, and no other name has one.
#[tokio::test(flavor = "multi_thread")]
async fn each_type_of_a_problem_is_the_address_of_its_page() {
    let site = Site::new("problems", 1, 1, PATIENT).await;
    let server = site.start().await;
    let (http, base) = (reqwest::Client::new(), address(&server));
    let get = async |path: &str| {
        let answer = http.get(format!("{base}{path}")).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let document = serde_json::to_value(server::api::document()).unwrap();
    let types =
        document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"].as_array().unwrap();
    assert!(types.len() > 60, "{} types", types.len());
    let (_, list) = get("/problems").await;
    for path in types.iter().map(|kind| kind.as_str().unwrap()) {
        let (status, page) = get(path).await;
        let name = path.trim_start_matches("/problems/");
        assert!(status == 200 && page.contains(&format!("<h1>{name}</h1>")), "{path}: {status}");
        assert!(list.contains(&format!("\"{path}\"")), "{path} is not listed");
    }
    assert_eq!(get("/problems/not-here").await.0, 404);
    server.leave().await;
    site.drop().await;
}

/// Clients that accept compressed answers get them, unless they contain a token.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_but_for_those_with_a_token() {
    let site = Site::new("compressed", 1, 1, PATIENT).await;
    let server = site.start().await;
    let (http, base) = (reqwest::Client::new(), address(&server));
    let games = http.get(format!("{base}/v1/games")).header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(games.headers()["content-encoding"], "gzip");
    let plain =
        http.get(format!("{base}/v1/games")).header("accept-encoding", "identity").send().await.unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
    let who = json!({ "name": "nobody", "password": "a password as long as they want it" });
    let asked = http.post(format!("{base}/v1/session")).header("accept-encoding", "gzip").json(&who);
    assert!(!asked.send().await.unwrap().headers().contains_key("content-encoding"));
    server.leave().await;
    site.drop().await;
}

/// What a page must know before it sends a request: whether the request is allowed and, if not, why.
#[tokio::test(flavor = "multi_thread")]
async fn rules_are_told_to_anybody_and_a_refusal_before_it_happens() {
    let site = Site::new("asks", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    for (game, table, _) in &site.tables {
        let rules = well(client.get(&format!("/v1/tables/{table}/rules"), "").await);
        assert_eq!(rules["game"], *game);
        assert_eq!(rules["in_force"]["table"], *table);
        for member in ["wagers", "options", "irregularities", "paragraphs"] {
            assert!(!rules[member].as_array().unwrap().is_empty(), "{game}: {member}");
        }
        let without = games::find(game).unwrap().vocabulary.choices.is_empty();
        assert_eq!(rules["choices"].as_array().unwrap().is_empty(), without, "{game}");
        // Every paragraph that the page names can be requested.
        let cited = rules["wagers"][0]["cites"][0].as_str().unwrap();
        let note = well(client.get(&format!("/v1/rule?id={cited}"), "").await);
        assert!(!note["note"].as_str().unwrap().is_empty(), "{note}");
    }
    assert!(matches!(client.get("/v1/rule?id=OH-BJ-99", "").await, Answered::Refused(404, _)));
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/blackjack").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let (alice, path) = (&crew.patrons[0].1, format!("/v1/tables/{table}/asks"));
    let ask = async |token: &str, stake: i64| {
        let bet = json!({ "input": { "bet": { "patron": "A", "box": 1, "wager": "main", "stake": stake } } });
        client.post(&path, token, &bet).await
    };
    assert_eq!(well(ask(alice, 500).await), json!({ "allowed": true }));
    let Answered::Refused(422, problem) = ask(alice, 7).await else { panic!("seven cents are no bet") };
    assert_eq!(problem["rules"][0], "PROTOCOL-LIMITS");
    assert_eq!(problem["allowed"]["min"], 500);
    // It had no effect, and no one can ask in another's name.
    let now = well(client.get(&format!("/v1/tables/{table}"), alice).await);
    assert_eq!(now["view"]["wagers"], json!([]));
    assert!(matches!(ask(&token("patron", crew.table * 10 + 12), 500).await, Answered::Refused(403, _)));
    server.leave().await;
    site.drop().await;
}
