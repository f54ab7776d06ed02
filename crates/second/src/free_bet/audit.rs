//! Checks of a round apart from its payments.

use super::hands::{dealer_draws, is_ace, total};
use super::record::{Record, Staked};
use super::terms::{PLAY, Terms, is_lammer};
use engine::Patron;
use std::collections::BTreeSet;

/// Finds stakes and draws that the text forbids, independent of the settlement.
pub fn audit(record: &Record, terms: &Terms) -> Result<(), String> {
    for w in record.standing() {
        let name = format!("the {} of {} at {}", w.kind, w.patron, w.spot);
        if let Some(trouble) = trouble_with(w, record, terms) {
            return Err(format!("{name} {trouble}"));
        }
        let same = |o: &&Staked| o.spot == w.spot && o.kind == w.kind && o.beneficiary == w.beneficiary;
        if record.standing().filter(same).count() > 1 {
            return Err(format!("{name} was made twice"));
        }
        let others = record.standing().filter(|o| o.spot.box_number == w.spot.box_number);
        if others.map(|o| o.patron).collect::<BTreeSet<Patron>>().len() > 1 {
            return Err(format!("box {} has wagers of two patrons", w.spot.box_number));
        }
    }
    if record.base.is_void() {
        return Ok(());
    }
    let Some(dealer) = record.dealer() else { return Ok(()) };
    for n in 2..dealer.len() {
        if !dealer_draws(&dealer[..n], terms.hits_soft_17) {
            return Err(format!("the dealer drew on {:?} (14.II)", &dealer[..n]));
        }
    }
    let blackjack = dealer.len() >= 2 && super::hands::ace_and_ten(dealer[0], dealer[1]);
    let missed = record.base.answers.last() == Some(&false) && blackjack;
    let reported = record.base.called_missed;
    match (missed, reported) {
        (true, false) => Err("a missed blackjack went unreported (17.IX.B)".into()),
        (false, true) => Err("a blackjack was called missed and was not".into()),
        _ => Ok(()),
    }
}

fn trouble_with(w: &Staked, record: &Record, terms: &Terms) -> Option<String> {
    let lammer = is_lammer(w.kind);
    let main = record.first_main(w.spot.box_number).map_or(0, |main| main.stake);
    if lammer && w.stake != 0 {
        return Some(format!("is a lammer and has a stake of {}", w.stake));
    }
    if !lammer && (w.stake <= 0 || w.stake % terms.coin != 0) {
        return Some(format!("has a stake of {}", w.stake));
    }
    if lammer && w.lammer != main {
        return Some(format!("stands for {} and not for the first wager of {main}", w.lammer));
    }
    if w.spot.box_number == 0 || w.spot.box_number > terms.boxes || w.spot.hand == 0 {
        return Some("lies on no box of the table".into());
    }
    if w.spot.hand > terms.split_hands {
        return Some("is a hand too many (12.III.A, CO-RF-15, 17.A)".into());
    }
    let on_split_hand = w.spot.hand > 1;
    match w.kind {
        "split" | "free-split" if !on_split_hand => return Some("lies on the first hand".into()),
        "split" | "free-split" | "double" | "free-double" => {}
        _ if on_split_hand => return Some("does not lie on the first hand".into()),
        _ => {}
    }
    if w.for_dealers() {
        let progressive = ["21-3-progressive", "lucky-ladies-progressive", "rocket-aces"].contains(&w.kind);
        let play = PLAY.contains(&w.kind) && w.kind != "main";
        if !terms.dealers_bets || progressive || play {
            return Some("is for the dealers and cannot be (CO-RF-7, RULING-FBB-31)".into());
        }
        // It is placed before a wager of the patron's own.
        let own =
            |o: &Staked| o.kind == w.kind && o.spot == w.spot && o.patron == w.patron && !o.for_dealers();
        if !record.wagers.values().any(own) {
            return Some("is for the dealers and stands before no wager (CO-RF-7, RULING-FBB-31)".into());
        }
    }
    match w.kind {
        // 12.I: as much as the original wager.
        "split" => (w.stake != main).then(|| format!("is not equal to {main} (12.I)")),
        // 10.I; Q081: up to the original wager, on two cards.
        "double" if w.stake > main => Some(format!("is more than {main} (10.I)")),
        "double" if w.cards_then.len() != 2 => {
            Some(format!("was made on {} cards (10.I)", w.cards_then.len()))
        }
        "double" => (terms.free_first && is_hard_9_to_11(w) == Some(true))
            .then(|| "was made with money on a hand that has a free double (CO-RF-13)".into()),
        "free-double" if !terms.free_doubles => Some("is not offered".into()),
        "free-double" => (is_hard_9_to_11(w) == Some(false)
            || (is_hard_9_to_11(w).is_none() && !terms.pitch))
            .then(|| format!("was made on {:?} (11.I)", w.cards_then)),
        "free-split" => (!terms.free_splits).then(|| "is not offered".into()),
        "insurance" => {
            // 9.III: half, or the next unit above it.
            let half = main / (2 * terms.coin) * terms.coin;
            let odd = terms.insures_next_unit && main % (2 * terms.coin) != 0;
            let most = if odd { half + terms.coin } else { half };
            (w.stake > most).then(|| format!("is {} and may be {most} (9.III)", w.stake))
        }
        "main" => None,
        // CO-RF-28.A.IV.
        "top-3" if !has_companion(w, record) => Some("has no 21+3 beside it (CO-RF-28.A.IV)".into()),
        // CO-RF-21.C: only after the first cards.
        "bust-bonus" if !w.after_deal => Some("was placed before the deal (CO-RF-21.C)".into()),
        "bust-bonus" if w.after_reveal => Some("was placed when the hole card lay open (CO-RF-21.C)".into()),
        "bust-bonus" if terms.bust_bonus_first && w.after_due_check => {
            Some("was placed after the check (CO-RF-21.C)".into())
        }
        "bust-bonus" if !terms.bust_bonus_first && !w.after_check && up_needs_check(record) => {
            Some("was placed before the check (CO-RF-21.C)".into())
        }
        "bust-bonus" => terms.side(w.kind).is_none().then(|| "is not offered".into()),
        _ if w.after_deal => Some("was placed after the deal".into()),
        kind => terms.side(kind).is_none().then(|| "is not offered".into()),
    }
}

/// 11.I, CO-RF-11: whether the two cards are a hard 9, 10 or 11; `None` if they are not known.
fn is_hard_9_to_11(w: &Staked) -> Option<bool> {
    let cards: Vec<felt::Card> = w.cards_then.iter().copied().collect::<Option<_>>()?;
    let hard = !cards.iter().any(|card| is_ace(*card)) && (9..=11).contains(&total(&cards).0);
    Some(cards.len() == 2 && hard)
}

/// 7.IV: whether the up card was an ace or a ten.
fn up_needs_check(record: &Record) -> bool {
    let up = record.base.dealer().first().and_then(|card| card.card);
    up.is_some_and(|card| is_ace(card) || super::hands::is_ten(card))
}

fn has_companion(w: &Staked, record: &Record) -> bool {
    let beside = |o: &Staked| matches!(o.kind, "21-3-classic" | "21-3-xtreme") && o.spot == w.spot;
    record.wagers.values().any(|o| beside(o) && o.patron == w.patron)
}
