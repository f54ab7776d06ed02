//! Records as JSON: one document for one record and for many, with a round on each line.

use super::read::{ReadError, learn};
use super::{Header, Record, Round, SCHEMA};
use crate::scenario::Find;
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::{self, Write};

/// Writes a document record by record and round by round, so that a long one need not be held in memory.
pub struct JsonWriter<W: Write> {
    out: W,
    /// How many records were begun, and whether the last one has a round.
    records: usize,
    has_round: bool,
}

impl<W: Write> JsonWriter<W> {
    /// Begins a document.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn begin(mut out: W) -> io::Result<JsonWriter<W>> {
        write!(out, "{{\"schema\":{SCHEMA},\"records\":[")?;
        Ok(JsonWriter { out, records: 0, has_round: false })
    }

    /// Begins a record.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn record(&mut self, header: &Header) -> io::Result<()> {
        let before = if self.records > 0 { "\n]},\n" } else { "\n" };
        write!(self.out, "{before}{{\"header\":")?;
        serde_json::to_writer(&mut self.out, header)?;
        write!(self.out, ",\"rounds\":[")?;
        self.records += 1;
        self.has_round = false;
        Ok(())
    }

    /// Writes a round of the record that was begun last.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn round(&mut self, round: &Round) -> io::Result<()> {
        self.out.write_all(if self.has_round { b",\n" } else { b"\n" })?;
        serde_json::to_writer(&mut self.out, round)?;
        self.has_round = true;
        Ok(())
    }

    /// Ends the document.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn end(mut self) -> io::Result<W> {
        self.out.write_all(if self.records > 0 { b"\n]}\n]}\n" } else { b"]}\n" })?;
        Ok(self.out)
    }
}

/// Returns the document of some records.
///
/// # Errors
/// No record causes an error.
pub fn to_json(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut writer = JsonWriter::begin(Vec::new())?;
    for record in records {
        writer.record(&record.header)?;
        record.rounds.iter().try_for_each(|round| writer.round(round))?;
    }
    writer.end()
}

/// The part that is read first.
#[derive(Deserialize)]
struct Top {
    schema: u32,
}

/// The headers alone.
#[derive(Deserialize)]
struct Headers {
    records: Vec<HeaderOnly>,
}

#[derive(Deserialize)]
struct HeaderOnly {
    header: Header,
}

/// A document of records. Commands may add other keys beside the records.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct Document {
    /// The number of the schema.
    pub schema: u32,
    /// The records.
    pub records: Vec<Record>,
}

pub(super) fn read(text: &str, find: Find<'_>) -> Result<Vec<Record>, ReadError> {
    match serde_json::from_str::<Top>(text)?.schema {
        1 => read_1(text, find),
        other => Err(ReadError::Schema(other)),
    }
}

fn read_1(text: &str, find: Find<'_>) -> Result<Vec<Record>, ReadError> {
    let headers: Headers = serde_json::from_str(text)?;
    learn(headers.records.iter().map(|one| &one.header), find)?;
    Ok(serde_json::from_str::<Document>(text)?.records)
}
