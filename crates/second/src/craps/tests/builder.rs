//! Sessions written by hand, event by event.

use super::super::{Account, Terms};
use engine::{
    Against, Beneficiary, Cites, Event, Line, LineKind, Marker, MarkerId, Outcome, Patron, Rank, RemedyId,
    RulingAct, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Money, Odds};

pub(super) const A: Patron = Patron::A;
pub(super) const B: Patron = Patron::B;

/// Writes a session and passes every event to an account immediately.
pub(super) struct Session {
    pub(super) account: Account,
    /// Patron, kind and stake by number, from which lines are written.
    rows: Vec<(Patron, &'static str, i64)>,
    lines: u16,
    round: u32,
}

pub(super) fn dollars(amount: i64) -> Money {
    Money::minor(amount * 100)
}

impl Session {
    pub(super) fn new() -> Session {
        Session::at(Terms::default())
    }

    pub(super) fn at(terms: Terms) -> Session {
        let mut session = Session { account: Account::with(terms), rows: Vec::new(), lines: 0, round: 0 };
        session.open();
        session
    }

    /// Passes the event to the account, which must accept it.
    pub(super) fn tell(&mut self, what: What) -> &mut Session {
        self.try_tell(what).unwrap_or_else(|trouble| panic!("{trouble}"));
        self
    }

    pub(super) fn try_tell(&mut self, what: What) -> Result<(), String> {
        self.account.see(&Event::fact(what))
    }

    /// Passes the event, which the account must reject, and returns the reason. The account stays unchanged.
    pub(super) fn trouble(&mut self, what: What) -> String {
        let mut copy = self.account.clone();
        copy.see(&Event::fact(what)).expect_err("the account accepts what it must not")
    }

    pub(super) fn open(&mut self) -> &mut Session {
        self.round += 1;
        self.lines = 0;
        self.tell(What::RoundOpened { round: self.round })
    }

    pub(super) fn end(&mut self) -> &mut Session {
        let round = self.round;
        self.tell(What::RoundEnded { round }).open()
    }

    // ------------------------------------------------------------ wagers

    pub(super) fn placing(&self, patron: Patron, kind: &'static str, stake: i64) -> What {
        What::WagerPlaced {
            number: WagerNumber(u32::try_from(self.rows.len()).unwrap() + 1),
            patron,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(Box::leak(Box::new(kind))),
            stake: dollars(stake),
            beneficiary: Beneficiary::Patron,
            lammer: Money::ZERO,
        }
    }

    pub(super) fn bet(&mut self, patron: Patron, kind: &'static str, stake: i64) -> &mut Session {
        let what = self.placing(patron, kind, stake);
        self.rows.push((patron, kind, stake));
        self.tell(what)
    }

    pub(super) fn bet_for_dealers(&mut self, patron: Patron, kind: &'static str, stake: i64) -> &mut Session {
        let What::WagerPlaced { number, spot, wager, stake: laid, lammer, .. } =
            self.placing(patron, kind, stake)
        else {
            panic!("a wager is placed")
        };
        self.rows.push((patron, kind, stake));
        let beneficiary = Beneficiary::Dealers;
        self.tell(What::WagerPlaced { number, patron, spot, wager, stake: laid, beneficiary, lammer })
    }

    fn row(&self, number: u32) -> (Patron, &'static str, i64) {
        self.rows[usize::try_from(number).unwrap() - 1]
    }

    pub(super) fn adding(&self, number: u32, added: i64) -> What {
        let (patron, kind, _) = self.row(number);
        What::StakeAdded {
            number: WagerNumber(number),
            patron,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(Box::leak(Box::new(kind))),
            added: dollars(added),
            won: false,
        }
    }

    pub(super) fn add(&mut self, number: u32, added: i64) -> &mut Session {
        let what = self.adding(number, added);
        self.rows[usize::try_from(number).unwrap() - 1].2 += added;
        self.tell(what)
    }

    pub(super) fn taking(&self, number: u32, back: i64) -> What {
        let (patron, kind, stake) = self.row(number);
        What::WagerTakenBack {
            number: WagerNumber(number),
            patron,
            wager: WagerId::new(Box::leak(Box::new(kind))),
            stake: dollars(back),
            left: dollars(stake - back),
        }
    }

    pub(super) fn take(&mut self, number: u32, back: i64) -> &mut Session {
        let what = self.taking(number, back);
        self.rows[usize::try_from(number).unwrap() - 1].2 -= back;
        self.tell(what)
    }

    pub(super) fn calling(&self, number: u32, on: bool) -> What {
        let (patron, kind, _) = self.row(number);
        What::WagerWorks {
            number: WagerNumber(number),
            patron,
            wager: WagerId::new(Box::leak(Box::new(kind))),
            on,
        }
    }

    pub(super) fn call(&mut self, number: u32, on: bool) -> &mut Session {
        let what = self.calling(number, on);
        self.tell(what)
    }

    // ------------------------------------------------------------ the roll

    pub(super) fn roll(&mut self, dice: &str) -> &mut Session {
        self.tell(What::Stepped { step: StepId::new(&"throw"), by: engine::Rank::Dealer });
        self.tell(What::Rolled(dice.parse().unwrap()))
    }

    /// A roll that decides nothing and leaves the puck.
    pub(super) fn idle(&mut self, dice: &str) -> &mut Session {
        self.roll(dice).end()
    }

    pub(super) fn puck(&mut self, value: u16) -> &mut Session {
        self.tell(mark("puck", value, None))
    }

    pub(super) fn fire(&mut self, value: u16) -> &mut Session {
        self.tell(mark("fire", value, None))
    }

    // ------------------------------------------------------------ lines

    fn line(&self, number: u32) -> Line {
        let (patron, kind, stake) = self.row(number);
        Line {
            seq: self.lines + 1,
            kind: LineKind::Wager,
            number: Some(WagerNumber(number)),
            patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(Box::leak(Box::new(kind))),
            stake: dollars(stake),
            basis: dollars(stake),
            outcome: None,
            odds: None,
            row: None,
            share: None,
            paid: Money::ZERO,
            returned: Money::ZERO,
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        }
    }

    /// The wager wins: this much is paid on all of it.
    pub(super) fn winning(&self, number: u32, paid: i64, odds: &str) -> Line {
        self.winning_part(number, self.row(number).2, paid, odds)
    }

    /// A part of the wager wins.
    pub(super) fn winning_part(&self, number: u32, part: i64, paid: i64, odds: &str) -> Line {
        Line {
            outcome: Some(Outcome::Wins),
            basis: dollars(part),
            returned: dollars(part),
            paid: dollars(paid),
            odds: Some(odds.parse::<Odds>().unwrap()),
            ..self.line(number)
        }
    }

    /// The wager wins and stays where it is.
    pub(super) fn staying(&self, number: u32, paid: i64, odds: &str) -> Line {
        Line { stake: Money::ZERO, returned: Money::ZERO, ..self.winning(number, paid, odds) }
    }

    pub(super) fn losing(&self, number: u32) -> Line {
        Line { outcome: Some(Outcome::Loses), ..self.line(number) }
    }

    pub(super) fn back(&self, number: u32, outcome: Outcome) -> Line {
        let line = self.line(number);
        Line { outcome: Some(outcome), returned: line.stake, ..line }
    }

    pub(super) fn charging(&self, number: u32, charged: i64) -> Line {
        Line { kind: LineKind::Charge, charged: dollars(charged), ..self.line(number) }
    }

    pub(super) fn settle(&mut self, line: Line) -> &mut Session {
        self.tell(What::Settled(line));
        self.lines += 1;
        self
    }

    pub(super) fn wins(&mut self, number: u32, paid: i64, odds: &str) -> &mut Session {
        let line = self.winning(number, paid, odds);
        self.settle(line)
    }

    pub(super) fn wins_and_stays(&mut self, number: u32, paid: i64, odds: &str) -> &mut Session {
        let line = self.staying(number, paid, odds);
        self.settle(line)
    }

    pub(super) fn loses(&mut self, number: u32) -> &mut Session {
        let line = self.losing(number);
        self.settle(line)
    }

    pub(super) fn returned(&mut self, number: u32) -> &mut Session {
        let line = self.back(number, Outcome::Returned);
        self.settle(line)
    }

    pub(super) fn charged(&mut self, number: u32, charged: i64) -> &mut Session {
        let line = self.charging(number, charged);
        self.settle(line)
    }

    pub(super) fn moving(&self, number: u32, to: &'static str) -> What {
        let (patron, from, _) = self.row(number);
        What::WagerMoved {
            number: WagerNumber(number),
            patron,
            from: WagerId::new(Box::leak(Box::new(from))),
            to: WagerId::new(Box::leak(Box::new(to))),
        }
    }

    pub(super) fn moves(&mut self, number: u32, to: &'static str) -> &mut Session {
        let what = self.moving(number, to);
        self.rows[usize::try_from(number).unwrap() - 1].1 = to;
        self.tell(what)
    }

    pub(super) fn stays(&mut self, number: u32) -> &mut Session {
        let (patron, kind, _) = self.row(number);
        self.tell(What::WagerStays {
            number: WagerNumber(number),
            patron,
            wager: WagerId::new(Box::leak(Box::new(kind))),
        })
    }

    pub(super) fn rule(&mut self, act: RulingAct) -> &mut Session {
        self.tell(What::Ruled { by: Rank::Floor, act })
    }

    pub(super) fn award(&self, patron: Patron, amount: i64) -> Line {
        let cites = Cites::NONE;
        let line = Line::award(patron, WagerId::new(&"award"), dollars(amount), cites);
        Line { seq: self.lines + 1, ..line }
    }

    pub(super) fn no_roll(&mut self) -> &mut Session {
        self.tell(What::Stepped { step: StepId::new(&"throw"), by: engine::Rank::Dealer });
        self.tell(What::Remedied { remedy: RemedyId::new(&"no-roll"), place: None })
    }
}

pub(super) fn mark(id: &'static str, value: u16, patron: Option<Patron>) -> What {
    What::Marked(Marker { id: MarkerId::new(Box::leak(Box::new(id))), value, patron })
}
