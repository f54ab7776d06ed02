//! The JSON Schemas in `schemas/` are those of the types. `just schemas` regenerates them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

use engine::record::Document;
use engine::{Event, Line, Message};
use schemars::{Schema, schema_for};
use std::path::PathBuf;

fn all() -> [(&'static str, Schema); 4] {
    [
        ("records", schema_for!(Document)),
        ("event", schema_for!(Event)),
        ("line", schema_for!(Line)),
        ("message", schema_for!(Message)),
    ]
}

#[test]
fn the_schemas_are_current() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for (name, schema) in all() {
        let path = folder.join(format!("{name}.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("WRITE_SCHEMAS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, text).unwrap();
            continue;
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == text, "{} is not current: run `just schemas`", path.display());
    }
}

#[test]
fn a_schema_has_the_keys_that_are_written() {
    let [(_, records), (_, event), (_, line), (_, message)] = all();
    let required = |schema: &Schema| -> Vec<String> {
        let list = schema.get("required").and_then(|list| list.as_array()).unwrap().iter();
        list.map(|key| key.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(required(&records), ["schema", "records"]);
    assert_eq!(required(&event), ["what", "rules"]);
    assert_eq!(required(&message), ["by", "input"]);
    for key in ["seq", "kind", "patron", "hand", "wager", "stake", "paid", "returned", "charged", "rules"] {
        assert!(required(&line).iter().any(|there| there == key), "{key}");
    }
}
