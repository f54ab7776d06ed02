//! The limits of sign-in. The defaults are the values that testing laboratories recommend.

use crate::roles::Role;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// How long a token is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// In total, even if it is used.
    pub absolute: Duration,
    /// Without use.
    pub idle: Duration,
}

/// The limits of sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// The number of consecutive failures after which an account is locked.
    pub tries: u16,
    /// How long it stays locked.
    pub locked_for: Duration,
    /// The lifetime of a patron's tokens.
    pub patron: Lifetime,
    /// The lifetime of a dealer's tokens; a dealer's console is in the open.
    pub dealer: Lifetime,
    /// The lifetime of all others' tokens.
    pub staff: Lifetime,
    /// The minimum length of a password in characters.
    pub password_length: usize,
    /// The minimum length of an administrator's password.
    pub administrator_password_length: usize,
    /// How many passwords are hashed at once, each in 19 MiB, so that enough of the machine is left for the tables.
    pub hashing: usize,
    /// How many more may wait; any further request gets 503.
    pub waiting: usize,
    /// A failed sign-in is answered after this time, never earlier, whatever the reason.
    pub refused_after: Duration,
    /// How often the use of a token is recorded.
    pub used_every: Duration,
    /// How often the database is polled for tokens that were revoked elsewhere.
    pub asked_every: Duration,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            tries: 3,
            locked_for: 15 * MINUTE,
            patron: Lifetime { absolute: 24 * HOUR, idle: 30 * MINUTE },
            dealer: Lifetime { absolute: 12 * HOUR, idle: 5 * MINUTE },
            staff: Lifetime { absolute: 12 * HOUR, idle: 30 * MINUTE },
            password_length: 12,
            administrator_password_length: 15,
            hashing: 2,
            waiting: 32,
            refused_after: Duration::from_millis(250),
            used_every: MINUTE,
            asked_every: Duration::from_secs(1),
        }
    }
}

impl Policy {
    /// Returns the lifetime of a role's tokens.
    pub fn lifetime(&self, role: Role) -> Lifetime {
        match role {
            Role::Patron => self.patron,
            Role::Dealer => self.dealer,
            Role::Floor | Role::Pit | Role::Surveillance | Role::Auditor | Role::Administrator => self.staff,
        }
    }

    /// Returns how often use is recorded: often enough that a person who works is never considered idle.
    pub(super) fn written_every(&self) -> Duration {
        let idle = self.patron.idle.min(self.dealer.idle).min(self.staff.idle);
        self.used_every.min(idle / 4)
    }
}
