//! All output goes through this module: colours, lines that fit the terminal, ASCII fallbacks, JSON.
//!
//! The colours are fixed and not taken from the terminal's palette: each is readable on white and on black, unlike the
//! green of any palette. Colour is never the only signal.

mod letters;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Style};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Colours by their numbers in the terminal's 216-colour cube.
const TEAL: u8 = 30;
const GREEN: u8 = 28;
const RED: u8 = 160;

/// Headings.
pub(crate) const HEAD: Style = Style::new().bold();
/// Ids of rules, games and the like.
pub(crate) const ID: Style = Ansi256Color(TEAL).on_default();
/// Successes.
pub(crate) const GOOD: Style = Ansi256Color(GREEN).on_default();
/// Failures.
pub(crate) const BAD: Style = Ansi256Color(RED).on_default();
/// Less important text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Ordinary text.
pub(crate) const PLAIN: Style = Style::new();

/// The maximum width: longer lines are hard to read, even on a wide terminal.
const WIDEST: usize = 120;
const NARROWEST: usize = 40;

/// The height of a terminal that does not report one.
const USUAL_HEIGHT: usize = 24;
const LOWEST: usize = 12;

/// All styles of this program have the form ESC [ ... m.
const ESCAPE: char = '\u{1b}';
const END_OF_STYLE: char = 'm';

/// The destination of the output.
enum Out {
    /// To a terminal that shows colours.
    Coloured(BufWriter<AutoStream<StdoutLock<'static>>>),
    /// A file, a pipe or a terminal without colours: styles are removed.
    Plain(BufWriter<StdoutLock<'static>>),
    /// Memory: a picture is being composed.
    Kept(Vec<u8>),
}

/// Standard output, or a buffer.
pub(crate) struct Screen {
    out: Out,
    width: usize,
    /// Whether the terminal shows more than ASCII.
    unicode: bool,
}

impl Screen {
    pub(crate) fn new() -> Screen {
        let stdout = io::stdout();
        let out = match AutoStream::choice(&stdout) {
            ColorChoice::Never => Out::Plain(BufWriter::new(stdout.lock())),
            _ => Out::Coloured(BufWriter::new(anstream::stdout().lock())),
        };
        Screen { out, width: width(), unicode: letters::has_unicode(|name| std::env::var(name).ok()) }
    }

    /// A buffer for lines of the same width.
    pub(crate) fn draft(&self) -> Screen {
        Screen { out: Out::Kept(Vec::new()), width: self.width, unicode: true }
    }

    /// The buffered lines.
    pub(crate) fn kept(self) -> Vec<String> {
        match self.out {
            Out::Coloured(_) | Out::Plain(_) => Vec::new(),
            Out::Kept(bytes) => String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect(),
        }
    }

    /// The number of letters per line.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The number of lines of the terminal.
    pub(crate) fn height(&self) -> usize {
        height()
    }

    /// Clears the terminal, if there is one that can be cleared; returns whether it was.
    pub(crate) fn wipe(&mut self) -> io::Result<bool> {
        let dumb = std::env::var("TERM").is_ok_and(|kind| kind == "dumb");
        if dumb || !io::stdout().is_terminal() {
            return Ok(false);
        }
        self.flush()?;
        // Written directly: the filter for styles would remove it.
        let mut stdout = io::stdout();
        stdout.write_all(b"\x1b[H\x1b[J")?;
        stdout.flush()?;
        Ok(true)
    }

    /// One line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.put(text.as_ref().trim_end())?;
        self.put("\n")
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        self.put("\n")
    }

    /// A text without a newline.
    pub(crate) fn put(&mut self, text: &str) -> io::Result<()> {
        match self.unicode {
            true => self.put_styled(text),
            false => self.put_styled(&letters::plain(text)),
        }
    }

    /// A general parser of terminal codes took a quarter of all printing time; our own codes are found by their first
    /// byte.
    fn put_styled(&mut self, text: &str) -> io::Result<()> {
        if !matches!(self.out, Out::Plain(_)) {
            return self.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some((before, styled)) = rest.split_once(ESCAPE) {
            self.write_all(before.as_bytes())?;
            rest = styled.split_once(END_OF_STYLE).map_or("", |(_, after)| after);
        }
        self.write_all(rest.as_bytes())
    }

    /// A heading, preceded by an empty line.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.blank()?;
        self.line(paint(HEAD, text))
    }

    /// A text wrapped to the width, with each line indented.
    pub(crate) fn paragraph(&mut self, indent: usize, style: Style, text: &str) -> io::Result<()> {
        for line in wrap(text, self.width.saturating_sub(indent)) {
            self.line(format!("{:indent$}{}", "", paint(style, &line)))?;
        }
        Ok(())
    }

    /// A text and its rule ids: at a tab stop if they fit, otherwise at the right edge, otherwise on the next line.
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

    /// A text whose continuation lines are indented to its first letter.
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
        serde_json::to_writer_pretty(&mut *self, value)?;
        writeln!(self)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Coloured(out) => out.write(bytes),
            Out::Plain(out) => out.write(bytes),
            Out::Kept(kept) => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Coloured(out) => out.flush(),
            Out::Plain(out) => out.flush(),
            Out::Kept(_) => Ok(()),
        }
    }
}

/// The terminal's width. In a pipe, `COLUMNS` has precedence; otherwise the width of the controlling terminal, since a
/// pager shows the output there.
fn width() -> usize {
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = if io::stdout().is_terminal() { terminal() } else { asked().or_else(terminal) };
    width.unwrap_or(100).clamp(NARROWEST, WIDEST)
}

/// The terminal's height; in a pipe, `LINES` has precedence.
fn height() -> usize {
    let asked = || std::env::var("LINES").ok()?.parse().ok();
    let terminal = || terminal_size::terminal_size().map(|(_, height)| usize::from(height.0));
    let height = if io::stdout().is_terminal() { terminal() } else { asked() };
    height.unwrap_or(USUAL_HEIGHT).max(LOWEST)
}

/// The text in a style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    // An empty style would still print a reset code, and so add useless bytes to a plain file.
    if style == PLAIN || text.is_empty() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// The visible length of a styled text.
pub(crate) fn visible(text: &str) -> usize {
    let mut count = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == ESCAPE {
            letters.by_ref().find(|letter| *letter == END_OF_STYLE);
        } else {
            count += 1;
        }
    }
    count
}

/// Wraps a text at its spaces and keeps its leading spaces.
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

    /// Relative luminance in ten-thousandths, for the six levels of the cube.
    fn luminance(colour: u8) -> u32 {
        const STEPS: [u32; 6] = [0, 1_144, 2_423, 4_287, 6_795, 10_000];
        let step = |place: u8| STEPS[usize::from((colour - 16) / place % 6)];
        (2_126 * step(36) + 7_152 * step(6) + 722 * step(1)) / 10_000
    }

    /// A contrast of 3.8 to one exceeds what guidelines require of large text, and colour is never the only signal
    /// here.
    #[test]
    fn colours_can_be_read_on_white_and_on_black() {
        for colour in [TEAL, GREEN, RED] {
            let light = luminance(colour) + 500;
            assert!(10_500 * 10 >= light * 38 && light * 10 >= 500 * 38, "{colour}");
        }
    }

    #[test]
    fn what_is_kept_comes_back_line_by_line() {
        let mut draft = Screen { out: Out::Kept(Vec::new()), width: 20, unicode: true };
        draft.cited("  ", "a text", "OH-BJ-1").unwrap();
        draft.blank().unwrap();
        draft.paragraph(2, PLAIN, "one two three four five").unwrap();
        let lines = draft.kept();
        assert_eq!(lines[0], format!("  a text     {}", paint(ID, "OH-BJ-1")));
        assert_eq!(lines[1..], ["", "  one two three four", "  five"]);
    }

    #[test]
    fn colour_takes_no_room() {
        assert_eq!(visible(&paint(BAD, "K♥")), 2);
        assert_eq!(paint(PLAIN, "K"), "K");
    }
}
