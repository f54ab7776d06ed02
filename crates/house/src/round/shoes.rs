//! The shoes of a table as they are stored: committed to, sealed, and opened by the next shuffle.

use super::RoundError;
use crate::ids::StreamId;
use crate::secrets::{Bound, KeyRing};
use crate::store::{StoreError, fitting};
use crate::table::{SecretShoe, TableStream};
use chance::{Commitment, Opening};
use felt::Card;
use std::collections::BTreeMap;
use tokio_postgres::{Row, Transaction};

/// Salt and order.
type Opened = ([u8; 32], Vec<u8>);

/// A shoe as it is stored.
pub(super) struct Stored {
    /// The unit by which it was shuffled, as the row says.
    pub(super) seq: i64,
    /// The commitment that the row has.
    pub(super) commitment: Vec<u8>,
    /// The unit by which it was opened.
    pub(super) opened: Option<i64>,
    /// Salt and order, if they are open or could be opened.
    opening: Option<Opened>,
}

/// All shoes of a table, by number.
pub(super) struct Shelf {
    name: String,
    shoes: BTreeMap<i64, Stored>,
}

impl Shelf {
    pub(super) async fn read(
        transaction: &Transaction<'_>,
        table: &TableStream,
        keys: Option<&KeyRing>,
    ) -> Result<Shelf, RoundError> {
        let id = table.facts().id;
        let sql =
            "select number, seq, commitment, sealed, opened_seq, salt, cards from shoe where stream = $1";
        let mut shoes = BTreeMap::new();
        for row in transaction.query(sql, &[&id.0]).await? {
            let number: i64 = row.try_get(0)?;
            let opening = opening(&row, id, number, keys)?;
            let (seq, commitment, opened) = (row.try_get(1)?, row.try_get(2)?, row.try_get(4)?);
            shoes.insert(number, Stored { seq, commitment, opened, opening });
        }
        Ok(Shelf { name: table.facts().name.clone(), shoes })
    }

    /// The shoes whose order is known.
    pub(super) fn open(&mut self) -> impl Iterator<Item = SecretShoe> + '_ {
        self.shoes.iter().filter_map(|(number, stored)| {
            let (salt, order) = stored.opening.as_ref()?;
            Some(SecretShoe { number: *number, salt: *salt, order: order.clone() })
        })
    }

    pub(super) fn get(&self, number: i64) -> Option<&Stored> {
        self.shoes.get(&number)
    }

    /// The order of a shoe, the first card first.
    pub(super) fn order(&self, number: i64) -> Option<Vec<Card>> {
        let (_, order) = self.get(number)?.opening.as_ref()?;
        order.iter().map(|index| Card::from_index(usize::from(*index))).collect()
    }

    /// Whether the order of a shoe is the one that was committed to; nothing where it is not known yet.
    pub(super) fn holds(&self, number: i64, commitment: Commitment) -> Option<bool> {
        let (salt, _) = self.get(number)?.opening.as_ref()?;
        let Ok(shoe) = u64::try_from(number) else { return Some(false) };
        let Some(order) = self.order(number) else { return Some(false) };
        Some(commitment.verify(&Opening { salt: *salt, table: self.name.clone(), shoe, order }))
    }
}

fn opening(
    row: &Row,
    id: StreamId,
    number: i64,
    keys: Option<&KeyRing>,
) -> Result<Option<Opened>, RoundError> {
    let (salt, cards): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.try_get(5)?, row.try_get(6)?);
    if let (Some(salt), Some(cards)) = (salt, cards) {
        // A salt of another length hides nothing that was committed to.
        let salt = salt.try_into().unwrap_or([0; 32]);
        return Ok(Some((salt, cards)));
    }
    let Some(keys) = keys else { return Ok(None) };
    let bound = Bound::Shoe { stream: id, shoe: fitting("shoe", number)? };
    let plain = keys.open(bound, row.try_get(3)?);
    let plain = plain.map_err(|error| StoreError::Row(format!("shoe {number}: {error}")))?;
    Ok(plain.split_first_chunk::<32>().map(|(salt, order)| (*salt, order.to_vec())))
}
