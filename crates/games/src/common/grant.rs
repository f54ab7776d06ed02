//! Checks what a meter grants against what it was asked for.

use super::{check_amount, possible};
use engine::{Granted, Refusal};
use felt::Pay;
use rulebook::Awards;

/// Checks that a meter grants exactly the share it was asked for: computed from the amount it reports, and
/// rounded as the table says.
pub(crate) fn check_grant(share: Pay, granted: Granted, awards: Awards) -> Result<(), Refusal> {
    check_amount(granted.amount)?;
    check_amount(granted.stands)?;
    possible(Granted::of(share, granted.stands, awards) == Some(granted), "not-its-share")
}
