//! Executes statements on the table.

use super::{Runner, Trouble};
use crate::awaits::{Ask, By, Due};
use crate::explain::explain_due;
use crate::input::{Input, RulingAct};
use crate::layout::{Face, Place, Positions, Spot};
use crate::people::{Actor, Patron, Person, Rank};
use crate::refusal::Refusal;
use crate::scenario::ast::{Act, Awaited, LowCards, RulingText};
use crate::wager::Beneficiary;
use crate::wire::Message;
use felt::Card;
use std::collections::BTreeSet;

impl Runner<'_> {
    /// Executes a statement and returns a refusal for the caller to judge.
    pub(super) fn act(&mut self, act: &Act) -> Result<Option<Refusal>, Trouble> {
        let dealer = Actor::DEALER;
        match act {
            Act::Table { .. } | Act::Link { .. } | Act::Expect { .. } | Act::Open => Ok(None),
            Act::Bets { patron, box_number, beneficiary, wagers } => {
                self.bets(*patron, *box_number, *beneficiary, wagers)
            }
            Act::Found { patron, box_number, wagers } => self.found(*patron, *box_number, wagers),
            Act::TakesBack { patron, box_number, wager, amount } => {
                let patron = *patron;
                let (box_number, wager) = (self.box_of(patron, *box_number)?, self.wager(wager)?);
                let amount = amount.as_deref().map(|amount| self.money(amount)).transpose()?;
                self.send(Actor::Patron(patron), Input::TakeBack { patron, box_number, wager, amount })
            }
            Act::Calls { patron, box_number, wager, on } => {
                let patron = *patron;
                let (box_number, wager) = (self.box_of(patron, *box_number)?, self.wager(wager)?);
                self.send(Actor::Patron(patron), Input::Work { patron, box_number, wager, on: *on })
            }
            Act::Chooses { patron, spot, choice, amount, cards } => {
                self.chooses(*patron, *spot, choice, amount.as_deref(), cards)
            }
            Act::Silent { patron, spot } => {
                let spot = self.spot_of(*patron, *spot)?;
                self.send(dealer, Input::Lapse { patron: Some(*patron), spot })
            }
            Act::Leaves(patron) => self.send(Actor::Patron(*patron), Input::Leave { patron: *patron }),
            Act::Cuts(actor, depth) => self.send(*actor, Input::Cut { depth: *depth }),
            Act::Step(rank, step) => {
                let step = self.step_word(step)?;
                self.send(Actor::Staff(*rank), Input::Step(step))
            }
            Act::Approves(actor, yes) => {
                self.send(*actor, Input::Approve { yes: *yes, person: Person::default() })
            }
            Act::Permits(rank, patron) => self.send(Actor::Staff(*rank), Input::Permit { patron: *patron }),
            Act::Rules(rank, text) => self.rules(*rank, text),
            Act::Shuffle { cut_card } => self.send(dealer, Input::Shuffled { cut_card: *cut_card }),
            Act::Burn(face) => self.send(dealer, Input::Card { to: Place::Rack, face: *face }),
            Act::Deal(places) => self.deal(places),
            Act::Cards(place, faces) => {
                self.all(faces.iter().map(|face| Input::Card { to: *place, face: *face }))
            }
            Act::Turn(place, cards) => {
                self.all(cards.iter().map(|card| Input::Turn { place: *place, card: *card }))
            }
            Act::Peek(yes) => self.send(dealer, Input::Answer { yes: *yes }),
            Act::Looks(patron, place) => self.send(dealer, Input::Look { patron: *patron, place: *place }),
            Act::Roll(by, dice) => self.send(Actor::Staff(*by), Input::Roll(*dice)),
            Act::RollThree(dice) => self.send(dealer, Input::RollThree(*dice)),
            Act::Number(number) => self.send(dealer, Input::Number(*number)),
            Act::Sets(patron, spot, low) => self.sets(*patron, *spot, low),
            Act::Spin(pocket) => self.send(dealer, Input::Spin(*pocket)),
            Act::Wheel(section) => {
                let section = self.section(section)?;
                self.send(dealer, Input::WheelStopped(section))
            }
            Act::Meter(meter, amount, stands) => {
                self.meter_grants(meter, amount.as_deref(), stands.as_deref())
            }
            Act::Elsewhere(meter, did) => self.elsewhere(meter, did).map(|()| None),
            Act::Shows { meter, amount, reserve, seeds } => {
                self.shows(meter, amount, reserve.as_deref(), seeds.as_deref()).map(|()| None)
            }
            Act::CutCard => self.send(dealer, Input::CutCard),
            Act::NewDealer => self.send(dealer, Input::NewDealer),
            Act::Report { by, kind, place, card } => {
                let kind = self.irregularity(kind)?;
                self.send(Actor::Staff(*by), Input::Irregular { kind, place: *place, card: *card })
            }
            Act::Send(text) => {
                let Message { by, input } = Message::from_json(text, self.vocabulary()?)
                    .map_err(|error| format!("this is no input to the table: {error}"))?;
                self.send(by, input)
            }
            Act::Sees(audience, place, faces) => {
                let table = &self.open()?.table;
                let seen: Vec<Face> =
                    table.layout().at(*place).map(|card| card.face_for(*audience)).collect();
                if &seen == faces {
                    return Ok(None);
                }
                let seen = seen.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                Err(format!("{audience} sees at {place}: {seen}"))
            }
            Act::Awaits(awaited) => self.awaits(awaited).map(|()| None),
        }
    }

    fn all(&mut self, inputs: impl Iterator<Item = Input>) -> Result<Option<Refusal>, Trouble> {
        for input in inputs {
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn bets(
        &mut self,
        patron: Patron,
        box_number: u8,
        beneficiary: Beneficiary,
        wagers: &[(String, String)],
    ) -> Result<Option<Refusal>, Trouble> {
        for (wager, stake) in wagers {
            let (wager, stake) = (self.wager(wager)?, self.money(stake)?);
            let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
            if let Some(refusal) = self.send(Actor::Patron(patron), input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn found(
        &mut self,
        patron: Patron,
        box_number: u8,
        wagers: &[(String, String)],
    ) -> Result<Option<Refusal>, Trouble> {
        for (wager, stake) in wagers {
            let (wager, stake) = (self.wager(wager)?, self.money(stake)?);
            let input = Input::Found { patron, box_number, wager, stake };
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    fn chooses(
        &mut self,
        patron: Patron,
        spot: Option<Spot>,
        choice: &str,
        amount: Option<&str>,
        cards: &[Face],
    ) -> Result<Option<Refusal>, Trouble> {
        let choice = self.choice(choice)?;
        let spot = self.spot_of(patron, spot)?;
        let amount = amount.map(|amount| self.money(amount)).transpose()?;
        let input = Input::Choose { patron, spot, choice, amount };
        if let Some(refusal) = self.send(Actor::Patron(patron), input)? {
            return Ok(Some(refusal));
        }
        for face in cards {
            let Due::Card { to, .. } = self.due()? else {
                return Err(format!("{face} follows, but no card is due"));
            };
            self.send_unsaid(Actor::DEALER, Input::Card { to, face: *face })?;
        }
        Ok(None)
    }

    /// Sets a patron's hand; cards named by their faces are looked up in the hand.
    fn sets(
        &mut self,
        patron: Patron,
        spot: Option<Spot>,
        low: &LowCards,
    ) -> Result<Option<Refusal>, Trouble> {
        let spot = self.spot_of(patron, spot)?;
        let hand: Vec<Option<Card>> =
            self.open()?.table.layout().at(Place::Hand(spot)).map(|laid| laid.face.card()).collect();
        let place = |card: &Card| {
            let found = hand.iter().position(|there| *there == Some(*card));
            found.ok_or_else(|| {
                format!("the table knows no {card} at {spot}; name cards by place, as `sets cards 1 7`")
            })
        };
        let places = match low {
            LowCards::Faces(cards) => cards.iter().map(place).collect::<Result<Vec<_>, _>>()?,
            LowCards::Places(places) => places.iter().map(|nth| usize::from(*nth).wrapping_sub(1)).collect(),
        };
        let mut cards = Positions::default();
        for place in places {
            let one = u8::try_from(place).ok().and_then(Positions::one);
            cards = Positions(cards.0 | one.ok_or("no hand has that many cards")?.0);
        }
        self.send(Actor::Patron(patron), Input::Pick { patron, spot, cards })
    }

    /// Deals the first deal, card by card, in the order in which the table waits for the cards.
    fn deal(&mut self, places: &[(Place, Vec<Face>)]) -> Result<Option<Refusal>, Trouble> {
        let mut rest: Vec<(Place, std::slice::Iter<'_, Face>)> =
            places.iter().map(|(place, faces)| (*place, faces.iter())).collect();
        let mut up_card = None;
        loop {
            let due = self.due()?;
            let input = match due {
                Due::Card { to: Place::Rack, .. } => Input::Card { to: Place::Rack, face: Face::Unread },
                Due::Card { to, up } => {
                    let meant = rest.iter_mut().find(|(place, _)| *place == to);
                    let face = match meant.map(|(_, faces)| faces.next().copied()) {
                        Some(Some(face)) => face,
                        // Cards of hands without a player are dealt like others, and are not looked at.
                        None if !up && self.is_nobodys(to)? => Face::Unread,
                        Some(None) | None => break,
                    };
                    match face {
                        // The dealer's first card is laid face down and turned after the second is laid.
                        Face::Up(card) if to == Place::Dealer && !up && self.dealer_has_none()? => {
                            up_card = Some(card);
                            Input::Card { to, face: Face::Unread }
                        }
                        face => Input::Card { to, face },
                    }
                }
                Due::Turn { place: Place::Dealer } => match up_card.take() {
                    Some(card) => Input::Turn { place: Place::Dealer, card },
                    None => break,
                },
                _ => break,
            };
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        for (place, faces) in &rest {
            if faces.len() > 0 {
                let due = explain_due(&self.due()?);
                return Err(format!(
                    "{} cards for {place} are left over; the table awaits: {due}",
                    faces.len()
                ));
            }
        }
        Ok(None)
    }

    /// Whether cards there belong to no player, so that a scenario need not name them.
    fn is_nobodys(&mut self, place: Place) -> Result<bool, Trouble> {
        let table = &self.open()?.table;
        Ok(match place {
            Place::Stack(_) => true,
            Place::Hand(spot) => !table.wagers().iter().any(|wager| wager.spot == spot && wager.on_layout()),
            _ => false,
        })
    }

    fn dealer_has_none(&mut self) -> Result<bool, Trouble> {
        Ok(self.open()?.table.layout().at(Place::Dealer).next().is_none())
    }

    fn rules(&mut self, rank: Rank, text: &RulingText) -> Result<Option<Refusal>, Trouble> {
        let act = match text {
            RulingText::Act(act) => *act,
            RulingText::Award(patron, amount) => {
                RulingAct::Award { patron: *patron, amount: self.money(amount)? }
            }
        };
        self.send(Actor::Staff(rank), Input::Ruling(act))
    }

    fn awaits(&mut self, awaited: &Awaited) -> Result<(), Trouble> {
        match awaited {
            Awaited::Phase(phase) => {
                let table = &self.open()?.table;
                if table.phase() == phase {
                    return Ok(());
                }
                let due = explain_due(&table.due());
                Err(format!("the table is at `{}` and awaits: {due}", table.phase()))
            }
            Awaited::Choices(patron, spot, choices) => {
                let spot = self.spot_of(*patron, *spot)?;
                let mut offered = BTreeSet::new();
                self.open()?.table.offers(&mut |offer| {
                    if let Ask::Choose { spot: about, choice } = offer.ask
                        && about == spot
                        && offer.by == By::Patron(*patron)
                    {
                        offered.insert(choice.word());
                    }
                });
                let wanted: BTreeSet<&str> = choices.iter().map(String::as_str).collect();
                if offered == wanted {
                    return Ok(());
                }
                let offered = offered.into_iter().collect::<Vec<_>>().join(", ");
                Err(format!("offered to {patron} at {spot}: {offered}"))
            }
        }
    }
}
