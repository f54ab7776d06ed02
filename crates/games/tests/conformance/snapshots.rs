//! Invalid snapshots are refused by name, for every kind of damage.

use crate::driver::Session;
use crate::extent;
use engine::{Game, LoadError, Snapshot};

/// Checks that snapshots of one table are refused at another, and that damaged ones do no worse.
pub fn what_does_not_fit_is_refused(game: &'static Game) {
    let book = crate::book_of(game);
    let (mut largest, mut refused, mut read) = (0, 0, 0);
    for nth in 0..(extent::sessions(game) / 20).max(8) {
        let mut session = Session::new(game, extent::seed_of(game, 3_000_000, nth));
        session.play(2);
        for _ in 0..6 {
            (0..5).for_each(|_| session.step());
            let snapshot = session.table.save().unwrap();
            let bytes = snapshot.to_bytes().unwrap();
            largest = largest.max(bytes.len());
            for _ in 0..40 {
                let damaged = damage(&bytes, &mut session);
                let loaded = Snapshot::from_bytes(&damaged)
                    .and_then(|snapshot| game.load(&book, &session.config, &snapshot));
                match loaded {
                    Err(_) => refused += 1,
                    // The damaged state is valid, but differs from this table's.
                    Ok(table) => {
                        let changed = bytes.iter().zip(&damaged).enumerate().filter(|(_, (b, d))| b != d);
                        let changed: Vec<_> = changed.collect();
                        assert!(table.save().unwrap() != snapshot, "{}: {changed:?}", game.id);
                        read += 1;
                    }
                }
            }
        }
        refused_elsewhere(&session);
    }
    println!("{}: largest snapshot {largest} bytes; damaged: {refused} refused, {read} read", game.id);
    assert!(refused > read, "{}: {refused} damaged snapshots refused, {read} read", game.id);
}

/// Checks that tables of another game or another file do not continue from the snapshot.
fn refused_elsewhere(session: &Session) {
    let snapshot = session.table.save().unwrap();
    for other in games::GAMES.iter().filter(|other| other.id != session.game.id) {
        let book = crate::book_of(other);
        let config = rulebook::TableDraft::with_defaults(&book).check(&book).unwrap();
        let error = other.load(&book, &config, &snapshot).err().unwrap();
        assert!(matches!(error, LoadError::Game { .. }), "{error}");
    }
    let book = crate::book_of(session.game);
    let config = rulebook::TableDraft::with_defaults(&book).check(&book).unwrap();
    let error = session.game.load(&book, &config, &snapshot).err();
    assert!(
        matches!(error, Some(LoadError::Table { .. })) || config.hash == session.config.hash,
        "{error:?}"
    );
}

/// Changes some bytes and corrects the checksum.
fn damage(bytes: &[u8], session: &mut Session) -> Vec<u8> {
    let mut damaged = bytes[..bytes.len() - 8].to_vec();
    let before = damaged.clone();
    while damaged == before {
        for _ in 0..=session.chance.below(3) {
            // The schema comes first.
            let at = 1 + session.chance.below(damaged.len() - 1);
            damaged[at] = u8::try_from(session.chance.below(256)).unwrap();
        }
    }
    summed(damaged)
}

/// Appends the checksum to the bytes, as in a snapshot.
pub fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}
