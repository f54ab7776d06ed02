//! What a meter grants, held to what was asked of it.

use super::{check_amount, possible};
use engine::{Granted, Refusal};
use felt::Pay;
use rulebook::Awards;

/// A meter grants the share that it was asked for, of what it says it stands at and rounded as the table has it, and
/// nothing else.
pub(crate) fn check_grant(share: Pay, granted: Granted, awards: Awards) -> Result<(), Refusal> {
    check_amount(granted.amount)?;
    check_amount(granted.stands)?;
    possible(Granted::of(share, granted.stands, awards) == Some(granted), "not-its-share")
}
