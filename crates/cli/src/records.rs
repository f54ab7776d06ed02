//! Records in files: written by `--record`, read by `replay`.

use crate::failure::Failure;
use engine::record::{Record, to_compact, to_json};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The option of every command that plays.
#[derive(clap::Args)]
pub(crate) struct Keep {
    /// Write a record to this file: JSON where it ends in .json, compact where it ends in .crec.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The two formats of a record.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Compact,
}

impl Keep {
    /// Whether a record is requested. Checked before the game begins: a file that cannot be written must fail early.
    pub(crate) fn wanted(&self) -> Result<bool, Failure> {
        self.record.as_deref().map(form).transpose().map(|form| form.is_some())
    }

    /// Writes the records, if requested.
    pub(crate) fn write(&self, records: &[Record]) -> Result<(), Failure> {
        let Some(path) = &self.record else { return Ok(()) };
        let bytes = match form(path)? {
            Form::Json => to_json(records)?,
            Form::Compact => {
                to_compact(records).map_err(|error| Failure::Fault(format!("no record: {error}")))?
            }
        };
        std::fs::write(path, bytes)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    }
}

fn form(path: &Path) -> Result<Form, Failure> {
    match path.extension().and_then(OsStr::to_str) {
        Some("json") => Ok(Form::Json),
        Some("crec") => Ok(Form::Compact),
        _ => Err(Failure::usage(format!(
            "{}: a record is a .json or a .crec file; name it so",
            path.display()
        ))),
    }
}
