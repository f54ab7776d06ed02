//! A dealer's scanner at a live table: cards come from outside, a hole card stays unread until it is turned, and what
//! departs from the rules is reported and remedied rather than refused.
//!
//! ```text
//! cargo run -p croupier-games --example scanner
//! ```

use engine::{Actor, AnyTable, Due, Event, Face, Input, Place, explain_due, explain_event_with};
use felt::Card;
use rulebook::TableConfig;
use std::error::Error;

/// What the scanner reads in the course of this round, in the order in which the cards leave the shoe. The dealer's second
/// card passes it face down, and its face is read when it is turned.
const READ: &[&str] = &["Ts", "9d", "8h", "6c", "7s", "2d", "Kd", "4h", "3c"];

/// Plays it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let game = games::find("ohio/blackjack").ok_or("no such game")?;
    let book = game.book().map_err(|findings| format!("{findings:?}"))?;
    let config = TableConfig::default_for(&book);
    let mut table = (game.open)(&book, &config)?;
    let mut cards = READ.iter().map(|card| card.parse::<Card>());
    let mut events = Vec::new();
    let mut printed = 0;
    while printed < 40 {
        let due = table.due();
        match due {
            Due::Shuffle => send(&mut *table, Input::Shuffled { cut_card: None }, &mut events)?,
            Due::Cut => send(&mut *table, Input::Cut { depth: 100 }, &mut events)?,
            // A burned card is not shown to the scanner either.
            Due::Card { to: Place::Rack, .. } => {
                send(&mut *table, Input::Card { to: Place::Rack, face: Face::Unread }, &mut events)?;
            }
            Due::Card { to, up } => {
                let face = if up { Face::Up(cards.next().ok_or("no card left")??) } else { Face::Unread };
                send(&mut *table, Input::Card { to, face }, &mut events)?;
            }
            Due::Turn { place } => {
                let card = cards.next().ok_or("no card left")??;
                send(&mut *table, Input::Turn { place, card }, &mut events)?;
            }
            Due::Answer => send(&mut *table, Input::Answer { yes: false }, &mut events)?,
            Due::Choices { closes, .. } => send(&mut *table, Input::Step(closes), &mut events)?,
            // Persons take part by themselves: here two who bet and stand.
            _ => people(&mut *table, due, game.vocabulary, &config, &mut events)?,
        }
        for event in events.drain(..) {
            println!("{}   {}", explain_event_with(&event, config.currency, game.vocabulary), event.cites);
            printed += 1;
            if matches!(event.what, engine::What::RoundEnded { .. }) {
                return Ok(());
            }
        }
    }
    Err("the round did not end".into())
}

/// What a dealer or a device says.
fn send(table: &mut dyn AnyTable, input: Input, events: &mut Vec<Event>) -> Result<(), Box<dyn Error>> {
    let due = table.due();
    table
        .apply(Actor::DEALER, input, events)
        .map_err(|refusal| format!("{input:?} while {}: {refusal}", explain_due(&due)).into())
}

fn people(
    table: &mut dyn AnyTable,
    due: Due,
    words: &engine::Vocabulary,
    config: &TableConfig,
    events: &mut Vec<Event>,
) -> Result<(), Box<dyn Error>> {
    use engine::{Beneficiary, Patron};
    match due {
        Due::Bets { closes } => {
            let wager = *words.wagers.first().ok_or("no wagers")?;
            for (patron, box_number) in [(Patron::A, 1), (Patron::B, 2)] {
                let stake = config.currency.parse("10")?;
                let bet = Input::Bet { patron, box_number, wager, stake, beneficiary: Beneficiary::Patron };
                table.apply(Actor::Patron(patron), bet, events)?;
            }
            send(table, Input::Step(closes), events)
        }
        Due::Choice { patron, spot } => {
            let choice = *words.choices.iter().find(|choice| choice.word() == "stand").ok_or("no stand")?;
            let input = Input::Choose { patron, spot, choice, amount: None };
            Ok(table.apply(Actor::Patron(patron), input, events)?)
        }
        due => Err(format!("this example cannot answer: {}", explain_due(&due)).into()),
    }
}
