//! The words a person reads, formatted from data on demand.
//!
//! Events, lines, refusals and offers are small data so that a simulation does not pay for their texts. Only this
//! module makes the texts, so the console, the pages and the scenarios use the same words. Filter an event with
//! [`Event::seen_by`] for its reader first: this module prints everything it is given.

use crate::awaits::{Ask, Due, Offer};
use crate::event::{Announcement, Event, What};
use crate::input::RulingAct;
use crate::layout::{Face, Marker, Place, Spot};
use crate::people::{Patron, Rank};
use crate::refusal::{AmountRange, Refusal, RefusalKind};
use crate::table::Vocabulary;
use crate::wager::{Against, Beneficiary, Line, LineKind, Outcome};
use crate::words::IrregularityId;
use felt::{Currency, Money};

#[cfg(test)]
mod tests;

/// What happened, in a short sentence.
pub fn explain_event(event: &Event, currency: Currency) -> String {
    sentence(event, currency, None)
}

/// What happened in a short sentence, with the game's own sentence for an irregularity.
pub fn explain_event_with(event: &Event, currency: Currency, vocabulary: &Vocabulary) -> String {
    sentence(event, currency, Some(vocabulary))
}

fn sentence(event: &Event, currency: Currency, vocabulary: Option<&Vocabulary>) -> String {
    let money = |amount| currency.format_short(amount);
    match event.what {
        What::Shuffled { all: true } => "all cards are shuffled".to_owned(),
        What::Shuffled { all: false } => "the discards are shuffled".to_owned(),
        What::Cut { by: Some(patron), depth } => format!("{patron} cuts {depth} cards deep"),
        What::Cut { by: None, depth } => format!("the dealer cuts {depth} cards deep"),
        What::CutDeclined { patron } => format!("{patron} declines the cut"),
        What::RoundOpened { round } => format!("round {round} opens for bets"),
        What::WagerPlaced { patron, spot, wager, stake, beneficiary, lammer, .. } => {
            let staked = match (stake.is_zero(), lammer.is_zero()) {
                (_, true) => money(stake),
                (true, false) => worth(lammer, currency),
                (false, false) => format!("{} and {}", money(stake), worth(lammer, currency)),
            };
            let whom = for_whom(beneficiary);
            format!("{patron} bets {staked} on {} ({}){whom}", box_of(spot), plain(wager.word()))
        }
        What::StakeAdded { patron, spot, wager, added, won, .. } => {
            let source = if won { " of money won" } else { "" };
            let wager = plain(wager.word());
            format!("{patron} adds {}{source} to {wager} on {}", money(added), box_of(spot))
        }
        What::WagerTakenBack { patron, wager, stake, left, .. } => {
            let left = if left.is_zero() { String::new() } else { format!(", {} stay", money(left)) };
            format!("{patron} takes back {} of {}{left}", money(stake), plain(wager.word()))
        }
        What::WagerWorks { patron, wager, on, .. } => {
            format!("{patron}'s {} is {}", plain(wager.word()), if on { "on" } else { "off" })
        }
        What::WagerStays { patron, wager, .. } => {
            format!("{patron}'s {} was off and stays", plain(wager.word()))
        }
        What::WagerMoved { patron, from, to, .. } => {
            format!("{patron}'s {} moves to {}", plain(from.word()), plain(to.word()))
        }
        What::Marked(marker) => marked(marker),
        What::Stepped { step, by } => format!("{by}: {}", plain(step.word())),
        What::CardLaid { place, face, .. } => card_laid(place, face),
        What::CardTurned { place, face, .. } => card_turned(place, face),
        What::CardMoved { from, to, .. } => format!("a card moves from {} to {}", the(from), the(to)),
        What::Collected { place, cards } => collected(place, cards),
        What::Rolled(dice) => format!("the dice show {dice}"),
        What::RolledThree { place, dice } => format!("{} shows {dice}", cup(place)),
        What::NumberDrawn { number } => format!("the device shows {number}"),
        What::Spun(pocket) => format!("the ball rests in {pocket}"),
        What::WheelStopped(section) => format!("the wheel stops at {section}"),
        What::MeterGranted { meter, amount } => {
            format!("the meter {meter} grants {}", currency.format_short(amount))
        }
        What::Answered { yes: true } => "the device answers yes".to_owned(),
        What::Answered { yes: false } => "the device answers no".to_owned(),
        What::Asked { patron, spot } => format!("{patron} is asked about {}", box_of(spot)),
        What::Chosen { patron, spot, choice, amount, lapsed } => {
            let amount = amount.map(|amount| format!(" for {}", money(amount))).unwrap_or_default();
            let lapsed = if lapsed { ", taken for silence" } else { "" };
            format!("{}: {}{amount}{lapsed}", at(patron, spot), plain(choice.word()))
        }
        What::Picked { patron, spot, cards } => {
            let cards: Vec<String> = cards.iter().map(|position| (position + 1).to_string()).collect();
            format!("{} picks card {}", at(patron, spot), cards.join(" and "))
        }
        What::CardSeen { place, by, .. } => {
            let who = by.map_or_else(|| "the dealer".to_owned(), |patron| patron.to_string());
            format!("{who} looks at a card of {}", the(place))
        }
        What::TermsChanged { .. } => "the table goes by another table file".to_owned(),
        What::Announced { place, hand: Announcement::Total { value, soft } } => {
            format!("{} has {value}{}", bare(place), if soft { " (soft)" } else { "" })
        }
        What::Announced { place, hand: Announcement::Called(name) } => {
            format!("{} has {}", bare(place), plain(name.word()))
        }
        What::Decided { number, outcome } => {
            let is = if outcome == Outcome::Returned { "is " } else { "" };
            format!("wager {} {is}{}", number.0, outcome.word())
        }
        What::Settled(line) => explain_line(&line, currency),
        What::CutCardReached => "the cutting card comes out".to_owned(),
        What::Irregular { kind, place } => irregularity(kind, place, vocabulary),
        What::Remedied { remedy, place } => format!("remedy: {remedy}{}", somewhere(place)),
        // Only the paragraph says what the duty is, so the sentence includes its id.
        What::Duty { by } => format!("{by} has a duty ({})", event.cites),
        What::Approved { by, yes: true } => format!("{by} takes note"),
        What::Approved { by, yes: false } => format!("{by} withholds approval"),
        What::Ruled { by, act } => format!("{by} rules: {}", ruling(act, currency)),
        What::Admission { patron, admitted: true } => format!("{patron} may bet"),
        What::Admission { patron, admitted: false } => format!("{patron} may not bet until admitted"),
        What::Left { patron } => format!("{patron} leaves"),
        What::DealerChanged => "another dealer takes the table".to_owned(),
        What::RoundEnded { round } => format!("round {round} ends"),
        What::RoundReopened { round } => format!("round {round} goes on"),
    }
}

/// A settlement line as a sentence: whose it is, how it ended, what moves.
pub fn explain_line(line: &Line, currency: Currency) -> String {
    let whose = match line.beneficiary {
        Beneficiary::Patron => at(line.patron, line.spot),
        Beneficiary::Dealers | Beneficiary::House => {
            format!("{}{}", at(line.patron, line.spot), for_whom(line.beneficiary))
        }
    };
    match line.kind {
        LineKind::Reversal => {
            // A reversal has the amounts of the undone line with the sign turned. "Undone" is easier to read than a
            // negative win.
            let undone = Line {
                kind: undone_kind(line),
                paid: -line.paid,
                returned: -line.returned,
                charged: -line.charged,
                ..*line
            };
            let which = line.reverses.map_or_else(|| "a line".to_owned(), |seq| format!("line {seq}"));
            format!("reversal of {which}: {whose}: {}", movement(&undone, currency))
        }
        _ => format!("{whose}: {}", movement(line, currency)),
    }
}

/// The kind of the undone line, which a reversal does not store: only wagers have numbers, and only charges charge an
/// amount.
fn undone_kind(line: &Line) -> LineKind {
    if line.number.is_some() {
        LineKind::Wager
    } else if line.charged.is_zero() {
        LineKind::Award
    } else {
        LineKind::Charge
    }
}

fn movement(line: &Line, currency: Currency) -> String {
    let money = |amount| currency.format_short(amount);
    let wager = plain(line.wager.word());
    let mut text = match line.kind {
        LineKind::Wager | LineKind::Reversal => settled(line, &wager, currency),
        LineKind::Award => match row(line) {
            Some(row) => format!("awarded {} ({wager}: {row})", money(line.paid)),
            None => format!("awarded {} ({wager})", money(line.paid)),
        },
        LineKind::Bank => return bank(line, currency),
        LineKind::Charge if line.charged.is_negative() => {
            return format!("{} given back ({wager})", money(-line.charged));
        }
        LineKind::Charge => return format!("charged {} ({wager})", money(line.charged)),
        LineKind::Debt if line.charged.is_negative() => {
            return format!("owes {} less ({wager})", money(-line.charged));
        }
        LineKind::Debt => return format!("owes {} ({wager})", money(line.charged)),
        LineKind::Collection if line.charged.is_negative() => {
            return format!("owes {} again ({wager})", money(-line.charged));
        }
        LineKind::Collection => return format!("pays {} that was owed ({wager})", money(line.charged)),
        LineKind::Cap => format!("the cap takes {} off ({wager})", money(-line.to_patron())),
    };
    if !line.charged.is_zero() && line.kind != LineKind::Cap {
        text.push_str(&format!(", {} charged", money(line.charged)));
    }
    match line.against {
        Against::House => {}
        Against::Bank(patron) => text.push_str(&format!(", against the bank of {patron}")),
        Against::Meter(meter) => text.push_str(&match line.share {
            Some(share) => format!(", {share} of the meter {meter}"),
            None => format!(", from the meter {meter}"),
        }),
    }
    text
}

/// The row it was paid by, unless it repeats the name of the wager: a place bet on the six is paid by the row
/// `place-6`.
fn row(line: &Line) -> Option<String> {
    let row = line.row.filter(|row| !line.wager.word().starts_with(row.word()))?;
    Some(plain(row.word()))
}

fn settled(line: &Line, wager: &str, currency: Currency) -> String {
    let money = |amount| currency.format_short(amount);
    let odds = line.odds.map(|odds| format!(" at {odds}")).unwrap_or_default();
    let row = row(line).map(|row| format!(" ({row})")).unwrap_or_default();
    let Some(outcome) = line.outcome else { return wager.to_owned() };
    // A win without a stake: only a lammer was wagered.
    let lammer = line.stake.is_zero() && line.basis.is_positive();
    // Only a part of the stake was in play: a share of a maximum, or one of several bets in one chip.
    let part = line.basis.is_positive() && line.basis < line.stake;
    let part =
        if part { format!(" on {} of {}", money(line.basis), money(line.stake)) } else { String::new() };
    let result = match outcome {
        Outcome::Wins => format!("{wager} wins {}{part}{odds}{row}", money(line.paid)),
        Outcome::Loses if lammer => format!("{wager} loses {}", worth(line.basis, currency)),
        Outcome::Loses => format!("{wager} loses {}{part}", money(line.stake - line.returned)),
        Outcome::Returned if lammer => {
            return format!("{wager} is undone: {}", worth(line.basis, currency));
        }
        Outcome::Pushes => format!("{wager} pushes"),
        Outcome::Returned => return format!("{wager} is returned: {}", money(line.returned)),
    };
    if line.returned.is_zero() {
        result
    } else if line.returned == line.stake {
        format!("{result}, stake {} returned", money(line.stake))
    } else {
        format!("{result}, {} of the stake returned", money(line.returned))
    }
}

/// Why an input was refused, what would be allowed, and the rules. `due` is what the table waited for.
pub fn explain_refusal(refusal: &Refusal, currency: Currency, due: &Due) -> String {
    let instead = match (refusal.allowed, refusal.kind) {
        (Some(range), _) => format!("; allowed: {}", amounts(range, currency)),
        (None, RefusalKind::NotAwaited) => format!("; due now: {}", explain_due(due)),
        (None, _) => String::new(),
    };
    format!("refused: {}{instead} ({})", plain(refusal.name), refusal.cites)
}

/// What the round waits for.
pub fn explain_due(due: &Due) -> String {
    match *due {
        Due::Shuffle => "the dealer shuffles the cards".to_owned(),
        Due::Cut => "the cards must be cut".to_owned(),
        Due::Bets { closes } => format!("bets, until the dealer closes the bets ({closes})"),
        Due::Card { to, up } => format!("a card for {}, face {}", the(to), if up { "up" } else { "down" }),
        Due::Turn { place } => format!("the card face down at {} must be turned", the(place)),
        Due::Answer => "the device answers yes or no".to_owned(),
        Due::Choice { patron, spot } => format!("{patron} decides about {}", box_of(spot)),
        Due::Choices { closes, left } => {
            let whose: Vec<String> = left.iter().map(|patron| patron.to_string()).collect();
            let whose = if whose.is_empty() { String::new() } else { format!(" of {}", whose.join(", ")) };
            format!("decisions{whose}, until the dealer closes them ({closes})")
        }
        Due::Roll { by: Rank::Dealer, closes: None } => "the dice".to_owned(),
        Due::Roll { by: Rank::Dealer, closes: Some(step) } => {
            format!("the dice; bets may still come until they are thrown ({step})")
        }
        Due::Roll { by, .. } => format!("the dice, as the {by} person reads them"),
        Due::RollThree { place, by } => match by {
            None => format!("{}, shaken by the dealer", cup(place)),
            Some(patron) => format!("{}, shaken by {patron}", cup(place)),
        },
        Due::Number { most } => format!("a number from 1 to {most}, which a device draws"),
        Due::Spin => "the ball".to_owned(),
        Due::WheelStop => "the wheel".to_owned(),
        Due::Meter { meter, share, patron } => {
            format!("what the meter {meter} grants {patron} for {share}")
        }
        Due::Step(step) => format!("the dealer's next step: {}", plain(step.word())),
        Due::Approval { by, of: None, .. } => format!("{by} must take note"),
        Due::Approval { by, of: Some(line), .. } => format!("{by} must approve line {line}"),
        Due::Decision { rank } => format!("{rank} must decide"),
        Due::Ruling { rank } => format!("{rank} must rule: no rule foresees this"),
    }
}

/// What the holder of a bank puts into it, or gets back at the end.
fn bank(line: &Line, currency: Currency) -> String {
    let money = |amount| currency.format_short(amount);
    let back = line.paid + line.returned;
    if line.outcome.is_some() && line.against != Against::Bank(line.patron) {
        return format!("puts {} into the bank of another", money(line.stake));
    }
    let won = back - line.basis;
    let text = format!("has {} back from the bank", money(back));
    match won.is_negative() {
        true => format!("{text}, which lost {}", money(-won)),
        false => format!("{text}, which won {}", money(won)),
    }
}

/// What a person may send. The person is not named, because a page shows it to that person.
pub fn explain_offer(offer: &Offer, currency: Currency) -> String {
    let range = offer.amount.map(|range| amounts(range, currency));
    match offer.ask {
        Ask::Bet { box_number, beneficiary, .. } => {
            let range = range.map(|range| format!(", {range}")).unwrap_or_default();
            let (whom, place) = (for_whom(beneficiary), box_of(Spot::first(box_number)));
            let wagers: Vec<String> = offer.ask.wagers().map(|wager| plain(wager.word())).collect();
            format!("bet {}{whom} on {place}{range}", wagers.join(" or "))
        }
        Ask::TakeBack { box_number, wager } => {
            format!("take back {} from {}", plain(wager.word()), box_of(Spot::first(box_number)))
        }
        Ask::Work { wager, on, .. } => {
            format!("call {} {}", plain(wager.word()), if on { "on" } else { "off" })
        }
        Ask::Choose { choice, .. } => {
            let range = range.map(|range| format!(" for {range}")).unwrap_or_default();
            format!("{}{range}", plain(choice.word()))
        }
        Ask::Pick { count, .. } => format!("pick {count} cards"),
        Ask::Cut => "cut the cards".to_owned(),
        Ask::Step(step) => plain(step.word()),
        Ask::Permit { patron } => format!("let {patron} bet"),
        Ask::Report { kind, place, .. } => format!("report: {kind}{}", somewhere(place)),
        Ask::Approve => "take note".to_owned(),
    }
}

/// `5 to 100 in steps of 5`; the step is left out if it is the smallest coin.
fn amounts(range: AmountRange, currency: Currency) -> String {
    let money = |amount| currency.format_short(amount);
    if range.min == range.max {
        return money(range.min);
    }
    let span = format!("{} to {}", money(range.min), money(range.max));
    if range.step > Money::minor(1) { format!("{span} in steps of {}", money(range.step)) } else { span }
}

fn marked(marker: Marker) -> String {
    let before = marker.patron.map(|patron| format!(" before {patron}")).unwrap_or_default();
    match marker.value {
        0 if marker.patron.is_some() => format!("marker {}{before}", marker.id),
        0 => format!("marker {} is off", marker.id),
        value => format!("marker {}{before}: {value}", marker.id),
    }
}

fn card_laid(place: Place, face: Face) -> String {
    match face {
        Face::Up(card) => format!("card to {}: {card}", the(place)),
        Face::Down(card) => format!("{}: a card face down ({card})", bare(place)),
        Face::Unread => format!("{}: a card face down", bare(place)),
    }
}

fn card_turned(place: Place, face: Face) -> String {
    let card = face.card().map_or_else(|| "a card".to_owned(), |card| card.to_string());
    match place {
        Place::Dealer => format!("dealer turns {card}"),
        _ => format!("{} shows {card}", bare(place)),
    }
}

fn collected(place: Place, cards: u16) -> String {
    if cards == 0 && place == Place::Rack {
        return "no cards lie on the table".to_owned();
    }
    let cards = if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") };
    match place {
        // The rack is where collected cards go: naming it as the source means the whole layout.
        Place::Rack => format!("dealer collects {cards}"),
        // Undealt cards go to the rack unseen.
        Place::Next => format!("dealer puts away {cards} that were not dealt"),
        Place::Dealer => format!("dealer collects their own {cards}"),
        _ => format!("dealer collects {cards} from {}", the(place)),
    }
}

fn irregularity(kind: IrregularityId, place: Option<Place>, vocabulary: Option<&Vocabulary>) -> String {
    let known = vocabulary.and_then(|words| words.irregularities.iter().find(|known| known.id == kind));
    match known {
        Some(known) => format!("irregularity: {}{} ({kind})", known.what, somewhere(place)),
        None => format!("irregularity: {kind}{}", somewhere(place)),
    }
}

fn ruling(act: RulingAct, currency: Currency) -> String {
    match act {
        RulingAct::VoidRound => "the round is void".to_owned(),
        RulingAct::VoidWager(number) => format!("wager {} is void and its stake goes back", number.0),
        RulingAct::VoidHand(spot) => format!("the hand of {} is void and its stakes go back", box_of(spot)),
        RulingAct::DiscardCard(card) => format!("{card} is discarded"),
        RulingAct::ReplaceCard(card) => format!("{card} is discarded and the next one takes its place"),
        RulingAct::MoveCard { card, to } => format!("{card} goes to {}", the(to)),
        RulingAct::UseCardNext(card) => format!("{card} is used as the next one"),
        RulingAct::Award { patron, amount } => {
            format!("{patron} is awarded {}", currency.format_short(amount))
        }
        RulingAct::GoOn => "play goes on".to_owned(),
    }
}

/// The worth of a lammer, which is wagered in place of money: what it can win at even money.
fn worth(lammer: Money, currency: Currency) -> String {
    format!("a lammer worth {}", currency.format_short(lammer))
}

fn for_whom(beneficiary: Beneficiary) -> &'static str {
    match beneficiary {
        Beneficiary::Patron => "",
        Beneficiary::Dealers => " for the dealers",
        Beneficiary::House => " for the house",
    }
}

/// Names are single words with dashes; sentences print them with spaces.
fn plain(name: &str) -> String {
    name.replace('-', " ")
}

fn at(patron: Patron, spot: Spot) -> String {
    if spot.box_number == 0 { patron.to_string() } else { format!("{patron} at {spot}") }
}

fn box_of(spot: Spot) -> String {
    if spot.box_number == 0 { "the table".to_owned() } else { format!("box {spot}") }
}

fn the(place: Place) -> String {
    match place {
        Place::Hand(spot) => box_of(spot),
        Place::Next => "the next card's place".to_owned(),
        Place::DealerLow => "the dealer's low hand".to_owned(),
        Place::Stack(number) => format!("stack {number}"),
        Place::Extra => "the cards left over".to_owned(),
        Place::Dealer | Place::Board | Place::Rack | Place::Player | Place::Banker => format!("the {place}"),
    }
}

/// Names a cup of dice by its hand.
fn cup(place: Place) -> String {
    format!("the {place}'s cup")
}

fn bare(place: Place) -> String {
    match place {
        Place::Hand(spot) => box_of(spot),
        Place::Next => "next card".to_owned(),
        _ => place.to_string(),
    }
}

fn somewhere(place: Option<Place>) -> String {
    place.map(|place| format!(" at {}", the(place))).unwrap_or_default()
}
