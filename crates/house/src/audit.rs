//! The audit of the journal: who signs roots while a house plays, and who verifies the journal by them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `audit/anchoring.rs` | the task that signs a root each minute, into the file first and then into the database |
//! | `audit/signing.rs` | the same among several processes: one signs, all keep the roots |
//! | `audit/verify.rs` | everything that is stored, held against its chain and against the roots |
//! | `audit/walk.rs` | the chain of one stream, row by row, and which row is to blame where it does not hold |
//! | `audit/roots.rs` | the roots of the file, and whether the database has the same |
//! | `audit/joins.rs` | where archives go over into the database |
//! | `audit/logs.rs` | the chains of the logs of sign-ins and of accounts |
//! | `audit/report.rs` | what was found, in words |
//!
//! What the chain and the roots protect, and what they do not, stands in [`crate::anchor`].

mod anchoring;
mod joins;
mod logs;
mod report;
mod roots;
mod signing;
mod verify;
mod walk;

pub use anchoring::{Anchorer, Anchoring, AnchoringError};
pub use report::{Fault, Finding, LogFault, Report};
pub use signing::{Doubt, Signing, SigningSetup};
pub use verify::{Anchors, VerifyError, units_about, verify_chains, verify_with_archives};
pub(crate) use walk::Walk;
