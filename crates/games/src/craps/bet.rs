//! The wagers of craps, and the areas of the layout that they lie on.

use engine::WagerId;
use felt::TwoDice;
use serde::{Deserialize, Serialize};

/// A number that can become a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Number {
    /// A total of four.
    Four,
    /// A total of five.
    Five,
    /// A total of six.
    Six,
    /// A total of eight.
    Eight,
    /// A total of nine.
    Nine,
    /// A total of ten.
    Ten,
}

impl Number {
    /// The six of them.
    pub const ALL: [Number; 6] =
        [Number::Four, Number::Five, Number::Six, Number::Eight, Number::Nine, Number::Ten];

    /// The number that a total stands for, if it is one of the six.
    pub const fn of(total: u8) -> Option<Number> {
        match total {
            4 => Some(Number::Four),
            5 => Some(Number::Five),
            6 => Some(Number::Six),
            8 => Some(Number::Eight),
            9 => Some(Number::Nine),
            10 => Some(Number::Ten),
            _ => None,
        }
    }

    /// The total of the dice that it stands for.
    pub const fn total(self) -> u8 {
        match self {
            Number::Four => 4,
            Number::Five => 5,
            Number::Six => 6,
            Number::Eight => 8,
            Number::Nine => 9,
            Number::Ten => 10,
        }
    }

    /// Its index among the six.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The index of its true odds: 0 for four and ten, 1 for five and nine, 2 for six and eight.
    pub(crate) const fn odds_class(self) -> usize {
        match self {
            Number::Four | Number::Ten => 0,
            Number::Five | Number::Nine => 1,
            Number::Six | Number::Eight => 2,
        }
    }
}

/// A kind of wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bet {
    Pass,
    DontPass,
    PassOdds,
    DontPassOdds,
    Come,
    ComeOn(Number),
    ComeOdds(Number),
    DontCome,
    DontComeOn(Number),
    DontComeOdds(Number),
    Put(Number),
    PutOdds(Number),
    Place(Number),
    Buy(Number),
    Lay(Number),
    /// A hardway, by its index among the hardways.
    Hard(u8),
    Field,
    AnySeven,
    AnyCraps,
    CrapsTwo,
    CrapsThree,
    CrapsTwelve,
    Eleven,
    CrapsEleven,
    Horn,
    /// A horn high bet, by the total that has two units.
    HornHigh(u8),
    World,
    /// A hop, by its index among the hops.
    Hop(u8),
    Fire,
}

impl Bet {
    /// Whether it is a line bet, which a shooter must have.
    pub(crate) const fn is_line(self) -> bool {
        matches!(self, Bet::Pass | Bet::DontPass)
    }

    /// Whether a roll without a line bet may be made for it.
    pub(crate) const fn is_come(self) -> bool {
        matches!(self, Bet::Come | Bet::ComeOn(_) | Bet::DontCome | Bet::DontComeOn(_) | Bet::Put(_))
    }

    /// Whether it was bet directly on a number and stays until that number or a seven comes: such a bet may
    /// be paid and stay up.
    pub(crate) const fn may_stay_up(self) -> bool {
        matches!(self, Bet::Place(_) | Bet::Buy(_) | Bet::Lay(_) | Bet::Hard(_))
    }

    /// Whether a patron may make it for the dealers. Bets with vigorish are excluded, because it is charged
    /// to the patron who staked, and so is the Fire Bet, which belongs to its patron.
    pub(crate) const fn may_be_for_dealers(self) -> bool {
        !self.has_vigorish() && !matches!(self, Bet::Fire)
    }

    /// Whether its patron may call it on and off.
    pub(crate) const fn is_callable(self) -> bool {
        matches!(
            self,
            Bet::Place(_) | Bet::Buy(_) | Bet::Lay(_) | Bet::Hard(_) | Bet::ComeOdds(_) | Bet::PutOdds(_)
        )
    }

    /// The wager that this one supports, if it is a supplemental wager.
    pub(crate) const fn supports(self) -> Option<Bet> {
        match self {
            Bet::PassOdds => Some(Bet::Pass),
            Bet::DontPassOdds => Some(Bet::DontPass),
            Bet::ComeOdds(number) => Some(Bet::ComeOn(number)),
            Bet::DontComeOdds(number) => Some(Bet::DontComeOn(number)),
            Bet::PutOdds(number) => Some(Bet::Put(number)),
            _ => None,
        }
    }

    /// Whether odds may be placed behind it.
    pub(crate) const fn bears_odds(self) -> bool {
        matches!(self, Bet::Pass | Bet::DontPass | Bet::ComeOn(_) | Bet::DontComeOn(_) | Bet::Put(_))
    }

    /// Whether it lays odds: more is staked than can be won.
    pub(crate) const fn lays_odds(self) -> bool {
        matches!(self, Bet::DontPassOdds | Bet::DontComeOdds(_))
    }

    /// Whether a throw of this total can affect it. Most throws leave most wagers alone, and this test is
    /// much cheaper than weighing each.
    pub(crate) const fn is_touched_by(self, total: u8) -> bool {
        match self {
            Bet::ComeOn(number)
            | Bet::ComeOdds(number)
            | Bet::DontComeOn(number)
            | Bet::DontComeOdds(number)
            | Bet::Put(number)
            | Bet::PutOdds(number)
            | Bet::Place(number)
            | Bet::Buy(number)
            | Bet::Lay(number) => total == 7 || total == number.total(),
            Bet::Hard(which) => total == 7 || total == [4, 6, 8, 10][which as usize % 4],
            Bet::Fire => total == 7,
            _ => true,
        }
    }

    /// Whether vigorish is taken on it.
    pub(crate) const fn has_vigorish(self) -> bool {
        matches!(self, Bet::Buy(_) | Bet::Lay(_))
    }

    /// The number of equal wagers that its stake is divided into.
    pub(crate) const fn parts(self) -> i64 {
        match self {
            Bet::CrapsEleven => 2,
            Bet::Horn => 4,
            Bet::HornHigh(_) | Bet::World => 5,
            _ => 1,
        }
    }
}

/// An area of the layout: the index of a wager's word among all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area(u8);

impl Area {
    /// The area of Fire Bets: the last one.
    pub(crate) const FIRE: Area = Area::of(Bet::Fire);

    /// The area with that word, if it is one of this game's.
    pub fn find(word: WagerId) -> Option<Area> {
        let words = super::words::WAGERS;
        // Usually it is the same static word, so pointers are compared first.
        let same = |known: &WagerId| std::ptr::eq(known.word(), word.word());
        let at = words.iter().position(same).or_else(|| words.iter().position(|known| *known == word))?;
        u8::try_from(at).ok().map(Area)
    }

    /// The area of that kind of wager.
    pub(crate) const fn of(bet: Bet) -> Area {
        Area(match bet {
            Bet::Pass => 0,
            Bet::DontPass => 1,
            Bet::PassOdds => 2,
            Bet::DontPassOdds => 3,
            Bet::Come => 4,
            Bet::DontCome => 5,
            Bet::ComeOn(number) => 6 + number as u8,
            Bet::ComeOdds(number) => 12 + number as u8,
            Bet::DontComeOn(number) => 18 + number as u8,
            Bet::DontComeOdds(number) => 24 + number as u8,
            Bet::Put(number) => 30 + number as u8,
            Bet::PutOdds(number) => 36 + number as u8,
            Bet::Place(number) => 42 + number as u8,
            Bet::Buy(number) => 48 + number as u8,
            Bet::Lay(number) => 54 + number as u8,
            Bet::Hard(which) => 60 + which,
            Bet::Field => 64,
            Bet::AnySeven => 65,
            Bet::AnyCraps => 66,
            Bet::CrapsTwo => 67,
            Bet::CrapsThree => 68,
            Bet::CrapsTwelve => 69,
            Bet::Eleven => 70,
            Bet::CrapsEleven => 71,
            Bet::Horn => 72,
            Bet::HornHigh(2) => 73,
            Bet::HornHigh(3) => 74,
            Bet::HornHigh(11) => 75,
            Bet::HornHigh(_) => 76,
            Bet::World => 77,
            Bet::Hop(which) => 78 + which,
            Bet::Fire => 95,
        })
    }

    /// The area by the number stored in a wager.
    pub(crate) const fn recalled(number: u8) -> Area {
        Area(number)
    }

    /// The number stored in a wager.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn bet(self) -> Bet {
        BETS.get(self.index()).copied().unwrap_or(Bet::Fire)
    }

    /// The word of the wagers that lie there.
    pub fn word(self) -> WagerId {
        super::words::WAGERS.get(self.index()).copied().unwrap_or(super::words::FIRE)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Area> {
        (0..).map(Area).take(BETS.len())
    }
}

/// The kinds of wager in the order of their words: [`Area::of`] gives the area of each.
pub(crate) const BETS: [Bet; 96] = {
    let mut bets = [Bet::Fire; 96];
    let single = [
        Bet::Pass,
        Bet::DontPass,
        Bet::PassOdds,
        Bet::DontPassOdds,
        Bet::Come,
        Bet::DontCome,
        Bet::Field,
        Bet::AnySeven,
        Bet::AnyCraps,
        Bet::CrapsTwo,
        Bet::CrapsThree,
        Bet::CrapsTwelve,
        Bet::Eleven,
        Bet::CrapsEleven,
        Bet::Horn,
        Bet::HornHigh(2),
        Bet::HornHigh(3),
        Bet::HornHigh(11),
        Bet::HornHigh(12),
        Bet::World,
    ];
    let mut n = 0;
    while n < single.len() {
        bets[Area::of(single[n]).0 as usize] = single[n];
        n += 1;
    }
    n = 0;
    while n < 6 {
        let number = Number::ALL[n];
        let on_it = [
            Bet::ComeOn(number),
            Bet::ComeOdds(number),
            Bet::DontComeOn(number),
            Bet::DontComeOdds(number),
            Bet::Put(number),
            Bet::PutOdds(number),
            Bet::Place(number),
            Bet::Buy(number),
            Bet::Lay(number),
        ];
        let mut kind = 0;
        while kind < on_it.len() {
            bets[Area::of(on_it[kind]).0 as usize] = on_it[kind];
            kind += 1;
        }
        n += 1;
    }
    let mut which = 0;
    while which < 17 {
        if which < 4 {
            bets[Area::of(Bet::Hard(which)).0 as usize] = Bet::Hard(which);
        }
        bets[Area::of(Bet::Hop(which)).0 as usize] = Bet::Hop(which);
        which += 1;
    }
    bets
};

/// One throw of the dice, and the state it is made in.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    pub(crate) dice: TwoDice,
    pub(crate) total: u8,
    /// The point that was on; `None` on a come-out roll.
    pub(crate) point: Option<Number>,
    /// How many different points were made before it since the last loser seven.
    pub points_made: u8,
    /// Whether another shooter made some of these points.
    pub shooter_changed: bool,
    /// Whether it is made only for Come and Don't Come bets.
    pub(crate) come_only: bool,
    /// Whether Lay Bets are off on the come-out at this table.
    pub(crate) lay_rests: bool,
}

impl Throw {
    /// Whether the point is made or lost.
    pub(crate) fn ends_point(&self) -> bool {
        self.point.is_some_and(|point| self.total == 7 || self.total == point.total())
    }

    /// Whether it is a seven that loses the Pass Bets.
    pub(crate) fn is_loser_seven(&self) -> bool {
        self.point.is_some() && self.total == 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_kinds_stand_in_the_same_order() {
        assert_eq!(BETS.len(), super::super::words::WAGERS.len());
        let word = |bet| Area::of(bet).word().word();
        assert_eq!(word(Bet::Pass), "pass");
        assert_eq!(word(Bet::DontPassOdds), "dont-pass-odds");
        for number in Number::ALL {
            let n = number.total();
            assert_eq!(word(Bet::ComeOn(number)), format!("come-{n}"));
            assert_eq!(word(Bet::ComeOdds(number)), format!("come-odds-{n}"));
            assert_eq!(word(Bet::DontComeOn(number)), format!("dont-come-{n}"));
            assert_eq!(word(Bet::DontComeOdds(number)), format!("dont-come-odds-{n}"));
            assert_eq!(word(Bet::Put(number)), format!("put-{n}"));
            assert_eq!(word(Bet::PutOdds(number)), format!("put-odds-{n}"));
            assert_eq!(word(Bet::Place(number)), format!("place-{n}"));
            assert_eq!(word(Bet::Buy(number)), format!("buy-{n}"));
            assert_eq!(word(Bet::Lay(number)), format!("lay-{n}"));
        }
        for (n, hardway) in (0..).zip(&super::super::rows::HARDWAYS) {
            assert_eq!(word(Bet::Hard(n)), format!("hard-{}", hardway.number.total()));
        }
        for (n, hop) in (0..).zip(&super::super::rows::HOPS) {
            assert_eq!(word(Bet::Hop(n)), format!("hop-{}-{}", hop.pips.0, hop.pips.1));
        }
        assert_eq!(word(Bet::CrapsEleven), "craps-eleven");
        assert_eq!(word(Bet::HornHigh(11)), "horn-high-11");
        assert_eq!(word(Bet::World), "world");
        assert_eq!(word(Bet::Fire), "fire");
        for area in Area::all() {
            assert_eq!(Area::of(area.bet()), area);
        }
    }
}
