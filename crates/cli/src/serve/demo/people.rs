//! The accounts of a demonstration: a visitor in every role, and the bots.

use super::directory::Passwords;
use super::furnish::OPERATOR;
use crate::failure::Failure;
use house::ids::PersonId;
use serde_json::json;
use server::accounts::Accounts;
use server::crew::{Answered, Client};
use server::roles::Role;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// The visitors' accounts: one of each role, and a second patron.
pub(super) const VISITORS: [(&str, Role); 8] = [
    ("patron", Role::Patron),
    ("patron-2", Role::Patron),
    ("dealer", Role::Dealer),
    ("floor", Role::Floor),
    ("pit", Role::Pit),
    ("surveillance", Role::Surveillance),
    ("auditor", Role::Auditor),
    ("administrator", Role::Administrator),
];

/// Bots that play; each sits at several tables.
pub(super) const PLAYERS: [&str; 6] = ["bot-ada", "bot-ben", "bot-cleo", "bot-dan", "bot-eva", "bot-finn"];
/// Bots that are staff.
pub(super) const DEALER: (&str, Role) = ("bot-dealer", Role::Dealer);
pub(super) const FLOOR: (&str, Role) = ("bot-floor", Role::Floor);
pub(super) const PIT: (&str, Role) = ("bot-pit", Role::Pit);
pub(super) const SURVEILLANCE: (&str, Role) = ("bot-surveillance", Role::Surveillance);
/// The staff bots that grant approvals, decide and rule.
pub(super) const SUPERVISORS: [(&str, Role); 3] = [FLOOR, PIT, SURVEILLANCE];

/// Tokens are renewed before the shortest idle timeout, for bots without any requests.
const RENEWED: Duration = Duration::from_secs(20 * 60);
/// The minimum interval between renewals, however many requests fail with an expired token.
const NOT_BEFORE: Duration = Duration::from_secs(5);

/// All people with an account.
pub(super) struct People {
    client: Client,
    password: String,
    /// Person ids by name.
    pub(super) persons: BTreeMap<String, PersonId>,
    /// The tokens of the bots.
    tokens: RwLock<BTreeMap<String, String>>,
    renewed: Mutex<Option<Instant>>,
}

fn bots() -> impl Iterator<Item = (&'static str, Role)> {
    let players = PLAYERS.into_iter().map(|name| (name, Role::Patron));
    players.chain([DEALER]).chain(SUPERVISORS)
}

/// The names of all patrons.
pub(super) fn patrons() -> impl Iterator<Item = &'static str> {
    let visitors = VISITORS.into_iter().filter(|(_, role)| *role == Role::Patron).map(|(name, _)| name);
    visitors.chain(PLAYERS)
}

impl People {
    /// Creates the missing accounts and signs the bots in.
    pub(super) async fn enter(
        accounts: &Accounts,
        passwords: &Passwords,
        client: Client,
    ) -> Result<People, Failure> {
        let all = VISITORS.into_iter().map(|one| (one, &passwords.visitors));
        let all = all.chain(bots().map(|one| (one, &passwords.bots)));
        let listed = accounts.list().await?;
        let mut persons: BTreeMap<String, PersonId> =
            listed.into_iter().map(|account| (account.name, account.person)).collect();
        for ((name, role), password) in all {
            if !persons.contains_key(name) {
                let made = accounts.create(name, password, role, OPERATOR).await;
                persons.insert(
                    name.to_owned(),
                    made.map_err(|error| Failure::Fault(format!("{name}: {error}")))?,
                );
            }
        }
        let (tokens, renewed) = (RwLock::default(), Mutex::default());
        let people = People { client, password: passwords.bots.clone(), persons, tokens, renewed };
        people.renew().await;
        let signed_in = people.tokens.read().unwrap_or_else(PoisonError::into_inner).len();
        if signed_in < bots().count() {
            return Err(Failure::Fault("the bots cannot sign in: see the log".to_owned()));
        }
        Ok(people)
    }

    /// The token of a bot.
    pub(super) fn token(&self, name: &str) -> String {
        let tokens = self.tokens.read().unwrap_or_else(PoisonError::into_inner);
        tokens.get(name).cloned().unwrap_or_default()
    }

    /// Signs all bots in again, unless that was just done.
    pub(super) async fn renew(&self) {
        let mut renewed = self.renewed.lock().await;
        if renewed.is_some_and(|at| at.elapsed() < NOT_BEFORE) {
            return;
        }
        for (name, _) in bots() {
            let body = json!({ "name": name, "password": self.password });
            match self.client.post("/v1/session", "", &body).await {
                Answered::Well(session) => {
                    let token = session["token"].as_str().unwrap_or_default().to_owned();
                    let mut tokens = self.tokens.write().unwrap_or_else(PoisonError::into_inner);
                    tokens.insert(name.to_owned(), token);
                }
                other => tracing::warn!(name, ?other, "a bot cannot sign in"),
            }
        }
        *renewed = Some(Instant::now());
    }

    /// Renews the tokens of the bots, for ever.
    pub(super) async fn keep_signed_in(&self) {
        loop {
            tokio::time::sleep(RENEWED).await;
            self.renew().await;
        }
    }
}
