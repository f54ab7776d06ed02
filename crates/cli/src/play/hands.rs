//! Names of hands: `soft 17`, `blackjack`, `pair of kings`, `straight, nine high`.
//!
//! How a game's hands are read follows from its words and its rule book, never from its name. The kinds of poker hands
//! have the names that pay tables and payments use.

use crate::customs;
use crate::registry::Known;
use engine::{Announcement, Named};
use felt::Card;
use games::poker::pai_gow::{high, low};
use games::poker::{Category, Hand, wild};

/// Hands that only a deck with a joker that can be an ace makes.
const FIVE_ACES: &str = "five-aces";

/// How a game reads hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hands {
    /// By points up to 21; a two-card 21 has its own name.
    Points { natural: &'static str },
    /// As poker hands, including the cards of the board.
    Poker,
    /// As five-card poker hands with wild cards.
    WildPoker,
    /// As poker hands with a joker, in five cards and two.
    HighAndLow,
    /// Hands have no names.
    Unnamed,
}

impl Hands {
    pub(super) fn of(known: &Known) -> Hands {
        let words = known.game.vocabulary;
        let poker = Category::HANDS.iter().all(|hand| words.hands.iter().any(|w| w.word() == hand.word()));
        let drawn = words.choices.iter().any(|choice| choice.word() == "hit");
        let paid_as = |name: &str| known.book.paytables.iter().any(|table| table.line(name).is_some());
        let has = |kind: Category| words.hands.iter().any(|hand| hand.word() == kind.word());
        let aces = words.hands.iter().any(|hand| hand.word() == FIVE_ACES);
        match (poker, drawn) {
            (true, _) if aces => Hands::HighAndLow,
            (true, _) if has(Category::FiveWilds) => Hands::WildPoker,
            (true, _) => Hands::Poker,
            (_, true) => Hands::Points { natural: if paid_as("pontoon") { "pontoon" } else { "blackjack" } },
            _ => Hands::Unnamed,
        }
    }

    /// Names a hand by its cards. A two-card 21 of a split hand is not a natural.
    pub(super) fn name(self, own: &[Card], board: &[Card], split: bool) -> Option<String> {
        match self {
            _ if own.is_empty() => None,
            Hands::Unnamed => None,
            Hands::Poker => {
                Some(poker(&own.iter().chain(board).copied().collect::<Hand>().ranking().named()))
            }
            Hands::WildPoker if own.len() < 5 => None,
            Hands::WildPoker => Some(poker(&wild::ranking(own.iter().copied()).named())),
            Hands::HighAndLow => {
                let both = own.try_into().map(|cards| low_hand(&low(cards).named()));
                both.or_else(|_| own.try_into().map(|cards| poker(&high(cards).named()))).ok()
            }
            Hands::Points { natural } => {
                let (total, soft) = customs::points(own);
                Some(match own.len() {
                    2 if total == 21 && !split => natural.to_owned(),
                    _ => points(total.into(), soft),
                })
            }
        }
    }

    /// Names the dealer's announced hand in the same words; `counted` is the value of the visible cards.
    pub(super) fn announced(self, said: Announcement, counted: Option<String>) -> String {
        match (said, counted) {
            (Announcement::Total { value: 21, .. }, Some(counted)) => counted,
            (Announcement::Total { value, soft }, _) => points(value.into(), soft),
            (Announcement::Called(hand), counted) => counted.unwrap_or_else(|| hand.word().replace('-', " ")),
            (_, counted) => counted.unwrap_or_default(),
        }
    }
}

fn points(total: u32, soft: bool) -> String {
    match (total, soft) {
        (21, _) => "21".to_owned(),
        (total, _) if total > 21 => format!("{total}, over"),
        (total, true) => format!("soft {total}"),
        (total, false) => total.to_string(),
    }
}

/// A two-card low hand without a pair is named by both cards: `ace-king`.
pub(super) fn low_hand(named: &Named) -> String {
    let mut kickers = named.kickers.chars();
    match (named.ranks.is_empty(), kickers.next(), kickers.next()) {
        (true, Some(first), Some(second)) => format!("{}-{}", one(first), one(second)),
        _ => poker(named),
    }
}

/// `two pairs, kings and tens`.
pub(super) fn poker(named: &Named) -> String {
    let Announcement::Called(hand) = named.is else { return String::new() };
    let word = hand.word();
    let kind = word.replace('-', " ");
    let mut letters = named.ranks.chars().chain(named.kickers.chars());
    let mut next = || letters.next().map_or("", one);
    match word {
        "high-card" => format!("{} high", next()),
        "pair" => format!("pair of {}", many(next())),
        "two-pairs" => format!("{kind}, {} and {}", many(next()), many(next())),
        "three-of-a-kind" | "four-of-a-kind" | "five-of-a-kind" => format!("{kind}, {}", many(next())),
        "full-house" => format!("{kind}, {} over {}", many(next()), many(next())),
        "straight" | "flush" | "straight-flush" => format!("{kind}, {} high", next()),
        _ => kind,
    }
}

fn one(letter: char) -> &'static str {
    match letter {
        'A' => "ace",
        'K' => "king",
        'Q' => "queen",
        'J' => "jack",
        'T' => "ten",
        '9' => "nine",
        '8' => "eight",
        '7' => "seven",
        '6' => "six",
        '5' => "five",
        '4' => "four",
        '3' => "three",
        _ => "two",
    }
}

fn many(rank: &str) -> String {
    if rank == "six" { "sixes".to_owned() } else { format!("{rank}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn poker_hands_are_called_as_people_call_them() {
        let called = |own: &str, board: &str| Hands::Poker.name(&cards(own), &cards(board), false).unwrap();
        assert_eq!(called("Ks Kd", ""), "pair of kings");
        assert_eq!(called("Ks 6d", "6c 2h 9s"), "pair of sixes");
        assert_eq!(called("As 7d", ""), "ace high");
        let wild = |own: &str| Hands::WildPoker.name(&cards(own), &[], false).unwrap();
        assert_eq!(wild("9s 9d 2c 2h 2s"), "five of a kind, nines");
        assert_eq!(called("Ks Td", "Kc Th 9s"), "two pairs, kings and tens");
        assert_eq!(called("9s 9d", "9c Th 2s"), "three of a kind, nines");
        assert_eq!(called("9s 8d", "7c 6h 5s"), "straight, nine high");
        assert_eq!(called("As 2d", "3c 4h 5s"), "straight, five high");
        assert_eq!(called("As 2s", "3s 9s Ts"), "flush, ace high");
        assert_eq!(called("7s 7d", "7c 2h 2s"), "full house, sevens over twos");
        assert_eq!(called("7s 7d", "7c 7h 2s"), "four of a kind, sevens");
        assert_eq!(called("9s 8s", "7s 6s 5s"), "straight flush, nine high");
        assert_eq!(called("As Ks", "Qs Js Ts"), "royal flush");
        let set = |own: &str| Hands::HighAndLow.name(&cards(own), &[], false);
        assert_eq!(set("Jk Kd").unwrap(), "ace-king");
        assert_eq!(set("9d 9c").unwrap(), "pair of nines");
        assert_eq!(set("As Ad Ac Ah Jk").unwrap(), "five aces");
        assert_eq!(set("Jk Kd Qh Js 9s").unwrap(), "straight, king high");
        assert_eq!(set("As Ad Ac Ah Jk 9s 8s"), None, "seven cards are no hand yet");
    }

    #[test]
    fn points_are_counted_and_naturals_named() {
        let hands = Hands::Points { natural: "blackjack" };
        let called = |own: &str| hands.name(&cards(own), &[], false).unwrap();
        assert_eq!(called("As 6d"), "soft 17");
        assert_eq!(called("Ts 6d"), "16");
        assert_eq!(called("As Kd"), "blackjack");
        assert_eq!(hands.name(&cards("As Kd"), &[], true).unwrap(), "21");
        assert_eq!(called("As 9d Ac"), "21");
        assert_eq!(called("Ts 6d Kc"), "26, over");
        assert_eq!(hands.name(&[], &[], false), None);
        let said = Announcement::Total { value: 7, soft: false };
        assert_eq!(
            hands.announced(said, Some("soft 17".to_owned())),
            "7",
            "an ace that may not count eleven"
        );
    }

    #[test]
    fn games_read_hands_by_their_own_words() {
        let of = |id: &str| Hands::of(&crate::registry::find(id).unwrap());
        assert_eq!(of("ohio/blackjack"), Hands::Points { natural: "blackjack" });
        assert_eq!(of("singapore/pontoon-plus"), Hands::Points { natural: "pontoon" });
        assert_eq!(of("ultimate-texas-holdem"), Hands::Poker);
        assert_eq!(of("craps"), Hands::Unnamed);
    }
}
