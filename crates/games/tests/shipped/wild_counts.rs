//! Tests all hands of five cards from a deck of 53 in which the joker and the deuces are wild, against trying
//! every card for every wild card.

use felt::Card;
use games::poker::wild::{NaturalRule, is_natural, is_wild, ranking};
use games::poker::{Category, Hand, Ranking};
use games::poker_games::deuces_wild_xtreme::{DeucesWildXtreme, FIVE_CARD, GAME, Table};
use games::poker_table::{Board, Cards, Poker};
use rulebook::TableDraft;

/// The best rank of plain cards with `wild` further cards: any that are not there yet, or the rank that all
/// plain cards share.
fn by_trial(plain: Hand, wild: usize, deck: &[Card]) -> Ranking {
    let mut best = ranking_with(plain, wild, deck, 0);
    let ranks: Vec<u8> = plain.cards().map(Card::rank_number).collect();
    if wild > 0 && ranks.windows(2).all(|pair| pair[0] == pair[1]) {
        best = best.max(five_of(ranks.first().copied()));
    }
    best
}

fn ranking_with(hand: Hand, wild: usize, deck: &[Card], from: usize) -> Ranking {
    if wild == 0 {
        return hand.ranking();
    }
    let free = (from..deck.len()).filter(|at| !hand.has(deck[*at]));
    let tried = free.map(|at| ranking_with(hand.with(deck[at]), wild - 1, deck, at + 1));
    tried.max().unwrap_or(hand.ranking())
}

/// Five of one rank, with the number of a ranking; without a rank the five wild cards.
fn five_of(rank: Option<u8>) -> Ranking {
    let number = match rank {
        Some(rank) => (Category::FiveOfAKind as u32) << 26 | 1 << (13 + u32::from(rank) - 2),
        None => (Category::FiveWilds as u32) << 26,
    };
    Ranking::try_from(number).unwrap()
}

#[test]
fn every_wild_hand_is_the_best_that_its_cards_can_be() {
    let deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let pack: Vec<Card> = deck.iter().copied().chain([Card::JOKER]).collect();
    let mut counts = [[0_u32; 3]; Category::ALL.len()];
    let mut hands = 0_u32;
    let mut hand = [Card::JOKER; 5];
    each_hand(&pack, &mut hand, 0, &mut |cards| {
        hands += 1;
        let fast = ranking(cards.iter().copied());
        let plain: Hand = cards.iter().copied().filter(|card| !is_wild(*card)).collect();
        let wild = cards.iter().filter(|card| is_wild(**card)).count();
        // Hands that differ only in the deuces' suits are tried once.
        if wild == 0 || first_of_its_like(cards) {
            assert_eq!(fast, by_trial(plain, wild, &deck), "{cards:?}");
        }
        let of_kind = &mut counts[fast.category() as usize];
        of_kind[0] += 1;
        of_kind[1] += u32::from(is_natural(cards, NaturalRule::SameKind));
        of_kind[2] += u32::from(is_natural(cards, NaturalRule::LowRuns));
    });
    println!("kind, hands, natural by OH-DJW-12(f), by CO-DWX-15.A.IV");
    for (kind, counted) in Category::ALL.iter().zip(counts) {
        println!("{kind:<16} {counted:?}");
    }
    assert_eq!(hands, 2_869_685);
    let known = [
        (Category::FiveWilds, [1, 0, 0]),
        (Category::RoyalFlush, [1_004, 4, 4]),
        (Category::FiveOfAKind, [1_400, 0, 0]),
        (Category::StraightFlush, [3_648, 36, 36]),
        (Category::FourOfAKind, [51_688, 528, 528]),
        (Category::FullHouse, [15_048, 3_168, 3_168]),
        (Category::Flush, [18_956, 4_980, 3_136]),
        (Category::Straight, [84_000, 10_176, 10_176]),
        (Category::ThreeOfAKind, [458_040, 42_240, 42_240]),
        (Category::TwoPairs, [95_040, 95_040, 95_040]),
        (Category::Pair, [1_341_180, 760_320, 760_320]),
        (Category::HighCard, [799_680, 799_680, 799_680]),
    ];
    for (kind, expected) in known {
        assert_eq!(counts[kind as usize], expected, "{kind}");
    }
}

/// The third reading (CO-DWX-19.A.V and VI): no deuce is wild, and each of the 48 remaining cards replaces
/// the joker once. Every hand without the joker then comes once and once more for each of its five cards, so
/// the counts are those of 52 plain cards plus five times these.
#[test]
fn without_wild_deuces_and_with_the_joker_replaced_hands_are_those_of_a_plain_deck() {
    let book = GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("five-card-linked", "1", None);
    draft.set("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-05", None);
    let table = Table::open(&book, &draft.check(&book).unwrap()).unwrap();
    let kind = |own: &[Card; 5], board: &[Card]| {
        let (row, _) = DeucesWildXtreme::prize(
            FIVE_CARD,
            &Cards::open(own).unwrap(),
            &Board::open(board),
            table.terms(),
        );
        Category::ALL[row]
    };
    let deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let pack: Vec<Card> = deck.iter().copied().chain([Card::JOKER]).collect();
    let mut counts = [[0_u32; 2]; Category::ALL.len()];
    each_hand(&pack, &mut [Card::JOKER; 5], 0, &mut |cards| match cards.contains(&Card::JOKER) {
        // The card in the middle is only for the joker.
        false => counts[kind(cards, &[Card::JOKER]) as usize][0] += 1,
        true => {
            for replaces in deck.iter().filter(|card| !cards.contains(card)) {
                counts[kind(cards, &[*replaces]) as usize][1] += 1;
            }
        }
    });
    println!("kind, hands without the joker, hands with the joker replaced");
    for (kind, counted) in Category::ALL.iter().zip(counts) {
        println!("{kind:<16} {counted:?}");
    }
    let known = [
        (Category::RoyalFlush, 4),
        (Category::StraightFlush, 36),
        (Category::FourOfAKind, 624),
        (Category::FullHouse, 3_744),
        (Category::Flush, 5_108),
        (Category::Straight, 10_200),
        (Category::ThreeOfAKind, 54_912),
        (Category::TwoPairs, 123_552),
        (Category::Pair, 1_098_240),
        (Category::HighCard, 1_302_540),
        (Category::FiveOfAKind, 0),
        (Category::FiveWilds, 0),
    ];
    for (kind, plain) in known {
        assert_eq!(counts[kind as usize], [plain, 5 * plain], "{kind}");
    }
}

/// Whether the deuces of a hand are the first ones, and the joker comes only after all of them: one hand is
/// enough for each number of wild cards.
fn first_of_its_like(cards: &[Card; 5]) -> bool {
    let wild: Vec<Card> = cards.iter().copied().filter(|card| is_wild(*card)).collect();
    let mut deuces: Vec<Card> = Card::all().filter(|card| is_wild(*card) && !card.is_joker()).collect();
    deuces.push(Card::JOKER);
    deuces.iter().zip(&wild).all(|(first, card)| first == card)
}

fn each_hand(pack: &[Card], hand: &mut [Card; 5], taken: usize, each: &mut impl FnMut(&[Card; 5])) {
    if taken == 5 {
        return each(hand);
    }
    for (at, card) in pack.iter().enumerate() {
        hand[taken] = *card;
        each_hand(&pack[at + 1..], hand, taken + 1, each);
    }
}
