//! Side bets at the table: placing them, settling each as soon as it is certain, and asking meters.
//!
//! What a side bet looks at and by which rules stands in `crate::side_bets`; this file only says how a table of
//! this family shows it the cards and moves the chips.

use super::hand::{BettingBox, Hand, Play, area};
use super::side_bet_terms::{PayLine, SideBetTerms, unit_of};
use super::state::Blackjack;
use super::words;
use crate::common::{Clause, Verdict, tell, within};
use crate::side_bets::{Bet, Finding, SideBetLaw, Sight, Tops, find, side_bet};
use engine::{
    Against, AmountRange, Beneficiary, Cites, Due, Line, LineKind, MeterId, Outcome, Patron, Place, Refusal,
    Rule, Sink, Spot, Standing, Wager, WagerId, WagerNumber, What,
};
use felt::{Card, Currency, Money, Odds, OddsForm, Pay};

/// The cards that lie open at a place; more than so many lie nowhere.
pub(crate) struct OpenCards {
    cards: [Card; 24],
    count: usize,
}

impl OpenCards {
    pub(crate) fn as_slice(&self) -> &[Card] {
        &self.cards[..self.count]
    }
}

impl Blackjack {
    /// The place of a side bet in the rule book, if the table offers it.
    pub(crate) fn side_bet_index(&self, wager: WagerId) -> Option<usize> {
        self.terms.side_bets.iter().position(|terms| terms.side_bet.wager == wager)
    }

    /// Why a wager that the game knows is not taken here.
    pub(crate) fn check_offered(&self, wager: WagerId) -> Result<(), Refusal> {
        match side_bet(wager).filter(|_| self.vocabulary.wagers.contains(&wager)) {
            Some(side_bet) => side_bet.law.offered.forbids(true, "not-offered"),
            None => Ok(()),
        }
    }

    /// The law of a side bet that the table offers.
    pub(crate) fn side_bet_law(&self, wager: WagerId) -> Option<&'static SideBetLaw> {
        self.side_bet_index(wager).map(|index| &self.terms.side_bets[index].side_bet.law)
    }

    pub(crate) fn check_side_bet(
        &self,
        patron: Patron,
        number: u8,
        index: usize,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let terms = &self.terms.side_bets[index];
        let law = &terms.side_bet.law;
        let for_dealers = beneficiary == Beneficiary::Dealers;
        law.no_dealer_bet.forbids(for_dealers, "no-dealer-bet-here")?;
        self.check_side_bet_time(law)?;
        if law.after_deal.exists() {
            match self.hand(Spot::first(number)) {
                None => return Err(Refusal::impossible("no-such-hand")),
                Some(hand) if hand.play == Play::Settled => {
                    return Err(Refusal::not_awaited("hand-finished"));
                }
                Some(_) => {}
            }
        }
        let holder = self.betting_box(number).and_then(|b| b.patron);
        self.law.one_patron_a_box.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        if !law.after_deal.exists() {
            self.check_admitted(patron)?;
        }
        let alone = match law.on_any_box.exists() {
            true => self.betting_box(number).is_none_or(|b| b.patron.is_none()),
            false => self.own_wager(patron, number, words::MAIN, Beneficiary::Patron).is_none(),
        };
        self.main_clause(law).forbids(alone && self.main_is_needed(law), "main-wager-needed")?;
        let beside = |word: &WagerId| self.own_wager(patron, number, *word, Beneficiary::Patron).is_some();
        let unaccompanied = !terms.companions.is_empty() && !terms.companions.iter().any(beside);
        law.companion.forbids(unaccompanied, "companion-needed")?;
        if holder.is_none() {
            self.check_adjacent(patron, number)?;
        }
        let wager = terms.side_bet.wager;
        let own = self.own_wager(patron, number, wager, Beneficiary::Patron).is_some();
        self.law.dealer_bet_beside_own.forbids(for_dealers && !own, "dealer-bet-alone")?;
        let staked = self.own_wager(patron, number, wager, beneficiary).map_or(Money::ZERO, |w| w.stake);
        within(terms.limits, staked, stake, law.limits.applies().unwrap_or(engine::protocol::LIMITS))
    }

    /// The rule by which a side bet needs a main wager at this table.
    pub(crate) fn main_clause(&self, law: &SideBetLaw) -> Clause {
        if !self.terms.main_needed && law.alone.exists() { law.alone } else { law.beside_main }
    }

    /// Whether this side bet is refused without a main wager.
    pub(crate) fn main_is_needed(&self, law: &SideBetLaw) -> bool {
        self.terms.main_needed || !law.alone.exists() || law.counts_splits.exists()
    }

    /// Most side bets are placed before the deal, one kind after it.
    fn check_side_bet_time(&self, law: &SideBetLaw) -> Result<(), Refusal> {
        if !law.after_deal.exists() {
            let late = if law.too_late.exists() { law.too_late } else { law.placed };
            late.forbids(self.round.closed, "bets-closed")?;
            return match self.due {
                Due::Bets { .. } => Ok(()),
                _ => Err(Refusal::not_awaited("not-now")),
            };
        }
        law.after_deal.forbids(!self.round.closed || self.round.up_card.is_none(), "bet-after-deal")?;
        let late = self.round.bust_bonus_closed || self.round.hole_turned;
        law.before_reveal.forbids(late, "bets-closed")?;
        match self.due {
            Due::Choices { closes, .. } if closes == words::BUST_BONUS_CLOSED => Ok(()),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Patrons who may still place a side bet after the deal; nothing where none is offered or all are closed.
    pub(crate) fn may_bet_after_deal(&self) -> Option<engine::Patrons> {
        let late = self.terms.side_bets.iter().find(|terms| terms.side_bet.law.after_deal.exists())?;
        if self.round.bust_bonus_closed || self.round.hole_turned {
            return None;
        }
        let mut patrons = engine::Patrons::NONE;
        let mut open = false;
        for (number, betting_box) in self.boxes_in_play() {
            let Some(patron) = betting_box.patron.filter(|patron| !self.left.has(*patron)) else { continue };
            if betting_box.hands().first().is_some_and(|hand| hand.play != Play::Settled) {
                open = true;
                let own = self.own_wager(patron, number, late.side_bet.wager, Beneficiary::Patron);
                if own.is_none() {
                    patrons.add(patron);
                }
            }
        }
        open.then_some(patrons)
    }

    fn terms_of(&self, wager: &Wager) -> Option<&SideBetTerms> {
        self.terms.side_bets.get(usize::from(wager.area.checked_sub(area::SIDE_BETS)?))
    }

    /// The side bets still on the layout, from the dealer's right, box by box in the order of the rule book.
    fn open_side_bets(&self) -> impl Iterator<Item = &Wager> {
        let numbers = self.numbers_from_right().filter(|_| !self.terms.side_bets.is_empty());
        let places = move |number| (0..self.terms.side_bets.len()).map(move |index| (number, index));
        numbers.flat_map(places).flat_map(|(number, index)| {
            self.wagers.iter().filter(move |wager| {
                wager.spot.box_number == number
                    && usize::from(wager.area) == index + usize::from(area::SIDE_BETS)
                    && wager.on_layout()
            })
        })
    }

    /// The law of a side bet that hangs on the dealer's total, if one does.
    pub(crate) fn side_bet_hangs_on_dealer(&self) -> Option<&'static SideBetLaw> {
        self.open_side_bets().find_map(|wager| {
            let side_bet = self.terms_of(wager)?.side_bet;
            let lost = side_bet.law.too_high.exists() && self.own_total(wager.spot.box_number) >= 30;
            (side_bet.hangs_on_dealer() && !lost).then_some(&side_bet.law)
        })
    }

    /// Whether cards of a finished hand must stay for the box's side bets.
    pub(crate) fn cards_stay(&self, number: u8) -> Option<Rule> {
        if self.own_total(number) >= 30 {
            return None;
        }
        let of_box = self.open_side_bets().filter(|wager| wager.spot.box_number == number);
        of_box
            .filter_map(|wager| self.terms_of(wager))
            .find_map(|terms| terms.side_bet.law.cards_stay.applies())
    }

    /// The total of the box's original hand.
    fn own_total(&self, number: u8) -> u8 {
        self.hand(Spot::first(number)).map_or(0, |hand| hand.tally.total())
    }

    /// The cards that lie open at a place.
    pub(crate) fn open_cards(&self, place: Place) -> OpenCards {
        let mut open = OpenCards { cards: [Card::JOKER; 24], count: 0 };
        let laid = self.layout.at(place).filter(|laid| laid.face.is_up());
        for card in laid.filter_map(|laid| laid.face.card()) {
            if let Some(place) = open.cards.get_mut(open.count) {
                *place = card;
                open.count += 1;
            }
        }
        open
    }

    /// What a side bet has come to by the cards that lie open.
    fn finding(&self, wager: &Wager) -> Finding {
        self.look(wager, self.known_blackjack())
    }

    /// The same for somebody who knows this about the dealer's blackjack.
    fn look(&self, wager: &Wager, dealer_blackjack: Option<bool>) -> Finding {
        let number = wager.spot.box_number;
        let (Some(terms), Some(up)) = (self.terms_of(wager), self.round.up_card) else {
            return Finding::Wait;
        };
        let Some(first_two) = self.betting_box(number).and_then(BettingBox::first_two) else {
            return Finding::Wait;
        };
        let dealer = self.open_cards(Place::Dealer);
        let lammers = self.wagers.iter().filter(|w| w.spot.box_number == number && w.lammer.is_positive());
        let sight = Sight {
            first_two,
            up,
            dealer: dealer.as_slice(),
            dealer_blackjack,
            dealer_done: self.round.drawing_over,
            dealer_total: self.round.dealer.total(),
            own_total: self.own_total(number),
            lammers: u8::try_from(lammers.count()).unwrap_or(u8::MAX),
            specific_suit: self.terms.specific_suit,
            tops: terms.tops,
        };
        find(terms.side_bet.bet, &sight, |id| terms.line(id).is_some())
    }

    /// Whether the dealer has a blackjack, as far as everybody knows.
    fn known_blackjack(&self) -> Option<bool> {
        if self.round.hole_turned {
            return Some(self.dealer_has_blackjack());
        }
        match self.round.peeked {
            // A device that says yes is believed when the card is turned.
            Some(true) => None,
            answer => answer,
        }
    }

    /// The next side bet whose end is certain before anybody plays on.
    pub(crate) fn certain_side_bet(&self) -> Option<WagerNumber> {
        self.open_side_bets().find(|wager| self.finding(wager) != Finding::Wait).map(|wager| wager.number)
    }

    /// A side bet at the end that a meter pays: it is settled as soon as the meter has answered, before all others.
    pub(crate) fn metered_side_bet(&self) -> Option<WagerNumber> {
        self.open_side_bets().find(|wager| self.is_metered(wager)).map(|wager| wager.number)
    }

    /// Whether a side bet has come to a line that a meter pays.
    fn is_metered(&self, wager: &Wager) -> bool {
        let Finding::Line(id) = self.finding(wager) else { return false };
        let line = self.terms_of(wager).and_then(|terms| terms.line(id));
        line.is_some_and(|line| matches!(line.pays, Pay::MeterPercent(_)))
    }

    /// The meter that must say what it grants before this wager can be settled.
    pub(crate) fn meter_due(&self, number: WagerNumber) -> Option<Due> {
        let wager = self.wagers.get(number)?;
        let terms = self.terms_of(wager)?;
        let Finding::Line(id) = self.finding(wager) else { return None };
        let line = terms.line(id)?;
        match line.pays {
            Pay::MeterPercent(_) if self.round.granted.is_none() => {
                Some(Due::Meter { meter: terms.meter(line)?, share: line.pays, patron: wager.patron })
            }
            _ => None,
        }
    }

    /// The meter said what it grants.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        amount: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if !matches!(self.due, Due::Meter { meter: due, .. } if due == meter) {
            return Err(Refusal::not_awaited("not-now"));
        }
        if !amount.is_positive() || !amount.is_acceptable() {
            return Err(Refusal::impossible("outside-limits"));
        }
        tell(out, What::MeterGranted { meter, amount }, None);
        self.round.granted = Some((meter, amount));
        Ok(())
    }

    /// Settles one side bet by what lies open now; late where it was passed over, by that rule.
    pub(crate) fn settle_side_bet<S: Sink>(&mut self, number: WagerNumber, late: Option<Rule>, out: &mut S) {
        let Some(wager) = self.wagers.get(number).copied() else { return };
        let Some(terms) = self.terms_of(&wager) else { return };
        let law = &terms.side_bet.law;
        let decides = law.decides.applies();
        let timed = late.or_else(|| law.before_further_cards.applies());
        let Finding::Line(id) = self.finding(&wager) else {
            let table = terms.table;
            let high = self.own_total(wager.spot.box_number) >= 30;
            let cites = Cites::from(decides)
                .and(timed)
                .and(law.nothing.applies())
                .and(table.and_then(Rule::applies).filter(|_| !law.nothing.exists()))
                .and(law.by_pay_table.applies())
                .and(law.too_high.when(high))
                .and(law.too_high_noted.when(high));
            self.settle_wager(number, Verdict::of(Outcome::Loses, cites), out);
            return;
        };
        let Some(line) = terms.line(id).cloned() else { return };
        let granted = self.round.granted;
        let cites = Cites::from(decides).and(timed).and_all(self.line_cites(&wager, terms, &line));
        let (odds, paid, against) = match line.pays {
            Pay::Odds(odds) if odds.form() == OddsForm::For => {
                (Some(odds), for_one(odds, wager.stake), Against::House)
            }
            Pay::Odds(odds) => (Some(odds), self.terms.pay(odds, wager.at_risk()), Against::House),
            Pay::Amount(amount) => {
                (None, for_units(amount, wager.stake, self.terms.currency), Against::House)
            }
            Pay::MeterPercent(_) => match granted {
                Some((meter, amount)) => (None, amount, Against::Meter(meter)),
                None => return,
            },
        };
        let returned = if terms.side_bet.is_progressive() { Money::ZERO } else { wager.stake };
        let envy = line.envy.filter(|_| wager.beneficiary == Beneficiary::Patron);
        let envy = envy.zip(law.dealer_envy.applies());
        let cap = terms.cap.map(|cap| (cap, terms.cap_per_round, law.capped));
        self.round.granted = None;
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Settled;
        }
        let outcome = Some(Outcome::Wins);
        self.lines.put(Line { outcome, odds, paid, returned, against, cites, ..Line::of(&wager) }, out);
        if let Some((amount, rule)) = envy {
            let award = Line::award(
                wager.patron,
                words::DEALER_ENVY,
                amount,
                Cites::one(rule).and(line.rule.applies()),
            );
            self.lines.put(Line { spot: wager.spot, beneficiary: Beneficiary::Dealers, ..award }, out);
        }
        if let Some((most, per_round, clause)) = cap {
            self.cap_side_bet(&wager, most, per_round, clause.when(true), out);
        }
    }

    /// The rules by which a line is found and priced.
    fn line_cites(&self, wager: &Wager, terms: &SideBetTerms, line: &PayLine) -> Cites {
        let law = &terms.side_bet.law;
        let lammer = |kind: WagerId| {
            let counts = |w: &Wager| w.kind == kind && w.lammer.is_positive();
            self.wagers.iter().any(|w| w.spot.box_number == wager.spot.box_number && counts(w))
        };
        let bet = terms.side_bet.bet;
        let eights = line.id.starts_with("888");
        let lost_row = bet == Bet::TwentyOneThreeProgressive
            && terms.tops == Tops::Aces
            && matches!(line.id.as_str(), "straight" | "flush");
        let torn = bet == Bet::TwentyOneThreeProgressive && terms.tops == Tops::AcesKingsQueens;
        Cites::from(law.odds.applies())
            .and(law.highest_only.applies())
            .and(line.rule.applies())
            .and(law.ace_of_blackjack.when(line.id == "single-ace" && self.is_first_blackjack(wager)))
            .and(law.dealer_alone.when(line.id == "dealer-blackjack"))
            .and(law.waits.when(self.look(wager, None) == Finding::Wait))
            .and(law.by_up_card.when(!eights))
            .and(law.three_eights.when(eights))
            .and(law.counts_doubles.when(lammer(words::FREE_DOUBLE_WAGER)))
            .and(law.counts_splits.when(lammer(words::FREE_SPLIT_WAGER)))
            .and(law.scales.when(matches!(line.pays, Pay::Amount(_))))
            .and(law.own_meter.when(matches!(line.pays, Pay::MeterPercent(_))))
            .and(law.missing_rows.when(lost_row))
            .and(law.torn_columns.when(torn && matches!(line.pays, Pay::Amount(_))))
    }

    /// Whether the box's first two cards are a blackjack.
    fn is_first_blackjack(&self, wager: &Wager) -> bool {
        self.hand(wager.spot).is_some_and(Hand::is_blackjack)
    }

    /// The rule of the open side bets that this asks for, if one has it.
    pub(crate) fn side_bets_say(&self, clause: impl Fn(&SideBetLaw) -> Clause) -> Option<Rule> {
        let laws = self.open_side_bets().filter_map(|wager| self.terms_of(wager)).map(SideBetTerms::law);
        laws.filter_map(|law| clause(law).applies()).next()
    }

    /// What is paid on a side bet for one hand, or in one round, has a posted limit.
    fn cap_side_bet<S: Sink>(
        &mut self,
        wager: &Wager,
        most: Money,
        per_round: bool,
        rule: Option<Rule>,
        out: &mut S,
    ) {
        let Some(rule) = rule else { return };
        let last = self.lines.last();
        let mut paid = Money::ZERO;
        for line in self.lines.as_slice() {
            let counts = line.wager == wager.kind && (per_round || line.number == Some(wager.number));
            if counts && matches!(line.kind, LineKind::Wager | LineKind::Cap) {
                paid += line.paid;
            }
        }
        if paid > most {
            let cap = Line::award(wager.patron, wager.kind, most - paid, rule.into());
            let beneficiary = wager.beneficiary;
            self.lines.put(
                Line { kind: LineKind::Cap, spot: wager.spot, cuts: Some(last), beneficiary, ..cap },
                out,
            );
        }
    }

    /// The hand is dead or void: its side bets that are still open go back, all of them or those that hang on it.
    pub(crate) fn return_side_bets<S: Sink>(&mut self, number: u8, all: bool, cites: Cites, out: &mut S) {
        while let Some((wager, law)) = self.first_side_bet_of(number, |law| all || law.returned.exists()) {
            self.settle_wager(wager, Verdict::of(Outcome::Returned, cites).and(law.returned.applies()), out);
        }
    }

    /// The first side bet of a box that is still open and of such a law.
    fn first_side_bet_of(
        &self,
        number: u8,
        fits: impl Fn(&SideBetLaw) -> bool,
    ) -> Option<(WagerNumber, &'static SideBetLaw)> {
        let of_box = self.open_side_bets().filter(|wager| wager.spot.box_number == number);
        let mut with_law = of_box.filter_map(|wager| Some((wager.number, self.terms_of(wager)?.law())));
        with_law.find(|(_, law)| fits(law))
    }

    /// Side bets that were passed over are settled now.
    pub(crate) fn side_bets_missed<S: Sink>(&mut self, number: u8, out: &mut S) -> Result<(), Refusal> {
        let Some(rule) = self.law.side_bets_settled_late.applies() else {
            return Err(Refusal::not_awaited("not-now"));
        };
        let place = Some(Place::Hand(Spot::first(number)));
        tell(out, What::Irregular { kind: words::SIDE_BETS_MISSED, place }, rule);
        tell(out, What::Remedied { remedy: words::SETTLED_LATE, place }, rule);
        self.settle_side_bets_again(number, rule, out);
        Ok(())
    }

    /// Side bets of a box that were passed over: what was told is undone, and they are settled by the same cards.
    pub(crate) fn settle_side_bets_again<S: Sink>(&mut self, number: u8, rule: Rule, out: &mut S) {
        while let Some(seq) = self.settled_side_bet_of(number) {
            self.reverse(seq, rule.into(), out);
        }
        self.settle_side_bets_of(number, Some(rule), out);
    }

    /// The last standing line by which a side bet of this box was won or lost.
    pub(crate) fn settled_side_bet_of(&self, number: u8) -> Option<u16> {
        self.lines.last_standing(|line| {
            line.spot.box_number == number
                && line.kind == LineKind::Wager
                && matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
                && line.number.is_some_and(|n| self.wagers.get(n).is_some_and(|w| w.area >= area::SIDE_BETS))
        })
    }

    /// A dealer's blackjack was missed: side bets that look at it are settled anew.
    pub(crate) fn reopen_side_bets<S: Sink>(&mut self, out: &mut S) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at).copied() {
            at += 1;
            let missed = self.terms_of(&wager).and_then(|terms| terms.law().missed.applies());
            let (Some(rule), Standing::Settled) = (missed, wager.standing) else { continue };
            let line =
                self.lines.as_slice().iter().rev().find(|line| {
                    line.number == Some(wager.number) && line.outcome != Some(Outcome::Returned)
                });
            if let Some(seq) = line.map(|line| line.seq) {
                self.reverse(seq, rule.into(), out);
            }
        }
    }

    /// Everything that is left of a box's side bets, when its hands are settled.
    pub(crate) fn settle_side_bets_of<S: Sink>(&mut self, number: u8, late: Option<Rule>, out: &mut S) {
        while let Some((wager, _)) = self.first_side_bet_of(number, |_| true) {
            self.settle_side_bet(wager, late, out);
        }
    }
}

/// An amount printed for a stake of one unit, on another stake.
fn for_units(amount: Money, stake: Money, currency: Currency) -> Money {
    Money::minor(amount.as_minor() * stake.as_minor() / unit_of(currency).as_minor())
}

/// What odds "for 1" pay on a stake that never comes back.
fn for_one(odds: Odds, stake: Money) -> Money {
    odds.exact_win(stake).map_or(Money::ZERO, |win| win + stake)
}
