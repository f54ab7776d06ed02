//! The longest round.
//!
//! A hand takes a further card only below 21, so its cards before the last count at most 20, aces as one; the
//! dealer's cards before the last count at most 16. All hands share one shoe: the most cards are dealt when
//! its lowest ones come. The bound is not tight: a hand with an ace that could count 11 would be a soft 21
//! and end, and the hands of a split begin with cards of one value. Full tables reach more than eight tenths
//! of it.
//!
//! Each hand is either drawn to as long as possible or doubled; doubling takes more inputs where many patrons
//! follow a double and may take it back. Insurance, surrender, the check and the meters are added as if all
//! of them occurred in one round.

use super::hand::{HANDS, points};
use super::state::Blackjack;
use super::terms::Surrender;
use engine::Bounds;
use felt::Pay;

/// The number of hands and people of a full table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Its boxes.
    pub(crate) boxes: u32,
    /// The most hands of all boxes together.
    pub(crate) hands: u32,
    /// The most patrons on one box. Where any patron may place side bets on any box, this number is used for
    /// them too.
    pub(crate) patrons: u32,
    /// One if the patron of a box may bet for the dealers too, otherwise zero.
    pub(crate) dealers: u32,
}

impl Blackjack {
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let shape = self.shape();
        let doubled = 0..=shape.hands;
        Bounds {
            cards: self.most_cards(shape.hands, 0),
            inputs: doubled.map(|doubled| self.inputs_with(&shape, doubled)).max().unwrap_or(0),
            lines: self.most_lines(&shape),
            pays: self.most_pays(&shape),
            wagers: self.wager_bounds(&shape),
        }
    }

    fn shape(&self) -> Shape {
        let boxes = u32::from(self.terms.boxes);
        let most = u32::from(HANDS);
        let hands = if self.terms.free_splits { most } else { most.min(self.terms.split_hands.into()) };
        Shape {
            boxes,
            hands: boxes * hands,
            patrons: u32::from(self.terms.patrons_a_box.max(1)),
            dealers: u32::from(self.terms.dealer_bets),
        }
    }

    /// The largest number of cards that count no more than this together, an ace as one.
    fn lowest_cards(&self, mut room: u32) -> u32 {
        let mut taken = 0;
        for worth in 1..=10_u8 {
            let there: u32 = self.terms.pack.cards().map(|card| u32::from(points(card) == worth)).sum();
            let fitting = there.min(room / u32::from(worth));
            room -= fitting * u32::from(worth);
            taken += fitting;
        }
        taken
    }

    /// The most cards: of `long` hands drawn to as long as possible, of `doubled` doubled ones, and of the
    /// dealer.
    fn most_cards(&self, long: u32, doubled: u32) -> u32 {
        let burnt = u32::from(self.terms.pitch && self.law.pitch_burn.exists());
        let all = burnt + self.lowest_cards(20 * long + 16) + long + 1 + 3 * doubled;
        all.min(self.terms.pack.len().into())
    }

    /// The most inputs of a round with `doubled` doubled hands, the others drawn to as long as possible.
    fn inputs_with(&self, shape: &Shape, doubled: u32) -> u32 {
        let Shape { boxes, hands, patrons, .. } = *shape;
        let long = hands - doubled;
        // A hand is asked with each card from its second on, except the last.
        let asked = self.lowest_cards(20 * long).saturating_sub(long) + doubled;
        // A hidden hand is asked with a 21 too.
        let hidden = if self.terms.pitch { hands } else { 0 };
        let splits = hands - boxes;
        let others = patrons - 1;
        let rescues = if self.terms.double_rescue { patrons } else { 0 };
        let turned = self.law.double_face_down.exists() || self.law.free_double_card_down.exists();
        let of_double = others + rescues + u32::from(turned);
        self.most_cards(long, doubled)
            + asked
            + hidden
            + splits * (1 + others)
            + doubled * of_double
            + self.inputs_around(shape)
            // Turning a squeezed card is an input of its own.
            + if self.terms.squeezing { self.most_cards(hands, 0) + boxes } else { 0 }
    }

    /// All inputs except cards and the decisions about a hand in its turn.
    fn inputs_around(&self, shape: &Shape) -> u32 {
        let Shape { boxes, patrons, .. } = *shape;
        let terms = &self.terms;
        let closed_and_settled = 2;
        let insurance = boxes * patrons + 1;
        let surrender = if terms.surrender == Surrender::No { 0 } else { boxes + 1 };
        // A hand-dealt hand may be shown, and each of its two cards is turned.
        let shown = if terms.pitch { 3 * boxes } else { 0 };
        let house_money = if terms.house_money.is_some() { boxes + 1 } else { 0 };
        let late_bets = terms.side_bets.iter().any(|terms| terms.law().after_deal.exists());
        let dealer = if terms.hole_card { 3 } else { 0 };
        let is_metered = |line: &super::side_bet_terms::PayLine| matches!(line.pays, Pay::MeterPercent(_));
        let metered = terms.side_bets.iter().filter(|terms| terms.lines().iter().any(is_metered));
        let meters: u32 = metered.map(|terms| boxes * self.bets_a_box(terms, shape)).sum();
        closed_and_settled
            + insurance
            + surrender
            + shown
            + house_money
            + u32::from(late_bets)
            + dealer
            + meters
    }

    /// Every wager has one line; some awards and limits add more.
    fn most_lines(&self, shape: &Shape) -> u32 {
        let Shape { boxes, hands, patrons, dealers } = *shape;
        // The hand's own wager and its double; per box, insurance and the dealers' bet. A hand that wins the
        // Super Bonus is neither split nor doubled, so it has no more lines.
        let main = hands * 2 * patrons + boxes * (patrons + dealers);
        let shares = if self.terms.twenty_one.is_some() { boxes } else { 0 };
        let house_money = if self.terms.house_money.is_some() { boxes } else { 0 };
        let of_side_bet = |terms: &super::side_bet_terms::SideBetTerms| {
            let envied =
                terms.law().dealer_envy.exists() && terms.lines().iter().any(|line| line.envy.is_some());
            let capped = terms.cap.is_some() && terms.law().capped.exists();
            boxes * self.bets_a_box(terms, shape) * (1 + u32::from(envied) + u32::from(capped))
        };
        main + shares + house_money + self.terms.side_bets.iter().map(of_side_bet).sum::<u32>()
    }
}
