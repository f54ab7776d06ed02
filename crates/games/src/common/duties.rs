//! Duties of staff that a table cannot observe, announced when they fall due.

use super::tell;
use engine::{OpenError, Rank, Rule, Sink, What};
use rulebook::RuleBook;

/// How a game understands the name of a moment in its rule book.
pub(crate) enum DutyMoment<M> {
    /// The duty falls due then.
    At(M),
    /// It does not fall due at a table of this kind.
    Never,
    /// No moment has that name.
    Unknown,
}

impl<M> DutyMoment<M> {
    /// The moment, if the table is of the kind that the duty applies to.
    pub(crate) fn when(applies: bool, moment: M) -> DutyMoment<M> {
        if applies { DutyMoment::At(moment) } else { DutyMoment::Never }
    }
}

/// The duties of a table, grouped by the moment they fall due. Some games shuffle every round, so this lookup
/// has to be fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Duties<M>(Vec<(M, Vec<(Rule, Rank)>)>);

impl<M: Copy + PartialEq> Duties<M> {
    /// Reads the duties of a rule book.
    ///
    /// # Errors
    /// Names a moment or a rank that does not exist.
    pub(crate) fn read(
        book: &RuleBook,
        moment_of: impl Fn(&str) -> DutyMoment<M>,
    ) -> Result<Duties<M>, OpenError> {
        let mut duties = Duties(Vec::new());
        for duty in &book.duties {
            let by = Rank::ALL
                .into_iter()
                .find(|rank| rank.word() == duty.by)
                .ok_or_else(|| OpenError(format!("{}: no rank is called {}", duty.id, duty.by)))?;
            match moment_of(&duty.due) {
                DutyMoment::At(moment) => duties.add(moment, Rule::from_book(&duty.id), by),
                DutyMoment::Never => {}
                DutyMoment::Unknown => {
                    return Err(OpenError(format!("{}: no moment is called {}", duty.id, duty.due)));
                }
            }
        }
        Ok(duties)
    }

    fn add(&mut self, moment: M, rule: Rule, by: Rank) {
        match self.0.iter_mut().find(|(known, _)| *known == moment) {
            Some((_, duties)) => duties.push((rule, by)),
            None => self.0.push((moment, vec![(rule, by)])),
        }
    }

    /// Announces the duties of this moment the first time it comes.
    pub(crate) fn tell_once<S: Sink>(&self, came_before: &mut bool, now: M, out: &mut S) {
        if !std::mem::replace(came_before, true) {
            self.tell(now, out);
        }
    }

    /// Announces the duties that fall due now.
    pub(crate) fn tell<S: Sink>(&self, now: M, out: &mut S) {
        let due = self.0.iter().find(|(moment, _)| *moment == now);
        for (rule, by) in due.map_or(&[][..], |(_, duties)| duties) {
            tell(out, What::Duty { by: *by }, *rule);
        }
    }
}
