//! Four of five cards, as some pay tables of Five-Card Linked read them (CO-DWX-19, RULING-DWX-15).

use super::{Hand, Ranks};

/// What four of five cards are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourCards {
    /// Four of one suit.
    Flush,
    /// Four of one suit with consecutive ranks; the ace is high or low.
    StraightFlush,
}

/// The better of the two kinds that four of these cards make, if any.
#[must_use]
pub fn four_cards(hand: Hand) -> Option<FourCards> {
    let ranks = hand.suits().into_iter().find(|ranks| ranks.count_ones() >= 4)?;
    Some(if has_run_of_four(ranks) { FourCards::StraightFlush } else { FourCards::Flush })
}

/// The ace also counts below the two.
fn has_run_of_four(ranks: Ranks) -> bool {
    let with_low_ace = u32::from(ranks) << 1 | u32::from(ranks >> 12);
    with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use felt::{Card, Suit};

    /// The same result by trying each four of the five cards.
    fn slowly(cards: &[Card]) -> Option<FourCards> {
        let mut best = None;
        for left_out in 0..5 {
            let four: Vec<Card> =
                cards.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, card)| *card).collect();
            if four.iter().any(|card| card.suit() != four[0].suit()) {
                continue;
            }
            let ranks_are_a_run = |ace: u8| {
                let number = |card: &Card| if card.rank_number() == 14 { ace } else { card.rank_number() };
                let mut numbers: Vec<u8> = four.iter().map(number).collect();
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
            };
            let run = ranks_are_a_run(14) || ranks_are_a_run(1);
            best = if run { Some(FourCards::StraightFlush) } else { best.or(Some(FourCards::Flush)) };
        }
        best
    }

    /// Tests every four cards of spades with every fifth card: whatever else the hand holds, only one suit
    /// has four.
    #[test]
    fn all_hands_with_four_of_a_suit_are_read_alike() {
        let pack: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
        let spades: Vec<Card> =
            pack.iter().copied().filter(|card| card.suit() == Some(Suit::Spades)).collect();
        let mut counts = [0_u32; 2];
        for (a, one) in spades.iter().enumerate() {
            for (b, two) in spades.iter().enumerate().skip(a + 1) {
                for (c, three) in spades.iter().enumerate().skip(b + 1) {
                    for four in &spades[c + 1..] {
                        for five in pack.iter().filter(|card| card.suit() != Some(Suit::Spades)) {
                            let cards = [*one, *two, *three, *four, *five];
                            let read = four_cards(cards.into_iter().collect());
                            assert_eq!(read, slowly(&cards), "{cards:?}");
                            counts[usize::from(read == Some(FourCards::StraightFlush))] += 1;
                        }
                    }
                }
            }
        }
        // Eleven runs of four with each of 39 other cards.
        assert_eq!(counts, [(715 - 11) * 39, 11 * 39]);
        for missing in 0..13 {
            let flush: Vec<Card> = (0..5).map(|at| spades[(missing + at * at) % 13]).collect();
            assert_eq!(four_cards(flush.iter().copied().collect()), slowly(&flush), "{flush:?}");
        }
        assert_eq!(four_cards(Hand::EMPTY), None);
    }
}
