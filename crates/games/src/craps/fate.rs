//! The effect of a throw on each wager: section 3 of the document, wager by wager.

use super::bet::{Area, Bet, Number, Throw};
use super::rows::{self, HARDWAYS, HOPS, OneRoll};
use super::rules;
use engine::{Cites, Rule};

/// How a throw ends a wager that it affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<P> {
    /// It would have been decided, but is off.
    StaysOff,
    /// It wins at this price.
    Wins(P),
    /// It loses.
    Loses,
    /// It stays with the patron and wins nothing.
    Pushes,
    /// It is returned because the wager it supports is decided while it is off.
    Returned,
    /// It moves to its number.
    Moves(Number),
}

/// The odds of a win, and the part of the stake they apply to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Price {
    /// The wager's own odds on the whole stake.
    Own,
    /// One of the wager's several odds.
    Line(usize),
    /// The odds of another wager on some of the equal parts of the stake.
    Part { of: Bet, won: i64 },
}

/// The result of a wager and its rules; `None` if the wager stays as it is.
pub(crate) type Fate = Option<(End<Price>, Cites)>;

impl Throw {
    /// The result of a wager that is working, or off.
    pub(crate) fn fate(&self, bet: Bet, working: bool) -> Fate {
        match bet {
            Bet::Pass => self.pass(),
            Bet::DontPass => self.dont_pass(),
            Bet::PassOdds => self.pass_odds(),
            Bet::DontPassOdds => self.dont_pass_odds(),
            Bet::Come => self.come(),
            Bet::ComeOn(number) => self.come_on(number),
            Bet::DontCome => self.dont_come(),
            Bet::DontComeOn(number) => self.dont_come_on(number),
            Bet::Put(number) => self.put(number),
            Bet::ComeOdds(number) => self.come_odds(number, working),
            Bet::PutOdds(number) => self.put_odds(number, working),
            Bet::DontComeOdds(number) => self.dont_come_odds(number),
            Bet::Place(number) => self.place(number, working),
            Bet::Buy(number) => self.buy(number, working),
            Bet::Lay(number) => self.lay(number, working),
            Bet::Hard(which) => self.hardway(which, working),
            Bet::Field => self.field(),
            Bet::AnySeven => self.one_roll(rows::ANY_SEVEN, self.total == 7),
            Bet::AnyCraps => self.one_roll(rows::ANY_CRAPS, self.is_craps()),
            Bet::CrapsTwo => self.one_roll(rows::CRAPS_TWO, self.total == 2),
            Bet::CrapsThree => self.one_roll(rows::CRAPS_THREE, self.total == 3),
            Bet::CrapsTwelve => self.one_roll(rows::CRAPS_TWELVE, self.total == 12),
            Bet::Eleven => self.one_roll(rows::ELEVEN, self.total == 11),
            Bet::CrapsEleven => self.craps_eleven(),
            Bet::Horn => self.horn(),
            Bet::HornHigh(high) => self.horn_high(high),
            Bet::World => self.world(),
            Bet::Hop(which) => self.hop(which),
            Bet::Fire => self.fire(),
        }
    }

    fn is_craps(&self) -> bool {
        matches!(self.total, 2 | 3 | 12)
    }

    fn is(&self, number: Number) -> bool {
        self.total == number.total()
    }

    // ------------------------------------------------------------ line bets

    fn pass(&self) -> Fate {
        let Some(point) = self.point else {
            let natural = rules::PASS_NATURAL.when(matches!(self.total, 7 | 11));
            let craps = rules::PASS_CRAPS.when(self.is_craps());
            return wins(rules::PASS_WINS, natural).or_else(|| loses(rules::PASS_LOSES, craps));
        };
        let made = rules::PASS_POINT_MADE.when(self.is(point));
        let seven_out = rules::PASS_SEVEN_OUT.when(self.total == 7);
        wins(rules::PASS_WINS, made).or_else(|| loses(rules::PASS_LOSES, seven_out))
    }

    fn dont_pass(&self) -> Fate {
        let Some(point) = self.point else {
            let craps = rules::DONT_PASS_CRAPS.when(matches!(self.total, 2 | 3));
            let natural = rules::DONT_PASS_NATURAL.when(matches!(self.total, 7 | 11));
            let twelve = rules::DONT_PASS_TWELVE.when(self.total == 12);
            return wins(rules::DONT_PASS_WINS, craps)
                .or_else(|| loses(rules::DONT_PASS_LOSES, natural))
                .or_else(|| twelve.map(|rule| (End::Pushes, rule.into())));
        };
        let seven_out = rules::DONT_PASS_SEVEN_OUT.when(self.total == 7);
        let made = rules::DONT_PASS_POINT_MADE.when(self.is(point));
        wins(rules::DONT_PASS_WINS, seven_out).or_else(|| loses(rules::DONT_PASS_LOSES, made))
    }

    fn pass_odds(&self) -> Fate {
        let point = self.point?;
        let paid = [rules::PASS_ODDS_FOUR_TEN, rules::PASS_ODDS_FIVE_NINE, rules::PASS_ODDS_SIX_EIGHT];
        if let Some(rule) = rules::PASS_ODDS_PAID.when(self.is(point)) {
            let cites = Cites::one(rule).and(paid[point.odds_class()].applies());
            return Some((End::Wins(Price::Line(point.odds_class())), cites));
        }
        follows(rules::PASS_SEVEN_OUT.when(self.total == 7))
    }

    fn dont_pass_odds(&self) -> Fate {
        let point = self.point?;
        let paid = [
            rules::DONT_PASS_ODDS_FOUR_TEN,
            rules::DONT_PASS_ODDS_FIVE_NINE,
            rules::DONT_PASS_ODDS_SIX_EIGHT,
        ];
        if let Some(rule) = rules::DONT_PASS_ODDS_PAID.when(self.total == 7) {
            let cites = Cites::one(rule).and(paid[point.odds_class()].applies());
            return Some((End::Wins(Price::Line(point.odds_class())), cites));
        }
        follows(rules::DONT_PASS_POINT_MADE.when(self.is(point)))
    }

    // ------------------------------------------------- bets that travel, or are put on a number

    fn come(&self) -> Fate {
        let natural = rules::COME_NATURAL.when(matches!(self.total, 7 | 11));
        let craps = rules::COME_CRAPS.when(self.is_craps());
        wins(rules::COME_WINS, natural)
            .or_else(|| loses(rules::COME_LOSES, craps))
            .or_else(|| moves(self.total, rules::COME_MOVES))
    }

    fn come_on(&self, number: Number) -> Fate {
        let made = rules::COME_POINT_MADE.when(self.is(number));
        let seven = rules::COME_SEVEN.when(self.total == 7);
        wins(rules::COME_WINS, made).or_else(|| loses(rules::COME_LOSES, seven))
    }

    fn dont_come(&self) -> Fate {
        let craps = rules::DONT_COME_CRAPS.when(matches!(self.total, 2 | 3));
        let natural = rules::DONT_COME_NATURAL.when(matches!(self.total, 7 | 11));
        let twelve = rules::DONT_COME_TWELVE.when(self.total == 12);
        wins(rules::DONT_COME_WINS, craps)
            .or_else(|| loses(rules::DONT_COME_LOSES, natural))
            .or_else(|| twelve.map(|rule| (End::Pushes, rule.into())))
            .or_else(|| moves(self.total, rules::DONT_COME_MOVES))
    }

    fn dont_come_on(&self, number: Number) -> Fate {
        let seven = rules::DONT_COME_SEVEN.when(self.total == 7);
        let made = rules::DONT_COME_POINT_MADE.when(self.is(number));
        wins(rules::DONT_COME_WINS, seven).or_else(|| loses(rules::DONT_COME_LOSES, made))
    }

    fn put(&self, number: Number) -> Fate {
        let made = rules::PUT_WINS.when(self.is(number));
        let seven = rules::PUT_LOSES.when(self.total == 7);
        won(made).or_else(|| seven.map(|rule| (End::Loses, rule.into())))
    }

    fn come_odds(&self, number: Number, working: bool) -> Fate {
        let paid = [rules::COME_ODDS_FOUR_TEN, rules::COME_ODDS_FIVE_NINE, rules::COME_ODDS_SIX_EIGHT];
        if let Some(back) = self.odds_while_off(number, working) {
            return Some(back);
        }
        if let Some(rule) = rules::COME_ODDS_PAID.when(self.is(number)) {
            return Some((End::Wins(Price::Own), Cites::one(rule).and(paid[number.odds_class()].applies())));
        }
        follows(rules::COME_SEVEN.when(self.total == 7))
    }

    fn put_odds(&self, number: Number, working: bool) -> Fate {
        let paid = [rules::PUT_ODDS_FOUR_TEN, rules::PUT_ODDS_FIVE_NINE, rules::PUT_ODDS_SIX_EIGHT];
        if let Some(back) = self.odds_while_off(number, working) {
            return Some(back);
        }
        if let Some(rule) = rules::PUT_ODDS_PAID.when(self.is(number)) {
            return Some((End::Wins(Price::Own), Cites::one(rule).and(paid[number.odds_class()].applies())));
        }
        follows(rules::PUT_LOSES.when(self.total == 7))
    }

    /// The flat bet is decided in any case; odds that are off are then returned.
    fn odds_while_off(&self, number: Number, working: bool) -> Fate {
        let decided = self.is(number) || self.total == 7;
        rules::COME_ODDS_OFF.when(decided && !working).map(|rule| (End::Returned, rule.into()))
    }

    fn dont_come_odds(&self, number: Number) -> Fate {
        let paid = [
            rules::DONT_COME_ODDS_FOUR_TEN,
            rules::DONT_COME_ODDS_FIVE_NINE,
            rules::DONT_COME_ODDS_SIX_EIGHT,
        ];
        if let Some(rule) = rules::DONT_COME_ODDS_PAID.when(self.total == 7) {
            return Some((End::Wins(Price::Own), Cites::one(rule).and(paid[number.odds_class()].applies())));
        }
        follows(rules::DONT_COME_POINT_MADE.when(self.is(number)))
    }

    // -------------------------------------------------------- bets on a number

    fn place(&self, number: Number, working: bool) -> Fate {
        if !working {
            let off = rules::PLACE_OFF_ON_COME_OUT.when(self.point.is_none());
            return self.stays_off(number, off.or_else(|| rules::CALLS.when(self.point.is_some())));
        }
        let the_point = rules::PLACE_THE_POINT.when(self.point == Some(number));
        let made = rules::PLACE_WINS.when(self.is(number));
        let seven = rules::PLACE_LOSES.when(self.total == 7);
        let fate = won(made).or_else(|| seven.map(|rule| (End::Loses, rule.into())));
        fate.map(|(end, cites)| (end, cites.and(the_point)))
    }

    fn buy(&self, number: Number, working: bool) -> Fate {
        if !working {
            let off = rules::BUY_AND_LAY.when(self.point.is_none());
            return self.stays_off(number, off.or_else(|| rules::CALLS.when(self.point.is_some())));
        }
        won(rules::BUY_AND_LAY.when(self.is(number)))
            .or_else(|| rules::BUY_AND_LAY.when(self.total == 7).map(|rule| (End::Loses, rule.into())))
    }

    fn lay(&self, number: Number, working: bool) -> Fate {
        if !working {
            let off = rules::BUY_AND_LAY.when(self.point.is_none() && self.lay_rests);
            let called = self.point.is_some() || !self.lay_rests;
            return self.stays_off(number, off.or_else(|| rules::CALLS.when(called)));
        }
        won(rules::BUY_AND_LAY.when(self.total == 7))
            .or_else(|| rules::BUY_AND_LAY.when(self.is(number)).map(|rule| (End::Loses, rule.into())))
    }

    fn hardway(&self, which: u8, working: bool) -> Fate {
        let row = HARDWAYS.get(usize::from(which))?;
        if !working {
            let off = row.called_off.when(self.point.is_none());
            return self.stays_off(row.number, off.or_else(|| rules::CALLS.when(self.point.is_some())));
        }
        let hard = self.is(row.number) && self.dice.is_pair();
        let wins = row.rules.wins.when(hard);
        let easy = row.rules.loses.when((self.is(row.number) && !self.dice.is_pair()) || self.total == 7);
        let fate = won(wins).or_else(|| easy.map(|rule| (End::Loses, rule.into())));
        fate.map(|(end, cites)| (end, cites.and(row.on_come_out.when(self.point.is_none()))))
    }

    /// A wager that is off stays; this is reported only if the throw would have decided it.
    fn stays_off(&self, number: Number, why: Option<Rule>) -> Fate {
        let decided = self.is(number) || self.total == 7;
        if decided { Some((End::StaysOff, why.into())) } else { None }
    }

    // ------------------------------------------------------------ one-roll bets

    fn field(&self) -> Fate {
        let line = match self.total {
            2 => 1,
            12 => 2,
            _ => 0,
        };
        let inside = matches!(self.total, 5..=8);
        if let Some(rule) = rules::FIELD_WINS.when(!inside) {
            return Some((End::Wins(Price::Line(line)), rule.into()));
        }
        rules::FIELD_LOSES.when(inside).map(|rule| (End::Loses, rule.into()))
    }

    fn one_roll(&self, row: OneRoll, hit: bool) -> Fate {
        won(row.wins.when(hit)).or_else(|| row.loses.when(!hit).map(|rule| (End::Loses, rule.into())))
    }

    fn hop(&self, which: u8) -> Fate {
        let row = HOPS.get(usize::from(which))?;
        let shown = (self.dice.a.number(), self.dice.b.number());
        let hit = shown == row.pips || (shown.1, shown.0) == row.pips;
        self.one_roll(row.rules, hit)
    }

    fn craps_eleven(&self) -> Fate {
        let half = match self.total {
            2 | 3 | 12 => Some(Bet::AnyCraps),
            11 => Some(Bet::Eleven),
            _ => None,
        };
        parts(half, 1, [rules::CRAPS_ELEVEN_WINS, rules::CRAPS_ELEVEN_PARTS], rules::CRAPS_ELEVEN_LOSES)
    }

    fn horn(&self) -> Fate {
        parts(self.horn_part(), 1, [rules::HORN_WINS, rules::HORN_PARTS], rules::HORN_LOSES)
    }

    fn horn_high(&self, high: u8) -> Fate {
        let won = if self.total == high { 2 } else { 1 };
        let cited = [rules::HORN_HIGH_WINS, rules::HORN_HIGH_PARTS];
        parts(self.horn_part(), won, cited, rules::HORN_HIGH_LOSES)
    }

    fn world(&self) -> Fate {
        let part = if self.total == 7 { Some(Bet::AnySeven) } else { self.horn_part() };
        parts(part, 1, [rules::WORLD_WINS, rules::WORLD_PARTS], rules::WORLD_LOSES)
    }

    /// The wager that the winning part of a horn stands for.
    fn horn_part(&self) -> Option<Bet> {
        match self.total {
            2 => Some(Bet::CrapsTwo),
            3 => Some(Bet::CrapsThree),
            11 => Some(Bet::Eleven),
            12 => Some(Bet::CrapsTwelve),
            _ => None,
        }
    }
}

/// A wager that stands for several: the winning part is paid as the wager it stands for, the others are lost.
fn parts(part: Option<Bet>, won: i64, [wins, divided]: [Rule; 2], loses: Rule) -> Fate {
    if let (Some(of), Some(rule)) = (part, wins.when(part.is_some())) {
        let cites = Cites::one(rule).and(divided.applies());
        return Some((End::Wins(Price::Part { of, won }), cites));
    }
    loses.when(part.is_none()).map(|rule| (End::Loses, rule.into()))
}

/// Wins by one of the ways that a general rule lists.
fn wins(general: Rule, way: Option<Rule>) -> Fate {
    way.map(|way| (End::Wins(Price::Own), Cites::from(general.applies()).and(way)))
}

/// Loses by one of the ways that a general rule lists.
fn loses(general: Rule, way: Option<Rule>) -> Fate {
    way.map(|way| (End::Loses, Cites::from(general.applies()).and(way)))
}

fn won(rule: Option<Rule>) -> Fate {
    rule.map(|rule| (End::Wins(Price::Own), rule.into()))
}

/// Odds lose with the wager that they support.
fn follows(flat_loses: Option<Rule>) -> Fate {
    flat_loses.map(|rule| (End::Loses, Cites::one(rule).and(rules::ODDS_FOLLOW.applies())))
}

fn moves(total: u8, rule: Rule) -> Fate {
    let number = Number::of(total)?;
    let cites = Cites::from(rule.when(true)).and(rules::COME_POINT.applies());
    if cites.is_empty() { None } else { Some((End::Moves(number), cites)) }
}

impl Area {
    /// The area that a wager on the come lines moves to when its number is thrown.
    pub(crate) fn of_number(self, number: Number) -> Area {
        match self.bet() {
            Bet::Come => Area::of(Bet::ComeOn(number)),
            Bet::DontCome => Area::of(Bet::DontComeOn(number)),
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bet::BETS;
    use super::*;

    #[test]
    fn what_a_throw_is_said_not_to_touch_it_leaves_alone() {
        let points = std::iter::once(None).chain(Number::ALL.map(Some));
        for point in points {
            for dice in felt::TwoDice::all() {
                let throw = Throw {
                    dice,
                    total: dice.total(),
                    point,
                    points_made: 6,
                    shooter_changed: false,
                    come_only: false,
                    lay_rests: false,
                };
                for bet in BETS.iter().filter(|bet| !bet.is_touched_by(throw.total)) {
                    for working in [true, false] {
                        assert!(throw.fate(*bet, working).is_none(), "{bet:?} {dice} {point:?}");
                    }
                }
            }
        }
    }
}
