//! `docs/disputes.md` shows what the command prints: its scenarios are played, and the output is compared with the
//! page. `just disputes` regenerates the output.

use crate::common::{command, directory, feed};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/disputes.md");

/// A fenced block of the page: the info string of the fence, and its text.
struct Block {
    kind: String,
    text: String,
}

/// The page split at its fences: text and blocks alternate.
fn parts(page: &str) -> Vec<(String, Option<Block>)> {
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("\n```") {
        let (kind, after) = after.split_once('\n').unwrap();
        let (text, after) = after.split_once("```\n").expect("a block is closed");
        parts.push((before.to_owned(), Some(Block { kind: kind.to_owned(), text: text.to_owned() })));
        rest = after;
    }
    parts.push((rest.to_owned(), None));
    parts
}

/// The output for the last file of the page, from this line of the file on.
fn transcript(line: &str, from: usize, folder: &std::path::Path) -> String {
    let args: Vec<&str> = line.trim_start_matches("$ croupier ").split_whitespace().collect();
    let mut command = command(&args);
    command.current_dir(folder).env("COLUMNS", "100");
    let said = feed(command, "");
    // Earlier output is already on the page.
    let from = said.out.find(&format!("{from:>4} ")).unwrap_or(0);
    let (left_out, out) = said.out.split_at(from);
    let mut text = format!("{line}\n");
    if !left_out.is_empty() {
        text.push_str("...\n");
    }
    text.push_str(out);
    text.push_str(&said.err);
    text.push_str(&format!("$ echo $?\n{}\n", said.code));
    text
}

#[test]
fn the_page_shows_what_the_command_prints() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let folder = directory("disputes", &[]);
    let mut written = String::new();
    let (mut scenarios, mut reached) = (0, Vec::new());
    for (before, block) in parts(&page) {
        written.push_str(&before);
        let Some(Block { kind, text }) = block else { continue };
        let text = match kind.split_once(' ').unwrap_or((&kind, "")) {
            ("scenario", file) => {
                scenarios += 1;
                std::fs::write(folder.join(file), &text).unwrap();
                text
            }
            ("console", from) => {
                let from = if from.is_empty() { 4 } else { from.parse().unwrap() };
                transcript(text.lines().next().unwrap(), from, &folder)
            }
            _ => panic!("a block of another kind: {kind}"),
        };
        reached.push(text.clone());
        written.push_str(&format!("\n```{kind}\n{text}```\n"));
    }
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(PAGE, &written).unwrap();
        return;
    }
    assert!(scenarios >= 18, "four disputes, each as written and as changed, and ten mishaps");
    for paragraph in ["OH-BJ-15.IV", "OH-BJ-15.IX.B", "OH-UTH-6.III:b", "OH-BJ-4.II.A"] {
        let shown = reached.iter().any(|text| text.contains(paragraph) && text.ends_with("$ echo $?\n0\n"));
        assert!(shown, "no dispute ends well at {paragraph}");
    }
    assert_eq!(page, written);
}
