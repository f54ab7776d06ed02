//! A house that plays a game of its own: how small a game can be, and that neither the server nor its pages know any.
//!
//! Over and Under is made up: patrons bet on the total of two dice, one throw decides. Its rule book, its layout and a table
//! file are in the folder beside this file. The house is founded as any other; then this program serves it in the place of
//! `croupier serve --config`:
//!
//! ```text
//! croupier keys new --encryption house.keys
//! croupier found Riverfront --database postgresql://croupier@127.0.0.1/house
//! cargo run -p croupier-server --example another_game -- house.toml
//! ```

#[path = "another_game/table.rs"]
mod table;
#[path = "another_game/words.rs"]
mod words;

use engine::trace::Note;
use engine::{AnyTable, Game, Rule};
use house::secrets::KeyRing;
use server::app::Registry;
use server::config::Config;
use std::error::Error;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use table::{OverUnder, reasons};
use tokio::signal::unix::{SignalKind, signal};
use words::{RULINGS, VOCABULARY};
use zeroize::Zeroizing;

/// The registry's entry.
static GAME: Game = Game {
    id: "example/over-under",
    rulebook: include_str!("another_game/rulebook.toml"),
    layout: include_str!("another_game/layout.toml"),
    side_bets: &[],
    trace: "",
    rulings: "",
    says: Vec::new,
    vocabulary: &VOCABULARY,
    open: |book, config| Ok(Box::new(OverUnder::open(book, config)?) as Box<dyn AnyTable>),
    reasons,
};

static NOTES: LazyLock<Vec<Note>> = LazyLock::new(|| {
    let note = |(rule, text): (Rule, &str)| Note {
        id: rule.id().to_owned(),
        game: GAME.id.to_owned(),
        class: "ruling",
        note: text.to_owned(),
    };
    RULINGS.map(note).into()
});

const REGISTRY: Registry = Registry {
    games: &[&GAME],
    find: |id| (id == GAME.id).then_some(&GAME),
    note: |id| NOTES.iter().find(|note| note.id == id),
    notes_of: |game| NOTES.iter().filter(|note| note.game == game).collect(),
};

/// Serves a house until it is told to end.
#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("usage: another_game CONFIG.toml")?;
    let config = Config::read(Some(Path::new(&file)), &|name| std::env::var(name).ok())?;
    let keys = config.keys.as_deref().ok_or("neither the file nor CROUPIER_KEYS names the house's keys")?;
    let keys = KeyRing::parse(&Zeroizing::new(std::fs::read_to_string(keys)?))?;
    server::log_to_stderr();
    let server = server::start(&config, REGISTRY, Arc::new(keys)).await?;
    let scheme = if server.by_tls() { "https" } else { "http" };
    println!("serving on {scheme}://{}", server.address());
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = server.asked_to_leave() => {}
    }
    server.leave().await;
    Ok(())
}
