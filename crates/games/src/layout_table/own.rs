//! The wagers of each place, found without a scan of all wagers: a layout may have a thousand.

use engine::{WagerNumber, Wagers};

/// The most places at a table.
pub(crate) const PLACES_MAX: usize = 64;

/// A linked list for each place, the last wager first. It is derived from the wagers, so it is not stored.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// For each place the start of its list in the links, from 1; 0 if it is empty.
    heads: [u32; PLACES_MAX],
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    number: WagerNumber,
    /// The previous wager at the same place, from 1; 0 for the first.
    before: u32,
}

impl Own {
    pub(crate) const NONE: Own = Own { heads: [0; PLACES_MAX], links: Vec::new() };

    /// Builds the lists from the wagers on the layout.
    pub(crate) fn of(wagers: &Wagers) -> Own {
        let mut own = Own::NONE;
        own.read(wagers);
        own
    }

    /// Rebuilds the lists from the wagers on the layout.
    pub(crate) fn read(&mut self, wagers: &Wagers) {
        self.heads = [0; PLACES_MAX];
        self.links.clear();
        for wager in wagers.iter().filter(|wager| wager.on_layout()) {
            self.add(wager.spot.box_number, wager.number);
        }
    }

    pub(crate) fn add(&mut self, place: u8, number: WagerNumber) {
        let Some(head) = usize::from(place).checked_sub(1).and_then(|at| self.heads.get_mut(at)) else {
            return;
        };
        self.links.push(Link { number, before: *head });
        *head = u32::try_from(self.links.len()).unwrap_or(0);
    }

    /// The wagers of a place, the last first.
    pub(crate) fn at(&self, place: u8) -> impl Iterator<Item = WagerNumber> {
        let head = usize::from(place).checked_sub(1).and_then(|at| self.heads.get(at)).copied();
        let link = |at: u32| self.links.get(usize::try_from(at).ok()?.checked_sub(1)?).copied();
        let chain = std::iter::successors(head.and_then(link), move |now| link(now.before));
        chain.map(|link| link.number)
    }
}
