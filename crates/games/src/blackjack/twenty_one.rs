//! A 21 that is paid immediately, by its cards; hands over 21 collected immediately.

use super::hand::{Hand, Play, area};
use super::state::Blackjack;
use super::words;
use crate::common::{Clause, PayRow, Report, Verdict, one_suit};
use engine::{Cites, LineKind, OpenError, Outcome, Place, RowId, Sink, Spot, Vocabulary};
use felt::{Card, Money, Odds, Pay, Suit};
use rulebook::TableConfig;

/// A row of the pay table: its id, and the cards it requires.
type Special = (&'static str, fn(&[Card]) -> bool);

/// The rows of the pay table for a 21, best first.
const SPECIALS: [Special; 9] = [
    ("cards-7", |cards| cards.len() >= 7),
    ("678-spades", |cards| is_678(cards) && one_suit(cards) == Some(Suit::Spades)),
    ("777-spades", |cards| is_777(cards) && one_suit(cards) == Some(Suit::Spades)),
    ("cards-6", |cards| cards.len() == 6),
    ("678-suited", |cards| is_678(cards) && one_suit(cards).is_some()),
    ("777-suited", |cards| is_777(cards) && one_suit(cards).is_some()),
    ("cards-5", |cards| cards.len() == 5),
    ("678-mixed", is_678),
    ("777-mixed", is_777),
];

/// The row of any other 21, which comes after them.
const REGULAR: &str = "regular";
const REGULAR_LINE: u8 = 9;

/// The row of a pontoon, which is paid before it counts as a 21.
const NATURAL: &str = "pontoon";

fn ranks(cards: &[Card]) -> Option<[u8; 3]> {
    let mut ranks = <[Card; 3]>::try_from(cards).ok()?.map(Card::rank_number);
    ranks.sort_unstable();
    Some(ranks)
}

fn is_678(cards: &[Card]) -> bool {
    ranks(cards) == Some([6, 7, 8])
}

fn is_777(cards: &[Card]) -> bool {
    ranks(cards) == Some([7, 7, 7])
}

/// The index of the row that the cards of a 21 meet.
fn line_of(cards: &[Card]) -> u8 {
    let met = SPECIALS.iter().position(|(_, asks)| asks(cards));
    // The regular row comes after the last of them; it alone has no condition.
    met.and_then(|met| u8::try_from(met).ok()).unwrap_or(REGULAR_LINE)
}

/// Whether this row of the pay table is for three sevens of one suit.
pub(crate) fn is_suited_sevens(line: u8) -> bool {
    SPECIALS.get(usize::from(line)).is_some_and(|(id, _)| matches!(*id, "777-spades" | "777-suited"))
}

/// What a 21 is paid by its cards, and the Super Bonus.
#[derive(Clone, Copy, Debug)]
pub struct TwentyOneTerms {
    /// In the order of `SPECIALS`, then the regular line.
    lines: [PayRow<Odds>; 10],
    /// The row of a pontoon; the option for blackjacks sets its pay.
    pub natural: RowId,
    /// The bonus amounts, each with the bet from which it applies.
    pub bonuses: [(Money, PayRow<Money>); 2],
    /// The share of every other box.
    pub table: PayRow<Money>,
}

impl TwentyOneTerms {
    /// Reads the pay tables of a game that pays a 21 by its cards.
    pub(crate) fn read(
        vocabulary: &Vocabulary,
        config: &TableConfig,
    ) -> Result<Option<TwentyOneTerms>, OpenError> {
        let (Some(main), Some(bonus)) = (config.paytable("main"), config.paytable("super-bonus")) else {
            return Ok(None);
        };
        let rule = |code: &str, line: &str| {
            let id = format!("{code}:{line}");
            let known = vocabulary.rules.iter().find(|rule| rule.id() == id).copied();
            known.ok_or_else(|| OpenError(format!("nobody applies {id}")))
        };
        let odds = |line: &str| match main.line(line).map(|l| l.pays) {
            Some(Pay::Odds(pays)) => {
                Ok(PayRow { pays, row: RowId::from_book(line), rule: rule(&main.code, line)? })
            }
            _ => Err(OpenError(format!("pay table {} has no odds for {line}", main.code))),
        };
        let amount = |line: &str| match bonus.line(line).map(|l| l.pays) {
            Some(Pay::Amount(pays)) => {
                Ok(PayRow { pays, row: RowId::from_book(line), rule: rule(&bonus.code, line)? })
            }
            _ => Err(OpenError(format!("pay table {} has no amount for {line}", bonus.code))),
        };
        let from = |line: &str| {
            let from = bonus.line(line).and_then(|line| line.from);
            let none =
                || OpenError(format!("pay table {} does not say from which bet on {line} is", bonus.code));
            Ok((from.ok_or_else(none)?, amount(line)?))
        };
        let mut lines = [odds(REGULAR)?; 10];
        for (place, (id, _)) in lines.iter_mut().zip(SPECIALS) {
            *place = odds(id)?;
        }
        let bonuses = [from("super-bonus-large")?, from("super-bonus-small")?];
        let natural = odds(NATURAL)?.row;
        Ok(Some(TwentyOneTerms { lines, natural, bonuses, table: amount("super-bonus-table")? }))
    }

    /// The row by which a 21 of these cards is paid, unless it is a pontoon or doubled.
    pub fn row(&self, cards: &[Card]) -> PayRow<Odds> {
        self.lines[usize::from(line_of(cards))]
    }

    /// The row of any other win.
    pub(crate) fn regular(&self) -> RowId {
        self.lines[usize::from(REGULAR_LINE)].row
    }
}

impl TwentyOneTerms {
    /// The odds of all rows for a 21.
    pub(crate) fn odds(&self) -> impl Iterator<Item = Odds> {
        self.lines.into_iter().map(|line| line.pays)
    }

    /// The odds for three sevens of spades, and of another suit.
    pub(crate) fn odds_of_suited_sevens(&self) -> [Odds; 2] {
        ["777-spades", "777-suited"].map(|id| {
            let line = SPECIALS.iter().zip(self.lines).find(|((special, _), _)| *special == id);
            line.map_or(Odds::EVEN, |(_, line)| line.pays)
        })
    }
}

impl Blackjack {
    /// The next hand, from the dealer's right, that is paid or collected as soon as its cards lie there.
    pub(crate) fn over_at_once(&self) -> Option<Spot> {
        if !self.terms.at_once {
            return None;
        }
        let over = |hand: &Hand| {
            hand.tally.total() >= 21
                && matches!(hand.play, Play::Active | Play::Finished)
                && !hand.surrendered
                && !hand.overlooked
        };
        self.boxes_in_play().rev().find_map(|(box_number, betting_box)| {
            let last = betting_box.hands().iter().rposition(over)?;
            Some(Spot { box_number, hand: super::state::box_number(last) })
        })
    }

    /// Pays a pontoon or another 21, or collects a hand over 21.
    pub(crate) fn settle_at_once<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        // A card laid in error may end a hand whose patron was still being asked.
        self.forget_hand(spot);
        let Some(hand) = self.hand(spot) else { return };
        if hand.is_blackjack() {
            self.pay_natural(spot, out);
        } else if hand.tally.total() == 21 {
            self.pay_twenty_one(spot, out);
        } else {
            self.hand_is_over(spot, None, out);
        }
    }

    /// Pays a hand of 21 as soon as its card lies there.
    fn pay_twenty_one<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let met = self.line_of_21(spot);
        let Some(hand) = self.hand_mut(spot) else { return };
        hand.paid_line = Some(met);
        let hand = *hand;
        let now = match hand.split {
            true => self.law.split_21_at_once.applies(),
            false => self.law.twenty_one_at_once.applies(),
        };
        let verdict = self.twenty_one_verdict(&hand, now.into());
        self.settle_riding(spot, |_, _| verdict, out);
        self.pay_super_bonus(spot, &hand, out);
        self.hand_leaves(spot, None, out);
    }

    /// The index of the pay-table row that the cards of a 21 meet.
    fn line_of_21(&self, spot: Spot) -> u8 {
        line_of(self.open_cards(Place::Hand(spot)).as_slice())
    }

    fn twenty_one_verdict(&self, hand: &Hand, cites: Cites) -> Verdict {
        let law = self.law;
        let doubled = hand.double.is_some();
        let line = hand.paid_line.unwrap_or(REGULAR_LINE);
        let two_cards = hand.split && hand.tally.cards == 2;
        let paid = self.terms.twenty_one.as_ref().filter(|_| !doubled);
        let paid = paid.map(|terms| terms.lines[usize::from(line.min(REGULAR_LINE))]);
        let cites = cites
            .and(paid.and_then(|paid| paid.rule.applies()))
            .and(law.double_21_even.when(doubled))
            .and(law.double_even.when(doubled))
            .and(law.double_no_bonus.when(doubled && line != REGULAR_LINE))
            .and(law.split_no_pontoon.when(two_cards))
            .and(law.super_bonus_split.when(hand.split && self.is_super_bonus(hand)));
        let odds = paid.map_or(Odds::EVEN, |paid| paid.pays);
        Verdict::win(odds, cites).by_row(paid.map(|paid| paid.row))
    }

    /// Pays an overlooked 21 in its turn of the settlement, as it should have been.
    pub(crate) fn pay_overlooked<S: Sink>(&mut self, spot: Spot, hand: &Hand, out: &mut S) {
        let late = Cites::from(self.not_noticed(hand).applies());
        let verdict = if hand.is_blackjack() {
            let cites = late.and(self.law.blackjack_odds.applies());
            Verdict::win(self.terms.blackjack_pays, cites).by_row(self.terms.blackjack_row())
        } else {
            self.twenty_one_verdict(hand, late)
        };
        self.settle_riding(spot, |_, _| verdict, out);
        self.pay_super_bonus(spot, hand, out);
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
        }
    }

    /// The rule for a 21 of this kind that was overlooked.
    fn not_noticed(&self, hand: &Hand) -> Clause {
        match (hand.is_blackjack(), hand.split) {
            (true, _) => self.law.pontoon_not_noticed,
            (_, true) => self.law.split_21_not_noticed,
            _ => self.law.twenty_one_not_noticed,
        }
    }

    /// Whether a 21 of this hand was paid and can be reported as overlooked.
    pub(crate) fn was_paid_at_once(&self, spot: Spot) -> bool {
        let paid = |hand: &Hand| hand.paid_line.is_some() || hand.is_blackjack();
        self.hand(spot).is_some_and(|hand| paid(hand) && hand.play == Play::Settled)
            && self.standing_line(spot).is_some()
    }

    /// The last standing line that paid a bet of this hand.
    fn standing_line(&self, spot: Spot) -> Option<u16> {
        self.lines.last_standing(|line| {
            line.spot == spot
                && line.kind == LineKind::Wager
                && line.outcome == Some(Outcome::Wins)
                && line.number.is_some_and(|n| self.wagers.get(n).is_some_and(|w| w.area <= area::DOUBLE))
        })
    }

    /// Handles a 21 that the dealer overlooked: the lines that paid it are reversed, and its bets stay on the
    /// layout.
    pub(crate) fn twenty_one_missed<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(hand) = self.hand(spot).copied() else { return };
        let (place, cites) = (Some(Place::Hand(spot)), Cites::from(self.not_noticed(&hand).applies()));
        Report { kind: words::TWENTY_ONE_MISSED, place }.remedied(words::SETTLED_LATE, cites, out);
        self.undo_super_bonus(spot, cites, out);
        while let Some(seq) = self.standing_line(spot) {
            self.lines.undo(seq, &mut self.wagers, cites, out);
        }
        if let Some(hand) = self.hand_mut(spot) {
            hand.overlooked = true;
            hand.play = Play::Finished;
        }
    }

    /// Collects a hand over 21 as soon as its card lies there.
    pub(crate) fn collect_at_once<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        self.settle_riding(spot, |_, _| Verdict::of(Outcome::Loses, cites), out);
        self.hand_leaves(spot, None, out);
    }
}
