//! The state of the table that outlasts a roll.

use super::bet::{Area, Bet, Number, Throw};
use super::dispute::LastThrow;
use super::terms::Terms;
use super::words;
use crate::common::{Lines, Shown, keeps_its_state};
use engine::{Beneficiary, Due, Layout, Marker, Patron, Patrons, Wager, WagerNumber, Wagers};
use felt::{DeckKind, Pack, Shoe, TwoDice};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The most places at a table.
pub(crate) const PLACES_MAX: usize = 16;

/// Who has the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Dice {
    /// No patron, until they are offered.
    Idle,
    /// They are offered around the table.
    Offered(Offering),
    /// The shooter has them.
    Held(Patron),
}

/// The offering of the dice around the table, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offering {
    /// The place that is asked now.
    pub(crate) at: u8,
    /// The last place that is asked.
    pub(crate) last: u8,
    /// How many places were asked before.
    pub(crate) asked_before: u8,
    /// Whether the patron at this place has been asked.
    pub(crate) asked: bool,
    pub(crate) why: WhyOffered,
}

/// Why the dice are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WhyOffered {
    /// Play begins, or begins again.
    Commencement,
    /// The shooter threw a loser seven.
    LoserSeven(Patron),
    /// The shooter gave them up, with a line bet or without one.
    Passed { line_bet: bool },
    /// The box person ordered it, or another patron wants to play on.
    Taken,
    /// The shooter left.
    Left,
}

/// The stage of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum InTheAir {
    /// The shooter or the stick person has the dice: wagers may be made.
    No,
    /// They left the shooter's hand.
    Thrown,
    /// The result is disputed; the box person decides.
    Disputed,
}

/// A craps table.
#[derive(Clone, Debug)]
pub struct Craps {
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms>,
    /// A file that may replace this one.
    pub(crate) shown: Option<Shown<Terms>>,
    pub(crate) wagers: Wagers,
    pub(crate) lines: Lines,
    pub(crate) due: Due,
    pub(crate) round_number: u32,
    /// How many rounds have been opened; a restored round has a lower number.
    pub(crate) rounds_opened: u32,
    pub(crate) opened: bool,
    /// The last wager that was placed before this round.
    pub(crate) placed_before: WagerNumber,
    pub(crate) point: Option<Number>,
    /// Whether a line bet has been decided at this table, and whether a shooter has sevened out.
    pub(crate) decided_before: bool,
    pub(crate) sevened_out_before: bool,
    pub(crate) in_the_air: InTheAir,
    /// Whether a die left the table and has neither been inspected nor replaced.
    pub(crate) die_out: bool,
    /// Whether something happened that no rule covers: the floor must rule first.
    pub(crate) ruling_due: bool,
    /// The patron at each place.
    pub(crate) places: [Option<Patron>; PLACES_MAX],
    pub(crate) dice: Dice,
    /// The patron who threw last, unless they gave up throwing for Come Bets alone or had the dice taken from
    /// them during that.
    pub(crate) last_shooter: Option<Patron>,
    /// The place where the shooter took the dice; they may have left since.
    pub(crate) shooter_place: u8,
    /// Whether the shooter rolls without a line bet, only for Come, Don't Come and Put Bets.
    pub(crate) come_only: bool,
    /// The different points made since the last loser seven, as bits by number.
    pub(crate) points_made: u8,
    /// Whether a point has been established since then, which closes the Fire Bets.
    pub(crate) fire_closed: bool,
    /// The first shooter since then, and whether another one has rolled after them.
    pub(crate) first_shooter: Option<Patron>,
    pub(crate) shooter_changed: bool,
    /// The patrons who took a don't bet down, or a part of it, since the last roll.
    pub(crate) reduced_dont_pass: Patrons,
    pub(crate) reduced_dont_come: Patrons,
    /// Always empty: craps has no cards.
    pub(crate) layout: Layout,
    pub(crate) shoe: Shoe,
    /// The last throw; `None` before the first call.
    pub(crate) last_throw: Option<Box<LastThrow>>,
}

keeps_its_state!(Craps:
    resolved terms, shown;
    kept wagers, lines, due, round_number, rounds_opened, opened, placed_before, point, decided_before, sevened_out_before, in_the_air, die_out, ruling_due,
        places, dice, last_shooter, shooter_place, come_only, points_made, fire_closed, first_shooter, shooter_changed,
        reduced_dont_pass, reduced_dont_come, layout, shoe, last_throw,
);

impl Craps {
    /// Replaces the state with one that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        if !(1..=self.terms.places).contains(&self.shooter_place) {
            return Err(D::Error::custom("a shooter beyond the places of the table"));
        }
        Ok(())
    }

    pub(crate) fn new(terms: Terms) -> Craps {
        Craps {
            terms: Arc::new(terms),
            shown: None,
            wagers: Wagers::default(),
            lines: Lines::default(),
            due: Due::Bets { closes: words::OFFER_DICE },
            round_number: 0,
            rounds_opened: 0,
            opened: false,
            placed_before: WagerNumber(0),
            point: None,
            decided_before: false,
            sevened_out_before: false,
            in_the_air: InTheAir::No,
            die_out: false,
            ruling_due: false,
            places: [None; PLACES_MAX],
            dice: Dice::Idle,
            last_shooter: None,
            shooter_place: 1,
            come_only: false,
            points_made: 0,
            fire_closed: false,
            first_shooter: None,
            shooter_changed: false,
            reduced_dont_pass: Patrons::NONE,
            reduced_dont_come: Patrons::NONE,
            layout: Layout::default(),
            shoe: Shoe::new(Pack { kind: DeckKind::Standard52, decks: 0 }),
            last_throw: None,
        }
    }

    pub(crate) fn throw(&self, dice: TwoDice) -> Throw {
        Throw {
            points_made: self.points_count(),
            shooter_changed: self.shooter_changed,
            come_only: self.come_only,
            ..self.terms.throw(dice, self.point)
        }
    }

    pub(crate) fn shooter(&self) -> Option<Patron> {
        match self.dice {
            Dice::Held(patron) => Some(patron),
            Dice::Idle | Dice::Offered(_) => None,
        }
    }

    /// The place of a patron.
    pub(crate) fn place_of(&self, patron: Patron) -> Option<u8> {
        let at = self.places.iter().position(|there| *there == Some(patron))?;
        u8::try_from(at + 1).ok()
    }

    /// The patron at a place.
    pub(crate) fn patron_at(&self, place: u8) -> Option<Patron> {
        let at = usize::from(place).checked_sub(1)?;
        self.places.get(at).copied().flatten()
    }

    /// A wager of one kind that a patron made for themselves or for the dealers.
    pub(crate) fn wager_for(&self, patron: Patron, beneficiary: Beneficiary, area: Area) -> Option<&Wager> {
        let same = |wager: &&Wager| {
            wager.area == area.number() && wager.patron == patron && wager.beneficiary == beneficiary
        };
        self.wagers.iter().find(same)
    }

    /// Whether a patron has their own line bet.
    pub(crate) fn has_line_bet(&self, patron: Patron) -> bool {
        let own = |wager: &&Wager| wager.patron == patron && wager.beneficiary == Beneficiary::Patron;
        self.wagers.iter().filter(own).any(|wager| bet_of(wager).is_line())
    }

    /// Whether there is a bet for which a roll without line bets may be made.
    pub(crate) fn come_bets_remain(&self) -> bool {
        self.wagers.iter().any(|wager| bet_of(wager).is_come())
    }

    /// Whether there are Put Bets but no Come or Don't Come Bet; the document does not cover this case.
    pub(crate) fn put_bets_alone(&self) -> bool {
        let is_put = |bet: Bet| matches!(bet, Bet::Put(_));
        self.wagers.iter().map(bet_of).filter(|bet| bet.is_come()).all(is_put)
    }

    /// How many different points have been made.
    pub(crate) fn points_count(&self) -> u8 {
        // At most the number of bits, which is 8.
        u8::try_from(self.points_made.count_ones()).unwrap_or(0)
    }

    pub(crate) fn puck(&self) -> Marker {
        let patron = if self.come_only { self.shooter() } else { None };
        Marker { id: words::PUCK, value: self.point.map_or(0, |point| point.total().into()), patron }
    }

    pub(crate) fn shooter_marker(&self) -> Marker {
        Marker { id: words::SHOOTER, value: 0, patron: self.shooter() }
    }

    pub(crate) fn fire_marker(&self) -> Marker {
        Marker { id: words::FIRE_POINTS, value: self.points_count().into(), patron: None }
    }

    pub(crate) fn offers_fire(&self) -> bool {
        self.terms.kind(Area::FIRE).is_some_and(|kind| kind.offered)
    }
}

/// The kind of a wager.
pub(crate) fn bet_of(wager: &Wager) -> Bet {
    Area::recalled(wager.area).bet()
}
