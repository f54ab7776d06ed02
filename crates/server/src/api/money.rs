//! Endpoints for money between wallets, tables and the house.

use super::Caller;
use super::body::{Answer, Asked, At, Body, Json};
use super::orders::{Ordered, give_order};
use super::problem::Problem;
use super::tables::CommandKey;
use crate::app::App;
use crate::roles::Role;
use axum::extract::State;
use engine::Patron;
use felt::Money;
use house::ids::{PersonId, StreamId};
use house::stream::{Command, Request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of a movement of money.
#[derive(Serialize, JsonSchema)]
pub struct Moved {
    /// The unit that carried it out.
    pub seq: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whether it had been carried out before.
    pub again: bool,
}

/// What every movement of money contains.
pub(super) struct Order {
    pub(super) stream: StreamId,
    pub(super) key: CommandKey,
    pub(super) seen: i64,
}

pub(super) async fn carry_out(app: &App, caller: &Caller, order: Order, command: Command) -> Answer<Moved> {
    let Order { stream, key, seen } = order;
    let request =
        Request { stream, key: key.0, person: caller.person, sender: None, seen, question: None, command };
    let done = app.house.send(request).await?;
    Ok(Json(Moved { seq: done.seq, at: done.at.0, again: done.again }))
}

/// A cage.
#[derive(Serialize, JsonSchema)]
pub struct Cage {
    /// Its number.
    pub cage: i64,
    /// The operator it belongs to.
    pub operator: i32,
    /// The property it belongs to.
    pub property: i32,
    /// Its currency.
    pub currency: String,
}

/// Lists the cages.
pub async fn cages(State(app): State<App>) -> Json<Vec<Cage>> {
    let cage = |(id, realm): (StreamId, house::ids::Realm)| Cage {
        cage: id.0,
        operator: realm.operator,
        property: realm.property,
        currency: realm.code().to_owned(),
    };
    Json(app.house.cages().into_iter().map(cage).collect())
}

/// Whose wallet.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Whose {
    /// The number of another person, for roles that may see their wallet.
    pub person: Option<i64>,
}

/// What a wallet holds.
#[derive(Serialize, JsonSchema)]
pub struct Wallet {
    /// The person it belongs to.
    pub person: i64,
    /// How much, in minor units.
    pub amount: Money,
    /// The last unit of the cage: what is sent next names it as `seen`.
    pub seen: i64,
}

/// Returns what a wallet holds.
pub async fn wallet(
    State(app): State<App>,
    At(cage): At<i64>,
    Asked(asked): Asked<Whose>,
    caller: Caller,
) -> Answer<Wallet> {
    let person = match (caller.role, asked.person) {
        (Role::Patron, None) => caller.person,
        (Role::Patron, Some(person)) if person == caller.person.0 => caller.person,
        (Role::Patron, Some(_)) => return Err(Problem::not_allowed("that is another person's wallet")),
        (_, Some(person)) => PersonId(person),
        (_, None) => return Err(Problem::unreadable("say whose wallet: ?person=NUMBER")),
    };
    let look = move |glance: house::Glance<'_>| {
        let amount = glance.stream.cage()?.wallet(person);
        Some(Wallet { person: person.0, amount, seen: glance.seq })
    };
    let wallet = app.house.glance(StreamId(cage), look).await?;
    wallet.map(Json).ok_or_else(|| Problem::not_found(format!("there is no cage {cage}")))
}

/// Chips that a patron buys.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuyIn {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// At which table.
    pub table: i64,
    /// At which place there.
    pub seat: Patron,
    /// How much, in minor units.
    pub amount: i64,
}

/// Buys chips at a table.
pub async fn buy_in(
    State(app): State<App>,
    At(cage): At<i64>,
    caller: Caller,
    Body(body): Body<BuyIn>,
) -> Answer<Moved> {
    let command = Command::BuyIn {
        person: caller.person,
        table: StreamId(body.table),
        patron: body.seat,
        amount: Money::minor(body.amount),
    };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}

/// Chips that a patron takes away.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CashOut {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
    /// Your place.
    pub seat: Patron,
    /// How much, in minor units; by default everything.
    pub amount: Option<i64>,
}

/// Takes chips from a table.
pub async fn cash_out(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(body): Body<CashOut>,
) -> Answer<Moved> {
    let command = Command::CashOut { patron: body.seat, amount: body.amount.map(Money::minor) };
    let order = Order { stream: StreamId(table), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}

/// Chips for a table's bank.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// Which table.
    pub table: i64,
    /// How much, in minor units.
    pub amount: i64,
    /// The reason, in 1 to 200 characters, for the journal.
    pub reason: String,
}

/// Fills a table's bank.
pub async fn fill(
    State(app): State<App>,
    At(cage): At<i64>,
    caller: Caller,
    Body(body): Body<Fill>,
) -> Answer<Ordered> {
    let what = Command::Fill { table: StreamId(body.table), amount: Money::minor(body.amount) };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    give_order(&app, &caller, order, what, body.reason).await
}

/// An amount at a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtTable {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
    /// How much, in minor units.
    pub amount: i64,
}

/// Takes chips from a table's bank.
pub async fn credit(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(body): Body<AtTable>,
) -> Answer<Moved> {
    let command = Command::Credit { amount: Money::minor(body.amount) };
    let order = Order { stream: StreamId(table), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}

/// An amount of a person, at the cage.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtCage {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// Whose wallet.
    pub person: i64,
    /// How much, in minor units.
    pub amount: i64,
}

/// Returns the person of a wallet; the house's own money is moved by other orders.
fn wallet_of(person: i64) -> Result<PersonId, Problem> {
    let is_person = person > 0;
    is_person.then_some(PersonId(person)).ok_or_else(|| Problem::not_found("there is no such person"))
}

/// Takes money in.
pub async fn deposit(
    State(app): State<App>,
    At(cage): At<i64>,
    caller: Caller,
    Body(body): Body<AtCage>,
) -> Answer<Moved> {
    let command = Command::Deposit { person: wallet_of(body.person)?, amount: Money::minor(body.amount) };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}

/// Money that leaves a wallet.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// Whose wallet.
    pub person: i64,
    /// How much, in minor units.
    pub amount: i64,
    /// The reason, in 1 to 200 characters, for the journal.
    pub reason: String,
}

/// Pays money out.
pub async fn withdraw(
    State(app): State<App>,
    At(cage): At<i64>,
    caller: Caller,
    Body(body): Body<Withdrawal>,
) -> Answer<Ordered> {
    let what = Command::Withdraw { person: wallet_of(body.person)?, amount: Money::minor(body.amount) };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    give_order(&app, &caller, order, what, body.reason).await
}
