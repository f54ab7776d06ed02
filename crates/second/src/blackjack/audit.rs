//! Checks of a round apart from its payments.

use super::count::{ace_and_ten, best_price, dealer_draws, faces};
use super::round::{DEALERS, Round};
use super::terms::Terms;
use engine::Patron;
use std::collections::BTreeSet;

/// Finds stakes and draws that the text forbids, independent of the settlement.
pub fn audit(round: &Round, terms: &Terms) -> Result<(), String> {
    for w in round.wagers.values().filter(|w| !w.taken_back) {
        let name = format!("the {} of {} at {}", w.kind, w.patron, w.spot);
        if w.stake <= 0 || w.stake % terms.coin != 0 {
            return Err(format!("{name} has a stake of {}", w.stake));
        }
        if w.spot.box_number == 0 || w.spot.box_number > terms.boxes || w.spot.hand == 0 {
            return Err(format!("{name} lies on no box of the table"));
        }
        if w.spot.hand > terms.split_hands {
            return Err(format!("{name} is a hand too many (11.III.A, 11.V)"));
        }
        match w.kind {
            "main" | DEALERS | "house-money" | "insurance" if w.spot.hand != 1 => {
                return Err(format!("{name} does not lie on the first hand"));
            }
            DEALERS if round.wager_at(w.spot, "main").is_none() => {
                return Err(format!("{name} lies beside no wager of their own (RULING-BJ-35)"));
            }
            "split" if w.spot.hand == 1 => return Err(format!("{name} lies on the first hand")),
            // 11.I and 16.II.G: the entire wager is matched.
            "split" if w.stake != w.beside => {
                return Err(format!("{name} is not equal to {} (11.I)", w.beside));
            }
            // 10.I.
            "double" => {
                let under = round.wager_at(w.spot, "main").or(round.wager_at(w.spot, "split"));
                let most = under.map_or(0, |under| under.stake);
                if w.stake > most {
                    return Err(format!("{name} is more than {most} (10.I)"));
                }
                if w.cards_then != 2 {
                    return Err(format!("{name} was made on {} cards (10.I)", w.cards_then));
                }
            }
            // 9.III: half, or the next unit above it.
            "insurance" => {
                let unit = 2 * terms.coin;
                let most = (w.beside + unit - 1) / unit * terms.coin;
                if w.stake > most {
                    return Err(format!("{name} is {} and may be {most} (9.III)", w.stake));
                }
            }
            _ => {}
        }
        if w.won > 0 && w.kind != "main" {
            return Err(format!("money won was added to {name}"));
        }
        if w.won > 0 {
            // 16.II.E(2), 16.II.G: at most the win and the side bet.
            let cards = round.first_cards(w.spot.box_number).ok_or("money won without two cards")?;
            let side = round.wager_at(w.spot, "house-money").ok_or("money won without House Money")?;
            let [Some(a), Some(b)] = cards.map(|card| card.card) else {
                return Err(format!("money was added to {name} on cards nobody saw"));
            };
            let win = match best_price(a, b, terms) {
                Some(price) => terms.win(side.stake, price)?,
                None => return Err(format!("money was added to {name} and House Money lost")),
            };
            if w.won > win + side.stake {
                return Err(format!("{} was added to {name}, more than the proceeds", w.won));
            }
        }
        let same = round.wagers.values().filter(|o| !o.taken_back && o.spot == w.spot && o.kind == w.kind);
        if same.count() > 1 {
            return Err(format!("{name} was made twice"));
        }
        let others =
            round.wagers.values().filter(|o| !o.taken_back && o.spot.box_number == w.spot.box_number);
        if others.map(|o| o.patron).collect::<BTreeSet<Patron>>().len() > 1 {
            return Err(format!("box {} has wagers of two patrons", w.spot.box_number));
        }
    }
    if round.is_void() {
        return Ok(());
    }
    if let Some(dealer) = faces(&round.dealer()) {
        for n in 2..dealer.len() {
            if !dealer_draws(&dealer[..n], terms) {
                return Err(format!("the dealer drew on {:?} (12.II)", &dealer[..n]));
            }
        }
        let missed =
            round.answers.last() == Some(&false) && dealer.len() >= 2 && ace_and_ten(dealer[0], dealer[1]);
        let reported = round.called_missed;
        if missed && !reported {
            return Err("a missed blackjack went unreported (15.IX.B)".into());
        }
        if reported && !missed {
            return Err("a blackjack was called missed and was not".into());
        }
    }
    Ok(())
}
