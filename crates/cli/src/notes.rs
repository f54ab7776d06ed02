//! What a rule says, in our own words, for people.

use crate::screen::{DIM, ID, PLAIN, Screen, paint};
use std::io;

/// The text of a rule; empty where there is none.
pub(crate) fn says(id: &str) -> &'static str {
    games::note(id).map_or("", |note| &note.note)
}

/// Prints a rule and what it says.
pub(crate) fn print(screen: &mut Screen, indent: usize, id: &str) -> io::Result<()> {
    screen.line(format!("{:indent$}{}", "", paint(ID, id)))?;
    let (style, note) = match says(id) {
        "" => (DIM, "no note"),
        note => (PLAIN, note),
    };
    screen.paragraph(indent + 4, style, note)
}
