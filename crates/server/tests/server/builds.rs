//! Processes of one program have the same build, which is more than a version: two programs of one version may play a
//! table differently.

use crate::support::{PATIENT, Site, address};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn processes_of_one_program_are_of_one_build() {
    let site = Site::new("builds", 1, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    let build = one.app().leases.me().build.clone();
    assert_eq!(build, two.app().leases.me().build);
    let (version, hash) = build.split_once('+').unwrap_or_else(|| panic!("{build} is a version alone"));
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(hash.len() == 12 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{build}");
    let health: Value =
        reqwest::get(format!("{}/health", address(&one))).await.unwrap().json().await.unwrap();
    assert_eq!(health["build"], build.as_str());
    one.leave().await;
    two.leave().await;
    site.drop().await;
}
