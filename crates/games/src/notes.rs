//! What every rule says, in our own words, by its id: the notes of the trace, our rulings, and the protocol's own rules.

use engine::trace::{Class, Note, Row};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All notes by their ids, paragraphs and points alike.
static NOTES: LazyLock<BTreeMap<String, Note>> = LazyLock::new(|| {
    // The notes do not depend on evidence, so no scenario is played for them.
    let rows = crate::matrix_of(None).rows.into_iter().filter(|row| row.class != Class::Open);
    let games = crate::GAMES.iter().map(|game| (game.id, game.rulings));
    let sets = crate::SIDE_BETS.iter().map(|set| (set.id, set.rulings));
    let house = [("house", include_str!("../rulings/house.md"))];
    let rulings = games.chain(sets).chain(house).flat_map(|(game, text)| rulings(game, text));
    let all = rows.flat_map(of_row).chain(rulings).chain(PROTOCOL.map(of_protocol));
    all.map(|note| (note.id.clone(), note)).collect()
});

/// Returns what the rule of this id says. A point without a note of its own has the note of its paragraph.
pub fn note(id: &str) -> Option<&'static Note> {
    NOTES.get(id).or_else(|| NOTES.get(engine::paragraph_of(id)))
}

/// Returns the notes of a game: its paragraphs with their points, and our rulings on it.
pub fn notes_of(game: &str) -> Vec<&'static Note> {
    NOTES.values().filter(|note| note.game == game).collect()
}

fn of_row(row: Row) -> impl Iterator<Item = Note> {
    let Row { id, game, class, points, note, .. } = row;
    let of_points = points.into_iter().map({
        let game = game.clone();
        move |point| Note { id: point.id, game: game.clone(), class: point.class.word(), note: point.note }
    });
    [Note { id, game, class: class.word(), note }].into_iter().chain(of_points)
}

/// Parses the rulings on a game: each has a heading with id and title, and its points give the readings and
/// the one we take.
fn rulings(game: &str, text: &str) -> Vec<Note> {
    let mut all = Vec::new();
    for section in text.split("\n## ").skip(1) {
        let ruling = section.split_once(": ").filter(|(id, _)| id.starts_with("RULING-"));
        let Some((id, rest)) = ruling else { continue };
        let (title, body) = rest.split_once('\n').unwrap_or((rest, ""));
        let part = |name: &str| -> String {
            let text = body.split("\n- **").find_map(|point| point.strip_prefix(name)).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let note = format!("{title}. Readings: {} We take: {}", part("Readings:**"), part("We take:**"));
        all.push(Note { id: id.to_owned(), game: game.to_owned(), class: "ruling", note });
    }
    all
}

fn of_protocol((id, text): (&str, &str)) -> Note {
    Note { id: id.to_owned(), game: String::new(), class: "protocol", note: text.to_owned() }
}

const PROTOCOL: [(&str, &str); 6] = [
    ("PROTOCOL-AWAITED", "Only what the table awaits can be answered."),
    ("PROTOCOL-ACTOR", "Each act belongs to a person or a rank."),
    ("PROTOCOL-POSSIBLE", "A report must be able to be true."),
    ("PROTOCOL-LIMITS", "Stakes keep within the posted limits and their steps."),
    ("PROTOCOL-RULING", "A higher rank may set aside what no rule foresees."),
    (
        "PROTOCOL-MORE-RULES",
        "More rules were applied than are listed; the documents that the others name have them.",
    ),
];
