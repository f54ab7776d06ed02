//! Wagers that differ only in what they are made on, shown together: `place-N` for `place-4` to `place-10`.

use rulebook::{RuleBook, WagerRule};

/// A wager, or all wagers of a family.
pub(crate) struct Family<'b> {
    /// The wagers, in the order of the rule book.
    pub(crate) wagers: Vec<&'b WagerRule>,
}

/// Returns all wagers of a rule book, each family once, at the position of its first wager.
pub(crate) fn of(book: &RuleBook) -> Vec<Family<'_>> {
    let mut all: Vec<Family<'_>> = Vec::new();
    for wager in &book.wagers {
        let together = |family: &&mut Family<'_>| {
            wager.family.is_some() && family.wagers.iter().any(|other| other.family == wager.family)
        };
        match all.iter_mut().find(together) {
            Some(family) => family.wagers.push(wager),
            None => all.push(Family { wagers: vec![wager] }),
        }
    }
    all
}

impl Family<'_> {
    /// `pass`, or `place-N` for a family.
    pub(crate) fn label(&self) -> String {
        match self.wagers.as_slice() {
            [one] => one.id.clone(),
            [first, ..] => format!("{}-N", first.family.as_deref().unwrap_or_default()),
            [] => String::new(),
        }
    }

    /// The name for people: a family made on numbers has one common name with all its numbers.
    pub(crate) fn name(&self) -> String {
        let Some(first) = self.wagers.first() else { return String::new() };
        let Some(target) = first.target.as_deref().filter(|_| self.wagers.len() > 1) else {
            return first.name.clone();
        };
        let stem = first.name.strip_suffix(target).unwrap_or(&first.name).trim_end();
        let targets: Vec<&str> = self.wagers.iter().filter_map(|wager| wager.target.as_deref()).collect();
        format!("{stem} {}", targets.join(" "))
    }

    /// The paragraphs of all its wagers; of more than four only the first and the last.
    pub(crate) fn cites(&self) -> String {
        let mut ids: Vec<&str> = Vec::new();
        for id in self.wagers.iter().flat_map(|wager| &wager.cites) {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        match ids.as_slice() {
            [first, .., last] if ids.len() > 4 && self.wagers.len() > 1 => format!("{first} to {last}"),
            _ => ids.join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_told_once_and_no_wager_is_lost() {
        for game in games::GAMES {
            let book = game.book().unwrap();
            let families = of(&book);
            let told: usize = families.iter().map(|family| family.wagers.len()).sum();
            assert_eq!(told, book.wagers.len(), "{}", game.id);
            let mut labels: Vec<String> = families.iter().map(Family::label).collect();
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), families.len(), "two families of {} bear one name", game.id);
        }
    }

    #[test]
    fn a_family_is_named_with_its_targets() {
        let book = games::find("ohio/craps").unwrap().book().unwrap();
        let families = of(&book);
        let named = |label: &str| families.iter().find(|family| family.label() == label).unwrap();
        assert_eq!(named("place-N").name(), "Place Bet on 4 5 6 8 9 10");
        assert_eq!(named("pass").name(), "Pass Bet");
        assert!(named("hop-N").cites().contains(" to "), "seventeen paragraphs are told by two");
    }
}
