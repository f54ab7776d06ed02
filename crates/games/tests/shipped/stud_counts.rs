//! Tests all hands of Mississippi Stud by their pays, against a slow second ranking written here: two cards
//! and three of the middle make five, and the middle alone is a hand of three.

use engine::Outcome;
use felt::Card;
use games::poker_games::mississippi_stud::{ANTE, GAME, MississippiStud, THREE_CARD, Table};
use games::poker_table::{Board, Cards, HandEnd, Poker, Showdown};
use rulebook::TableDraft;

/// The result of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Brings {
    Lost,
    Back,
    Odds(u32),
}

/// OH-MS-12.II/T1 and 11.VII.B, by sorting and counting.
fn by_hand(five: [Card; 5]) -> Brings {
    let mut ranks = five.map(Card::rank_number);
    ranks.sort_unstable();
    let one_suit = five.iter().all(|card| card.suit() == five[0].suit());
    let run = ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]) || ranks == [2, 3, 4, 5, 14];
    let copies = |rank: u8| ranks.iter().filter(|other| **other == rank).count();
    let most = ranks.iter().map(|rank| copies(*rank)).max().unwrap();
    let paired: Vec<u8> = (2..=14).filter(|rank| copies(*rank) == 2).collect();
    match (most, paired.len()) {
        _ if run && one_suit && ranks[0] == 10 => Brings::Odds(500),
        _ if run && one_suit => Brings::Odds(100),
        (4, _) => Brings::Odds(40),
        (3, 1) => Brings::Odds(10),
        _ if one_suit => Brings::Odds(6),
        _ if run => Brings::Odds(4),
        (3, _) => Brings::Odds(3),
        (2, 2) => Brings::Odds(2),
        (2, _) if paired[0] > 10 => Brings::Odds(1),
        (2, _) if paired[0] > 5 => Brings::Back,
        _ => Brings::Lost,
    }
}

/// OH-MS-12.III/T1 with the hands of OH-LIR-6.III, by testing each description.
fn by_three(three: [Card; 3]) -> Brings {
    let mut ranks = three.map(Card::rank_number);
    ranks.sort_unstable();
    let one_suit = three.iter().all(|card| card.suit() == three[0].suit());
    let run = (ranks[0] + 1 == ranks[1] && ranks[1] + 1 == ranks[2]) || ranks == [2, 3, 14];
    match ranks {
        _ if run && one_suit => Brings::Odds(40),
        [low, _, high] if low == high => Brings::Odds(30),
        _ if run => Brings::Odds(6),
        _ if one_suit => Brings::Odds(3),
        [low, middle, high] if low == middle || middle == high => Brings::Odds(1),
        _ => Brings::Lost,
    }
}

fn table() -> Table {
    let book = GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("three-card-bonus", "5..25 step 5", None);
    Table::open(&book, &draft.check(&book).unwrap()).unwrap()
}

/// The game's verdict on a wager with these cards.
fn verdict(table: &Table, wager: usize, own: &[Card], middle: &[Card]) -> Brings {
    let (cards, board) = (Cards::open(own).unwrap(), Board::open(middle));
    let own = MississippiStud::rank(&cards, &board);
    let showdown = Showdown {
        own,
        cards,
        dealer: None,
        dealer_cards: Cards::default(),
        board,
        compared: None,
        end: HandEnd::NotWon,
    };
    let verdict = MississippiStud::verdict(wager, &showdown, table.terms()).unwrap();
    match (verdict.outcome, verdict.odds) {
        (Outcome::Wins, Some(odds)) => Brings::Odds(odds.win_units()),
        (Outcome::Pushes, _) => Brings::Back,
        _ => Brings::Lost,
    }
}

/// Calls a function with each way to choose `N` cards.
fn each<const N: usize>(each: &mut impl FnMut([Card; N])) {
    fn go<const N: usize>(pack: &[Card], hand: &mut [Card; N], at: usize, each: &mut impl FnMut([Card; N])) {
        if at == N {
            return each(*hand);
        }
        for (n, card) in pack.iter().enumerate() {
            hand[at] = *card;
            go(&pack[n + 1..], hand, at + 1, each);
        }
    }
    let pack: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    go(&pack, &mut [Card::JOKER; N], 0, each);
}

#[test]
fn every_hand_of_five_brings_what_the_table_prints() {
    let table = table();
    let mut counts = std::collections::BTreeMap::new();
    each(&mut |five: [Card; 5]| {
        let brings = by_hand(five);
        assert_eq!(verdict(&table, ANTE, &five[..2], &five[2..]), brings, "{five:?}");
        *counts.entry(brings).or_insert(0_u32) += 1;
    });
    // Of 1,098,240 pairs four thirteenths are jacks or better, and five thirteenths are sixes to tens.
    let pairs = 1_098_240 / 13;
    let known = [
        (Brings::Lost, 1_302_540 + 4 * pairs),
        (Brings::Back, 5 * pairs),
        (Brings::Odds(1), 4 * pairs),
        (Brings::Odds(2), 123_552),
        (Brings::Odds(3), 54_912),
        (Brings::Odds(4), 10_200),
        (Brings::Odds(6), 5_108),
        (Brings::Odds(10), 3_744),
        (Brings::Odds(40), 624),
        (Brings::Odds(100), 36),
        (Brings::Odds(500), 4),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), known);
}

#[test]
fn every_middle_of_three_brings_what_the_table_prints() {
    let table = table();
    let mut counts = std::collections::BTreeMap::new();
    each(&mut |three: [Card; 3]| {
        let brings = by_three(three);
        assert_eq!(verdict(&table, THREE_CARD, &[], &three), brings, "{three:?}");
        *counts.entry(brings).or_insert(0_u32) += 1;
    });
    let known = [
        (Brings::Lost, 16_440),
        (Brings::Odds(1), 3_744),
        (Brings::Odds(3), 1_096),
        (Brings::Odds(6), 720),
        (Brings::Odds(30), 52),
        (Brings::Odds(40), 48),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), known);
}
