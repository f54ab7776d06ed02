//! Compares hands, moves chips, ends the round.

use super::boxes::{BettingBox, Boxes, Cards};
use super::play::{Bonus, Made, Optional, Poker, Prize, Wager};
use super::state::{Board, Deck, PokerTable, hand_place};
use super::terms::times;
use super::words;
use crate::common::{Verdict, card_count, is_dealt, tell};
use crate::poker::{Category, Ranking};
use engine::{Announcement, Cites, Line, LineKind, Outcome, Place, Rule, Sink, Standing, WagerNumber, What};
use felt::Money;
use std::cmp::Ordering;
use std::sync::Arc;

/// How a hand ended when its side wagers are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandEnd {
    /// It beat the dealer's.
    Won,
    /// It tied with or lost to the dealer's, or there is no dealer's hand.
    NotWon,
    /// Its patron folded.
    Folded,
    /// All hands were declared void.
    Void,
}

/// The open cards when the wagers of a hand are decided: all that the table settles by, and all that an
/// analyser needs.
///
/// ```
/// use engine::{Outcome, RowId};
/// use felt::{Card, Odds};
/// use games::poker::{Hand, Ranking};
/// use games::poker_games::ultimate_texas_holdem::{ANTE, BLIND, GAME, Table, UltimateTexasHoldem};
/// use games::poker_table::{Cards, Poker, Showdown};
/// use rulebook::TableDraft;
///
/// let book = GAME.book().unwrap();
/// let mut draft = TableDraft::new(GAME.id);
/// let config = draft.set_words(&book, "limits 10..100 step 10", None).check(&book).unwrap();
/// let table = Table::open(&book, &config).unwrap();
///
/// let read = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<Vec<_>>();
/// let board = read("9s 7s 2s Qd Jh");
/// let hand = |own: &[Card]| -> (Ranking, Cards) {
///     (own.iter().chain(&board).copied().collect::<Hand>().ranking(), Cards::open(own).unwrap())
/// };
/// let showdown = Showdown::of::<UltimateTexasHoldem>(hand(&read("As Ks")), hand(&read("Ah Kh")));
/// let verdict = |wager| UltimateTexasHoldem::verdict(wager, &showdown, table.terms()).unwrap();
/// assert_eq!(verdict(ANTE).outcome, Outcome::Pushes, "the dealer has no pair");
/// assert_eq!(verdict(BLIND).odds, Some(Odds::to(3, 2)));
/// assert_eq!(verdict(BLIND).row, Some(RowId::new(&"flush")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Showdown {
    /// The rank of the hand.
    pub own: Ranking,
    /// The patron's cards.
    pub cards: Cards,
    /// The rank of the dealer's hand, if there is one and the hands are not void.
    pub dealer: Option<Ranking>,
    /// The dealer's cards.
    pub dealer_cards: Cards,
    /// The outcome against the dealer's hand and its rules, if the hand was played.
    pub compared: Option<(Outcome, Cites)>,
    /// How the hand ended.
    pub end: HandEnd,
    /// The community cards.
    pub board: Board,
}

impl Showdown {
    /// A hand that was played against the dealer's, in a game without wagers that depend on the community
    /// cards alone.
    pub fn of<G: Poker>(own: (Ranking, Cards), dealer: (Ranking, Cards)) -> Showdown {
        let compared = compare::<G>(own.0, dealer.0);
        let end = if compared.0 == Outcome::Wins { HandEnd::Won } else { HandEnd::NotWon };
        Showdown {
            own: own.0,
            cards: own.1,
            dealer: Some(dealer.0),
            dealer_cards: dealer.1,
            compared: Some(compared),
            end,
            board: Board::EMPTY,
        }
    }
}

/// Whether a wager is settled after all others of its patron.
const fn is_last(wager: &Wager) -> bool {
    matches!(wager.made, Made::Optional(Optional { last: true, .. }))
}

/// Compares a patron's hand with the dealer's, and returns the rules.
fn compare<G: Poker>(patron: Ranking, dealer: Ranking) -> (Outcome, Cites) {
    let law = &G::PLAY.law.compare;
    let order = patron.cmp(&dealer);
    if let (true, tie) = law.tie.decides(order == Ordering::Equal) {
        return (Outcome::Pushes, Cites::from(tie).and(law.same_rank.applies()));
    }
    let same_kind = patron.category() == dealer.category();
    let by = law.higher_card.when(same_kind).or_else(|| law.categories.when(!same_kind));
    match law.higher_wins.decides(order == Ordering::Greater) {
        (true, wins) => (Outcome::Wins, Cites::from(wins).and(by)),
        (false, _) => (Outcome::Loses, Cites::from(law.lower_loses.applies()).and(by)),
    }
}

impl<G: Poker> PokerTable<G> {
    /// Whether a box plays to the end.
    pub(crate) fn competes(&self, number: u8) -> bool {
        self.round.played.has(number) && !self.round.hands_void
    }

    /// The dealer's cards lie open.
    pub(crate) fn announce_dealer<S: Sink>(&mut self, out: &mut S) {
        self.step_done();
        let cards = self.round.dealer;
        let hand = G::rank(&cards, &self.round.board);
        self.round.dealer_hand = Some(hand);
        Self::announce(Place::Dealer, hand, &cards, G::PLAY.law.ending.dealer_announces.applies(), out);
    }

    /// The boxes with unsettled wagers: those who played, and side wagers.
    pub(crate) fn hands_to_settle(&self) -> Boxes {
        let sides = self.boxes_with_side_wagers();
        match self.round.hands_void {
            true => sides,
            false => self.round.played.or(self.round.folded.or(self.alone()).and(sides)),
        }
    }

    /// Begins the settlement, one patron after the other.
    pub(crate) fn begin_settlement<S: Sink>(&mut self, out: &mut S) {
        self.round.settling = true;
        self.round.unsettled = self.hands_to_settle();
        let order = G::order(self.round.dealer_hand).filter(|_| !self.round.hands_void);
        tell(out, What::Stepped { step: words::SETTLE, by: engine::Rank::Dealer }, order);
    }

    /// The next box, from the dealer's right. Where folded hands wait for their side wagers, those who played
    /// come first.
    pub(crate) fn next_to_settle(&self) -> Option<u8> {
        let round = &self.round;
        let played = round.unsettled.and(round.played);
        let in_order = const { !G::PLAY.folded_last } || played.is_empty() || round.hands_void;
        let group = if in_order { round.unsettled } else { played };
        group.rightmost()
    }

    /// Settles all wagers of one patron, whose cards lie open.
    pub(crate) fn settle_hand<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        if G::APPROVAL.is_some() {
            (self.round.meter_for, self.round.granted) = (None, None);
        }
        let own = G::rank(&betting_box.cards, &self.round.board);
        if !self.went_with_fold(number) {
            let announced = G::PLAY.law.ending.patron_announced.when(self.competes(number));
            Self::announce(hand_place(number), own, &betting_box.cards, announced, out);
        }
        let showdown = self.showdown(number, own, betting_box.cards);
        // The dealers' bonus is paid although the bet that it belongs to is collected before.
        let for_dealers = G::BONUS.and_then(|bonus| self.for_dealers(number, bonus.on));
        let last = |wager: usize| const { G::PLAY.settles_some_last() } && is_last(&G::PLAY.wagers[wager]);
        let seat = (number, &showdown);
        match const { G::PLAY.losers_first } {
            false => self.settle_those(&betting_box, seat, |wager, _| !last(wager), out),
            true => {
                let loses = |outcome| outcome == Outcome::Loses;
                self.settle_those(&betting_box, seat, |wager, outcome| loses(outcome) && !last(wager), out);
                self.settle_those(&betting_box, seat, |wager, outcome| !loses(outcome) && !last(wager), out);
            }
        }
        if let Some(theirs) = for_dealers {
            self.pay_bonus(theirs, &showdown, G::PLAY.law.ours.dealer_bet_follows.applies(), out);
        }
        if const { G::PLAY.settles_some_last() } {
            self.settle_those(&betting_box, seat, |wager, _| last(wager), out);
        }
        self.settle_progressives(number, 0, out);
    }

    /// Whether the cards of a box went to the rack with its fold although a wager of it is still to be
    /// settled.
    pub(crate) fn went_with_fold(&self, number: u8) -> bool {
        let some_go = const { G::PLAY.has_board_wagers() };
        some_go && self.round.folded.has(number) && !self.keeps_side_wager(number, Wager::needs_cards)
    }

    /// Settles the wagers of a patron that have this outcome, then the dealer bets that do: these end like
    /// the wagers beside them. Where losing wagers are collected first, dealer bets are included.
    #[inline]
    fn settle_those<S: Sink>(
        &mut self,
        betting_box: &BettingBox,
        (number, showdown): (u8, &Showdown),
        now: impl Fn(usize, Outcome) -> bool,
        out: &mut S,
    ) {
        self.settle_wagers(betting_box, showdown, &now, out);
        if self.terms.dealer_bets {
            let terms = Arc::clone(&self.terms);
            let ends =
                |wager| G::verdict(wager, showdown, &terms).filter(|verdict| now(wager, verdict.outcome));
            self.settle_for_dealers(number, ends, out);
        }
    }

    fn showdown(&self, number: u8, own: Ranking, cards: Cards) -> Showdown {
        let dealer = self.round.dealer_hand.filter(|_| !self.round.hands_void);
        let (dealer_cards, board) = (self.round.dealer, self.round.board);
        let folded = self.round.folded.has(number);
        match dealer.filter(|_| self.competes(number)) {
            Some(dealer) => Showdown { board, ..Showdown::of::<G>((own, cards), (dealer, dealer_cards)) },
            None => {
                let end = match (self.round.hands_void, folded) {
                    (true, _) => HandEnd::Void,
                    (_, true) => HandEnd::Folded,
                    _ => HandEnd::NotWon,
                };
                Showdown { own, cards, dealer, dealer_cards, compared: None, end, board }
            }
        }
    }

    /// Settles the wagers of a hand that have this outcome, in order, and applies the limit after the last
    /// one that it counts.
    #[inline]
    fn settle_wagers<S: Sink>(
        &mut self,
        betting_box: &BettingBox,
        showdown: &Showdown,
        now: impl Fn(usize, Outcome) -> bool,
        out: &mut S,
    ) {
        let first = self.lines.last() + 1;
        let mut counted = Money::ZERO;
        for (wager, known) in G::PLAY.wagers.iter().enumerate() {
            if !known.capped && counted.is_positive() {
                self.cap(betting_box, first, std::mem::take(&mut counted), out);
            }
            let Some(there) = betting_box.wagers[wager] else { continue };
            if matches!(known.made, Made::Prize(Prize { link: Some(_), .. })) {
                continue;
            }
            if const { G::PLAY.forfeits_side_wagers() } && self.is_forfeited(there, known) {
                continue;
            }
            let verdict = G::verdict(wager, showdown, &self.terms);
            let verdict = verdict.map(|verdict| self.as_claimed(betting_box, wager, showdown, verdict));
            match (verdict.filter(|verdict| now(wager, verdict.outcome)), known.made) {
                (None, _) => {}
                (Some(verdict), Made::Prize(_)) => {
                    self.settle_prize(there, wager, &betting_box.cards, verdict, out);
                }
                (Some(verdict), _) => {
                    let paid = self.settle_wager(there, verdict, out);
                    counted += if known.capped { paid } else { Money::ZERO };
                    self.cap_posted(there, wager, paid, out);
                }
            }
            if G::BONUS.is_some_and(|bonus| bonus.on == wager) && now(wager, Outcome::Wins) {
                let paid = self.pay_bonus(there, showdown, None, out);
                counted += if known.capped { paid } else { Money::ZERO };
            }
        }
        self.cap(betting_box, first, counted, out);
    }

    /// Limits a raise on a claim that the cards disprove: it counts up to the general maximum.
    fn as_claimed(
        &self,
        betting_box: &BettingBox,
        wager: usize,
        showdown: &Showdown,
        verdict: Verdict,
    ) -> Verdict {
        let Some(claim) = G::CLAIM.filter(|claim| claim.wager == wager) else { return verdict };
        let most = times(self.stake(betting_box.wagers[Self::first_wager()]), claim.times);
        let too_much = self.stake(betting_box.wagers[wager]) > most;
        match claim.wrong.when(too_much && !claim.least.is_met_by(showdown.own)) {
            Some(rule) => Verdict { counts: Some(most), ..verdict.and(Some(rule)) },
            None => verdict,
        }
    }

    /// Whether a side wager was forfeited by the fold of its hand.
    fn is_forfeited(&self, there: WagerNumber, known: &Wager) -> bool {
        let by_fold = matches!(known.made, Made::Optional(Optional { folded: Some(_), .. }));
        by_fold && !self.is_open(Some(there))
    }

    /// Pays a wager's bonus, whether it wins or loses, and returns the amount.
    fn pay_bonus<S: Sink>(
        &mut self,
        number: WagerNumber,
        showdown: &Showdown,
        follows: Option<Rule>,
        out: &mut S,
    ) -> Money {
        let bonus = G::BONUS.zip(G::bonus(showdown, &self.terms)).zip(self.wagers.get(number).copied());
        let Some(((Bonus { award, .. }, verdict), on)) = bonus else { return Money::ZERO };
        let Verdict { odds, row, cites, .. } = verdict.and(follows);
        let paid = self.paid_by(&verdict, on.stake);
        let (spot, beneficiary, basis) = (on.spot, on.beneficiary, on.stake);
        let line = Line::award(on.patron, award, paid, cites);
        self.lines.put(Line { spot, beneficiary, basis, odds, row, ..line }, out);
        paid
    }

    /// What a verdict pays on a stake.
    fn paid_by(&self, verdict: &Verdict, stake: Money) -> Money {
        let amount = verdict.amount.unwrap_or(Money::ZERO);
        verdict.odds.map_or(amount, |odds| self.terms.pay(odds, stake))
    }

    /// Applies a limit that the house has posted for a wager.
    pub(crate) fn cap_posted<S: Sink>(&mut self, there: WagerNumber, wager: usize, paid: Money, out: &mut S) {
        if const { !G::PLAY.has_posted_limits() } || !paid.is_positive() {
            return;
        }
        let posted = self.terms.wagers[wager].as_ref().and_then(|terms| terms.posted);
        if let (Some(posted), Some(there)) = (posted, self.wagers.get(there).copied()) {
            self.lines.cap_posted(&there, posted, out);
        }
    }

    /// Applies the limit to what one hand is paid on the wagers that it counts.
    fn cap<S: Sink>(&mut self, betting_box: &BettingBox, first: u16, paid: Money, out: &mut S) {
        let Some(terms) = self.terms.cap else { return };
        let Some(rule) = terms.rule.when(paid > terms.most) else { return };
        let (Some(patron), Some(line)) = (betting_box.patron, self.lines.get(first)) else { return };
        let law = &G::PLAY.law.cap;
        let cites = Cites::one(rule).and(law.side_wagers_apart.applies()).and(law.counts.applies());
        let award = Line::award(patron, line.wager, terms.most - paid, cites);
        let cut = Line { kind: LineKind::Cap, spot: line.spot, cuts: Some(first), ..award };
        self.lines.put(cut, out);
    }

    /// Moves the chips of one wager and returns what was paid.
    pub(crate) fn settle_wager<S: Sink>(
        &mut self,
        number: WagerNumber,
        verdict: Verdict,
        out: &mut S,
    ) -> Money {
        let Some(wager) = self.wagers.get_mut(number) else { return Money::ZERO };
        wager.standing = Standing::Settled;
        let wager = *wager;
        let basis = verdict.counts.unwrap_or(wager.stake);
        let paid = self.paid_by(&verdict, basis);
        let Verdict { outcome, odds, row, cites, .. } = verdict;
        let returned = if outcome == Outcome::Loses { wager.stake - basis } else { wager.stake };
        let line =
            Line { outcome: Some(outcome), basis, odds, row, paid, returned, cites, ..Line::of(&wager) };
        self.lines.put(line, out);
        paid
    }

    /// Finishes one patron: pays other patrons for that hand, and collects its cards before the next is
    /// turned.
    pub(crate) fn finish_hand<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.pay_envy(number, out);
        self.round.unsettled.remove(number);
        let kept = const { G::KEEPS_HANDS };
        if !kept && (self.competes(number) || const { G::PLAY.each_collected }) {
            let law = &G::PLAY.law.ending;
            let side = self.had_side_wager(number);
            let cites = Cites::from(law.one_at_a_time.applies())
                .and(law.collected.when(!side))
                .and(law.collected_after_side_wager.when(side));
            self.collect_hand(number, cites, out);
        }
    }

    /// The cards are picked up and the round is over.
    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        let cards = card_count(self.layout.cards().filter(|card| is_dealt(card)).count());
        if cards > 0 {
            self.shoe.to_rack(cards);
            let rule = G::PLAY.law.ending.picked_up.applies();
            tell(out, What::Collected { place: Place::Rack, cards }, rule);
        }
        if !self.round.stub_away {
            self.collect_stub(Cites::NONE, out);
        }
        tell(out, What::RoundEnded { round: self.round_number }, None);
        let after_round = G::PLAY.law.deck.after_round.applies();
        let jammed = self.deck.other_jammed;
        let because = Cites::from(after_round).and(self.round.reshuffle);
        self.deck = Deck { jammed, ..Deck::to_shuffle(because) };
        self.clear_round();
    }

    /// Announces the kind of a hand.
    fn announce<S: Sink>(place: Place, hand: Ranking, cards: &Cards, lead: Option<Rule>, out: &mut S) {
        let (category, rule) = Self::called(hand.category());
        let low = hand.begins_with_ace();
        let law = &G::PLAY.law.ranks;
        let cites = Cites::from(lead)
            .and(law.hand.applies())
            .and(law.ace_low.when(low))
            .and(law.ace_high.when(!low))
            .and(rule);
        let cites =
            law.wild.iter().fold(cites, |cites, (is_wild, by)| cites.and(by.when(cards.iter().any(is_wild))));
        tell(out, What::Announced { place, hand: Announcement::Called(category.hand()) }, cites);
    }

    /// A hand is named by the first description that it meets, from the highest down; otherwise by its high
    /// card.
    fn called(hand: Category) -> (Category, Option<Rule>) {
        let mut described = G::PLAY.law.ranks.described.iter();
        let met = described.find_map(|(category, clause)| Some((*category, clause.when(hand == *category)?)));
        met.map_or((Category::HighCard, None), |(category, rule)| (category, Some(rule)))
    }
}
