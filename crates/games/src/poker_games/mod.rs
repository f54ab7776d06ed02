//! The poker games, one file each: read a file beside its document.

pub mod deuces_wild_xtreme;
pub mod dj_wild;
pub mod let_it_ride;
mod multi_link;
pub mod texas_holdem_bonus;
pub mod ultimate_texas_holdem;

pub(crate) use multi_link::RULES as MULTI_LINK_RULES;
