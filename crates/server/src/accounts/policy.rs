//! How strict sign-in is. The defaults are the figures that testing laboratories name.

use crate::roles::Role;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// How long a token is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// However much it is used.
    pub absolute: Duration,
    /// Without use.
    pub idle: Duration,
}

/// How strict sign-in is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// After how many failures in a row an account is locked.
    pub tries: u16,
    /// For how long.
    pub locked_for: Duration,
    /// A patron's tokens.
    pub patron: Lifetime,
    /// A dealer's, whose console stands in the open.
    pub dealer: Lifetime,
    /// Those of all others.
    pub staff: Lifetime,
    /// How many characters a password has at least.
    pub password_length: usize,
    /// An administrator's.
    pub administrator_password_length: usize,
    /// How many passwords are hashed at once, each in 19 MiB: what is left of the machine is the tables'.
    pub hashing: usize,
    /// How many more may wait for that; further ones get 503.
    pub waiting: usize,
    /// A failed sign-in is answered after this time and not before, for every reason.
    pub refused_after: Duration,
    /// How often it is written down that a token is in use.
    pub used_every: Duration,
    /// How often the database is asked which tokens were revoked elsewhere.
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
    /// How long the tokens of a role are good.
    pub fn lifetime(&self, role: Role) -> Lifetime {
        match role {
            Role::Patron => self.patron,
            Role::Dealer => self.dealer,
            Role::Floor | Role::Pit | Role::Surveillance | Role::Auditor | Role::Administrator => self.staff,
        }
    }

    /// How often use is recorded: often enough that a person who works is never considered idle.
    pub(super) fn written_every(&self) -> Duration {
        let idle = self.patron.idle.min(self.dealer.idle).min(self.staff.idle);
        self.used_every.min(idle / 4)
    }
}
