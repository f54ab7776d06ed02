//! Roles: what a person is in the house, and what they may do. A person has one role.

mod inputs;
mod rights;
mod two;

pub use inputs::{InputKind, input_right};
pub use rights::{RIGHTS, Right, RightRow, allows, may_send};
pub use two::{Held, TWO_PERSONS, TwoPersons};

use engine::{Actor, Audience, Patron, Rank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a person is in the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays.
    Patron,
    /// Deals, and reports what happens at a table.
    Dealer,
    /// Supervises tables: what documents call floor person, floor supervisor, table games supervisor or pit supervisor,
    /// and at craps the box person.
    Floor,
    /// Runs tables and their money: the pit manager, and superiors in a shift.
    Pit,
    /// Watches, sees every card that a device has read, and confirms what it has seen.
    Surveillance,
    /// Reads everything and cannot change anything.
    Auditor,
    /// Runs accounts and processes, and touches neither money nor play.
    Administrator,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 7] = [
        Role::Patron,
        Role::Dealer,
        Role::Floor,
        Role::Pit,
        Role::Surveillance,
        Role::Auditor,
        Role::Administrator,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Patron => "patron",
            Role::Dealer => "dealer",
            Role::Floor => "floor",
            Role::Pit => "pit",
            Role::Surveillance => "surveillance",
            Role::Auditor => "auditor",
            Role::Administrator => "administrator",
        }
    }

    /// Returns the role with a name.
    pub fn parse(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Returns its bit in a set of roles.
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Returns the audience at a table; a patron has this seat or none. Only surveillance sees face-down cards: an
    /// auditor has the journal, which does not contain them, and rounds that are over.
    pub fn audience(self, seat: Option<Patron>) -> Audience {
        match self {
            Role::Patron => seat.map_or(Audience::Spectator, Audience::Patron),
            Role::Dealer => Audience::Dealer,
            Role::Floor | Role::Pit => Audience::Floor,
            Role::Surveillance => Audience::Surveillance,
            Role::Auditor | Role::Administrator => Audience::Spectator,
        }
    }

    /// Returns the actor at a table; `None` for a person who may not act there, such as a patron without a seat.
    ///
    /// The floor supervisor has the rank of that name, which is the one that the documents of Ohio and Colorado require
    /// and that Singapore's pit supervisor has here. The pit manager has the highest rank: SG-PP-5.19 requires a shift
    /// manager or above for what no rule foresees, and without a role of that rank a table would wait forever. A casino
    /// whose pit managers may not do that gives the role only to its shift managers.
    pub fn actor(self, seat: Option<Patron>) -> Option<Actor> {
        match self {
            Role::Patron => seat.map(Actor::Patron),
            Role::Dealer => Some(Actor::DEALER),
            Role::Floor => Some(Actor::Staff(Rank::Floor)),
            Role::Pit => Some(Actor::Staff(Rank::Shift)),
            Role::Surveillance => Some(Actor::Surveillance),
            Role::Auditor | Role::Administrator => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roles(u8);

impl Roles {
    /// No role.
    pub const NONE: Roles = Roles(0);
    /// Every role.
    pub const ALL: Roles = Roles::of(&Role::ALL);

    /// Creates a set of these roles.
    pub const fn of(roles: &[Role]) -> Roles {
        let (mut bits, mut at) = (0, 0);
        while at < roles.len() {
            bits |= roles[at].bit();
            at += 1;
        }
        Roles(bits)
    }

    /// Whether the set contains a role.
    pub const fn has(self, role: Role) -> bool {
        self.0 & role.bit() != 0
    }
}
