//! The transfers of a unit, stored in the unit's own row. A row and an index entry for each transfer took the database
//! longer than the units themselves.

use super::{StoreError, fitting};
use crate::account::{Account, AccountId, Transfer};
use crate::ids::StreamId;
use std::fmt::{self, Write as _};

/// Encodes the transfers of a unit as the view `transfer` reads them; the migration to 11 describes the form. `None`
/// for a unit that moves nothing.
pub(super) fn text(stream: StreamId, transfers: &[Transfer]) -> Result<Option<String>, StoreError> {
    let Some(last) = transfers.len().checked_sub(1) else { return Ok(None) };
    fitting::<i16, _>("transfer", last)?;
    if transfers.iter().any(|one| !one.amount.is_positive() || one.debit == one.credit) {
        return Err(StoreError::Row("a transfer is of nothing, or goes nowhere".to_owned()));
    }
    let mut text = String::with_capacity(transfers.len() * 32);
    write(&mut text, Account::first_of(stream).0, transfers)
        .map_err(|_| StoreError::Row("a transfer is out of the stream's accounts".to_owned()))?;
    Ok(Some(text))
}

fn write(into: &mut String, base: i64, transfers: &[Transfer]) -> fmt::Result {
    for (item, transfer) in transfers.iter().enumerate() {
        if item > 0 {
            into.push(';');
        }
        let Transfer { debit, credit, amount, round, line, rules } = transfer;
        let counted = |account: &AccountId| account.0.checked_sub(base).ok_or(fmt::Error);
        let (debit, credit) = (counted(debit)?, counted(credit)?);
        write!(into, "{debit},{credit},{},", amount.as_minor())?;
        if let Some(round) = round {
            write!(into, "{round}")?;
        }
        into.push(',');
        if let Some(line) = line {
            write!(into, "{line}")?;
        }
        into.push(',');
        for (at, rule) in rules.iter().enumerate() {
            let blank = if at > 0 { " " } else { "" };
            write!(into, "{blank}{rule}")?;
        }
    }
    Ok(())
}
