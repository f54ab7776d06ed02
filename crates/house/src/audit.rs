//! The audit of the journal: signing roots while a house plays, and verifying the journal with them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `audit/anchoring.rs` | the task that signs a root each minute, first into the file and then into the database |
//! | `audit/signing.rs` | the same for several processes: one signs, all store the roots |
//! | `audit/verify.rs` | checks everything that is stored against its chain and against the roots |
//! | `audit/walk.rs` | the chain of one stream, row by row, and which row is at fault if it breaks |
//! | `audit/roots.rs` | the roots of the file, and whether the database has the same |
//! | `audit/joins.rs` | where archives end and the database continues |
//! | `audit/logs.rs` | the chains of the logs of sign-ins and of accounts |
//! | `audit/report.rs` | the findings, in words |
//!
//! [`crate::anchor`] says what the chain and the roots protect, and what they do not.

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
