//! Questions on a terminal, or in a pipe.

use crate::failure::Failure;
use crate::screen::{Screen, visible, wrap};
use std::io::{BufRead, IsTerminal, Write};

/// Where answers come from.
pub(super) struct Prompt {
    /// Whether a person types; what comes from a pipe is printed, or a transcript would have no answers.
    typed: bool,
}

impl Prompt {
    pub(super) fn new() -> Prompt {
        Prompt { typed: std::io::stdin().is_terminal() }
    }

    /// Asks; `None` when the input ends or the answer is to leave.
    pub(super) fn ask(&self, screen: &mut Screen, question: &str) -> Result<Option<String>, Failure> {
        // Room for the mark and a short answer on the last line.
        let lines = wrap(question, screen.width().saturating_sub(8));
        write!(screen, "  {}", lines.join("\n  "))?;
        write!(screen, "{}> ", if lines.iter().all(|line| visible(line) == 0) { "" } else { " " })?;
        screen.flush()?;
        let mut text = String::new();
        let read = std::io::stdin()
            .lock()
            .read_line(&mut text)
            .map_err(|error| Failure::usage(format!("cannot read the answer: {error}")))?;
        let text = text.trim();
        if !self.typed || read == 0 {
            writeln!(screen, "{text}")?;
        }
        let leaves = read == 0 || ["q", "quit", "exit"].contains(&text.to_lowercase().as_str());
        Ok(if leaves { None } else { Some(text.to_owned()) })
    }
}
