//! Rounds written event by event, and their lines, for the tests of games. The expected lines are worked out from the
//! document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::{Document, check_lines};
use engine::{
    Against, Approver, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, MeterId,
    Outcome, Patron, Place, Rank, RemedyId, RulingAct, Seen, Share, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Card, Money, Odds, Pay};

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Patron A sits at box 1, B at 2 and so on.
fn patron(b: u8) -> Patron {
    Patron::nth(b - 1).unwrap()
}

/// A round in the making.
#[derive(Clone)]
pub(crate) struct Hand {
    pub(crate) events: Vec<Event>,
    draws: u32,
    /// Box, wager and stake in cents, by number from 1.
    wagers: Vec<(u8, &'static str, i64)>,
    lines: Vec<Line>,
    dealer: Vec<(u32, Card)>,
}

impl Hand {
    pub(crate) fn new() -> Hand {
        let mut round =
            Hand { events: Vec::new(), draws: 0, wagers: Vec::new(), lines: Vec::new(), dealer: Vec::new() };
        round.fact(What::RoundOpened { round: 1 });
        round
    }

    pub(crate) fn fact(&mut self, what: What) -> &mut Hand {
        self.events.push(Event::fact(what));
        self
    }

    // ------------------------------------------------------------------ wagers and choices

    pub(crate) fn bet(&mut self, b: u8, wager: &'static str, dollars: i64) -> &mut Hand {
        self.wagers.push((b, wager, dollars * 100));
        let number = WagerNumber(u32::try_from(self.wagers.len()).unwrap());
        let (spot, stake) = (Spot::first(b), Money::minor(dollars * 100));
        let (wager, beneficiary) = (WagerId::new(Box::leak(Box::new(wager))), Beneficiary::Patron);
        let (patron, lammer) = (patron(b), Money::ZERO);
        self.fact(What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer })
    }

    /// Places an ante and a blind.
    pub(crate) fn ante(&mut self, b: u8, dollars: i64) -> &mut Hand {
        self.bet(b, "ante", dollars).bet(b, "blind", dollars)
    }

    /// Bets of equal stakes.
    pub(crate) fn bets(&mut self, b: u8, wagers: &[&'static str], dollars: i64) -> &mut Hand {
        for wager in wagers {
            self.bet(b, wager, dollars);
        }
        self
    }

    pub(crate) fn take_back(&mut self, b: u8, wager: &'static str, dollars: i64, left: i64) -> &mut Hand {
        let (number, _) = self.wager(b, wager);
        self.wagers[usize::try_from(number - 1).unwrap()].2 = left * 100;
        let (number, wager) = (WagerNumber(number), WagerId::new(Box::leak(Box::new(wager))));
        let [stake, left] = [dollars, left].map(|amount| Money::minor(amount * 100));
        self.fact(What::WagerTakenBack { number, patron: patron(b), wager, stake, left })
    }

    pub(crate) fn close(&mut self) -> &mut Hand {
        self.fact(What::Stepped { step: StepId::new(&"no-more-bets"), by: engine::Rank::Dealer })
    }

    pub(crate) fn choose(&mut self, b: u8, word: &'static str) -> &mut Hand {
        self.decide(b, word, false)
    }

    /// As `choose`, for a patron who is silent or gone.
    pub(crate) fn lapse(&mut self, b: u8, word: &'static str) -> &mut Hand {
        self.decide(b, word, true)
    }

    fn decide(&mut self, b: u8, word: &'static str, lapsed: bool) -> &mut Hand {
        let (patron, spot, choice) = (patron(b), Spot::first(b), ChoiceId::new(Box::leak(Box::new(word))));
        self.fact(What::Chosen { patron, spot, choice, amount: None, lapsed })
    }

    pub(crate) fn play(&mut self, b: u8, dollars: i64) -> &mut Hand {
        self.choose(b, "play").bet(b, "play", dollars)
    }

    // ------------------------------------------------------------------ cards

    pub(crate) fn lay(&mut self, place: Place, face: Face) -> u32 {
        self.draws += 1;
        let draw = self.draws;
        self.fact(What::CardLaid { draw, place, face, seen: Seen::NOBODY });
        draw
    }

    /// Cards face down to a box, read by a device.
    pub(crate) fn hole(&mut self, b: u8, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            self.lay(Place::Hand(Spot::first(b)), Face::Down(card(text)));
        }
        self
    }

    /// The dealer's cards, face down and unread.
    pub(crate) fn dealer(&mut self, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            let draw = self.lay(Place::Dealer, Face::Unread);
            self.dealer.push((draw, card(text)));
        }
        self
    }

    pub(crate) fn show_dealer(&mut self) -> &mut Hand {
        for (draw, card) in std::mem::take(&mut self.dealer) {
            self.fact(What::CardTurned { draw, place: Place::Dealer, face: Face::Up(card) });
        }
        self
    }

    /// A burnt card, and community cards face up.
    pub(crate) fn board(&mut self, cards: &str) -> &mut Hand {
        self.lay(Place::Rack, Face::Unread);
        for text in cards.split_whitespace() {
            self.lay(Place::Board, Face::Up(card(text)));
        }
        self
    }

    // ------------------------------------------------------------------ what went wrong

    pub(crate) fn irregular(&mut self, word: &'static str) -> &mut Hand {
        self.fact(What::Irregular { kind: IrregularityId::new(Box::leak(Box::new(word))), place: None })
    }

    pub(crate) fn remedy(&mut self, word: &'static str) -> &mut Hand {
        self.fact(What::Remedied { remedy: RemedyId::new(Box::leak(Box::new(word))), place: None })
    }

    pub(crate) fn rules(&mut self, act: RulingAct) -> &mut Hand {
        self.fact(What::Ruled { by: Rank::Floor, act })
    }

    /// The linked jackpot grants this amount, and a supervisor and surveillance verify the hand.
    pub(crate) fn meter(&mut self, cents: i64) -> &mut Hand {
        self.grants("jackpot", cents).looks(Approver::Staff(Rank::Floor)).looks(Approver::Surveillance)
    }

    /// An approver verifies the hand.
    pub(crate) fn looks(&mut self, by: Approver) -> &mut Hand {
        self.fact(What::Approved { by, yes: true })
    }

    /// The meter of that word grants this amount.
    pub(crate) fn grants(&mut self, meter: &'static str, cents: i64) -> &mut Hand {
        let meter = MeterId::new(Box::leak(Box::new(meter)));
        self.fact(What::MeterGranted { meter, amount: Money::minor(cents) })
    }

    // ------------------------------------------------------------------ lines

    fn wager(&self, b: u8, wager: &str) -> (u32, i64) {
        let at = self.wagers.iter().position(|(box_number, kind, _)| *box_number == b && *kind == wager);
        let at = at.unwrap_or_else(|| panic!("no {wager} at {b}"));
        (u32::try_from(at + 1).unwrap(), self.wagers[at].2)
    }

    fn blank(&self, b: u8, wager: &'static str) -> Line {
        Line {
            seq: u16::try_from(self.lines.len() + 1).unwrap(),
            kind: LineKind::Wager,
            number: None,
            patron: patron(b),
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: Spot::first(b),
            wager: WagerId::new(Box::leak(Box::new(wager))),
            stake: Money::ZERO,
            basis: Money::ZERO,
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

    fn put(&mut self, line: Line) -> &mut Hand {
        self.lines.push(line);
        self.fact(What::Settled(line))
    }

    fn settle(
        &mut self,
        b: u8,
        wager: &'static str,
        outcome: Outcome,
        paid: i64,
        returned: i64,
    ) -> &mut Hand {
        let (number, stake) = self.wager(b, wager);
        let mut line = self.blank(b, wager);
        line.number = Some(WagerNumber(number));
        line.stake = Money::minor(stake);
        line.basis = Money::minor(stake);
        line.outcome = Some(outcome);
        line.paid = Money::minor(paid);
        line.returned = Money::minor(returned);
        if outcome == Outcome::Wins && returned > 0 {
            let units = [paid, stake].map(|cents| u32::try_from(cents).unwrap());
            let common = (1..=units[1]).rev().find(|n| units.iter().all(|units| units.is_multiple_of(*n)));
            line.odds = common.map(|n| Odds::to(units[0] / n, units[1] / n));
        }
        self.put(line)
    }

    /// The wager wins this many dollars and its stake is returned.
    pub(crate) fn wins(&mut self, b: u8, wager: &'static str, dollars: i64) -> &mut Hand {
        let (_, stake) = self.wager(b, wager);
        self.settle(b, wager, Outcome::Wins, dollars * 100, stake)
    }

    /// As `wins`, in cents.
    pub(crate) fn wins_cents(&mut self, b: u8, wager: &'static str, cents: i64) -> &mut Hand {
        let (_, stake) = self.wager(b, wager);
        self.settle(b, wager, Outcome::Wins, cents, stake)
    }

    pub(crate) fn loses(&mut self, b: u8, wagers: &[&'static str]) -> &mut Hand {
        for wager in wagers {
            self.settle(b, wager, Outcome::Loses, 0, 0);
        }
        self
    }

    pub(crate) fn pushes(&mut self, b: u8, wagers: &[&'static str]) -> &mut Hand {
        for wager in wagers {
            let (_, stake) = self.wager(b, wager);
            self.settle(b, wager, Outcome::Pushes, 0, stake);
        }
        self
    }

    pub(crate) fn back(&mut self, b: u8, wagers: &[&'static str]) -> &mut Hand {
        for wager in wagers {
            let (_, stake) = self.wager(b, wager);
            self.settle(b, wager, Outcome::Returned, 0, stake);
        }
        self
    }

    /// A progressive prize; the dollar is not returned.
    pub(crate) fn prize(&mut self, b: u8, dollars: i64) -> &mut Hand {
        self.chip(b, "progressive", dollars)
    }

    /// A prize for a chip that is not returned.
    pub(crate) fn chip(&mut self, b: u8, wager: &'static str, dollars: i64) -> &mut Hand {
        self.settle(b, wager, Outcome::Wins, dollars * 100, 0)
    }

    /// A progressive prize from the meter: its percentage of the meter, and the amount in cents.
    pub(crate) fn jackpot(&mut self, b: u8, percent: u32, cents: i64) -> &mut Hand {
        self.draws(b, "progressive", "jackpot", percent, cents)
    }

    /// As `jackpot`, for another wager and meter.
    pub(crate) fn draws(
        &mut self,
        b: u8,
        wager: &'static str,
        meter: &'static str,
        percent: u32,
        cents: i64,
    ) -> &mut Hand {
        let (number, stake) = self.wager(b, wager);
        let mut line = self.blank(b, wager);
        line.number = Some(WagerNumber(number));
        line.against = Against::Meter(MeterId::new(Box::leak(Box::new(meter))));
        line.share = Share::of(Pay::MeterPercent(percent * 100));
        line.stake = Money::minor(stake);
        line.basis = Money::minor(stake);
        line.outcome = Some(Outcome::Wins);
        line.paid = Money::minor(cents);
        self.put(line)
    }

    pub(crate) fn award(&mut self, b: u8, word: &'static str, dollars: i64) -> &mut Hand {
        let mut line = self.blank(b, word);
        line.kind = LineKind::Award;
        line.paid = Money::minor(dollars * 100);
        self.put(line)
    }

    /// As `award`, with an amount that grew by a unit in dollars.
    pub(crate) fn grown_award(&mut self, b: u8, word: &'static str, dollars: i64, unit: i64) -> &mut Hand {
        let mut line = self.blank(b, word);
        line.kind = LineKind::Award;
        line.paid = Money::minor(dollars * 100);
        line.basis = Money::minor(unit * 100);
        self.put(line)
    }

    /// A bonus at odds on a stake in dollars.
    pub(crate) fn bonus(&mut self, b: u8, dollars: i64, on: i64) -> &mut Hand {
        let mut line = self.blank(b, "ante-bonus");
        line.kind = LineKind::Award;
        line.paid = Money::minor(dollars * 100);
        line.basis = Money::minor(on * 100);
        line.odds = Some(Odds::to(u32::try_from(dollars / on).unwrap(), 1));
        self.put(line)
    }

    pub(crate) fn cap(&mut self, b: u8, dollars: i64, cuts: u16) -> &mut Hand {
        self.cut(b, "blind", dollars, cuts)
    }

    /// As `cap`, naming a wager.
    pub(crate) fn cut(&mut self, b: u8, wager: &'static str, dollars: i64, cuts: u16) -> &mut Hand {
        let mut line = self.blank(b, wager);
        line.kind = LineKind::Cap;
        line.paid = Money::minor(-dollars * 100);
        line.cuts = Some(cuts);
        self.put(line)
    }

    /// Undoes the line of that number.
    pub(crate) fn undo(&mut self, seq: u16) -> &mut Hand {
        let mut line = self.lines[usize::from(seq) - 1];
        line.seq = u16::try_from(self.lines.len() + 1).unwrap();
        line.kind = LineKind::Reversal;
        line.paid = -line.paid;
        line.returned = -line.returned;
        line.odds = None;
        line.cuts = None;
        line.reverses = Some(seq);
        self.put(line)
    }

    // ------------------------------------------------------------------ judging

    fn end(&mut self) -> Vec<Event> {
        self.fact(What::RoundEnded { round: 1 });
        self.events.clone()
    }

    /// Checks that the round is accepted, and rejected if any line is left out or pays a cent more.
    #[track_caller]
    pub(crate) fn good(&mut self, document: &dyn Document) {
        let events = self.end();
        check_lines(&events, document).unwrap_or_else(|trouble| panic!("{trouble}"));
        for at in 0..events.len() {
            let What::Settled(line) = events[at].what else { continue };
            let mut left_out = events.clone();
            left_out.remove(at);
            let mut seq = 0;
            for event in &mut left_out {
                if let What::Settled(line) = &mut event.what {
                    seq += 1;
                    line.seq = seq;
                }
            }
            assert!(check_lines(&left_out, document).is_err(), "line {} may be left out", line.seq);
            for change in [pays_more, returns_less, changes_basis, names_another, charges, meets_another] {
                let mut changed = events.clone();
                if let What::Settled(line) = &mut changed[at].what {
                    change(line);
                }
                assert!(
                    check_lines(&changed, document).is_err(),
                    "line {} may be changed: {line:?}",
                    line.seq
                );
            }
        }
    }

    /// Checks that the round is rejected with a reason that contains these words.
    #[track_caller]
    pub(crate) fn bad(&mut self, document: &dyn Document, words: &str) {
        let trouble = check_lines(&self.end(), document).unwrap_err();
        assert!(trouble.contains(words), "another trouble: {trouble}");
    }
}

fn pays_more(line: &mut Line) {
    line.paid += Money::minor(1);
}

fn returns_less(line: &mut Line) {
    line.returned -= Money::minor(1);
}

fn changes_basis(line: &mut Line) {
    line.basis += Money::minor(1);
}

fn names_another(line: &mut Line) {
    line.patron = Patron::nth(25).unwrap();
}

fn charges(line: &mut Line) {
    line.charged += Money::minor(1);
}

fn meets_another(line: &mut Line) {
    line.against = Against::Bank(Patron::nth(25).unwrap());
}
