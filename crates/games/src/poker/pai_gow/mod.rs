//! Pai Gow Poker: the ranking of its hands, the settings of seven cards, the House Ways and the Fortune Bonus
//! (OH-PGP-6, 12, 13 and 15).
//!
//! The deck has 53 cards. The joker is an ace, or completes a straight or a flush (OH-PGP-6.I, 6.III). Seven cards
//! are set as a high hand of five and a low hand of two; the high hand must not rank below the low one.
//!
//! ```
//! use games::poker::pai_gow::{Branch, Seven, house_way};
//!
//! let mut cards = "Ks Kd 8h 8c Qs 7d 2c".split(' ').map(str::parse);
//! let cards = [(); 7].map(|()| cards.next().unwrap().unwrap());
//! let (branch, setting) = house_way(&Seven::new(cards).unwrap());
//! assert_eq!(branch.paragraphs(), ["OH-PGP-12.III.E"]);
//! assert_eq!(setting.to_string(), "Ks Kd Qs 7d 2c | 8h 8c");
//! assert!(!setting.is_foul());
//! ```

mod fortune;
mod house_way;
mod rank;
mod settings;
#[cfg(test)]
mod tests;
mod words;

pub use fortune::Fortune;
pub use house_way::{Branch, TwoPairs, house_way};
pub use rank::{Kind, Worth, high, low};
pub use settings::{Against, Setting, Seven};
