//! Checks of a round apart from its payments.

use super::count::{dealer_draws, is_ace};
use super::round::{Round, Staked, is_side_bet};
use super::terms::Terms;
use engine::{Place, Spot};
use felt::Card;
use std::collections::BTreeMap;

/// Finds stakes, cards and draws that the text forbids, independent of the settlement.
pub fn audit(round: &Round, terms: &Terms) -> Result<(), String> {
    for w in round.wagers.values().filter(|w| !w.taken_back) {
        wager(round, terms, w)
            .map_err(|what| format!("the {} of {} at {}, {}, {what}", w.kind, w.patron, w.spot, w.stake))?;
    }
    for b in 1..=terms.boxes {
        whole_box(round, terms, b)?;
    }
    if round.is_void() {
        return Ok(());
    }
    pack(round, terms)?;
    let dealer = round.faces(Place::Dealer)?;
    for n in 2..dealer.len() {
        if !round.irregular && !dealer_draws(&dealer[..n]) {
            return Err(format!("the dealer drew on {:?} (3.27)", &dealer[..n]));
        }
    }
    for spot in &round.doubled {
        let cards = round.faces(Place::Hand(*spot))?.len();
        if !round.irregular && cards != 3 {
            return Err(format!("the doubled hand at {spot} has {cards} cards (3.25)"));
        }
    }
    Ok(())
}

fn wager(round: &Round, terms: &Terms, w: &Staked) -> Result<(), String> {
    if w.stake <= 0 || w.stake % terms.coin != 0 {
        return Err("is no stake".into());
    }
    if !(1..=terms.boxes).contains(&w.spot.box_number) || !(1..=terms.hands).contains(&w.spot.hand) {
        return Err("lies on no hand of the table (3.24.2)".into());
    }
    let same = round
        .wagers
        .values()
        .filter(|o| !o.taken_back && (o.patron, o.spot, o.kind) == (w.patron, w.spot, w.kind));
    // Chips that were found and returned may be found again.
    if same.count() > 1 && !w.found {
        return Err("was made twice".into());
    }
    let first = Spot::first(w.spot.box_number);
    let main = round.own(w.patron, first, "main").map(|main| round.basis(&main, terms));
    let Some(up) = round.first_face(Place::Dealer) else {
        return if is_side_bet(w.kind) || w.kind == "main" {
            Ok(())
        } else {
            Err("came before the cards".into())
        };
    };
    match w.kind {
        "main" | "insurance" | "player-pair" | "bonus" if w.spot.hand != 1 => {
            Err("does not lie on the first hand".into())
        }
        "main" if !w.found && w.stake < terms.least => Err("is below the minimum (5.2)".into()),
        "split" if w.spot.hand == 1 => Err("lies on the first hand".into()),
        "split" if Some(w.stake) != main => Err(format!("does not equal {main:?} (3.24)")),
        "split" if w.spot.hand > 2 && splits_aces(round, w.spot.box_number) => {
            Err("splits aces a second time (3.24.2)".into())
        }
        "double" => {
            let kind = if w.spot.hand == 1 { "main" } else { "split" };
            let beside = round.own(w.patron, w.spot, kind).map_or(0, |bet| round.basis(&bet, terms));
            match w.cards_then {
                2 if w.stake <= beside => Ok(()),
                2 => Err(format!("is more than {beside} (3.25)")),
                cards => Err(format!("was made on {cards} cards (3.25)")),
            }
        }
        "insurance" if !is_ace(up) => Err("stands against no ace (3.17)".into()),
        "insurance" if 2 * w.stake > main.unwrap_or(0) => {
            Err(format!("is more than half of {main:?} (3.17.1)"))
        }
        _ => Ok(()),
    }
}

fn splits_aces(round: &Round, box_number: u8) -> bool {
    round.first_cards(box_number).is_some_and(|cards| cards.into_iter().all(is_ace))
}

/// 5.1, and the project's bound for the patrons on a box.
fn whole_box(round: &Round, terms: &Terms, b: u8) -> Result<(), String> {
    let mains: Vec<Staked> = round.on_box(b).into_iter().filter(|w| w.kind == "main").collect();
    let together: i64 = mains.iter().map(|w| w.stake).sum();
    if together > terms.most && !mains.iter().any(|w| w.found) {
        return Err(format!("box {b} has {together}, more than {} (5.1)", terms.most));
    }
    if mains.len() > terms.patrons_a_box {
        return Err(format!("box {b} has bets of {} patrons", mains.len()));
    }
    Ok(())
}

/// 2.2.1, 5.5.1, 5.5.2: no tens, and no more copies of a card than there are decks.
fn pack(round: &Round, terms: &Terms) -> Result<(), String> {
    let mut seen: BTreeMap<Card, usize> = BTreeMap::new();
    for card in round.cards.iter().filter_map(|card| card.card) {
        *seen.entry(card).or_default() += 1;
    }
    for (card, times) in seen {
        if card.rank_number() == 10 || card.is_joker() || times > terms.decks {
            return Err(format!("{card} came {times} times and the round is not void (5.5)"));
        }
    }
    Ok(())
}
