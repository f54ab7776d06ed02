//! Sessions written event by event, for the tests of games. The expected lines are worked out from the document, not by
//! the code under test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test code")]

use super::{Account, Document};
use crate::Checker;
use engine::{
    Against, Beneficiary, Cites, Event, IrregularityId, Line, LineKind, Marker, MarkerId, Outcome, Patron,
    Rank, RemedyId, Rule, RulingAct, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Money, Odds};

pub(crate) const A: Patron = Patron::A;
pub(crate) const B: Patron = Patron::B;

/// The patron, the kind, the stake in dollars, and the beneficiary.
type Row = (Patron, &'static str, i64, Beneficiary);

/// Writes a session and passes every event to an account immediately. Patron A stands at place 1, B at 2 and so on.
#[derive(Clone)]
pub(crate) struct Session<D> {
    account: Account<D>,
    rows: Vec<Row>,
    lines: u16,
    round: u32,
}

fn leak<T>(word: T) -> &'static T {
    Box::leak(Box::new(word))
}

pub(crate) fn stepping(word: &'static str, by: Rank) -> What {
    What::Stepped { step: StepId::new(leak(word)), by }
}

pub(crate) fn reporting(word: &'static str) -> What {
    What::Irregular { kind: IrregularityId::new(leak(word)), place: None }
}

pub(crate) fn marking(value: u16) -> What {
    What::Marked(Marker { id: MarkerId::new(&"point"), value, patron: None })
}

impl<D: Document + Clone> Session<D> {
    pub(crate) fn new(document: D) -> Session<D> {
        let mut session = Session { account: Account::new(document), rows: Vec::new(), lines: 0, round: 0 };
        session.open();
        session
    }

    /// Passes the event to the account, which must accept it.
    #[track_caller]
    pub(crate) fn tell(&mut self, what: What) -> &mut Session<D> {
        self.show(what, Cites::NONE)
    }

    #[track_caller]
    fn show(&mut self, what: What, cites: Cites) -> &mut Session<D> {
        if let Err(trouble) = self.account.see(&Event { what, cites }) {
            panic!("{trouble}");
        }
        self
    }

    /// Passes the event, which the account must reject with a reason that contains these words. The account stays
    /// unchanged.
    #[track_caller]
    pub(crate) fn wrong(&mut self, what: What, words: &str) -> &mut Session<D> {
        let trouble = self.account.clone().see(&Event::fact(what)).expect_err("it accepts what it must not");
        assert!(trouble.contains(words), "another trouble: {trouble}");
        self
    }

    pub(crate) fn open(&mut self) -> &mut Session<D> {
        self.round += 1;
        self.lines = 0;
        self.tell(What::RoundOpened { round: self.round })
    }

    #[track_caller]
    pub(crate) fn end(&mut self) -> &mut Session<D> {
        let round = self.round;
        self.tell(What::RoundEnded { round }).open()
    }

    pub(crate) fn ending(&self) -> What {
        What::RoundEnded { round: self.round }
    }

    // ------------------------------------------------------------ chips

    pub(crate) fn laying(&self, (patron, kind, dollars, beneficiary): Row) -> What {
        What::WagerPlaced {
            number: WagerNumber(u32::try_from(self.rows.len()).unwrap() + 1),
            patron,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(leak(kind)),
            stake: Money::minor(dollars * 100),
            beneficiary,
            lammer: Money::ZERO,
        }
    }

    #[track_caller]
    pub(crate) fn bet(&mut self, patron: Patron, kind: &'static str, dollars: i64) -> &mut Session<D> {
        self.lay((patron, kind, dollars, Beneficiary::Patron), Cites::NONE)
    }

    #[track_caller]
    pub(crate) fn for_dealers(
        &mut self,
        patron: Patron,
        kind: &'static str,
        dollars: i64,
    ) -> &mut Session<D> {
        self.lay((patron, kind, dollars, Beneficiary::Dealers), Cites::NONE)
    }

    /// Chips are found there after bets have closed.
    #[track_caller]
    pub(crate) fn found(&mut self, patron: Patron, kind: &'static str, dollars: i64) -> &mut Session<D> {
        self.lay((patron, kind, dollars, Beneficiary::Patron), self.finding())
    }

    fn finding(&self) -> Cites {
        Cites::one(Rule::new(leak(self.account.document.found()[0])))
    }

    #[track_caller]
    fn lay(&mut self, row: Row, cites: Cites) -> &mut Session<D> {
        let what = self.laying(row);
        self.rows.push(row);
        self.show(what, cites)
    }

    fn row(&self, number: u32) -> Row {
        self.rows[usize::try_from(number).unwrap() - 1]
    }

    pub(crate) fn adding(&self, number: u32, dollars: i64) -> What {
        let (patron, kind, ..) = self.row(number);
        What::StakeAdded {
            number: WagerNumber(number),
            patron,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(leak(kind)),
            added: Money::minor(dollars * 100),
            won: false,
        }
    }

    pub(crate) fn taking(&self, number: u32, dollars: i64) -> What {
        let (patron, kind, lies, _) = self.row(number);
        What::WagerTakenBack {
            number: WagerNumber(number),
            patron,
            wager: WagerId::new(leak(kind)),
            stake: Money::minor(dollars * 100),
            left: Money::minor((lies - dollars) * 100),
        }
    }

    #[track_caller]
    pub(crate) fn add(&mut self, number: u32, dollars: i64) -> &mut Session<D> {
        let what = self.adding(number, dollars);
        self.rows[usize::try_from(number).unwrap() - 1].2 += dollars;
        self.tell(what)
    }

    #[track_caller]
    pub(crate) fn take_back(&mut self, number: u32, dollars: i64) -> &mut Session<D> {
        let what = self.taking(number, dollars);
        self.rows[usize::try_from(number).unwrap() - 1].2 -= dollars;
        self.tell(what)
    }

    /// Less is found there than was laid, by this amount.
    #[track_caller]
    pub(crate) fn found_less(&mut self, number: u32, dollars: i64) -> &mut Session<D> {
        let what = self.taking(number, dollars);
        self.rows[usize::try_from(number).unwrap() - 1].2 -= dollars;
        self.show(what, self.finding())
    }

    // ------------------------------------------------------------ what happens

    #[track_caller]
    pub(crate) fn step(&mut self, word: &'static str) -> &mut Session<D> {
        self.tell(stepping(word, Rank::Dealer))
    }

    #[track_caller]
    pub(crate) fn report(&mut self, word: &'static str, remedy: &'static str) -> &mut Session<D> {
        self.tell(reporting(word)).remedy(remedy)
    }

    #[track_caller]
    pub(crate) fn remedy(&mut self, word: &'static str) -> &mut Session<D> {
        self.tell(What::Remedied { remedy: RemedyId::new(leak(word)), place: None })
    }

    #[track_caller]
    pub(crate) fn rules(&mut self, act: RulingAct) -> &mut Session<D> {
        self.tell(What::Ruled { by: Rank::Floor, act })
    }

    // ------------------------------------------------------------ lines

    /// Builds the line of that wager, or an award if the number is zero.
    pub(crate) fn line(&self, number: u32, outcome: Outcome, pays: i64) -> Line {
        let (patron, kind, dollars, beneficiary) = self.row(number);
        let stake = Money::minor(dollars * 100);
        let won = outcome == Outcome::Wins;
        Line {
            seq: self.lines + 1,
            kind: LineKind::Wager,
            number: Some(WagerNumber(number)),
            patron,
            beneficiary,
            against: Against::House,
            spot: Spot::first(patron.index() + 1),
            wager: WagerId::new(leak(kind)),
            stake,
            basis: stake,
            outcome: Some(outcome),
            odds: won.then(|| Odds::to(u32::try_from(pays).unwrap(), 1)),
            row: None,
            share: None,
            paid: Money::minor(if won { dollars * pays * 100 } else { 0 }),
            returned: if outcome == Outcome::Loses { Money::ZERO } else { stake },
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        }
    }

    /// Passes the line, and checks that it is rejected if any part of it differs.
    #[track_caller]
    fn settle(&mut self, line: Line) -> &mut Session<D> {
        let cent = Money::minor(1);
        let changed = [
            Line { seq: line.seq + 1, ..line },
            Line { paid: line.paid + cent, ..line },
            Line { returned: line.returned + cent, ..line },
            Line { charged: cent, ..line },
            Line { stake: line.stake + cent, ..line },
            Line { basis: line.basis + cent, ..line },
            Line { patron: Patron::C, ..line },
            Line { against: Against::Bank(Patron::C), ..line },
            Line { beneficiary: Beneficiary::House, ..line },
            Line { odds: Some(Odds::to(7, 3)), ..line },
            Line { outcome: Some(Outcome::Pushes), ..line },
            Line { wager: WagerId::new(&"another"), ..line },
            Line { kind: LineKind::Cap, ..line },
            Line { reverses: Some(1), ..line },
        ];
        for line in changed {
            self.wrong(What::Settled(line), "");
        }
        self.lines += 1;
        self.tell(What::Settled(line))
    }

    #[track_caller]
    pub(crate) fn loses(&mut self, number: u32) -> &mut Session<D> {
        self.settle(self.line(number, Outcome::Loses, 0))
    }

    /// The wager wins a multiple of its stake.
    #[track_caller]
    pub(crate) fn wins(&mut self, number: u32, pays: i64) -> &mut Session<D> {
        self.settle(self.line(number, Outcome::Wins, pays))
    }

    /// The wager pushes.
    #[track_caller]
    pub(crate) fn pushes(&mut self, number: u32) -> &mut Session<D> {
        let line = self.line(number, Outcome::Pushes, 0);
        self.lines += 1;
        self.tell(What::Settled(line))
    }

    /// Vigorish is charged.
    #[track_caller]
    pub(crate) fn charges(&mut self, number: u32, cents: i64) -> &mut Session<D> {
        let (kind, charged) = (LineKind::Charge, Money::minor(cents));
        let line = self.line(number, Outcome::Loses, 0);
        self.settle(Line { kind, charged, outcome: None, ..line })
    }

    /// Vigorish is put off.
    #[track_caller]
    pub(crate) fn owes(&mut self, number: u32, cents: i64) -> &mut Session<D> {
        let (kind, charged) = (LineKind::Debt, Money::minor(cents));
        let line = self.line(number, Outcome::Loses, 0);
        self.settle(Line { kind, charged, outcome: None, ..line })
    }

    pub(crate) fn paying(&self, patron: Patron, cents: i64) -> What {
        What::Settled(self.collection(patron, cents))
    }

    fn collection(&self, patron: Patron, cents: i64) -> Line {
        let (spot, word) = (Spot::first(patron.index() + 1), WagerId::new(&"vigorish"));
        let line = Line::collection(patron, spot, word, Money::minor(cents), Cites::NONE);
        Line { seq: self.lines + 1, ..line }
    }

    /// Charges that were put off are collected.
    #[track_caller]
    pub(crate) fn pays(&mut self, patron: Patron, cents: i64) -> &mut Session<D> {
        self.settle(self.collection(patron, cents))
    }

    #[track_caller]
    pub(crate) fn back(&mut self, number: u32) -> &mut Session<D> {
        self.settle(self.line(number, Outcome::Returned, 0))
    }

    #[track_caller]
    pub(crate) fn award(&mut self, patron: Patron, dollars: i64) -> &mut Session<D> {
        let (word, amount) = (WagerId::new(&"ruling"), Money::minor(dollars * 100));
        let line = Line::award(patron, word, amount, Cites::NONE);
        self.settle(Line { seq: self.lines + 1, ..line })
    }

    /// Checks that no line is left to come.
    #[track_caller]
    pub(crate) fn done(&self) {
        self.account.end().unwrap();
    }
}
