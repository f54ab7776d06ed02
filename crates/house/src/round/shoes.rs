//! A table's stored shoes: committed to, sealed, and opened by the next shuffle.

use crate::archive::{KeptShoe, kept_shoe};
use crate::ids::StreamId;
use crate::secrets::{Bound, KeyRing};
use crate::store::{StoreError, fitting};
use crate::table::{SecretShoe, TableFacts};
use chance::{Commitment, Opening};
use felt::Card;
use std::collections::BTreeMap;
use tokio_postgres::GenericClient;

/// Salt and order.
type Opened = ([u8; 32], Vec<u8>);

/// A stored shoe.
pub(super) struct Stored {
    /// The unit that shuffled it, by its row.
    pub(super) seq: i64,
    /// The commitment in its row.
    pub(super) commitment: Vec<u8>,
    /// The unit that opened it.
    pub(super) opened: Option<i64>,
    /// Salt and order, if they are open or could be decrypted.
    opening: Option<Opened>,
}

/// All shoes of a table, by number.
pub(crate) struct Shelf {
    name: String,
    shoes: BTreeMap<i64, Stored>,
}

impl Shelf {
    pub(crate) async fn read(
        client: &impl GenericClient,
        table: &TableFacts,
        keys: Option<&KeyRing>,
    ) -> Result<Shelf, StoreError> {
        let sql =
            "select number, seq, commitment, sealed, opened_seq, salt, cards from shoe where stream = $1";
        let rows = client.query(sql, &[&table.id.0]).await?;
        let shoes = rows.iter().map(kept_shoe).collect::<Result<Vec<_>, _>>()?;
        Shelf::of(table, &shoes, keys)
    }

    /// Creates a shelf from stored shoes.
    pub(crate) fn of(
        table: &TableFacts,
        kept: &[KeptShoe],
        keys: Option<&KeyRing>,
    ) -> Result<Shelf, StoreError> {
        let mut shoes = BTreeMap::new();
        for shoe in kept {
            let opening = opening(shoe, table.id, keys)?;
            let (seq, commitment, opened) = (shoe.seq, shoe.commitment.clone(), shoe.opened);
            shoes.insert(shoe.number, Stored { seq, commitment, opened, opening });
        }
        Ok(Shelf { name: table.name.clone(), shoes })
    }

    /// Returns the shoes whose order is known.
    pub(crate) fn open(&mut self) -> impl Iterator<Item = SecretShoe> + '_ {
        self.shoes.iter().filter_map(|(number, stored)| {
            let (salt, order) = stored.opening.as_ref()?;
            Some(SecretShoe { number: *number, salt: *salt, order: order.clone() })
        })
    }

    pub(super) fn get(&self, number: i64) -> Option<&Stored> {
        self.shoes.get(&number)
    }

    /// Returns the order of a shoe, the first card first.
    pub(super) fn order(&self, number: i64) -> Option<Vec<Card>> {
        let (_, order) = self.get(number)?.opening.as_ref()?;
        order.iter().map(|index| Card::from_index(usize::from(*index))).collect()
    }

    /// Whether the order of a shoe is the one that was committed to; `None` if it is not known yet.
    pub(super) fn holds(&self, number: i64, commitment: Commitment) -> Option<bool> {
        let (salt, _) = self.get(number)?.opening.as_ref()?;
        let Ok(shoe) = u64::try_from(number) else { return Some(false) };
        let Some(order) = self.order(number) else { return Some(false) };
        Some(commitment.verify(&Opening { salt: *salt, table: self.name.clone(), shoe, order }))
    }
}

fn opening(shoe: &KeptShoe, id: StreamId, keys: Option<&KeyRing>) -> Result<Option<Opened>, StoreError> {
    if let (Some(salt), Some(cards)) = (&shoe.salt, &shoe.cards) {
        // No valid commitment has a salt of another length.
        let salt = salt.as_slice().try_into().unwrap_or([0; 32]);
        return Ok(Some((salt, cards.clone())));
    }
    let (Some(keys), Some(sealed)) = (keys, &shoe.sealed) else { return Ok(None) };
    let number = shoe.number;
    let bound = Bound::Shoe { stream: id, shoe: fitting("shoe", number)? };
    let plain = keys.open(bound, sealed);
    let plain = plain.map_err(|error| StoreError::Row(format!("shoe {number}: {error}")))?;
    Ok(plain.split_first_chunk::<32>().map(|(salt, order)| (*salt, order.to_vec())))
}
