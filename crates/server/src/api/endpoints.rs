//! The endpoints, as data: the router, the OpenAPI document, the page in the docs and the tests of rights are all made
//! from this table.

use super::problem::Problem;
use super::{
    about, admin, audit, floor, games, internal, lobby, money, orders, recall, rules, session, tables,
};
use crate::app::App;
use crate::frame::UnitFrame;
use crate::socket;
use axum::routing::{MethodRouter, delete, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// A function that generates a schema.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// An endpoint of the server.
pub struct Endpoint {
    /// Its name, to which rights are granted.
    pub id: &'static str,
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Its path.
    pub path: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Who may use it.
    pub door: Door,
    /// The schema of the query parameters.
    pub query: Option<SchemaOf>,
    /// The schema of the request's body.
    pub takes: Option<SchemaOf>,
    /// The schema of the response's body.
    pub gives: Option<SchemaOf>,
    /// The handler.
    pub serve: fn() -> MethodRouter<App>,
}

/// Who may use an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// Everyone.
    Open,
    /// People who have signed in and whose role has the right.
    Right,
    /// Other processes of the house.
    House,
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The schema of a problem.
pub fn problem(generator: &mut SchemaGenerator) -> Schema {
    of::<Problem>(generator)
}

const PLAIN: Endpoint = Endpoint {
    id: "",
    method: "GET",
    path: "",
    about: "",
    door: Door::Right,
    query: None,
    takes: None,
    gives: None,
    serve: MethodRouter::new,
};

/// All endpoints.
pub static ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        id: "health",
        path: "/health",
        about: "Whether the process runs at all.",
        door: Door::Open,
        gives: Some(of::<about::Health>),
        serve: || get(about::health),
        ..PLAIN
    },
    Endpoint {
        id: "ready",
        path: "/ready",
        about: "Whether the process can take requests: the database answers, and it is not about to exit.",
        door: Door::Open,
        gives: Some(of::<about::Health>),
        serve: || get(about::ready),
        ..PLAIN
    },
    Endpoint {
        id: "openapi",
        path: "/openapi.json",
        about: "This document.",
        door: Door::Open,
        serve: || get(about::openapi),
        ..PLAIN
    },
    Endpoint {
        id: "sign-in",
        method: "POST",
        path: "/v1/session",
        about: "Signs a person in. Send the returned token as `Authorization: Bearer`.",
        door: Door::Open,
        takes: Some(of::<session::SignIn>),
        gives: Some(of::<session::Session>),
        serve: || post(session::sign_in),
        ..PLAIN
    },
    Endpoint {
        id: "sign-out",
        method: "DELETE",
        path: "/v1/session",
        about: "Signs out: the token is no longer valid.",
        serve: || delete(session::sign_out),
        ..PLAIN
    },
    Endpoint {
        id: "me",
        path: "/v1/me",
        about: "Who has signed in.",
        gives: Some(of::<session::Me>),
        serve: || get(session::me),
        ..PLAIN
    },
    Endpoint {
        id: "tables",
        path: "/v1/tables",
        about: "All tables that are open, with their games and how many sit there, in the order of their numbers. `Link` names the \
            next page. With the `ETag` of a page as `If-None-Match` the answer is 304 while the page is the same.",
        door: Door::Open,
        query: Some(of::<lobby::WhichTables>),
        gives: Some(of::<Vec<lobby::Listed>>),
        serve: || get(lobby::list),
        ..PLAIN
    },
    Endpoint {
        id: "table",
        path: "/v1/tables/{table}",
        about: "A table as you may see it, with everything that you may do there now.",
        gives: Some(of::<tables::TableNow>),
        serve: || get(tables::now),
        ..PLAIN
    },
    Endpoint {
        id: "units",
        path: "/v1/tables/{table}/units",
        about: "What happened at a table after a unit, as you may see it.",
        query: Some(of::<tables::After>),
        gives: Some(of::<Vec<UnitFrame>>),
        serve: || get(tables::units),
        ..PLAIN
    },
    Endpoint {
        id: "stream",
        path: "/v1/tables/{table}/stream",
        about: "A WebSocket: every unit after the one that is named, as you may see it, one a message and without a gap. \
                Where no header can be sent the token goes as the subprotocol `bearer.TOKEN` beside `croupier`.",
        query: Some(of::<socket::From>),
        gives: Some(of::<UnitFrame>),
        serve: || get(socket::stream),
        ..PLAIN
    },
    Endpoint {
        id: "play",
        method: "POST",
        path: "/v1/tables/{table}/inputs",
        about: "Asks or reports something at a table.",
        takes: Some(of::<tables::Play>),
        gives: Some(of::<tables::Played>),
        serve: || post(tables::play),
        ..PLAIN
    },
    Endpoint {
        id: "ask",
        method: "POST",
        path: "/v1/tables/{table}/asks",
        about: "Asks whether a request of yours would be granted, and if not by which rule; without effect.",
        takes: Some(of::<tables::Ask>),
        gives: Some(of::<tables::Granted>),
        serve: || post(tables::ask),
        ..PLAIN
    },
    Endpoint {
        id: "table-rules",
        path: "/v1/tables/{table}/rules",
        about: "The rules of a table's game, with what the casino has chosen for this table.",
        door: Door::Open,
        gives: Some(of::<rules::RulesNow>),
        serve: || get(rules::of_table),
        ..PLAIN
    },
    Endpoint {
        id: "cash-out",
        method: "POST",
        path: "/v1/tables/{table}/cash-outs",
        about: "Takes chips from a table to your wallet.",
        takes: Some(of::<money::CashOut>),
        gives: Some(of::<money::Moved>),
        serve: || post(money::cash_out),
        ..PLAIN
    },
    Endpoint {
        id: "credit",
        method: "POST",
        path: "/v1/tables/{table}/credits",
        about: "Takes chips from a table's bank to the cage.",
        takes: Some(of::<money::AtTable>),
        gives: Some(of::<money::Moved>),
        serve: || post(money::credit),
        ..PLAIN
    },
    Endpoint {
        id: "cages",
        path: "/v1/cages",
        about: "The cages, each with its currency: where wallets are.",
        door: Door::Open,
        gives: Some(of::<Vec<money::Cage>>),
        serve: || get(money::cages),
        ..PLAIN
    },
    Endpoint {
        id: "wallet",
        path: "/v1/cages/{cage}/wallet",
        about: "What a wallet holds: your own, or the one that a cashier names.",
        query: Some(of::<money::Whose>),
        gives: Some(of::<money::Wallet>),
        serve: || get(money::wallet),
        ..PLAIN
    },
    Endpoint {
        id: "buy-in",
        method: "POST",
        path: "/v1/cages/{cage}/buy-ins",
        about: "Buys chips at a table from your wallet, and seats you there.",
        takes: Some(of::<money::BuyIn>),
        gives: Some(of::<money::Moved>),
        serve: || post(money::buy_in),
        ..PLAIN
    },
    Endpoint {
        id: "fill",
        method: "POST",
        path: "/v1/cages/{cage}/fills",
        about: "Fills a table's bank.",
        takes: Some(of::<money::Fill>),
        gives: Some(of::<orders::Ordered>),
        serve: || post(money::fill),
        ..PLAIN
    },
    Endpoint {
        id: "deposit",
        method: "POST",
        path: "/v1/cages/{cage}/deposits",
        about: "Takes a deposit for a wallet.",
        takes: Some(of::<money::AtCage>),
        gives: Some(of::<money::Moved>),
        serve: || post(money::deposit),
        ..PLAIN
    },
    Endpoint {
        id: "withdraw",
        method: "POST",
        path: "/v1/cages/{cage}/withdrawals",
        about: "Pays money out of a wallet.",
        takes: Some(of::<money::Withdrawal>),
        gives: Some(of::<orders::Ordered>),
        serve: || post(money::withdraw),
        ..PLAIN
    },
    Endpoint {
        id: "orders",
        path: "/v1/cages/{cage}/orders",
        about: "The withdrawals and fills that wait for a second person, and the amount above which they do.",
        gives: Some(of::<orders::Orders>),
        serve: || get(orders::orders),
        ..PLAIN
    },
    Endpoint {
        id: "decide-order",
        method: "POST",
        path: "/v1/cages/{cage}/orders/{order}",
        about: "A second person approves or declines an order.",
        takes: Some(of::<orders::Decision>),
        gives: Some(of::<money::Moved>),
        serve: || post(orders::decide),
        ..PLAIN
    },
    Endpoint {
        id: "second-person",
        method: "POST",
        path: "/v1/cages/{cage}/second-person",
        about: "Sets the amount above which withdrawals and fills need a second person.",
        takes: Some(of::<orders::SecondPerson>),
        gives: Some(of::<money::Moved>),
        serve: || post(orders::second_person),
        ..PLAIN
    },
    Endpoint {
        id: "games",
        path: "/v1/games",
        about: "The games that are played here.",
        door: Door::Open,
        gives: Some(of::<Vec<games::GameNow>>),
        serve: || get(games::games),
        ..PLAIN
    },
    Endpoint {
        id: "rules",
        path: "/v1/games/{jurisdiction}/{game}",
        about: "A game's wagers, pay tables, options and mishaps, with the paragraphs that they rest on.",
        door: Door::Open,
        gives: Some(of::<rules::RulesNow>),
        serve: || get(rules::of_game),
        ..PLAIN
    },
    Endpoint {
        id: "rule",
        path: "/v1/rule",
        about: "The content of a paragraph, or of a ruling of ours, in our own words.",
        door: Door::Open,
        query: Some(of::<rules::Which>),
        gives: Some(of::<engine::trace::Note>),
        serve: || get(rules::of_paragraph),
        ..PLAIN
    },
    Endpoint {
        id: "meters",
        path: "/v1/meters",
        about: "The progressive meters and their amounts.",
        door: Door::Open,
        query: Some(of::<games::Where>),
        gives: Some(of::<Vec<games::MeterNow>>),
        serve: || get(games::meters),
        ..PLAIN
    },
    Endpoint {
        id: "change-password",
        method: "POST",
        path: "/v1/me/password",
        about: "Changes your password and revokes all your tokens.",
        takes: Some(of::<admin::Passwords>),
        serve: || post(admin::change_password),
        ..PLAIN
    },
    Endpoint {
        id: "my-rounds",
        path: "/v1/me/rounds",
        about: "Your last rounds, at all tables.",
        query: Some(of::<recall::HowMany>),
        gives: Some(of::<Vec<recall::MyRound>>),
        serve: || get(recall::my_rounds),
        ..PLAIN
    },
    Endpoint {
        id: "round",
        path: "/v1/tables/{table}/rounds/{round}",
        about: "A round, step by step, with the rule behind every payment and the commitments of the house.",
        gives: Some(of::<recall::RoundNow>),
        serve: || get(recall::round),
        ..PLAIN
    },
    Endpoint {
        id: "open-table",
        method: "POST",
        path: "/v1/tables",
        about: "Opens a table; play can begin within a second or two.",
        takes: Some(of::<floor::Open>),
        gives: Some(of::<floor::Opened>),
        serve: || post(floor::open),
        ..PLAIN
    },
    Endpoint {
        id: "close-table",
        method: "POST",
        path: "/v1/tables/{table}/close",
        about: "Closes a table at the end of its round, and returns all chips to the wallets.",
        takes: Some(of::<floor::Close>),
        gives: Some(of::<money::Moved>),
        serve: || post(floor::close),
        ..PLAIN
    },
    Endpoint {
        id: "new-cards",
        method: "POST",
        path: "/v1/tables/{table}/new-cards",
        about: "Reports new cards at a table between rounds. If the time of the old cards is over, no round begins before this report.",
        takes: Some(of::<floor::NewCards>),
        gives: Some(of::<money::Moved>),
        serve: || post(floor::new_cards),
        ..PLAIN
    },
    Endpoint {
        id: "change-table",
        method: "POST",
        path: "/v1/tables/{table}/file",
        about: "Changes a table's file at the end of its round: a table of the same name takes its place.",
        takes: Some(of::<floor::Change>),
        gives: Some(of::<money::Moved>),
        serve: || post(floor::change),
        ..PLAIN
    },
    Endpoint {
        id: "persons",
        path: "/v1/accounts",
        about: "All accounts.",
        gives: Some(of::<Vec<admin::AccountNow>>),
        serve: || get(admin::persons),
        ..PLAIN
    },
    Endpoint {
        id: "make-account",
        method: "POST",
        path: "/v1/accounts",
        about: "Makes an account.",
        takes: Some(of::<admin::NewAccount>),
        gives: Some(of::<admin::NewPerson>),
        serve: || post(admin::make_account),
        ..PLAIN
    },
    Endpoint {
        id: "change-account",
        method: "POST",
        path: "/v1/accounts/{person}",
        about: "Changes an account: role, password, whether it is disabled.",
        takes: Some(of::<admin::AccountChange>),
        serve: || post(admin::change_account),
        ..PLAIN
    },
    Endpoint {
        id: "sign-ins",
        path: "/v1/sign-ins",
        about: "Attempts to sign in, the latest first.",
        query: Some(of::<admin::Before>),
        gives: Some(of::<Vec<admin::SignInNow>>),
        serve: || get(admin::sign_ins),
        ..PLAIN
    },
    Endpoint {
        id: "processes",
        path: "/v1/processes",
        about: "The processes that run the house, and their shards.",
        gives: Some(of::<Vec<admin::ProcessNow>>),
        serve: || get(admin::processes),
        ..PLAIN
    },
    Endpoint {
        id: "drain",
        method: "POST",
        path: "/v1/processes/{process}/drain",
        about: "Makes a process hand over its tables and exit.",
        serve: || post(admin::drain),
        ..PLAIN
    },
    Endpoint {
        id: "journal",
        path: "/v1/streams/{stream}/journal",
        about: "Rows of the journal as they are stored.",
        query: Some(of::<audit::After>),
        gives: Some(of::<Vec<audit::JournalRow>>),
        serve: || get(audit::journal),
        ..PLAIN
    },
    Endpoint {
        id: "ledger",
        path: "/v1/tables/{table}/shift",
        about: "A table's shift: the opening and closing amount of its bank, and all movements between.",
        query: Some(of::<audit::Between>),
        gives: Some(of::<audit::ShiftNow>),
        serve: || get(audit::ledger),
        ..PLAIN
    },
    Endpoint {
        id: "roots",
        path: "/v1/roots",
        about: "The signed roots of all streams.",
        query: Some(of::<audit::After>),
        gives: Some(of::<Vec<audit::RootRow>>),
        serve: || get(audit::roots),
        ..PLAIN
    },
    Endpoint {
        id: "messages",
        method: "POST",
        path: "/internal/messages",
        about: "Messages between streams that two processes have.",
        door: Door::House,
        serve: || post(internal::messages),
        ..PLAIN
    },
    Endpoint {
        id: "heads",
        path: "/internal/heads",
        about: "The last units of the streams that a process has.",
        door: Door::House,
        serve: || get(internal::heads),
        ..PLAIN
    },
];
