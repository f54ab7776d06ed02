//! The server does what its OpenAPI document says, for every request. `just schema-test` installs what this needs.

use crate::support::{PATIENT, Site, address, seat, token, until_open, well};
use house::patrons::Whim;
use serde_json::{Value, json};
use server::crew::{Client, Crew};
use server::roles::Role;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every response must be in the document; no request may cause a server error.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance,response_headers_conformance,allow_header_conformance";

fn program() -> Option<PathBuf> {
    std::env::var_os("SCHEMATHESIS").map(PathBuf::from)
}

/// Returns the document with the numbers of existing things, so that requests get past the first check.
fn sharpened(site: &Site) -> Value {
    let mut document = server::api::document();
    let tables: Vec<i64> = site.tables.iter().map(|(_, table, _)| *table).take(4).collect();
    for operations in document["paths"].as_object_mut().unwrap().values_mut() {
        for operation in operations.as_object_mut().unwrap().values_mut() {
            for parameter in operation["parameters"].as_array_mut().unwrap() {
                let known = match parameter["name"].as_str().unwrap() {
                    "table" | "stream" => json!([tables[0], tables[1], tables[2], site.cage, i64::MAX]),
                    "cage" => json!([site.cage, tables[0], 0]),
                    "person" => json!([tables[0] * 10 + 8, tables[0] * 10 + 9, 0, i64::MAX]),
                    "round" => json!([0, 1, 2, 3, u32::MAX]),
                    "jurisdiction" => json!(["ohio", "nowhere"]),
                    "game" => json!(["craps", "nothing"]),
                    _ => continue,
                };
                if parameter["in"] == "path" {
                    parameter["schema"] = json!({ "enum": known });
                }
            }
        }
    }
    document
}

async fn play(client: &Client, crew: &Crew) {
    let mut whim = Whim::new(9);
    for _ in 0..40 {
        let next = crew.next_move(client, &mut whim).await.unwrap();
        let _ = client.post(&format!("/v1/tables/{}/inputs", crew.table), &next.token, &next.body).await;
    }
}

fn run(program: &Path, file: &Path, base: &str, token: &str, examples: &str) -> Result<(), String> {
    let mut command = Command::new(program);
    // Signing out would end the run for this role; it is tested elsewhere.
    command.arg("run").arg(file).args([
        "--url",
        base,
        "--checks",
        CHECKS,
        "--exclude-operation-id",
        "sign-out",
    ]);
    command.args([
        "--phases",
        "coverage,fuzzing",
        "--max-examples",
        examples,
        "--seed",
        "1",
        "--workers",
        "1",
    ]);
    command.args(["--suppress-health-check", "all", "--warnings", "off", "--continue-on-failure"]);
    command.current_dir(file.parent().unwrap());
    if !token.is_empty() {
        command.args(["-H", &format!("Authorization: Bearer {token}")]);
    }
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(told) }
}

/// All roles, or as many as `SCHEMATHESIS_ROLES` says, chosen by `CROUPIER_SEED`. The order stays, since some close
/// tables.
fn asked_as<P>(everybody: Vec<P>) -> Vec<P> {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<usize>().unwrap());
    let all = everybody.len();
    let (some, seed) = (number("SCHEMATHESIS_ROLES").unwrap_or(all), number("CROUPIER_SEED").unwrap_or(0));
    let is_asked = |nth: usize| (nth + all - seed % all) % all < some;
    everybody.into_iter().enumerate().filter_map(|(nth, one)| is_asked(nth).then_some(one)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_is_answered_as_the_document_says() {
    let Some(program) = program() else {
        println!("skipped: SCHEMATHESIS does not name the program; `just schema-test` does");
        return;
    };
    let mut site = Site::new("schema", 1, 1, PATIENT).await;
    site.config.limits.rate = 1_000_000;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 2).await;
    play(&client, &crew).await;
    let folder = std::env::temp_dir().join(format!("croupier-schema-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let served = folder.join("openapi.json");
    std::fs::write(&served, well(client.get("/openapi.json", "").await).to_string()).unwrap();
    let valid = Command::new(program.with_file_name("openapi-spec-validator")).arg(&served).output().unwrap();
    assert!(
        valid.status.success(),
        "{}{}",
        String::from_utf8_lossy(&valid.stdout),
        String::from_utf8_lossy(&valid.stderr)
    );
    let file = folder.join("sharpened.json");
    std::fs::write(&file, sharpened(&site).to_string()).unwrap();
    let examples = std::env::var("SCHEMATHESIS_EXAMPLES").unwrap_or_else(|_| "4".to_owned());
    let people = [
        (Role::Patron, table * 10 + 1),
        (Role::Dealer, 9_001),
        (Role::Surveillance, 9_004),
        (Role::Auditor, 9_077),
        (Role::Administrator, 9_078),
        // These close tables.
        (Role::Floor, 9_002),
        (Role::Pit, 9_003),
    ];
    let staff = people.into_iter().map(|(role, person)| (role.name(), token(role.name(), person)));
    let everybody: Vec<_> = staff.chain([("nobody", String::new())]).collect();
    let mut failed = Vec::new();
    for (role, token) in asked_as(everybody) {
        let (program, file, base, examples) =
            (program.clone(), file.clone(), address(&server), examples.clone());
        let ran = tokio::task::spawn_blocking(move || run(&program, &file, &base, &token, &examples))
            .await
            .unwrap();
        println!("asked as {role}");
        failed.extend(ran.err().map(|told| format!("as {role}:\n{told}")));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    std::fs::remove_dir_all(&folder).unwrap();
    server.leave().await;
    site.drop().await;
}
