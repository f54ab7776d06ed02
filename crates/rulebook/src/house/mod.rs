//! Houses: the meters of a house, and which of its tables feed them.

mod file;
mod floors;
pub(crate) mod kind;
mod terms;
pub(crate) mod together;

pub(crate) use file::read;
pub use file::{HouseFile, HouseMeter, is_house, read_house};
pub use kind::{Progressive, progressives};
pub use terms::{Division, MeterTerms, Reset};
pub use together::{HouseLink, check_feed, house_links, meters_drawn_on};
