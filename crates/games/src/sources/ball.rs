//! A ball that runs in a wheel of pockets.

use super::{Came, Cards, Scene, Source, Words};
use crate::common::{Clause, possible, tell};
use crate::layout_table::words::SPUN_WORDS;
use engine::{Actor, Cites, Due, Event, Input, Layout, OpenError, Refusal, Sink, What, Wheel};
use felt::{Pocket, Pockets, WheelKind, Zeros};
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};

/// A ball in a roulette wheel.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ball;

/// The wheel of a table and its felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallTerms {
    /// The wheel.
    pub wheel: WheelKind,
    /// Whether a wheel with two zeros is used as if it had one: the double zero cannot be bet on, and the
    /// spin is repeated if the ball rests there.
    pub as_single: bool,
}

impl BallTerms {
    /// The zeros that are printed on the felt.
    pub fn zeros(self) -> Zeros {
        match self.wheel {
            WheelKind::SingleZero => Zeros::Single,
            WheelKind::DoubleZero => Zeros::Double,
        }
    }

    /// Whether a place that covers these pockets can win at this table.
    pub fn bears(self, covers: Pockets) -> bool {
        !self.as_single || !covers.has(Pocket::DOUBLE_ZERO)
    }
}

/// The paragraphs by which a ball rests.
#[derive(Clone, Copy, Debug)]
pub struct BallLaw {
    /// The clause by which the dealer announces where the ball rests.
    pub announced: Clause,
    /// The clause by which the double zero does not count as a spin, on a wheel with two zeros that is used
    /// as one with a single zero.
    pub no_spin: Clause,
    /// The pockets of a wheel with one zero.
    pub single: Clause,
    /// The pockets of a wheel with two zeros.
    pub double: Clause,
    /// The clauses by which a wheel with two zeros may be used as if it had one.
    pub used_as_single: [Clause; 2],
}

impl BallLaw {
    /// Its clauses, each with its sentence.
    pub const fn clauses(&self) -> [(Clause, &'static str); 6] {
        [
            (self.single, "A wheel with one zero has 37 pockets."),
            (self.double, "A wheel with two zeros has 38 pockets."),
            (self.used_as_single[0], "A wheel with two zeros may be used as if it had one."),
            (self.used_as_single[1], "What holds where a wheel with two zeros is used as if it had one."),
            (self.announced, "The dealer announces where the ball rests."),
            (self.no_spin, "A double zero that is not used is no spin, and the ball is spun again."),
        ]
    }
}

impl Source for Ball {
    type Outcome = Pocket;
    type Law = BallLaw;
    type Terms = BallTerms;

    fn open(_: &RuleBook, config: &TableConfig) -> Result<BallTerms, OpenError> {
        let word = config.option("wheel");
        let (wheel, as_single) = match word {
            "single-zero" => (WheelKind::SingleZero, false),
            "double-zero" => (WheelKind::DoubleZero, false),
            "double-zero-as-single" => (WheelKind::DoubleZero, true),
            _ => return Err(OpenError(format!("no wheel is called {word}"))),
        };
        Ok(BallTerms { wheel, as_single })
    }

    const WORDS: Words = Words { events: &["spun"], ..SPUN_WORDS };
    const SPUN: Option<Due> = Some(Due::Spin);
    const NOT_CALLED: &'static str = "not-spun";

    fn new(_: &'static BallLaw) -> Ball {
        Ball
    }

    fn due(&self, scene: &Scene<'_, Ball>, _: &Layout) -> Option<Due> {
        Self::SPUN.filter(|_| scene.closed)
    }

    fn phase(&self, _: Due, _: &Layout) -> Option<&'static str> {
        None
    }

    fn take<S: Sink>(
        &mut self,
        (_, input): (Actor, Input),
        scene: &Scene<'_, Ball>,
        _: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<Pocket>, Refusal> {
        let Scene { terms, law, .. } = scene;
        let Input::Spin(pocket) = input else { return Err(super::no_such_device(input)) };
        possible(terms.wheel.has(pocket), "no-such-pocket")?;
        if terms.as_single && law.no_spin.when(pocket == Pocket::DOUBLE_ZERO).is_some() {
            let [may, then] = law.used_as_single;
            let cites = Cites::from(may.applies()).and(then.applies());
            tell(out, What::Spun(pocket), cites);
            return Ok(Came::Again(law.no_spin));
        }
        let wheel = match terms.wheel {
            WheelKind::SingleZero => law.single,
            WheelKind::DoubleZero => law.double,
        };
        tell(out, What::Spun(pocket), Cites::from(law.announced.applies()).and(wheel.applies()));
        Ok(Came::Final(pocket))
    }

    fn outcomes(terms: &BallTerms) -> Vec<Pocket> {
        let pockets = terms.wheel.pockets().iter().copied();
        pockets.filter(|pocket| terms.bears(Pockets::one(*pocket))).collect()
    }

    fn wheel(terms: &BallTerms) -> Wheel<'_> {
        Wheel::Ball(terms.wheel)
    }

    fn announced(pocket: Pocket) -> String {
        pocket.to_string()
    }

    fn told(events: &[Event]) -> Option<Pocket> {
        events.iter().rev().find_map(|event| match event.what {
            What::Spun(pocket) => Some(pocket),
            _ => None,
        })
    }

    fn longest(_: &Self::Terms, _: u8) -> (u32, u32) {
        (0, 1)
    }

    /// The number of a pocket on the marker; 37 for the double zero and 38 for the zero, because a marker
    /// without a number is off.
    fn marked(pocket: Pocket) -> Option<u16> {
        let number = if pocket == Pocket::ZERO { 38 } else { u16::from(pocket.byte()) };
        Some(number)
    }
}
