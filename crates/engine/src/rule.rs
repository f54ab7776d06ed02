//! A rule of the documents, as the code that applies it names it.
//!
//! A [`Rule`] can only be cited by the code path that applies it: [`Rule::when`] and [`Rule::forbids`] return it
//! together with the decision. Builds with debug assertions can disable one such *site* at a time; with that the
//! deletion run proves that the loss of any rule makes some scenario fail. Release builds have no such switch.

use crate::compact::WORD;
use crate::dictionary::{self, Entry};
use crate::refusal::{Refusal, RefusalKind, protocol};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The id of a paragraph, or of one point of it: `OH-BJ-9.IV`, `OH-BJ-4.III:b`.
///
/// The project's own rulings have ids `RULING-...`, and the protocol's own conditions `PROTOCOL-...`.
///
/// It is one pointer wide: events are copied a hundred million times a minute in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(&'static &'static str);

impl Rule {
    /// Names a rule. Games keep theirs as constants in one file: `Rule::new(&"OH-BJ-9.IV")`.
    pub const fn new(id: &'static &'static str) -> Rule {
        Rule(id)
    }

    /// A rule named in a rule book; its id is kept for the life of the program.
    pub fn from_book(id: &str) -> Rule {
        keep_above(id);
        Rule(dictionary::keep(id))
    }

    /// Where the text of its id is stored.
    pub(crate) const fn entry(self) -> Entry {
        self.0
    }

    /// The id with its point, as scenarios write it.
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// The id of the paragraph, without the point.
    pub fn paragraph(self) -> &'static str {
        paragraph_of(self.0)
    }

    /// The point of the paragraph, if one is named; for a printed table it is the row.
    pub fn point(self) -> Option<&'static str> {
        self.0.split_once(':').map(|(_, point)| point)
    }

    /// Returns the rule for citing if its condition holds.
    #[inline]
    #[track_caller]
    pub fn when(self, condition: bool) -> Option<Rule> {
        (condition && sites::enabled(self)).then_some(self)
    }

    /// Returns the rule unconditionally, for a step that is taken because the rule requires it.
    #[inline]
    #[track_caller]
    pub fn applies(self) -> Option<Rule> {
        self.when(true)
    }

    /// Refuses a request if the forbidden condition holds.
    ///
    /// # Errors
    /// The refusal, citing this rule, when `condition` is true.
    #[inline]
    #[track_caller]
    pub fn forbids(self, condition: bool, name: &'static str) -> Result<(), Refusal> {
        if condition && sites::enabled(self) {
            return Err(Refusal::new(RefusalKind::Forbidden, name, self));
        }
        Ok(())
    }
}

/// Enters the paragraph of an id and those above it: an older record may cite a whole paragraph where a point of it is
/// cited now.
pub(crate) fn keep_above(id: &str) {
    let mut whole = paragraph_of(id);
    dictionary::keep(whole);
    while let Some((above, _)) = whole.rsplit_once('.') {
        dictionary::keep(above);
        whole = above;
    }
}

/// The paragraph part of a printed id.
pub fn paragraph_of(id: &str) -> &str {
    id.split_once(':').map_or(id, |(paragraph, _)| paragraph)
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(WORD, *self.0)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        dictionary::read(deserializer, "rule").map(Rule)
    }
}

crate::printed::text_schema!(Rule, "The id of a rule: a paragraph, a point of one, a ruling.");

impl schemars::JsonSchema for Cites {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cites".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let rule = generator.subschema_for::<Rule>();
        schemars::json_schema!({ "type": "array", "items": rule, "maxItems": 6 })
    }
}

/// The rules that an event or a refusal rests on: those for its outcome, its price and its timing.
#[derive(Clone, Copy, Default)]
pub struct Cites([Option<Rule>; 6]);

impl Cites {
    /// No rules: a mere fact.
    pub const NONE: Cites = Cites([None; 6]);

    /// Cites one rule.
    pub const fn one(rule: Rule) -> Cites {
        Cites([Some(rule), None, None, None, None, None])
    }

    /// Adds a rule. A rule added twice is read once; removing the duplicate here would cost more than the rest of a
    /// settlement. No code path needs a seventh rule; one that did would cite [`protocol::MORE_RULES`] in place of the
    /// sixth, and fail a debug assertion.
    #[must_use]
    #[inline]
    pub fn and(mut self, rule: impl Into<Option<Rule>>) -> Cites {
        let Some(rule) = rule.into() else { return self };
        match self.0.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(rule),
            None => self.is_full(rule),
        }
        self
    }

    #[cold]
    fn is_full(&mut self, rule: Rule) {
        debug_assert!(false, "{rule} would be the seventh rule of {self}");
        self.0[5] = Some(protocol::MORE_RULES);
    }

    /// Adds all rules of another list.
    #[must_use]
    #[inline]
    pub fn and_all(mut self, others: Cites) -> Cites {
        for rule in others.0.into_iter().flatten() {
            self = self.and(rule);
        }
        self
    }

    /// The rules in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = Rule> + '_ {
        let first_time = |n: usize, rule: Rule| !self.0[..n].contains(&Some(rule));
        let rules = self.0.iter().flatten().copied().enumerate();
        rules.filter(move |(n, rule)| first_time(*n, *rule)).map(|(_, rule)| rule)
    }

    /// Whether nothing is cited.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
}

impl PartialEq for Cites {
    fn eq(&self, other: &Cites) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Cites {}

impl From<Rule> for Cites {
    fn from(rule: Rule) -> Cites {
        Cites::one(rule)
    }
}

impl From<Option<Rule>> for Cites {
    fn from(rule: Option<Rule>) -> Cites {
        Cites::NONE.and(rule)
    }
}

impl fmt::Debug for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Display for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, rule) in self.iter().enumerate() {
            if n > 0 {
                f.write_str(" ")?;
            }
            rule.fmt(f)?;
        }
        Ok(())
    }
}

impl Serialize for Cites {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cites {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cites, D::Error> {
        deserializer.deserialize_seq(ListOfRules)
    }
}

struct ListOfRules;

impl<'de> Visitor<'de> for ListOfRules {
    type Value = Cites;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at most six rules")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cites, A::Error> {
        let mut cites = Cites::NONE;
        let mut count = 0;
        while let Some(rule) = list.next_element::<Rule>()? {
            let place = cites.0.get_mut(count).ok_or_else(|| A::Error::invalid_length(count + 1, &self))?;
            *place = Some(rule);
            count += 1;
        }
        Ok(cites)
    }
}

/// The rule sites of a debug build: which were reached, and which one is disabled.
#[cfg(debug_assertions)]
pub mod sites {
    use super::Rule;
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::panic::Location;

    /// One place in the code that applies one rule.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Site {
        /// The rule applied there.
        pub rule: Rule,
        /// The source file.
        pub file: &'static str,
        /// The line in it.
        pub line: u32,
        /// The column in it.
        pub column: u32,
    }

    #[derive(Default)]
    struct Switchboard {
        off: Option<Site>,
        reached: Option<BTreeSet<Site>>,
    }

    thread_local! {
        static BOARD: RefCell<Switchboard> = RefCell::default();
    }

    /// Whether the calling site is enabled; also records that it was reached.
    #[track_caller]
    pub(super) fn enabled(rule: Rule) -> bool {
        let location = Location::caller();
        BOARD.with_borrow_mut(|board| {
            if board.off.is_none() && board.reached.is_none() {
                return true;
            }
            let site = Site { rule, file: location.file(), line: location.line(), column: location.column() };
            if let Some(reached) = &mut board.reached {
                reached.insert(site);
            }
            board.off != Some(site)
        })
    }

    /// Runs `work` on this thread and returns the sites whose condition held.
    pub fn recording<T>(work: impl FnOnce() -> T) -> (T, BTreeSet<Site>) {
        BOARD.with_borrow_mut(|board| board.reached = Some(BTreeSet::new()));
        let result = work();
        let reached = BOARD.with_borrow_mut(|board| board.reached.take()).unwrap_or_default();
        (result, reached)
    }

    /// Disables one site on this thread until the guard is dropped.
    pub fn disable(site: Site) -> Disabled {
        BOARD.with_borrow_mut(|board| board.off = Some(site));
        Disabled(())
    }

    /// Guard: one site is disabled on this thread while it lives.
    pub struct Disabled(());

    impl Drop for Disabled {
        fn drop(&mut self) {
            BOARD.with_borrow_mut(|board| board.off = None);
        }
    }
}

#[cfg(not(debug_assertions))]
mod sites {
    #[inline(always)]
    pub(super) fn enabled(_: super::Rule) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Rule = Rule::new(&"OH-BJ-4.III:b");

    #[test]
    fn a_point_knows_its_paragraph() {
        assert_eq!((A.paragraph(), A.point()), ("OH-BJ-4.III", Some("b")));
        assert_eq!(Rule::new(&"OH-BJ-16.II.C(1)/T1").paragraph(), "OH-BJ-16.II.C(1)/T1");
    }

    #[test]
    fn citing_twice_cites_once() {
        assert_eq!(Cites::one(A).and(A).iter().count(), 1);
    }

    #[cfg(debug_assertions)]
    #[test]
    fn a_disabled_site_neither_cites_nor_forbids() {
        let apply = || A.when(true);
        let (cited, reached) = sites::recording(apply);
        assert_eq!(cited, Some(A));
        let site = *reached.first().unwrap();
        let off = sites::disable(site);
        assert_eq!(apply(), None);
        assert_eq!(A.when(true), Some(A), "another site of the same rule stays in force");
        drop(off);
        assert_eq!(apply(), Some(A));
    }
}
