//! How a command ends: its verdict or its failure.

use std::fmt;
use std::io;

/// The verdict of a command that completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// All checks passed.
    Well,
    /// A scenario, a table file, the trace or a test of chance failed.
    Failed,
}

impl Verdict {
    /// Returns `Well` if the test passed.
    pub(crate) fn well_if(well: bool) -> Verdict {
        if well { Verdict::Well } else { Verdict::Failed }
    }
}

/// Why a command could not complete.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was used wrongly, or a file cannot be read; the message says what is allowed.
    Usage(String),
    /// The output cannot be written.
    Output(io::Error),
    /// A table stopped unexpectedly: an error of this program.
    Fault(String),
    /// The source of chance failed.
    Chance(chance::Fault),
    /// The database is unreachable or reports an error.
    Database(String),
    /// A task has ended that a process cannot run without.
    Task(&'static str),
}

impl Failure {
    /// A usage failure.
    pub(crate) fn usage(what: impl Into<String>) -> Failure {
        Failure::Usage(what.into())
    }

    /// The kind of failure, for programs.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Failure::Usage(_) => "usage",
            Failure::Output(_) => "output",
            Failure::Fault(_) => "fault",
            Failure::Chance(_) => "chance",
            Failure::Database(_) => "database",
            Failure::Task(_) => "task",
        }
    }

    /// The failure as JSON: `{"error": {"kind": "usage", "what": "..."}}`.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({ "error": { "kind": self.kind(), "what": self.to_string() } })
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Output(_)
            | Failure::Fault(_)
            | Failure::Chance(_)
            | Failure::Database(_)
            | Failure::Task(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(what) => f.write_str(what),
            Failure::Output(error) => write!(f, "cannot write: {error}"),
            Failure::Fault(what) => write!(f, "the table stopped: {what}"),
            Failure::Chance(fault) => write!(f, "the source of chance has failed: {fault}"),
            Failure::Database(what) => f.write_str(what),
            Failure::Task(task) => {
                write!(f, "the process cannot go on without its task {task}; the log says why it ended")
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<house::store::StoreError> for Failure {
    fn from(error: house::store::StoreError) -> Failure {
        Failure::Database(error.to_string())
    }
}

impl From<chance::Fault> for Failure {
    fn from(fault: chance::Fault) -> Failure {
        Failure::Chance(fault)
    }
}

/// How a command ends.
pub(crate) type Outcome = Result<Verdict, Failure>;
