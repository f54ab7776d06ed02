//! The tables in docs/operating.md are those of the program. `just operating-page` regenerates them.

use server::config::{Config, SETTINGS};
use server::figures::FIGURES;
use std::fmt::Write;

fn settings() -> String {
    let mut page =
        "| setting | environment variable | default | what it is for |\n| --- | --- | --- | --- |\n"
            .to_owned();
    let defaults = Config::default().in_force();
    for (setting, (_, default)) in SETTINGS.iter().zip(defaults) {
        let default = if default == "(not set)" { String::new() } else { format!("`{default}`") };
        writeln!(page, "| `{}` | `{}` | {default} | {} |", setting.name, setting.variable(), setting.about)
            .unwrap();
    }
    page
}

fn figures() -> String {
    let mut page = "| figure | kind | labels | what it says |\n| --- | --- | --- | --- |\n".to_owned();
    for figure in FIGURES {
        let kind = format!("{:?}", figure.kind).to_lowercase();
        writeln!(page, "| `{}` | {kind} | {} | {} |", figure.name, figure.labels.join(", "), figure.about)
            .unwrap();
    }
    page
}

/// Inserts a table between its two marks.
fn put(page: &str, name: &str, table: &str) -> String {
    let end = format!("<!-- end of {name} -->");
    let (before, rest) = page.split_once(&format!("<!-- {name}:")).unwrap();
    let (mark, rest) = rest.split_once("-->\n").unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}<!-- {name}:{mark}-->\n{table}{end}{after}")
}

#[test]
fn settings_page() {
    let path = format!("{}/../../docs/operating.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let fresh = put(&put(&page, "settings", &settings()), "figures", &figures());
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, fresh).unwrap();
        return;
    }
    assert!(page == fresh, "docs/operating.md is not what the program says: `just operating-page`");
}

#[test]
fn the_example_file_says_every_setting() {
    let path = format!("{}/../../deploy/house.toml", env!("CARGO_MANIFEST_DIR"));
    Config::read(Some(path.as_ref()), &|_| None).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    for setting in SETTINGS {
        let name = setting.name.rsplit('.').next().unwrap();
        assert!(
            text.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{name} ="))),
            "{name}"
        );
    }
}
