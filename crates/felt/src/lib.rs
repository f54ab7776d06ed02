//! The equipment of a casino table: cards, packs, shoes, dice, wheels, money and odds.
//!
//! This crate generates no random outcomes. A [`Shoe`] only tracks which cards can still come; the faces, the dice and
//! the pockets are always reported by the caller. It uses no floating point either: [`Money`] is a whole number of
//! minor units and [`Odds`] are a ratio of two whole numbers.
//!
//! ```
//! use felt::{Card, Currency, DeckKind, Odds, Pack, Shoe};
//!
//! // Six packs, shuffled, with the cutting card placed after 234 cards.
//! let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 6 });
//! shoe.shuffle_all(Some(234));
//!
//! // The table reports an ace of spades and then a card that stays face down.
//! let ace: Card = "As".parse()?;
//! assert_eq!(shoe.draw(Some(ace))?, 1);
//! assert_eq!(shoe.draw(None)?, 2);
//! assert_eq!(shoe.unseen(ace), 5);
//! assert_eq!(shoe.remaining(), 310);
//!
//! // A blackjack on $12.50 wins $18.75.
//! let stake = Currency::USD.parse("12.50")?;
//! let odds: Odds = "3 to 2".parse()?;
//! let won = odds.exact_win(stake).ok_or("not payable in whole cents")?;
//! assert_eq!(Currency::USD.format(won), "18.75");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every type that has a written form reads it with [`FromStr`](std::str::FromStr), prints it with
//! [`Display`](std::fmt::Display), and uses the same text in serde, so that rulebooks, scenarios and
//! traces all share one spelling. Reading is lenient where people differ (`10d` or `Td`), printing
//! always gives the one canonical form.
//!
//! In formats that are not human-readable (`is_human_readable` is false), serde stores small numbers instead: a card is
//! one byte. A number without a card, die or wheel is refused on reading.

mod text;

pub mod card;
pub mod currency;
pub mod dice;
pub mod money;
pub mod odds;
pub mod pack;
pub mod pay;
pub mod pocket;
pub mod rate;
pub mod rounding;
pub mod shoe;
pub mod spots;
pub mod wheel;

pub use card::{Card, ParseCardError, Rank, Suit};
pub use currency::{Currency, ParseMoneyError, UnknownCurrency};
pub use dice::{Die, ParseDiceError, ThreeDice, TwoDice};
pub use money::Money;
pub use odds::{Odds, OddsForm, ParseOddsError};
pub use pack::{DeckKind, Pack};
pub use pay::{ParsePayError, Pay};
pub use pocket::{Colour, DOUBLE_ZERO_ORDER, ParsePocketError, Pocket, SINGLE_ZERO_ORDER};
pub use rate::{ParseRateError, Rate};
pub use rounding::{Rounding, apportion, apportion_among};
pub use shoe::{Shoe, ShoeError};
pub use spots::{Area, FeltSpot, FeltSpots, Pockets, SpotKind, Zeros};
pub use text::UnknownName;
pub use wheel::WheelKind;
