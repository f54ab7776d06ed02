//! The protocol between a table game and everything around it.
//!
//! A table says what it waits for ([`Due`], [`Offer`]) and takes an [`Input`]. It returns [`Event`]s, or a [`Refusal`]
//! that cites its rule and leaves the table unchanged. Random outcomes are always inputs, so the same rules serve a
//! card scanner, a random source, a recorded log and an enumerator.
//!
//! Output types may get new variants when games need them, so they are non-exhaustive: [`What`], [`Due`], [`Ask`],
//! [`Place`], the kinds of lines and the errors need a wildcard arm. The input types [`Input`] and [`RulingAct`] are
//! exhaustive: every game must handle each variant, so a new one does not compile until all games do.
//!
//! The games are in another crate, which has examples of whole rounds. A scenario can be parsed without any game:
//!
//! ```
//! let told = "scenario The point is made
//! table    ohio/craps
//! bets     A at 1: pass 10
//! roll     2-4                             OH-CR-1.I
//! roll     3-3
//! expect   A: pass wins 10
//! ";
//! let scenarios = engine::scenario::parse(told).map_err(|errors| format!("{errors:?}"))?;
//! assert_eq!(scenarios[0].name, "The point is made");
//! assert_eq!(scenarios[0].statements[2].rules, ["OH-CR-1.I"]);
//! # Ok::<(), String>(())
//! ```

mod awaits;
mod bounds;
pub mod compact;
pub mod dictionary;
mod driver;
mod event;
mod explain;
mod history;
mod input;
mod layout;
pub mod meter;
pub mod mishap;
mod people;
mod printed;
pub mod record;
mod refusal;
mod rule;
pub mod scenario;
mod snapshot;
mod table;
pub mod trace;
mod transcript;
mod transfer;
mod view;
mod wager;
mod ways;
mod wire;
mod words;

pub use awaits::{Ask, By, Due, Offer, Targets};
pub use bounds::{Bounds, WagerBound};
pub use driver::{Chance, Driven, Driver, Fault, Granted, KeptCards, Meters};
pub use event::{Announcement, Event, Named, Sink, What};
pub use explain::{
    explain_due, explain_event, explain_event_with, explain_line, explain_offer, explain_refusal,
};
pub use history::History;
pub use input::{CardAt, FileHash, Input, RulingAct};
pub use layout::{Face, LaidCard, Layout, Marker, Place, Positions, Seen, Spot};
pub use people::{Actor, Approver, Audience, Patron, Patrons, Person, Rank};
pub use refusal::{AmountRange, Refusal, RefusalKind, protocol};
#[cfg(debug_assertions)]
pub use rule::sites;
pub use rule::{Cites, Rule, paragraph_of};
pub use snapshot::{LoadError, Origin, SCHEMA, Snapshot};
pub use table::{
    AnyTable, Game, Irregularity, OpenError, OpenTable, Owed, Reason, Shuffling, Table, Vocabulary, Wheel,
};
pub use transcript::{Note, Transcript};
pub use transfer::{Account, Transfer, charged_between, transfers};
pub use view::{
    Await, Awaited, BankView, CardView, CupView, DueView, HandView, PlaceView, SettingView, ShoeView, View,
    WagerView, awaits,
};
pub use wager::{Against, Beneficiary, Line, LineKind, Outcome, Share, Standing, Wager, WagerNumber, Wagers};
pub use ways::{HouseWay, Way};
pub use wire::{
    Message, MessageError, WireError, parse_actor, parse_audience, parse_card, parse_face, parse_patron,
    parse_place, parse_rank, parse_spot,
};
pub use words::{
    ChoiceId, HandId, IrregularityId, MarkerId, MeterId, RemedyId, RowId, SectionId, StepId, WagerId,
};
