//! The longest round.
//!
//! A hand takes a further card only below 21, so what lies there before its last card counts 20 at most, aces as
//! one; before the dealer's last card it counts 16 at most. All hands share one shoe: the most cards come out
//! where its lowest ones do. That leaves some slack: a hand with an ace must not count 11, where it is soft 21 and
//! ends, and the hands of a split begin with cards of one value. Full tables reach more than eight tenths.
//!
//! A hand is either played long or doubled; where many patrons follow a double and may take it back, that is
//! longer. Insurance, surrender, the check and the meters are added as if all of them came in one round.

use super::hand::{HANDS, points};
use super::state::Blackjack;
use super::terms::Surrender;
use engine::Bounds;
use felt::Pay;

/// How many hands and people a full table has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Its boxes.
    pub(crate) boxes: u32,
    /// The most hands of all boxes together.
    pub(crate) hands: u32,
    /// The most patrons on one box. Where anybody may bet on the side of any box, as many are taken for that.
    pub(crate) patrons: u32,
    /// One where the patron of a box may bet for the dealers too.
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

    /// How many cards can lie together that count no more than this, an ace as one.
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

    /// The most cards of `long` hands played long, `doubled` doubled ones, and the dealer's.
    fn most_cards(&self, long: u32, doubled: u32) -> u32 {
        let burnt = u32::from(self.terms.pitch && self.law.pitch_burn.exists());
        let all = burnt + self.lowest_cards(20 * long + 16) + long + 1 + 3 * doubled;
        all.min(self.terms.pack.len().into())
    }

    /// The most inputs of a round with `doubled` doubled hands and the others played long.
    fn inputs_with(&self, shape: &Shape, doubled: u32) -> u32 {
        let Shape { boxes, hands, patrons, .. } = *shape;
        let long = hands - doubled;
        // A hand is asked with each card from its second on, but for the last.
        let asked = self.lowest_cards(20 * long).saturating_sub(long) + doubled;
        // One that nobody else can see is asked with a 21 too.
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
            // A card that is squeezed is turned apart.
            + if self.terms.squeezing { self.most_cards(hands, 0) + boxes } else { 0 }
    }

    /// Everything but cards and what is decided about a hand in its turn.
    fn inputs_around(&self, shape: &Shape) -> u32 {
        let Shape { boxes, patrons, .. } = *shape;
        let terms = &self.terms;
        let closed_and_settled = 2;
        let insurance = boxes * patrons + 1;
        let surrender = if terms.surrender == Surrender::No { 0 } else { boxes + 1 };
        // A hand from the deck may be shown, and each of its two cards is turned.
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

    /// Every wager has one line; some awards and limits come on top.
    fn most_lines(&self, shape: &Shape) -> u32 {
        let Shape { boxes, hands, patrons, dealers } = *shape;
        // The hand's own wager and its double; insurance and the dealers' bet a box. A hand that brings the
        // Super Bonus is neither split nor doubled, so its lines are not more.
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
