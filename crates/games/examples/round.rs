//! A round of blackjack with a random source of one's own, its settlement, and its record read back and replayed.
//!
//! ```text
//! cargo run -p croupier-games --example round
//! ```

use engine::record::{Record, Recorded, to_json};
use engine::{Actor, Beneficiary, Chance, Driven, Driver, Due, Input, Patron, What, explain_line};
use rulebook::TableDraft;
use std::error::Error;

/// The engine has no chance of its own: any generator will do that can say a number below a bound. This one is
/// SplitMix64, good for an example and for nothing that money depends on.
struct Dice(u64);

impl Chance for Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        // The upper half of the product is below the bound; the favour it does to some numbers is 1 in 2 to the 57th.
        usize::try_from((u128::from(mixed) * bound as u128) >> 64).unwrap_or(0)
    }
}

/// Plays it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let game = games::find("ohio/blackjack").ok_or("no such game")?;
    let book = game.book().map_err(|findings| format!("{findings:?}"))?;
    // What a table file would say; `croupier rules ohio/blackjack` lists the options.
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..100", None).set("soft-17", "stand", None);
    let config = draft.check(&book).map_err(|findings| format!("{findings:?}"))?;

    let mut table = (game.open)(&book, &config)?;
    let mut record = Record::of(game, &book, &config, None);
    let mut table = Recorded { table: &mut *table, record: &mut record };
    let mut house = Driver::new(Dice(2026));
    let mut events = Vec::new();
    let main = *game.vocabulary.wagers.iter().find(|wager| wager.word() == "main").ok_or("no main wager")?;
    let stand = *game.vocabulary.choices.iter().find(|choice| choice.word() == "stand").ok_or("no stand")?;

    // The house shuffles, deals and settles; it stops wherever a person is asked.
    loop {
        match house.until_asked(&mut table, &mut events)? {
            Due::Bets { closes } => {
                let stake = config.currency.parse("25")?;
                let bet = Input::Bet {
                    patron: Patron::A,
                    box_number: 1,
                    wager: main,
                    stake,
                    beneficiary: Beneficiary::Patron,
                };
                house.send(&mut table, Actor::Patron(Patron::A), bet, &mut events)?;
                house.send(&mut table, Actor::DEALER, Input::Step(closes), &mut events)?;
            }
            Due::Choice { patron, spot } => {
                let choose = Input::Choose { patron, spot, choice: stand, amount: None };
                house.send(&mut table, Actor::Patron(patron), choose, &mut events)?;
            }
            // Insurance and the like: nobody wants it.
            Due::Choices { closes, .. } => {
                house.send(&mut table, Actor::DEALER, Input::Step(closes), &mut events)?;
            }
            Due::Cut => {
                let depth = house.cut_depth(table.face());
                house.send(&mut table, Actor::DEALER, Input::Cut { depth }, &mut events)?;
            }
            due => return Err(format!("nobody here can answer {due:?}").into()),
        }
        if events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
            break;
        }
    }

    for event in &events {
        if let What::Settled(line) = &event.what {
            println!("{}   {}", explain_line(line, config.currency), event.cites);
        }
    }

    // The record can be stored, read by any later version, and played again to the very same events.
    let stored = to_json(std::slice::from_ref(&record))?;
    let read = Record::read(&stored, &games::find)?;
    for record in &read {
        record.replay(&games::find)?;
    }
    println!("{} inputs, {} bytes of JSON, replayed alike", record.inputs().len(), stored.len());
    Ok(())
}
