//! Scenarios: short readable texts that are test, documentation and proof in one.
//!
//! `docs/scenarios.md` is the grammar. A scenario opens a table, says what people and cards do, and states every
//! expected settlement line, refusal and rule. [`run`] plays it on the real engine.

mod ast;
mod expect;
mod hint;
mod parse;
mod report;
mod run;
mod suite;

pub use ast::{Act, Awaited, ExpectedLine, RulingText, Scenario, Statement};
pub use expect::expectation;
pub use parse::{ParseError, STATEMENTS, parse, parse_all};
pub use report::{Report, Step};
pub use run::{Find, Sources, TableFiles, run, run_with};
pub use suite::{Played, Suite};
