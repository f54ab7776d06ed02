//! Everything that is printed goes through here: colour where it is wanted, lines that fit the terminal, JSON.
//!
//! Colours are those of the terminal's own palette, and only ones that can be read on a light and on a dark
//! ground; nothing is said by colour alone.

use crate::letters;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Headings.
pub(crate) const HEAD: Style = Style::new().bold();
/// Ids of rules, games and the like.
pub(crate) const ID: Style = AnsiColor::Cyan.on_default();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What did not.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// What can be skipped.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Ordinary text.
pub(crate) const PLAIN: Style = Style::new();

/// Wider lines are hard to read, however wide the terminal is.
const WIDEST: usize = 120;
const NARROWEST: usize = 40;

/// Standard output.
pub(crate) struct Screen {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    width: usize,
}

impl Screen {
    pub(crate) fn new() -> Screen {
        let out = BufWriter::new(anstream::stdout().lock());
        Screen { out, width: width() }
    }

    /// How many letters fit on a line.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// One line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{}", letters::fit(text.as_ref().trim_end()))
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A heading with an empty line above it.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.blank()?;
        self.line(paint(HEAD, text))
    }

    /// A text broken to the width, each line indented.
    pub(crate) fn paragraph(&mut self, indent: usize, style: Style, text: &str) -> io::Result<()> {
        for line in wrap(text, self.width.saturating_sub(indent)) {
            self.line(format!("{:indent$}{}", "", paint(style, &line)))?;
        }
        Ok(())
    }

    /// A text and the rule ids it rests on: at a tab stop where they fit, else at the edge, else below it.
    pub(crate) fn cited(&mut self, lead: &str, text: &str, rules: &str) -> io::Result<()> {
        const TAB: usize = 58;
        let used = visible(lead);
        let text_width = visible(text);
        if rules.is_empty() {
            return self.hanging(lead, text);
        }
        let column = text_width.max(TAB.min(self.width / 2)) + used + 1;
        if column + visible(rules) <= self.width {
            let gap = column - used - text_width;
            return self.line(format!("{lead}{text}{:gap$}{}", "", paint(ID, rules)));
        }
        let edge = self.width.saturating_sub(visible(rules));
        if edge >= used + text_width + 2 {
            let gap = edge - used - text_width;
            return self.line(format!("{lead}{text}{:gap$}{}", "", paint(ID, rules)));
        }
        self.hanging(lead, text)?;
        self.paragraph(used + 2, ID, rules)
    }

    /// A text whose further lines stand under its first letter.
    pub(crate) fn hanging(&mut self, lead: &str, text: &str) -> io::Result<()> {
        self.hanging_in(PLAIN, lead, text)
    }

    /// The same in a style.
    pub(crate) fn hanging_in(&mut self, style: Style, lead: &str, text: &str) -> io::Result<()> {
        let indent = visible(lead);
        let mut lead = lead.to_owned();
        for line in wrap(text, self.width.saturating_sub(indent)) {
            self.line(format!("{lead}{}", paint(style, &line)))?;
            lead = " ".repeat(indent);
        }
        Ok(())
    }

    /// A JSON document, indented.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The terminal's width. In a pipe `COLUMNS` comes first; else that of whatever terminal there is, since a pager
/// shows on the same one.
fn width() -> usize {
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = if io::stdout().is_terminal() { terminal() } else { asked().or_else(terminal) };
    width.unwrap_or(100).clamp(NARROWEST, WIDEST)
}

/// The text in a style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    // An empty style would still print a reset, which pads a plain file with nothing.
    if style == PLAIN || text.is_empty() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// How many letters of a painted text can be seen.
pub(crate) fn visible(text: &str) -> usize {
    let mut count = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            // Our own styles are all of the form ESC [ ... m.
            letters.by_ref().find(|letter| *letter == 'm');
        } else {
            count += 1;
        }
    }
    count
}

/// Breaks a text at its spaces; those it begins with are kept.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let indent = text.len() - text.trim_start_matches(' ').len();
    let mut line = " ".repeat(indent);
    let mut used = indent;
    for (n, word) in text.split_whitespace().enumerate() {
        let letters = visible(word);
        if n > 0 && used + 1 + letters > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if n > 0 && used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += letters;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// `1 round`, `2 rounds`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_break_at_spaces_only() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("immeasurable", 4), ["immeasurable"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("  :a b", 4), ["  :a", "b"]);
    }

    #[test]
    fn colour_takes_no_room() {
        assert_eq!(visible(&paint(BAD, "K♥")), 2);
        assert_eq!(paint(PLAIN, "K"), "K");
    }
}
