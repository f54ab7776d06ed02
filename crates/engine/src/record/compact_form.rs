//! Records in the compact form: the letters `CREC`, the number of the schema, the words, the headers, and for each
//! header its rounds.

use super::read::{ReadError, learn};
use super::{Header, Record, Round, SCHEMA};
use crate::compact::{Error, WordTable, from_bytes, read_prefix, to_bytes, write_into};
use crate::scenario::Find;

/// How a file of compact records begins.
pub const MAGIC: [u8; 4] = *b"CREC";

/// Writes records in the compact form.
///
/// # Errors
/// No record causes an error.
pub fn to_compact(records: &[Record]) -> Result<Vec<u8>, Error> {
    let mut words = WordTable::default();
    let headers: Vec<&Header> = records.iter().map(|record| &record.header).collect();
    let rounds: Vec<&[Round]> = records.iter().map(|record| record.rounds.as_slice()).collect();
    let body = to_bytes(&(headers, rounds), &mut words)?;
    let mut out = MAGIC.to_vec();
    let no_words = &mut WordTable::default();
    write_into(&mut out, &SCHEMA, no_words)?;
    write_into(&mut out, &words, no_words)?;
    out.extend(body);
    Ok(out)
}

pub(super) fn read(bytes: &[u8], find: Find<'_>) -> Result<Vec<Record>, ReadError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(ReadError::NoRecord)?;
    let (schema, rest) = read_prefix::<u32>(rest, &WordTable::default())?;
    match schema {
        1 => read_1(rest, find),
        other => Err(ReadError::Schema(other)),
    }
}

fn read_1(bytes: &[u8], find: Find<'_>) -> Result<Vec<Record>, ReadError> {
    let (words, bytes) = read_prefix::<WordTable>(bytes, &WordTable::default())?;
    let (headers, bytes) = read_prefix::<Vec<Header>>(bytes, &words)?;
    learn(headers.iter(), find)?;
    let rounds: Vec<Vec<Round>> = from_bytes(bytes, &words)?;
    if rounds.len() != headers.len() {
        let said = format!("{} headers have the rounds of {} records", headers.len(), rounds.len());
        return Err(Error::Said(said).into());
    }
    Ok(headers.into_iter().zip(rounds).map(|(header, rounds)| Record { header, rounds }).collect())
}
