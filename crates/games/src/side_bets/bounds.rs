//! Which rows of a side bet are compatible with the way the dealer's hand ends.

use super::Bet;

/// The ways in which the dealer's hand ends, as far as they decide which wagers can win in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DealerEnd {
    /// A blackjack.
    Blackjack,
    /// A total of 22.
    TwentyTwo,
    /// A higher total over 21.
    Over,
    /// Any other hand.
    Stands,
}

impl DealerEnd {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Blackjack, Self::TwentyTwo, Self::Over, Self::Stands];
}

impl Bet {
    /// Whether the row can be hit in a round in which the dealer's hand ends this way.
    pub(crate) fn may_hit(self, line: &str, end: DealerEnd) -> bool {
        match self {
            Self::Push22 | Self::Hedge22 => end == DealerEnd::TwentyTwo,
            // Three eights are 24.
            Self::BustBonus if line.starts_with("888") => end == DealerEnd::Over,
            Self::BustBonus => matches!(end, DealerEnd::TwentyTwo | DealerEnd::Over),
            // A blackjack ends play, so no lammers are collected.
            Self::SilverStack => end != DealerEnd::Blackjack,
            Self::LuckyLadies | Self::LuckyLadiesProgressive | Self::RocketAces => {
                // The row named just "blackjack" is for the patron's alone; all other names require the
                // dealer's.
                let asks_for_blackjack = line.contains("blackjack") && line != "blackjack";
                !asks_for_blackjack || end == DealerEnd::Blackjack
            }
            Self::TwentyOneThreeClassic
            | Self::TwentyOneThreeXtreme
            | Self::Top3
            | Self::TwentyOneThreeProgressive
            | Self::PlayerPair
            | Self::Bonus => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_hit_in_some_round() {
        for bet in Bet::ALL {
            for line in bet.line_ids() {
                assert!(DealerEnd::ALL.iter().any(|end| bet.may_hit(line, *end)), "{bet:?} {line}");
            }
        }
        assert!(Bet::RocketAces.may_hit("blackjack", DealerEnd::Stands));
        assert!(!Bet::RocketAces.may_hit("blackjacks", DealerEnd::Stands));
        assert!(!Bet::LuckyLadies.may_hit("queens-dealer-blackjack", DealerEnd::Over));
    }
}
