//! What a rule says, in the project's own words, for display.

use crate::screen::{DIM, ID, PLAIN, Screen, paint};
use std::io;

/// Returns the text of a rule, or an empty string.
pub(crate) fn says(id: &str) -> &'static str {
    games::note(id).map_or("", |note| &note.note)
}

/// Prints a rule and its text.
pub(crate) fn print(screen: &mut Screen, indent: usize, id: &str) -> io::Result<()> {
    screen.line(format!("{:indent$}{}", "", paint(ID, id)))?;
    let (style, note) = match says(id) {
        "" => (DIM, "no note"),
        note => (PLAIN, note),
    };
    screen.paragraph(indent + 4, style, note)
}
