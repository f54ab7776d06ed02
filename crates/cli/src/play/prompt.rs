//! Answers from a terminal, with line editing and history, or from a pipe.

use super::letters;
use crate::failure::Failure;
use crate::screen::Screen;
use rustyline::config::Config;
use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, history::DefaultHistory};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

const MARK: &str = "> ";
/// The number of answers in the history.
const REMEMBERED: usize = 500;

/// The source of answers.
pub(super) enum Prompt {
    /// A user types.
    Typed {
        editor: Box<DefaultEditor>,
        /// The file of the history, kept between sessions.
        history: Option<PathBuf>,
    },
    /// A pipe or a file.
    Piped,
}

impl Prompt {
    pub(super) fn new() -> Result<Prompt, Failure> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Prompt::Piped);
        }
        let config = Config::builder().max_history_size(REMEMBERED).and_then(|c| c.history_ignore_dups(true));
        let config = config.map_err(|error| unreadable(&error))?.build();
        let editor = DefaultEditor::with_history(config.clone(), DefaultHistory::with_config(&config));
        let mut editor = Box::new(editor.map_err(|error| unreadable(&error))?);
        let history = history_file(|name| std::env::var_os(name).map(PathBuf::from));
        if let Some(file) = &history {
            // In the first session the file does not exist.
            let _ = editor.load_history(file);
        }
        Ok(Prompt::Typed { editor, history })
    }

    /// Shows the lines and reads an answer; `None` at the end of the input or if the player leaves.
    pub(super) fn ask(&mut self, screen: &mut Screen, lines: &[String]) -> Result<Option<String>, Failure> {
        if !screen.wipe()? {
            screen.blank()?;
        }
        lines.iter().try_for_each(|line| screen.line(line))?;
        let text = match self {
            Prompt::Typed { editor, history } => {
                screen.flush()?;
                typed(editor, history.as_deref())?
            }
            Prompt::Piped => piped(screen)?,
        };
        let leaves = |text: &String| letters::LEAVE.contains(&text.to_lowercase().as_str());
        Ok(text.filter(|text| !leaves(text)))
    }
}

fn typed(editor: &mut DefaultEditor, history: Option<&Path>) -> Result<Option<String>, Failure> {
    match editor.readline(MARK) {
        Ok(text) => {
            let text = text.trim().to_owned();
            if !text.is_empty() {
                let _ = editor.add_history_entry(&text);
                // A history that cannot be written must not stop the game.
                let _ = history.map(|file| editor.append_history(file));
            }
            Ok(Some(text))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(unreadable(&error)),
    }
}

/// Answers from a pipe are echoed, so that a transcript contains them.
fn piped(screen: &mut Screen) -> Result<Option<String>, Failure> {
    screen.put(MARK)?;
    screen.flush()?;
    let mut text = String::new();
    let read = std::io::stdin()
        .lock()
        .read_line(&mut text)
        .map_err(|error| Failure::usage(format!("cannot read the answer: {error}")))?;
    let text = text.trim().to_owned();
    screen.line(&text)?;
    Ok((read > 0).then_some(text))
}

fn unreadable(error: &ReadlineError) -> Failure {
    Failure::usage(format!("cannot read the answer: {error}"))
}

/// The file of the history: in the user's state directory, `None` if there is no such directory.
fn history_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let named = variable("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let usual = || variable("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".local/state"));
    let folder = named.or_else(usual).filter(|path| path.is_dir())?.join("croupier");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_remembered_only_where_there_is_a_place_for_it() {
        let home = std::env::temp_dir().join(format!("croupier-history-{}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let at_home = |name: &str| (name == "HOME").then(|| home.clone());
        assert_eq!(history_file(at_home), None, "no state directory, no history");
        assert_eq!(std::fs::read_dir(&home).unwrap().count(), 0, "and nothing is made for it");
        std::fs::create_dir_all(home.join(".local/state")).unwrap();
        assert_eq!(history_file(at_home), Some(home.join(".local/state/croupier/history")));
        let named = |name: &str| (name == "XDG_STATE_HOME").then(|| home.clone());
        assert_eq!(history_file(named), Some(home.join("croupier/history")));
        assert_eq!(history_file(|_| Some(PathBuf::from("here"))), None, "a path must be whole");
        std::fs::remove_dir_all(&home).unwrap();
    }
}
