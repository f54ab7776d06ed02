//! Follows the shoe and the hands card by card.

use super::holders::{Holders, Manner};
use crate::layout::Dealt;
use crate::layout::line::Bet;
use engine::{Announcement, Face, Place, What};
use felt::{Card, Rank};

/// 8.III.B.3/T1 / 11.III.B.3/T1, as printed: the banker's two-card count, and the banker's action for each value of the
/// player's third card from 0 to 9.
pub const TABLE_1: [(u8, &str); 4] = [
    (3, "Draw Draw Draw Draw Draw Draw Draw Draw Stand Draw"),
    (4, "Stand Stand Draw Draw Draw Draw Draw Draw Stand Stand"),
    (5, "Stand Stand Stand Stand Draw Draw Draw Draw Stand Stand"),
    (6, "Stand Stand Stand Stand Stand Stand Draw Draw Stand Stand"),
];

/// 3b.I / 6.I.
pub fn value(card: Card) -> u8 {
    match card.rank() {
        Some(Rank::Ace) => 1,
        Some(Rank::Ten | Rank::Jack | Rank::Queen | Rank::King) | None => 0,
        Some(rank) => rank.number(),
    }
}

/// 2b.VII / 5.VII: how many more are burnt.
pub fn burns(card: Card) -> u8 {
    match card.rank() {
        Some(Rank::Ace) => 1,
        Some(Rank::Ten | Rank::Jack | Rank::Queen | Rank::King) => 10,
        Some(rank) => rank.number(),
        None => 0,
    }
}

/// 3b.II / 6.II.
pub fn points(values: &[u8]) -> u8 {
    let total: u32 = values.iter().map(|value| u32::from(*value)).sum();
    u8::try_from(total % 10).unwrap()
}

/// Whose turn it is, by sections 6 to 8 / 9 to 11; 0 for the player's hand, 1 for the banker's.
pub fn turn(player: &[u8], banker: &[u8]) -> Option<usize> {
    // 6.III: first and third, second and fourth.
    match player.len() + banker.len() {
        0 | 2 => return Some(0),
        1 | 3 => return Some(1),
        _ => {}
    }
    let (two_p, two_b) = (points(&player[..2]), points(&banker[..2]));
    // 8.I.
    if two_p >= 8 || two_b >= 8 {
        return None;
    }
    // 8.II.A, 8.II.B.
    if two_p < 6 && player.len() == 2 {
        return Some(0);
    }
    if banker.len() > 2 {
        return None;
    }
    let draws = match player.get(2) {
        // 8.III.A.
        None => two_b <= 5,
        Some(third) => match two_b {
            // 8.III.B.1, 8.III.B.2.
            0..=2 => true,
            7 => false,
            _ => {
                let row = TABLE_1.iter().find(|(count, _)| *count == two_b).unwrap();
                row.1.split(' ').nth(usize::from(*third)).unwrap() == "Draw"
            }
        },
    };
    draws.then_some(1)
}

/// The final hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// Its points.
    pub points: u8,
    /// The number of its cards.
    pub cards: u8,
}

impl Count {
    /// 1.II / 1.I.
    pub fn natural(self) -> bool {
        self.cards == 2 && self.points >= 8
    }
}

/// Both final hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Result {
    /// The player's.
    pub player: Count,
    /// The banker's.
    pub banker: Count,
}

impl std::fmt::Display for Result {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Result { player, banker } = self;
        write!(f, "{} of {} and {} of {}", player.points, player.cards, banker.points, banker.cards)
    }
}

impl std::str::FromStr for Result {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Result, String> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [p, pc, b, bc] = numbers[..] else { return Err(format!("{text} is no result of two hands")) };
        Ok(Result { player: Count { points: p, cards: pc }, banker: Count { points: b, cards: bc } })
    }
}

/// The state of the shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shoe {
    /// It must be shuffled.
    Over,
    /// It is shuffled and must be cut.
    Shuffled,
    /// It is cut, and the first card must be shown.
    Cut,
    /// This number of cards has been burnt so far.
    Burning(u8),
    /// It is ready for dealing.
    Ready,
}

/// A card held as the next one.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    draw: u32,
    open: Option<u8>,
}

/// Shoe and hands.
#[derive(Clone, Debug)]
pub struct Cards {
    shoe: Shoe,
    pack: u16,
    /// How many cards have left the shoe.
    drawn: u16,
    /// The values of their cards, without those that are face down.
    hands: [Vec<u8>; 2],
    holders: Holders,
    waiting: Vec<Waiting>,
    /// Whether a round without wagers is being dealt.
    simulated: bool,
    /// Whether the cover card has come.
    cover: bool,
    /// Whether the result of the round has been reported.
    settled: bool,
}

impl Cards {
    /// The state when a table opens.
    pub fn new(pack: u16, manner: Manner) -> Cards {
        Cards {
            shoe: Shoe::Over,
            pack,
            drawn: 0,
            hands: [Vec::new(), Vec::new()],
            holders: Holders::new(manner),
            waiting: Vec::new(),
            simulated: false,
            cover: false,
            settled: false,
        }
    }

    /// Whether a round without wagers is dealt.
    pub fn is_dealing(&self) -> bool {
        self.simulated
    }

    fn turn(&self) -> Option<usize> {
        turn(&self.hands[0], &self.hands[1])
    }

    fn counts(&self) -> Result {
        let count = |hand: &Vec<u8>| Count { points: points(hand), cards: u8::try_from(hand.len()).unwrap() };
        Result { player: count(&self.hands[0]), banker: count(&self.hands[1]) }
    }

    /// Processes the next event.
    ///
    /// # Errors
    /// Returns how it differs from the text.
    pub fn see(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> std::result::Result<Dealt, String> {
        match *what {
            What::Shuffled { .. } => self.shuffled()?,
            What::Cut { depth, .. } => self.cut(depth)?,
            What::CardLaid { draw, place, face, .. } => self.laid(draw, place, face, closed)?,
            What::CardMoved { draw, from: Place::Next, to } => self.moved(draw, to, closed)?,
            What::CardMoved { .. } => return Err("a card moves that did not wait".into()),
            What::CardTurned { draw, place: Place::Next, face: Face::Up(card) } => {
                let waits = self.waiting.iter_mut().find(|waits| waits.draw == draw);
                waits.ok_or("a card is turned that does not wait")?.open = Some(value(card));
            }
            What::CardTurned { draw, place, face: Face::Up(card) } => {
                let at = hand_of(place).ok_or("a card is turned that lies with no hand")?;
                // 11.III: a simulated round has no bets, so no patron holds its cards.
                let nth = self.holders.turned(at, draw, if self.simulated { &[] } else { bets })?;
                self.hands[at][nth] = value(card);
            }
            What::CardTurned { .. } => return Err("a card is turned and not shown".into()),
            What::Announced { place, hand: Announcement::Total { value, soft: false } } => {
                let at = hand_of(place).ok_or("something else than a hand is announced")?;
                if self.holders.closed().is_some_and(|closed| closed <= at) {
                    return Err(format!("{place} is announced and lies face down (6.III.B)"));
                }
                if u16::from(points(&self.hands[at])) != value {
                    return Err(format!(
                        "{place} is announced as {value} and has {}",
                        points(&self.hands[at])
                    ));
                }
            }
            What::Announced { .. } => return Err("a hand has points and no name".into()),
            What::CutCardReached => self.cover = true,
            What::Collected { place, cards } => self.collected(place, cards)?,
            What::Stepped { step, .. } => match step.word() {
                "settle" => return self.settles(),
                "spread-cards" if self.waits_for_bets() => self.shoe = Shoe::Over,
                "spread-cards" => return Err("cards are spread in a round (2b.VIII)".into()),
                "cut-again" if self.shoe == Shoe::Cut && self.drawn == 0 => self.shoe = Shoe::Shuffled,
                "cut-again" => return Err("cards are cut again when they are in the shoe (2b.VI)".into()),
                "no-more-bets" if self.waits_for_bets() => {}
                "no-more-bets" => return Err("bets close and the shoe is not ready".into()),
                _ => {}
            },
            What::Chosen { choice, .. } if choice.word() == "shuffle-again" => self.shoe = Shoe::Over,
            What::Chosen { patron, choice, lapsed, .. } => {
                self.holders.chosen(patron, (choice.word(), lapsed), bets)?;
            }
            What::Irregular { kind, .. } => match kind.word() {
                // 11.IV: no card of the round has been dealt.
                "face-up-in-shoe" if closed && self.is_clear() => return Ok(Dealt::Reopened),
                // 11.V.
                "shoe-ran-out" => self.shoe = Shoe::Over,
                _ => {}
            },
            What::RoundEnded { .. } => self.ends()?,
            _ => {}
        }
        Ok(Dealt::Noted)
    }

    fn is_clear(&self) -> bool {
        self.hands.iter().all(Vec::is_empty)
    }

    fn waits_for_bets(&self) -> bool {
        self.shoe == Shoe::Ready && !self.simulated && self.is_clear()
    }

    /// 2b.I.
    fn shuffled(&mut self) -> std::result::Result<(), String> {
        if self.shoe != Shoe::Over {
            return Err("cards are shuffled that are in play".into());
        }
        (self.shoe, self.drawn, self.cover) = (Shoe::Shuffled, 0, false);
        self.waiting.clear();
        Ok(())
    }

    /// 2b.IV.
    fn cut(&mut self, depth: u16) -> std::result::Result<(), String> {
        if self.shoe != Shoe::Shuffled || depth < 10 || self.pack - depth < 10 {
            return Err(format!("{depth} cards are cut of {} ({:?})", self.pack, self.shoe));
        }
        self.shoe = Shoe::Cut;
        Ok(())
    }

    fn laid(&mut self, draw: u32, place: Place, face: Face, closed: bool) -> std::result::Result<(), String> {
        let waited = self.waiting.iter().position(|waits| waits.draw == draw);
        if let Some(at) = waited {
            if self.waiting[..at].iter().any(|earlier| earlier.open.is_none()) {
                return Err("a card is used before one that waits longer".into());
            }
            self.waiting.remove(at);
        } else {
            self.drawn += 1;
        }
        match (place, self.shoe) {
            (Place::Rack, Shoe::Cut) => {
                let card =
                    face.card().filter(|_| face.is_up()).ok_or("the first card is not shown (2b.VII)")?;
                self.burnt(burns(card));
            }
            (Place::Rack, Shoe::Burning(left)) => self.burnt(left - 1),
            (Place::Next, Shoe::Ready) => {
                let open = face.card().filter(|_| face.is_up()).map(value);
                self.waiting.push(Waiting { draw, open });
            }
            (Place::Player | Place::Banker, Shoe::Ready) if closed || self.simulated => {
                if waited.is_none() && !self.waiting.is_empty() {
                    return Err(format!(
                        "a card of the shoe is dealt while others wait (11.I): {:?}",
                        self.waiting
                    ));
                }
                let shown = face.card().filter(|_| face.is_up()).map(value);
                let (at, nth) = self.comes(place, shown.unwrap_or(0))?;
                if shown.is_none() {
                    self.holders.laid(at, draw, nth)?;
                }
            }
            _ => return Err(format!("a card is laid at {place} ({:?})", self.shoe)),
        }
        Ok(())
    }

    fn burnt(&mut self, left: u8) {
        self.shoe = if left == 0 { Shoe::Ready } else { Shoe::Burning(left) };
    }

    /// A card comes to the hand that is due; returns which one, and how many cards that hand had.
    fn comes(&mut self, place: Place, value: u8) -> std::result::Result<(usize, usize), String> {
        if self.hands[0].len() + self.hands[1].len() >= 4 && self.holders.closed().is_some() {
            return Err(format!("a third card comes to {place} and a hand is not open yet (7.I)"));
        }
        let due = self.turn();
        if hand_of(place) != due {
            return Err(format!(
                "a card comes to {place}, and the turn is {due:?} of {:?} (6 to 8)",
                self.hands
            ));
        }
        let at = due.unwrap();
        self.hands[at].push(value);
        Ok((at, self.hands[at].len() - 1))
    }

    /// 11.III, 11.IV: a card that was seen is used, or begins a round without wagers.
    fn moved(&mut self, draw: u32, to: Place, closed: bool) -> std::result::Result<(), String> {
        let at = self.waiting.iter().position(|waits| waits.draw == draw).ok_or("no such card waits")?;
        let value = self.waiting.remove(at).open.ok_or("a card that nobody saw moves by itself")?;
        if !closed && !self.simulated {
            if !self.waits_for_bets() {
                return Err(format!("a card moves to {to} and nothing is dealt ({:?})", self.shoe));
            }
            self.simulated = true;
        } else if at != 0 {
            return Err("a card is used before one that waits longer".into());
        }
        self.comes(to, value).map(drop)
    }

    /// 9.I: every card has come.
    fn settles(&mut self) -> std::result::Result<Dealt, String> {
        if let Some(at) = self.holders.closed() {
            return Err(format!("hand {at} is settled and lies face down (9.I)"));
        }
        if let Some(due) = self.turn() {
            return Err(format!("hand {due} lacks a card of {:?} (8)", self.hands));
        }
        if self.simulated || self.settled {
            return Err("no result is due".into());
        }
        self.settled = true;
        Ok(Dealt::Result(self.counts().to_string()))
    }

    /// 9.III, 7.V.
    fn collected(&mut self, place: Place, cards: u16) -> std::result::Result<(), String> {
        match hand_of(place) {
            Some(at) => {
                if usize::from(cards) != self.hands[at].len() {
                    return Err(format!("{cards} cards are collected at {place} of {:?}", self.hands));
                }
                self.hands[at].clear();
                if self.is_clear() {
                    self.holders.end();
                }
                if self.simulated && self.is_clear() {
                    self.simulated = false;
                    self.last_of_shoe();
                }
            }
            None if place == Place::Next && self.shoe != Shoe::Over && !self.cover => {
                return Err("the shoe is put away before its time (7.V)".into());
            }
            None => {}
        }
        Ok(())
    }

    fn last_of_shoe(&mut self) {
        if self.cover && self.shoe == Shoe::Ready {
            self.shoe = Shoe::Over;
        }
    }

    fn ends(&mut self) -> std::result::Result<(), String> {
        if !self.is_clear() {
            return Err(format!("a round ends and cards lie there: {:?} (9.III)", self.hands));
        }
        self.settled = false;
        self.last_of_shoe();
        Ok(())
    }
}

fn hand_of(place: Place) -> Option<usize> {
    match place {
        Place::Player => Some(0),
        Place::Banker => Some(1),
        _ => None,
    }
}
