//! Weighs a wager by a throw and prices it by the terms: all that the table carries out, and all that an
//! analyser needs.

use super::bet::{Area, Bet, Number, Throw};
use super::fate::{End, Fate, Price};
use super::rules;
use super::terms::{Priced, Terms};
use engine::{Cites, RowId};
use felt::{Money, Odds, TwoDice};

/// A wager on the layout when the dice are thrown.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// Its area.
    pub area: Area,
    /// Whether it works; otherwise it is off.
    pub working: bool,
    /// Whether there are odds behind it.
    pub with_odds: bool,
    /// Whether it was made for the dealers.
    pub for_dealers: bool,
}

impl Lying {
    /// A patron's own working wager without odds behind it.
    pub fn on(area: Area) -> Lying {
        Lying { area, working: true, with_odds: false, for_dealers: false }
    }
}

/// What a wager wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The odds.
    pub odds: Odds,
    /// The row of the printed table, if one prices it.
    pub row: Option<RowId>,
    /// How many of the equal parts of the stake win; the others are lost.
    pub won: i64,
    /// How many equal parts the stake has.
    pub parts: i64,
    /// Whether it is paid and stays up for the number to come again.
    pub stays: bool,
}

impl Win {
    /// The part of a stake that wins.
    pub fn basis(&self, stake: Money) -> Money {
        Money::minor((stake.as_minor() / self.parts).saturating_mul(self.won))
    }
}

impl Terms {
    /// A throw at this table, on a come-out roll or with a point on. For Fire Bets, set the points made on
    /// the result.
    pub fn throw(&self, dice: TwoDice, point: Option<Number>) -> Throw {
        Throw {
            dice,
            total: dice.total(),
            point,
            points_made: 0,
            shooter_changed: false,
            come_only: false,
            lay_rests: !self.lay_on_come_out,
        }
    }

    /// The effect of a throw on a wager, with its odds and rules; `None` if the wager stays as it is.
    ///
    /// ```
    /// use engine::RowId;
    /// use felt::{Odds, TwoDice};
    /// use games::craps::{Area, Craps, End, GAME, Lying, Number, words};
    /// use rulebook::TableDraft;
    ///
    /// let book = GAME.book().unwrap();
    /// let mut draft = TableDraft::new(GAME.id);
    /// let config = draft.set_words(&book, "limits 5..500", None).check(&book).unwrap();
    /// let table = Craps::open(&book, &config).unwrap();
    /// let terms = table.terms();
    /// let place_six = Lying::on(Area::find(words::PLACE_6).unwrap());
    /// let throw = terms.throw("4-2".parse::<TwoDice>().unwrap(), Some(Number::Nine));
    /// let (end, rules) = terms.fate(&throw, place_six).unwrap();
    /// let End::Wins(win) = end else { panic!("a six wins the place bet on it") };
    /// assert_eq!((win.odds, win.row), (Odds::to(7, 6), Some(RowId::new(&"place-6"))));
    /// assert!(win.stays);
    /// assert_eq!(rules.to_string(), "OH-CR-3.I.F.1 OH-CR-5.II/T1:place-6 RULING-CR-22");
    /// ```
    pub fn fate(&self, throw: &Throw, lying: Lying) -> Option<(End<Win>, Cites)> {
        let bet = lying.area.bet();
        if !bet.is_touched_by(throw.total) {
            return None;
        }
        let (end, cites) = throw.fate(bet, lying.working)?;
        Some(match end {
            End::Wins(price) => {
                let (win, priced) = self.win(lying.area, price);
                let up = self.winners_stay && bet.may_stay_up() && !lying.for_dealers;
                let stays = rules::WINNERS_STAY.when(up);
                let cites = cites
                    .and_all(price_rules(bet, priced, lying.with_odds))
                    .and(stays)
                    .and(rules::DEALER_BETS.when(lying.for_dealers));
                (End::Wins(Win { stays: stays.is_some(), ..win }), cites)
            }
            End::StaysOff => (End::StaysOff, cites),
            End::Loses => (End::Loses, cites),
            End::Pushes => (End::Pushes, cites),
            End::Returned => (End::Returned, cites),
            End::Moves(number) => (End::Moves(number), cites),
        })
    }

    pub(super) fn win(&self, area: Area, price: Price) -> (Win, Option<Priced>) {
        let (priced, won, parts) = match price {
            Price::Own => (self.price(area, 0), 1, 1),
            Price::Line(line) => (self.price(area, line), 1, 1),
            Price::Part { of, won } => (self.price(Area::of(of), 0), won, area.bet().parts()),
        };
        let odds = priced.map_or(Odds::EVEN, |priced| priced.odds);
        (Win { odds, row: priced.and_then(|priced| priced.row), won, parts, stays: false }, priced)
    }
}

/// The rules by which a win is priced.
fn price_rules(bet: Bet, priced: Option<Priced>, with_odds: bool) -> Cites {
    let raised = priced.is_some_and(|priced| priced.raised);
    let row = priced.and_then(|priced| priced.rule).and_then(|rule| rule.applies());
    Cites::from(row).and(rules::HIGHER_ODDS.when(raised)).and_all(even_beside_odds(bet, with_odds, raised))
}

/// A flat bet with odds behind it still pays even money, or the higher odds of the house.
fn even_beside_odds(bet: Bet, with_odds: bool, raised: bool) -> Cites {
    match bet {
        Bet::Pass | Bet::DontPass | Bet::ComeOn(_) | Bet::DontComeOn(_) if raised => {
            rules::RAISED_WITH_ODDS.when(with_odds).into()
        }
        Bet::Pass => rules::PASS_EVEN.when(with_odds).into(),
        Bet::DontPass => rules::DONT_PASS_EVEN.when(with_odds).into(),
        Bet::ComeOn(_) => rules::COME_EVEN.when(with_odds).into(),
        Bet::DontComeOn(_) => rules::DONT_COME_EVEN.when(with_odds).into(),
        Bet::Put(_) => rules::PUT_BETS.when(!with_odds).into(),
        _ => Cites::NONE,
    }
}

impl Throw {
    /// Settles Fire Bets when the point is lost, by the different points made until then.
    pub(super) fn fire(&self) -> Fate {
        let rule = rules::FIRE_AT_LOSER_SEVEN.when(self.is_loser_seven())?;
        let made = self.points_made;
        let cites = Cites::one(rule).and(rules::FIRE_PASSES_ON.when(self.shooter_changed));
        if let Some(rule) = rules::FIRE_WINS.when(made >= 4) {
            let cites = cites.and(rule).and(rules::FIRE_PAID_ONCE.applies());
            return Some((End::Wins(Price::Line(usize::from(made - 4))), cites));
        }
        Some((End::Loses, cites.and(rules::FIRE_LOSES.when(made < 4))))
    }
}
