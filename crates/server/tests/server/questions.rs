//! A decision belongs to its question: a command that names a question answers only that one, not a later one.

use crate::support::{PATIENT, Site, address, key, seat, until_open, well};
use house::patrons::Whim;
use serde_json::{Value, json};
use server::crew::{Answered, Client};

/// Returns the input with a new key, the latest `seen`, and this question.
fn again(input: &Value, seen: &Value, question: i64) -> Value {
    json!({ "key": key(), "seen": seen, "question": question, "input": input })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_answers_the_question_it_names() {
    let site = Site::new("questions", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let mut decided = 0;
    for (game, table, cage) in &site.tables {
        let crew = seat(&client, *table, *cage, 2).await;
        let mut whim = Whim::new(u64::try_from(*table).unwrap());
        let path = format!("/v1/tables/{table}");
        let inputs = format!("{path}/inputs");
        for _ in 0..80 {
            let Some(next) = crew.next_move(&client, &mut whim).await else { break };
            let (mut body, input) = (next.body.clone(), &next.body["input"]);
            if input.get("choose").is_none() {
                client.post(&inputs, &next.token, &body).await;
                continue;
            }
            let now = well(client.get(&path, &next.token).await);
            let question = now["question"].as_i64().unwrap();
            assert!(question <= now["seq"].as_i64().unwrap(), "{game}: {question} is still to come");
            for other in [question - 1, question + 1] {
                let refused = client.post(&inputs, &next.token, &again(input, &now["seq"], other)).await;
                assert!(is_conflict(&refused), "{game}: {other} for {question}: {refused:?}");
            }
            body["question"] = json!(question);
            let Answered::Well(played) = client.post(&inputs, &next.token, &body).await else { continue };
            decided += 1;
            // Like a second click: the same choice, after the result of the first one was seen.
            let second = client.post(&inputs, &next.token, &again(input, &played["seq"], question)).await;
            assert!(matches!(second, Answered::Refused(..)), "{game}: {input} was done twice: {second:?}");
            let after = well(client.get(&path, &next.token).await);
            assert_eq!(after["seq"], played["seq"], "{game}: one decision, one unit");
            // A retry of the first one under its own key is reported as done.
            let same = well(client.post(&inputs, &next.token, &body).await);
            assert_eq!((&same["seq"], &same["again"]), (&played["seq"], &json!(true)), "{game}");
        }
    }
    assert!(decided >= 60, "only {decided} decisions");
    server.leave().await;
    site.drop().await;
}

fn is_conflict(answer: &Answered) -> bool {
    matches!(answer, Answered::Refused(409, problem) if problem["type"] == "/problems/conflict")
}

/// A command without a question answers the question that was open at its `seen`.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_may_name_no_question() {
    let site = Site::new("no_question", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/blackjack").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let inputs = format!("/v1/tables/{table}/inputs");
    let mut whim = Whim::new(3);
    let mut late = 0;
    for _ in 0..120 {
        let Some(next) = crew.next_move(&client, &mut whim).await else { break };
        assert!(next.body.get("question").is_none());
        let Answered::Well(played) = client.post(&inputs, &next.token, &next.body).await else { continue };
        let mut stale = next.body.clone();
        stale["key"] = json!(key());
        let asked = &well(client.get(&format!("/v1/tables/{table}"), &next.token).await)["question"];
        if stale["input"].get("choose").is_some() && *asked == played["seq"] {
            let refused = client.post(&inputs, &next.token, &stale).await;
            assert!(is_conflict(&refused), "{refused:?}");
            late += 1;
        }
    }
    assert!(late >= 5, "only {late} answers came late");
    server.leave().await;
    site.drop().await;
}
