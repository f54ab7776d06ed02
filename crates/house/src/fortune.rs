//! The source of chance of a table, opened on first use.

use chance::{Purpose, Source};
use engine::Chance;
use felt::{Die, ThreeDice, TwoDice};

/// A table's chance. It rests during the replay of a shuffle: the stored order is put into the shoe, and no source is
/// opened.
pub(crate) struct Fortune {
    table: String,
    source: Option<Source>,
    /// Whether a source could not be opened, or has failed.
    failed: bool,
    /// Whether its output is unused.
    pub(crate) rests: bool,
}

impl Fortune {
    pub(crate) fn new(table: &str) -> Fortune {
        Fortune { table: table.to_owned(), source: None, failed: false, rests: false }
    }

    /// Begins a shoe, with fresh entropy.
    pub(crate) fn begin(&mut self, shoe: u64) {
        let purpose = Purpose { table: &self.table, shoe };
        let begun = match &mut self.source {
            Some(source) => source.renew(purpose),
            none => Source::open(purpose).map(|source| *none = Some(source)),
        };
        self.failed |= begun.is_err();
    }

    /// Returns the source, opening it if necessary.
    pub(crate) fn source(&mut self) -> Option<&mut Source> {
        if self.source.is_none() && !self.failed {
            self.begin(0);
        }
        self.source.as_mut()
    }
}

/// Without a source the values are placeholders and are never used: the driver checks afterwards with `holds`.
impl Chance for Fortune {
    fn below(&mut self, bound: usize) -> usize {
        if self.rests {
            return 0;
        }
        self.source().map_or(0, |source| Chance::below(source, bound))
    }

    fn holds(&self) -> bool {
        !self.rests && !self.failed && self.source.as_ref().is_none_or(Chance::holds)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.source().and_then(|source| Chance::pick(source, items))
    }

    fn number_up_to(&mut self, most: u8) -> u8 {
        self.source().map_or(1, |source| Chance::number_up_to(source, most))
    }

    fn two_dice(&mut self) -> TwoDice {
        self.source().map_or(TwoDice::new(Die::ALL[0], Die::ALL[0]), Chance::two_dice)
    }

    fn three_dice(&mut self) -> ThreeDice {
        let none = ThreeDice::new(Die::ALL[0], Die::ALL[0], Die::ALL[0]);
        self.source().map_or(none, Chance::three_dice)
    }
}
