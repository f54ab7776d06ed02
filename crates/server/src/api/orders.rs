//! Endpoints for orders at a cage that need a reason and, above an amount that the property sets, a second person.

use super::Caller;
use super::body::{Answer, At, Body, Json};
use super::money::{Moved, Order, carry_out};
use super::problem::Problem;
use super::tables::CommandKey;
use crate::app::App;
use axum::extract::State;
use felt::Money;
use house::Glance;
use house::cage::Waiting;
use house::ids::StreamId;
use house::stream::{Command, Request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of an order.
#[derive(Serialize, JsonSchema)]
pub struct Ordered {
    /// The unit of the order: its number.
    pub seq: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whether it had been given before.
    pub again: bool,
    /// Whether it waits for a second person now, and no money has moved yet.
    pub waits: bool,
}

/// Gives an order to a cage.
pub(super) async fn give_order(
    app: &App,
    caller: &Caller,
    order: Order,
    what: Command,
    reason: String,
) -> Answer<Ordered> {
    let Order { stream, key, seen } = order;
    let command = Command::Order { what: Box::new(what), reason };
    let request =
        Request { stream, key: key.0, person: caller.person, sender: None, seen, question: None, command };
    let look = |glance: Glance<'_>| {
        let orders = glance.stream.cage().into_iter().flat_map(house::cage::CageStream::orders);
        orders.map(|(order, _)| order).collect::<Vec<i64>>()
    };
    let (done, waiting) = app.house.send_and_glance(request, look).await;
    let done = done?;
    let waits = waiting.is_some_and(|waiting| waiting.contains(&done.seq));
    Ok(Json(Ordered { seq: done.seq, at: done.at.0, again: done.again, waits }))
}

/// The orders of a cage.
#[derive(Serialize, JsonSchema)]
pub struct Orders {
    /// Orders above this amount need a second person; by default none.
    pub second_person_above: Option<Money>,
    /// The orders that wait for a second person.
    pub waiting: Vec<OrderNow>,
    /// The last unit of the cage: what is sent next names it as `seen`.
    pub seen: i64,
}

/// An order that waits for a second person.
#[derive(Serialize, JsonSchema)]
pub struct OrderNow {
    /// Its number.
    pub order: i64,
    /// Who gave it.
    pub by: i64,
    /// What it is: `withdraw` or `fill`.
    pub what: &'static str,
    /// Whose wallet, of a withdrawal.
    pub person: Option<i64>,
    /// Which table, of a fill.
    pub table: Option<i64>,
    /// How much, in minor units.
    pub amount: Money,
    /// The reason.
    pub reason: String,
}

impl OrderNow {
    fn of(order: i64, waiting: &Waiting) -> Option<OrderNow> {
        let (person, table, amount) = match waiting.what {
            Command::Withdraw { person, amount } => (Some(person.0), None, amount),
            Command::Fill { table, amount } => (None, Some(table.0), amount),
            _ => return None,
        };
        let (by, what, reason) = (waiting.by.0, waiting.what.name(), waiting.reason.clone());
        Some(OrderNow { order, by, what, person, table, amount, reason })
    }
}

/// Lists the waiting orders.
pub async fn orders(State(app): State<App>, At(cage): At<i64>) -> Answer<Orders> {
    let look = |glance: Glance<'_>| {
        let cage = glance.stream.cage()?;
        let waiting = cage.orders().filter_map(|(order, waiting)| OrderNow::of(order, waiting)).collect();
        Some(Orders { second_person_above: cage.second_person_above(), waiting, seen: glance.seq })
    };
    let found = app.house.glance(StreamId(cage), look).await?;
    found.map(Json).ok_or_else(|| Problem::not_found(format!("there is no cage {cage}")))
}

/// The decision of a second person.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// Why the order is declined, in 1 to 200 characters; without it the order is carried out.
    pub decline: Option<String>,
}

/// Approves or declines an order.
pub async fn decide(
    State(app): State<App>,
    At((cage, order)): At<(i64, i64)>,
    caller: Caller,
    Body(body): Body<Decision>,
) -> Answer<Moved> {
    let command = match body.decline {
        Some(reason) => Command::Decline { order, reason },
        None => Command::Approve { order },
    };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}

/// The amount above which orders need a second person.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondPerson {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the cage that you have seen.
    pub seen: i64,
    /// Above this amount, in minor units; by default never.
    pub above: Option<i64>,
    /// The reason, in 1 to 200 characters, for the journal.
    pub reason: String,
}

/// Sets the amount above which orders need a second person.
pub async fn second_person(
    State(app): State<App>,
    At(cage): At<i64>,
    caller: Caller,
    Body(body): Body<SecondPerson>,
) -> Answer<Moved> {
    let command = Command::SecondPerson { above: body.above.map(Money::minor), reason: body.reason };
    let order = Order { stream: StreamId(cage), key: body.key, seen: body.seen };
    carry_out(&app, &caller, order, command).await
}
