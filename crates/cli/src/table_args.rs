//! The table argument of a command: a game with a few settings, or a table file.

use crate::failure::Failure;
use crate::files;
use crate::registry::{self, Known};
use rulebook::{Finding, TableConfig, TableDraft};
use std::path::Path;

/// The table, for every command that plays or shows one.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// The game, such as ohio/blackjack, or a table file, such as tables/craps.toml; `croupier games` lists
    /// the games.
    #[arg(value_name = "GAME|FILE", required_unless_present = "table")]
    game: Option<String>,
    /// Settings of the table, as in a scenario's `table` line; a table file may stand before them or alone.
    #[arg(long, value_name = "WORDS|FILE")]
    table: Option<String>,
}

impl TableArgs {
    /// The game, and the table in which the dealer releases each step unless the table file says otherwise.
    pub(crate) fn open(&self) -> Result<(Known, TableConfig), Failure> {
        let (game, file, settings) = self.named()?;
        let (known, mut draft) = match file {
            Some(path) => read(path)?,
            None => {
                let known = registry::find(game.unwrap_or_default())?;
                let draft = TableDraft::with_defaults(&known.book);
                (known, draft)
            }
        };
        if let Some(game) = game
            && registry::find(game)?.game.id != known.game.id
        {
            let file = file.unwrap_or_default();
            return Err(Failure::usage(format!("{file} is a table of {}, not of {game}", known.game.id)));
        }
        draft.set_words(&known.book, settings, None);
        if !draft.sets("steps") {
            draft.set("steps", "by-dealer", None);
        }
        let config = draft.check(&known.book).map_err(|findings| refused(file, &findings))?;
        Ok((known, config))
    }

    /// The game, if the arguments name no table.
    pub(crate) fn only_game(&self) -> Option<&str> {
        self.game.as_deref().filter(|game| !is_file(game) && self.table.is_none())
    }

    /// The game, the file and the settings that were named.
    fn named(&self) -> Result<(Option<&str>, Option<&str>, &str), Failure> {
        let words = self.table.as_deref().unwrap_or_default().trim();
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let (second, settings) = match (is_file(words), is_file(first)) {
            (true, _) => (Some(words), ""),
            (false, true) => (Some(first), rest),
            (false, false) => (None, words),
        };
        match (self.game.as_deref(), second) {
            (Some(file), Some(other)) if is_file(file) => {
                Err(Failure::usage(format!("name one table file, not two: {file}, {other}")))
            }
            (Some(file), None) if is_file(file) => Ok((None, Some(file), settings)),
            (None, None) => Err(Failure::usage("name a game, or a table file by --table FILE")),
            (game, file) => Ok((game, file, settings)),
        }
    }
}

/// Table files are recognized by their extension, so a game is never mistaken for one.
pub(crate) fn is_file(name: &str) -> bool {
    name.ends_with(".toml")
}

fn read(path: &str) -> Result<(Known, TableDraft), Failure> {
    let (_, text) = files::read(Path::new(path))?;
    let draft = rulebook::read_table(&text).map_err(|findings| refused(Some(path), &findings))?;
    Ok((registry::find(draft.game())?, draft))
}

fn refused(file: Option<&str>, findings: &[Finding]) -> Failure {
    let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
    Failure::usage(match file {
        Some(file) => format!("{file}: {}", all.join("; ")),
        None => all.join("; "),
    })
}
