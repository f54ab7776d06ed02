//! Random outcomes for tables played for money.
//!
//! Read the files in this order. No other code in the project produces an outcome that money depends on.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `entropy.rs` | where entropy comes from, and the tests that watch it |
//! | `drbg.rs` | the generator, HMAC_DRBG of NIST SP 800-90A over SHA-256, and its known-answer test |
//! | `number.rs` | from bytes to a number below a bound, without bias |
//! | `source.rs` | the source a table draws from: when it is reseeded, shuffles, dice, wheels |
//! | `commitment.rs` | a promise about a shoe, made before its first bet and opened after its last |
//!
//! No feature, setting or environment variable changes the output. A source that fails any of its tests stops
//! permanently: every call returns the fault. Its state is overwritten when it is dropped and cannot be printed, copied
//! or stored: the types have no `Debug`, `Display`, `Clone` or `Serialize`.
//!
//! ```
//! use chance::{Purpose, Source};
//! use felt::{DeckKind, Pack};
//!
//! let mut source = Source::open(Purpose { table: "main-floor/7", shoe: 12 })?;
//! let mut shoe: Vec<_> = Pack { kind: DeckKind::Standard52, decks: 8 }.cards().collect();
//! source.shuffle(&mut shoe)?;
//! let (commitment, sealed) = source.seal("main-floor/7", 12, &shoe)?;
//! // The commitment is published, bets are made, the shoe is dealt; then it is opened, and anybody may check.
//! let opening = sealed.open();
//! assert!(commitment.verify(&opening));
//! # Ok::<(), chance::Fault>(())
//! ```

mod commitment;
mod drbg;
mod entropy;
mod fault;
mod number;
mod source;

pub use commitment::{Commitment, NoCommitment, Opening, Sealed};
pub use entropy::{Entropy, OperatingSystem};
pub use fault::Fault;
pub use source::{Purpose, Source};
