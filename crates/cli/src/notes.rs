//! What a rule says, in our own words, by its id: the notes of the trace.

use crate::screen::{DIM, ID, PLAIN, Screen, paint};
use engine::scenario::Suite;
use std::collections::BTreeMap;
use std::io;

/// Notes by id, paragraphs and points alike.
pub(crate) struct Notes(BTreeMap<String, String>);

impl Notes {
    /// The notes of all games.
    pub(crate) fn all() -> Notes {
        let mut notes = BTreeMap::new();
        // The notes do not hang on evidence, so no scenario is played for them.
        for row in games::trace(&Suite::default()).rows {
            for point in row.points {
                notes.insert(point.id, point.note);
            }
            notes.insert(row.id, row.note);
        }
        Notes(notes)
    }

    /// What a rule says.
    pub(crate) fn get(&self, id: &str) -> &str {
        let written = self.0.get(id).or_else(|| self.0.get(engine::paragraph_of(id)));
        match written.map(String::as_str) {
            Some(note) if !note.is_empty() => note,
            _ => beyond_the_documents(id),
        }
    }

    /// Prints a rule and what it says.
    pub(crate) fn print(&self, screen: &mut Screen, indent: usize, id: &str) -> io::Result<()> {
        screen.line(format!("{:indent$}{}", "", paint(ID, id)))?;
        let note = self.get(id);
        let (style, note) = if note.is_empty() { (DIM, "no note") } else { (PLAIN, note) };
        screen.paragraph(indent + 4, style, note)
    }
}

/// Ids that no document has.
fn beyond_the_documents(id: &str) -> &'static str {
    match id {
        "PROTOCOL-AWAITED" => "Only what the table awaits can be answered.",
        "PROTOCOL-ACTOR" => "Each act belongs to a person or a rank.",
        "PROTOCOL-POSSIBLE" => "A report must be able to be true.",
        "PROTOCOL-LIMITS" => "Stakes keep within the posted limits and their steps.",
        "PROTOCOL-RULING" => "A higher rank may set aside what no rule foresees.",
        _ if id.starts_with("RULING-") => {
            "A ruling where the document is silent or unclear; see docs/rulings.md."
        }
        _ => "",
    }
}
