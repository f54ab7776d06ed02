//! What a table can be told: requests that ask, and reports that state what happened.

use crate::layout::{Face, Place, Spot};
use crate::people::Patron;
use crate::wager::{Beneficiary, WagerNumber};
use crate::words::{ChoiceId, IrregularityId, MeterId, StepId, WagerId};
use felt::{Card, Money, Pocket, Section, ThreeDice, TwoDice};

/// An input. Requests are granted or refused; reports are refused only when they cannot be true or come
/// from someone who may not make them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Request: place a wager, or add to one already placed.
    Bet {
        /// Who stakes.
        patron: Patron,
        /// On which box; box 0 where the game knows the patron's place, or has no boxes.
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// How much is added.
        stake: Money,
        /// For whom: the patron himself, or the dealers.
        beneficiary: Beneficiary,
    },
    /// Report by staff: so much lay there when bets were closed, whatever had been granted before.
    Found {
        /// Whose chips.
        patron: Patron,
        /// On which box; box 0 where the game knows the patron's place, or has no boxes.
        box_number: u8,
        /// On the area of which kind of wager.
        wager: WagerId,
        /// How much lay there in all, with what had been granted of it.
        stake: Money,
    },
    /// Request: take a wager back, or a part of it.
    TakeBack {
        /// Whose wager.
        patron: Patron,
        /// On which box.
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// How much; all of it where nothing is said.
        amount: Option<Money>,
    },
    /// Request: call a wager on or off.
    Work {
        /// Whose wager.
        patron: Patron,
        /// On which box.
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// Whether it shall work.
        on: bool,
    },
    /// Request: decide.
    Choose {
        /// Who decides.
        patron: Patron,
        /// About which hand; box 0 where the matter is the table's, as a cut.
        spot: Spot,
        /// What.
        choice: ChoiceId,
        /// How much or how deep, where the choice has an amount.
        amount: Option<Money>,
    },
    /// Report by the house: nobody answered in time; the choice that stands for silence is taken.
    Lapse {
        /// Whose silence; everybody's who has not answered where nobody is named.
        patron: Option<Patron>,
        /// About which hand.
        spot: Spot,
    },
    /// Request by staff: the next step that brings no information.
    Step(StepId),
    /// Request by staff: a standing permission or order about a patron, as to bet again.
    Permit {
        /// For whom.
        patron: Patron,
    },
    /// Report: a patron left the table.
    Leave {
        /// Who.
        patron: Patron,
    },
    /// Report: a card came from the shoe.
    Card {
        /// Where it was laid.
        to: Place,
        /// How it lies.
        face: Face,
    },
    /// Report: a card that lay face down was turned.
    Turn {
        /// Where it lies.
        place: Place,
        /// Which card it is.
        card: Card,
    },
    /// Report: a device answered yes or no, and nobody learned more.
    Answer {
        /// What it said.
        yes: bool,
    },
    /// Report: two dice came to rest.
    Roll(TwoDice),
    /// Report: three dice came to rest.
    RollThree(ThreeDice),
    /// Report: the ball rests in this pocket.
    Spin(Pocket),
    /// Report: the big wheel stopped at this section.
    WheelStopped(Section),
    /// Report: the cards were shuffled.
    Shuffled {
        /// How many cards come out before the cutting card shows, if that is known.
        cut_card: Option<u16>,
    },
    /// Request: cut the shuffled cards.
    Cut {
        /// Cards from the top of the stack to the cutting card.
        depth: u16,
    },
    /// Report: the cutting card came out of the shoe.
    CutCard,
    /// Report: another dealer took the table.
    NewDealer,
    /// Report: something went wrong.
    Irregular {
        /// What.
        kind: IrregularityId,
        /// Where, if a place is concerned.
        place: Option<Place>,
        /// The card concerned, if it was exposed.
        card: Option<Card>,
    },
    /// Staff confirm that they know, or approve.
    Approve,
    /// A meter granted this amount.
    Meter {
        /// Which meter.
        meter: MeterId,
        /// The amount.
        amount: Money,
    },
    /// A ruling by a named rank for what no rule foresees.
    Ruling(RulingAct),
}

/// The few safe acts a ruling is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingAct {
    /// The round is undone and every stake returned.
    VoidRound,
    /// One hand is undone and its stakes returned.
    VoidHand(Spot),
    /// One wager is undone and its stake returned.
    VoidWager(WagerNumber),
    /// A patron receives an amount.
    Award {
        /// Who.
        patron: Patron,
        /// How much.
        amount: Money,
    },
    /// Play goes on as it stands.
    GoOn,
}
