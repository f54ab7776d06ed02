//! A settlement line and the events that led to it.

use engine::scenario::Report;
use engine::{Against, Beneficiary, Event, Game, Line, LineKind, Outcome, Place, Spot, What};
use felt::{Currency, Money, OddsForm};

/// A settlement line and everything up to it.
pub(super) struct Case<'a> {
    pub(super) report: &'a Report,
    pub(super) game: &'static Game,
    pub(super) currency: Currency,
    pub(super) line: Line,
    /// All events up to and including the line.
    pub(super) events: Vec<Event>,
}

impl Case<'_> {
    /// The relevant events, in order: the wager's whole life, which may have begun rounds ago, and the events of the
    /// line's own round.
    pub(super) fn chain(&self) -> Vec<&Event> {
        let spots = self.spots();
        let opened = self.round_opened();
        let mut bearing: Vec<usize> = Vec::new();
        for (at, event) in self.events.iter().enumerate() {
            if self.is_of_the_wager(&event.what) {
                // The effect of the dice on a wager is explained with the dice.
                let by_chance = matches!(event.what, What::WagerMoved { .. } | What::WagerStays { .. });
                bearing.extend(self.chance_before(at).filter(|_| by_chance));
                bearing.push(at);
            } else if at > opened && bears(&event.what, &spots) || self.is_related(at) {
                bearing.push(at);
            }
        }
        bearing.extend(self.markers_as_they_lay());
        bearing.sort_unstable();
        bearing.dedup();
        bearing.into_iter().filter_map(|at| self.events.get(at)).collect()
    }

    /// The start of the line's round.
    fn round_opened(&self) -> usize {
        self.round_opened_before(self.events.len())
    }

    /// The start of an event's round.
    fn round_opened_before(&self, at: usize) -> usize {
        let opened =
            |event: &Event| matches!(event.what, What::RoundOpened { .. } | What::RoundReopened { .. });
        self.events.iter().take(at).rposition(opened).unwrap_or(0)
    }

    /// Events about this wager, in any round.
    fn is_of_the_wager(&self, what: &What) -> bool {
        let number = match *what {
            What::WagerPlaced { number, .. }
            | What::StakeAdded { number, .. }
            | What::WagerTakenBack { number, .. }
            | What::WagerWorks { number, .. }
            | What::WagerStays { number, .. }
            | What::WagerMoved { number, .. }
            | What::Decided { number, .. } => Some(number),
            What::Settled(line) => line.number,
            _ => None,
        };
        number.is_some() && number == self.line.number
    }

    /// Lines that this one undoes, reduces or follows from, and the line itself.
    fn is_related(&self, at: usize) -> bool {
        let Some(What::Settled(other)) = self.events.get(at).map(|event| event.what) else { return false };
        let line = &self.line;
        let cut = line.cuts.is_some_and(|first| (first..line.seq).contains(&other.seq));
        let here = at > self.round_opened();
        here && (other == *line
            || line.reverses == Some(other.seq)
            || (cut && other.patron == line.patron)
            || Some(at) == self.source())
    }

    /// The line before an award without a stake, from which it follows, unless a ruling made the award.
    fn source(&self) -> Option<usize> {
        let awarded = self.line.kind == LineKind::Award && self.line.number.is_none();
        let decided = |event: &Event| match event.what {
            What::Ruled { .. } => true,
            What::Settled(line) => line.kind == LineKind::Wager,
            _ => false,
        };
        self.events.iter().rposition(decided).filter(|_| awarded)
    }

    /// The hands concerned: the line's own, all hands of the box for a side bet, and the hand of the line that it
    /// follows from.
    fn spots(&self) -> Vec<Spot> {
        let source = self.source().and_then(|at| self.events.get(at)).and_then(|event| match event.what {
            What::Settled(line) => Some(line.spot),
            _ => None,
        });
        let of_box = self.events.iter().filter_map(|event| match event.what {
            What::CardLaid { place: Place::Hand(spot), .. } => Some(spot),
            What::CardMoved { to: Place::Hand(spot), .. } => Some(spot),
            _ => None,
        });
        let others = of_box.filter(|spot| self.is_side_bet() && spot.box_number == self.line.spot.box_number);
        std::iter::once(self.line.spot).chain(source).chain(others).collect()
    }

    /// Whether the line is about a side bet, which may depend on every hand of its box.
    fn is_side_bet(&self) -> bool {
        let word = self.line.wager.word();
        self.game.book().is_ok_and(|book| book.wager(word).is_some_and(|wager| wager.side_bet))
    }

    /// The last throw, spin or turn of the wheel before an event.
    fn chance_before(&self, at: usize) -> Option<usize> {
        self.events.iter().take(at).rposition(|event| is_chance(&event.what))
    }

    /// The position of each marker when the settling dice came, and the throws that set it.
    fn markers_as_they_lay(&self) -> Vec<usize> {
        let thrown = self.chance_before(self.events.len()).filter(|at| *at > self.round_opened());
        let Some(thrown) = thrown.filter(|_| self.line.kind == LineKind::Wager) else { return Vec::new() };
        let mut seen = Vec::new();
        let mut lay = Vec::new();
        for (at, event) in self.events.iter().enumerate().take(thrown).rev() {
            if let What::Marked(marker) = event.what
                && !seen.contains(&marker.id)
            {
                seen.push(marker.id);
                lay.extend(self.chance_before(at).filter(|thrown| *thrown > self.round_opened_before(at)));
                lay.push(at);
            }
        }
        lay
    }

    /// The amount moved, as a sum.
    pub(super) fn arithmetic(&self) -> String {
        let line = &self.line;
        let money = |amount| self.currency.format_short(amount);
        let mut parts = vec![self.movement()];
        if line.kind == LineKind::Wager {
            parts.push(format!("{} returned", money(line.returned)));
            let kept = line.stake - line.returned;
            if line.outcome == Some(Outcome::Wins) && kept.is_positive() {
                parts.push(format!("{} of the stake kept", money(kept)));
            }
            if !line.charged.is_zero() {
                parts.push(format!("{} charged", money(line.charged)));
            }
        }
        let moves = line.to_patron();
        let (who, [gives, has]) = match line.beneficiary {
            Beneficiary::Patron => (line.patron.to_string(), ["pays", "receives"]),
            Beneficiary::Dealers => ("the dealers".to_owned(), ["pay", "receive"]),
            Beneficiary::House => ("the house".to_owned(), ["pays", "receives"]),
        };
        let (verb, amount) = if moves.is_negative() { (gives, -moves) } else { (has, moves) };
        parts.push(format!("{who} {verb} {} {}", money(amount), self.currency.code));
        parts.join("; ")
    }

    fn movement(&self) -> String {
        let line = &self.line;
        let money = |amount| self.currency.format_short(amount);
        match (line.kind, line.outcome) {
            (LineKind::Wager, Some(Outcome::Wins)) => self.win(),
            (LineKind::Wager, Some(Outcome::Loses)) => {
                format!("stake {}, of which {} is lost", money(line.stake), money(line.stake - line.returned))
            }
            (LineKind::Wager, _) => format!("stake {}, nothing paid", money(line.stake)),
            (LineKind::Award, _) => format!("{} awarded without a stake", money(line.paid)),
            (LineKind::Charge, _) if line.charged.is_negative() => {
                format!(
                    "on a stake of {}, {} of the charge goes back",
                    money(line.stake),
                    money(-line.charged)
                )
            }
            (LineKind::Charge, _) => {
                format!("on a stake of {}, {} is charged", money(line.stake), money(line.charged))
            }
            (LineKind::Bank, Some(Outcome::Loses)) if line.returned.is_zero() => {
                format!("{} goes into the bank, or is lost there", money(line.basis))
            }
            (LineKind::Bank, _) => {
                let back = line.paid + line.returned;
                format!("{} put into the bank, {} of the bank comes back", money(line.basis), money(back))
            }
            (LineKind::Debt, _) => {
                format!(
                    "on a stake of {}, {} is owed and collected later",
                    money(line.stake),
                    money(line.charged)
                )
            }
            (LineKind::Collection, _) => format!("{} that was owed is collected", money(line.charged)),
            (LineKind::Cap, _) => format!(
                "the lines above pay {} together, and the cap takes {} off",
                money(self.cut_lines()),
                money(-line.paid)
            ),
            // Kinds that later games add are shown like an undone line: by the amount that moves.
            (kind, _) => format!(
                "{}: {} paid, {} returned, {} charged",
                if kind == LineKind::Reversal { "the line is undone" } else { "the line" },
                money(line.paid),
                money(line.returned),
                money(line.charged)
            ),
        }
    }

    /// Odds on the stake, or on its winning part.
    fn win(&self) -> String {
        let line = &self.line;
        let money = |amount| self.currency.format_short(amount);
        let Some(odds) = line.odds else {
            return match line.against {
                Against::Meter(meter) => format!("{} paid, as the meter {meter} granted", money(line.paid)),
                _ => format!("a fixed {} paid on a stake of {}", money(line.paid), money(line.stake)),
            };
        };
        let on = match line.basis == line.stake {
            true => format!("stake {}", money(line.stake)),
            // A lammer, or a wager that is paid and stays up.
            false if line.stake.is_zero() => format!("no stake moves; {}", money(line.basis)),
            false => {
                format!("{} of the stake {} won: {}", money(line.basis), money(line.stake), money(line.basis))
            }
        };
        // Odds "for" count the stake among what is paid.
        let with_stake = if odds.form() == OddsForm::For { line.basis } else { Money::ZERO };
        let exact = odds.exact_win(line.basis).map(|win| win + with_stake) == Some(line.paid);
        format!("{on} × {odds} = {} paid{}", money(line.paid), if exact { "" } else { ", rounded" })
    }

    /// What the lines pay that a cap cuts.
    fn cut_lines(&self) -> Money {
        let cut = |at: &usize| self.is_related(*at);
        let lines = (0..self.events.len()).filter(cut).filter_map(|at| match self.events.get(at)?.what {
            What::Settled(other) if other != self.line => Some(other.paid),
            _ => None,
        });
        lines.fold(Money::ZERO, |sum, paid| sum + paid)
    }

    /// Whether the line brought something.
    pub(super) fn is_paid(&self) -> bool {
        self.line.outcome == Some(Outcome::Wins) || !self.line.paid.is_zero()
    }
}

fn is_chance(what: &What) -> bool {
    matches!(
        what,
        What::Rolled(_)
            | What::RolledThree { .. }
            | What::NumberDrawn { .. }
            | What::Spun(_)
            | What::WheelStopped(_)
    )
}

/// Whether something of the round bears on one of these hands.
fn bears(what: &What, spots: &[Spot]) -> bool {
    let concerns = |place: Place| match place {
        Place::Hand(spot) => spots.contains(&spot),
        Place::Rack | Place::Next | Place::Extra => false,
        _ => true,
    };
    match *what {
        What::CardLaid { place, .. } | What::CardTurned { place, .. } | What::Announced { place, .. } => {
            concerns(place)
        }
        What::CardMoved { from, to, .. } => concerns(from) || concerns(to),
        What::Chosen { spot, .. } => spots.contains(&spot),
        What::Irregular { place, .. } | What::Remedied { place, .. } => place.is_none_or(concerns),
        What::Answered { .. } | What::Approved { .. } | What::Ruled { .. } | What::MeterGranted { .. } => {
            true
        }
        ref other => is_chance(other),
    }
}
