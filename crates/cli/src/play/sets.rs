//! A hand to be set in two: what can be typed, what it would make, and how the house would set it.

use super::hands::{low_hand, poker};
use super::{ME, MY_BOX, Sitting};
use crate::cards;
use crate::failure::Failure;
use crate::screen::{HEAD, paint};
use engine::{Ask, Audience, HouseWay, Input, Positions, Rule, Spot, View, Way};
use felt::Card;

/// The hand in question, and the ways to set it.
pub(super) struct Asked {
    spot: Spot,
    pub(super) cards: Vec<Card>,
    ways: Vec<Way>,
}

impl Asked {
    fn way(&self, low: Positions) -> Option<&Way> {
        self.ways.iter().find(|way| way.cards == low)
    }

    fn faces(&self, way: &Way) -> String {
        let mut low: Vec<Card> =
            way.cards.iter().filter_map(|at| self.cards.get(usize::from(at)).copied()).collect();
        low.sort_unstable();
        low.into_iter().rev().map(cards::card).collect::<Vec<_>>().join(" ")
    }

    /// The house's setting, and its rule.
    fn house(&self) -> Option<(&Way, HouseWay)> {
        self.ways.iter().find_map(|way| way.house.map(|house| (way, house)))
    }
}

/// `pair of kings / ace-king`.
pub(super) fn both(way: &Way) -> String {
    format!("{} / {}", poker(&way.high), low_hand(&way.low))
}

impl Sitting<'_> {
    /// The player's hand to be set; `None` if there is none.
    pub(super) fn to_set(&self) -> Option<Asked> {
        let asked = self.driver.offers().into_iter().find_map(|offer| match offer.ask {
            Ask::Pick { spot, .. } if super::mine(&offer) && spot.box_number == MY_BOX => Some(spot),
            _ => None,
        })?;
        let view = View::of(&*self.driver.table, Audience::Patron(ME));
        let there = view.cards.iter().find(|there| there.place == engine::Place::Hand(asked))?;
        let cards = there.cards.iter().map(|card| card.face.card()).collect::<Option<_>>()?;
        let setting = view.settings.into_iter().find(|setting| setting.hand == asked && !setting.set)?;
        Some(Asked { spot: asked, cards, ways: setting.ways })
    }

    /// The possible answers, in two items.
    pub(super) fn set_items(asked: &Asked) -> Vec<String> {
        let example = asked.house().map_or_else(String::new, |(way, _)| asked.faces(way));
        vec![format!("{} (two cards) set your low hand", paint(HEAD, &example))]
    }

    /// The house's setting, and its rule.
    pub(super) fn house_words(asked: &Asked) -> Option<(String, &'static [&'static str])> {
        let (way, HouseWay { branch, rules }) = asked.house()?;
        let text =
            format!("House way: {} low, {} ({})", asked.faces(way), both(way), branch.replace('-', " "));
        Some((text, rules))
    }

    /// Shows once how the house would set a hand.
    pub(super) fn tell_house_way(&mut self) -> Result<(), Failure> {
        let Some((text, rules)) = self.to_set().as_ref().and_then(Self::house_words) else { return Ok(()) };
        let said = self.drawn(|screen| screen.cited("  ", &text, &rules.join(", ")))?;
        if !self.news.ends_with(&said) {
            self.news.extend(said);
        }
        Ok(())
    }

    /// Sets the hand. Asks for confirmation of a foul hand, which loses in any comparison.
    pub(super) fn set(&mut self, asked: &Asked, low: Positions) -> Result<Option<bool>, Failure> {
        if let Some(way) = asked.way(low).filter(|way| way.foul) {
            let question = format!("Foul: {} loses. Set it all the same [no]", both(way));
            let Some(text) = self.ask(&[question], &[] as &[Rule])? else { return Ok(None) };
            if !["y", "yes"].contains(&text.to_lowercase().as_str()) {
                return Ok(Some(false));
            }
        }
        let granted = self.request(Input::Pick { patron: ME, spot: asked.spot, cards: low })?;
        if granted {
            self.forget_news();
        }
        Ok(Some(granted))
    }
}
