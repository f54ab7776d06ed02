//! What events mean in money: balanced transfers between accounts, for a ledger.
//!
//! Each transfer takes from one account what it adds to another, so a ledger of transfers always balances. After every
//! input, the balance of [`Account::Layout`] is what lies on the layout for the patron.

use crate::event::{Event, What};
use crate::people::Patron;
use crate::wager::{Against, Beneficiary, Line, LineKind};
use crate::words::MeterId;
use felt::Money;

/// The accounts of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Account {
    /// What a patron has before them.
    Patron(Patron),
    /// The patron's chips that are marked for charges they owe: they can be neither staked nor taken away.
    Marked(Patron),
    /// What the patron has staked.
    Layout(Patron),
    /// The dealers' box, for wagers placed for the dealers.
    Dealers,
    /// The table's bank.
    House,
    /// A progressive meter.
    Meter(MeterId),
}

/// A movement of money; the amount is always positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Who gives.
    pub from: Account,
    /// Who receives.
    pub to: Account,
    /// How much.
    pub amount: Money,
}

/// Visits the transfers that an event stands for; most events move nothing.
pub fn transfers(event: &Event, visit: &mut dyn FnMut(Transfer)) {
    match event.what {
        What::WagerPlaced { patron, stake, beneficiary, .. } => {
            moves(staked_by(patron, beneficiary), Account::Layout(patron), stake, visit);
        }
        What::StakeAdded { patron, added, .. } => {
            moves(Account::Patron(patron), Account::Layout(patron), added, visit);
        }
        What::WagerTakenBack { patron, stake, .. } => {
            moves(Account::Layout(patron), Account::Patron(patron), stake, visit);
        }
        What::Settled(line) => line_moves(&line, visit),
        _ => {}
    }
}

/// A line moves what is paid, what is returned of the stake and what is lost of it. A reversal has negative amounts, so
/// it moves the same back, including the stake onto the layout.
fn line_moves(line: &Line, visit: &mut dyn FnMut(Transfer)) {
    let receiver = receiver(line);
    let against = match line.against {
        Against::House => Account::House,
        // What a bank pays and takes lies on the layout with its cover, where its holder cannot spend it.
        Against::Bank(patron) => Account::Layout(patron),
        Against::Meter(meter) => Account::Meter(meter),
    };
    moves(against, receiver, line.paid, visit);
    let (payer, taker) = charged_between(line);
    moves(payer, taker, line.charged, visit);
    // Only lines that settle a wager move a stake; awards, caps and charges have none.
    if line.outcome.is_some() {
        let sign = if line.kind == LineKind::Reversal { -1 } else { 1 };
        let stake = Money::minor(sign * line.stake.as_minor());
        // The lost stake of a meter's wager goes to the house; the contribution to the meter is booked by the meter.
        let winner = if matches!(line.against, Against::Meter(_)) { Account::House } else { against };
        moves(Account::Layout(line.patron), receiver, line.returned, visit);
        moves(Account::Layout(line.patron), winner, stake - line.returned, visit);
    }
}

/// Returns who pays the charge of a line, and who receives it.
pub fn charged_between(line: &Line) -> (Account, Account) {
    let (own, marked) = (Account::Patron(line.patron), Account::Marked(line.patron));
    match line.kind {
        LineKind::Debt => (own, marked),
        LineKind::Collection => (marked, Account::House),
        _ => (own, Account::House),
    }
}

fn receiver(line: &Line) -> Account {
    match line.beneficiary {
        Beneficiary::Patron => Account::Patron(line.patron),
        Beneficiary::Dealers => Account::Dealers,
        Beneficiary::House => Account::House,
    }
}

fn staked_by(patron: Patron, beneficiary: Beneficiary) -> Account {
    match beneficiary {
        Beneficiary::Patron | Beneficiary::Dealers => Account::Patron(patron),
        Beneficiary::House => Account::House,
    }
}

/// Visits one transfer; a negative amount moves the other way.
fn moves(from: Account, to: Account, amount: Money, visit: &mut dyn FnMut(Transfer)) {
    if from == to {
        return;
    }
    if amount.is_positive() {
        visit(Transfer { from, to, amount });
    } else if amount.is_negative() {
        visit(Transfer { from: to, to: from, amount: -amount });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Spot;
    use crate::rule::Cites;
    use crate::wager::{Outcome, Wagers};
    use crate::words::WagerId;

    const OWN: Account = Account::Patron(Patron::A);
    const LAID: Account = Account::Layout(Patron::A);

    fn of(what: What) -> Vec<(Account, Account, i64)> {
        let mut all = Vec::new();
        transfers(&Event::fact(what), &mut |moved| all.push((moved.from, moved.to, moved.amount.as_minor())));
        all
    }

    fn line(outcome: Outcome, paid: i64, returned: i64) -> Line {
        let mut wagers = Wagers::default();
        let wager = wagers.place(Patron::A, Spot::first(1), WagerId::new(&"main"), Money::minor(1_000));
        let (paid, returned) = (Money::minor(paid), Money::minor(returned));
        Line { outcome: Some(outcome), paid, returned, ..Line::of(wager) }
    }

    #[test]
    fn a_win_pays_from_the_house_and_gives_the_stake_back() {
        let win = line(Outcome::Wins, 1_500, 1_000);
        assert_eq!(of(What::Settled(win)), [(Account::House, OWN, 1_500), (LAID, OWN, 1_000)]);
        let undone = win.undone(Cites::NONE);
        assert_eq!(of(What::Settled(undone)), [(OWN, Account::House, 1_500), (OWN, LAID, 1_000)]);
    }

    #[test]
    fn a_loss_in_part_goes_both_ways_and_comes_back_from_both() {
        let surrender = line(Outcome::Loses, 0, 500);
        assert_eq!(of(What::Settled(surrender)), [(LAID, OWN, 500), (LAID, Account::House, 500)]);
        let undone = surrender.undone(Cites::NONE);
        assert_eq!(of(What::Settled(undone)), [(OWN, LAID, 500), (Account::House, LAID, 500)]);
    }

    #[test]
    fn a_meter_pays_and_the_house_keeps_the_stake() {
        let meter = MeterId::new(&"main");
        let win = Line { against: Against::Meter(meter), ..line(Outcome::Wins, 9_000, 0) };
        let told = of(What::Settled(win));
        assert_eq!(told, [(Account::Meter(meter), OWN, 9_000), (LAID, Account::House, 1_000)]);
    }

    #[test]
    fn a_bank_pays_and_takes_where_its_cover_lies() {
        const COVER: Account = Account::Layout(Patron::B);
        let against = Against::Bank(Patron::B);
        let win = Line { against, ..line(Outcome::Wins, 1_000, 1_000) };
        assert_eq!(of(What::Settled(win)), [(COVER, OWN, 1_000), (LAID, OWN, 1_000)]);
        let loss = Line { against, ..line(Outcome::Loses, 0, 0) };
        assert_eq!(of(What::Settled(loss)), [(LAID, COVER, 1_000)]);
        assert_eq!(of(What::Settled(loss.undone(Cites::NONE))), [(COVER, LAID, 1_000)]);
    }

    #[test]
    fn what_is_left_of_a_cover_goes_back_to_its_holder() {
        let cover =
            Line { kind: LineKind::Bank, against: Against::Bank(Patron::A), ..line(Outcome::Wins, 300, 700) };
        assert_eq!(of(What::Settled(cover)), [(LAID, OWN, 300), (LAID, OWN, 700)]);
        let nothing = Line { stake: Money::ZERO, ..line(Outcome::Loses, 0, 0) };
        assert_eq!(of(What::Settled(Line { against: cover.against, ..nothing })), []);
    }

    #[test]
    fn the_house_loses_its_wager_to_a_bank() {
        let (against, beneficiary) = (Against::Bank(Patron::A), Beneficiary::House);
        let win = Line { against, beneficiary, ..line(Outcome::Wins, 1_000, 1_000) };
        assert_eq!(of(What::Settled(win)), [(LAID, Account::House, 1_000), (LAID, Account::House, 1_000)]);
        assert_eq!(
            of(What::Settled(Line {
                outcome: Some(Outcome::Loses),
                paid: Money::ZERO,
                returned: Money::ZERO,
                ..win
            })),
            []
        );
    }

    #[test]
    fn what_is_bet_for_the_dealers_is_theirs_when_it_wins() {
        let win = Line { beneficiary: Beneficiary::Dealers, ..line(Outcome::Wins, 1_000, 1_000) };
        let told = of(What::Settled(win));
        assert_eq!(told, [(Account::House, Account::Dealers, 1_000), (LAID, Account::Dealers, 1_000)]);
    }

    #[test]
    fn a_charge_is_no_stake() {
        let charged = Money::minor(25);
        let charge = Line { kind: LineKind::Charge, outcome: None, charged, ..line(Outcome::Wins, 0, 0) };
        assert_eq!(of(What::Settled(charge)), [(OWN, Account::House, 25)]);
        assert_eq!(of(What::Settled(charge.undone(Cites::NONE))), [(Account::House, OWN, 25)]);
    }

    #[test]
    fn what_is_put_off_is_marked_until_it_is_collected() {
        const MARKED: Account = Account::Marked(Patron::A);
        let charged = Money::minor(25);
        let debt = Line { kind: LineKind::Debt, outcome: None, charged, ..line(Outcome::Wins, 0, 0) };
        assert_eq!(of(What::Settled(debt)), [(OWN, MARKED, 25)]);
        assert_eq!(of(What::Settled(debt.undone(Cites::NONE))), [(MARKED, OWN, 25)]);
        let word = WagerId::new(&"vigorish");
        let collection = Line::collection(Patron::A, Spot::first(1), word, charged, Cites::NONE);
        assert_eq!(of(What::Settled(collection)), [(MARKED, Account::House, 25)]);
        assert_eq!(of(What::Settled(collection.undone(Cites::NONE))), [(Account::House, MARKED, 25)]);
    }
}
