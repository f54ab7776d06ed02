//! Outcomes: drawing, writing and reading them.

use crate::failure::Failure;
use chance::{Purpose, Source};
use clap::ValueEnum;
use felt::{Card, DeckKind, Pack, Pocket, TwoDice, WheelKind};
use std::str::FromStr;

/// The kinds of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum What {
    /// The generator's own output.
    Raw,
    /// Shuffled shoes.
    Cards,
    /// Throws of two dice.
    Dice,
    /// Spins of a wheel: the pocket of the ball.
    Pockets,
}

impl What {
    pub(crate) const ALL: [What; 4] = [What::Raw, What::Cards, What::Dice, What::Pockets];

    /// The unit that is counted.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            What::Raw => "bytes",
            What::Cards => "shoes",
            What::Dice => "throws",
            What::Pockets => "spins",
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            What::Raw => "raw",
            What::Cards => "cards",
            What::Dice => "dice",
            What::Pockets => "pockets",
        }
    }
}

/// A shoe and a wheel.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Gear {
    /// The number of decks in a shoe.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    decks: u8,
    /// The kind of deck: standard52, joker53 or no-tens48.
    #[arg(long, default_value_t = DeckKind::Standard52, value_name = "KIND")]
    deck: DeckKind,
    /// The wheel: single-zero or double-zero.
    #[arg(long, default_value_t = WheelKind::DoubleZero, value_name = "KIND", value_parser = roulette)]
    wheel: WheelKind,
}

fn roulette(text: &str) -> Result<WheelKind, String> {
    let wheel = WheelKind::from_str(text).map_err(|error| error.to_string())?;
    if wheel.pockets().is_empty() { Err("the wheel has no pockets".to_owned()) } else { Ok(wheel) }
}

impl Gear {
    pub(crate) fn pack(self) -> Pack {
        Pack { kind: self.deck, decks: self.decks }
    }

    pub(crate) fn wheel(self) -> WheelKind {
        self.wheel
    }
}

/// Draws outcomes one after another.
pub(crate) struct Drawing {
    source: Source,
    what: What,
    gear: Gear,
    cards: Vec<Card>,
    shoes: u64,
}

/// One outcome.
pub(crate) enum Drawn<'a> {
    Raw(u8),
    Shoe(&'a [Card]),
    Dice(TwoDice),
    Pocket(Pocket),
}

impl Drawing {
    pub(crate) fn begin(what: What, gear: Gear) -> Result<Drawing, Failure> {
        let source = Source::open(purpose(0))?;
        Ok(Drawing { source, what, gear, cards: gear.pack().cards().collect(), shoes: 0 })
    }

    pub(crate) fn next(&mut self) -> Result<Drawn<'_>, Failure> {
        Ok(match self.what {
            What::Raw => {
                let mut byte = [0];
                self.source.raw(&mut byte)?;
                Drawn::Raw(byte[0])
            }
            What::Cards => {
                // As at a table: fresh entropy for each shoe, whose cards start in the order of the shoe before.
                self.shoes += 1;
                self.source.renew(purpose(self.shoes))?;
                self.source.shuffle(&mut self.cards)?;
                Drawn::Shoe(&self.cards)
            }
            What::Dice => Drawn::Dice(self.source.two_dice()?),
            What::Pockets => {
                let pocket = self.source.pick(self.gear.wheel.pockets())?;
                Drawn::Pocket(pocket.ok_or_else(|| Failure::usage("the wheel has no pockets"))?)
            }
        })
    }

    /// Fills a large buffer with raw output, in requests as long as the generator allows.
    pub(crate) fn raw(&mut self, bytes: &mut [u8]) -> Result<(), Failure> {
        Ok(self.source.raw(bytes)?)
    }
}

fn purpose(shoe: u64) -> Purpose<'static> {
    Purpose { table: "croupier rng", shoe }
}

impl Drawn<'_> {
    /// As a line of text.
    pub(crate) fn text(&self) -> String {
        match self {
            Drawn::Raw(byte) => format!("{byte:02x}"),
            Drawn::Shoe(cards) => {
                let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                cards.join(" ")
            }
            Drawn::Dice(dice) => dice.to_string(),
            Drawn::Pocket(pocket) => pocket.to_string(),
        }
    }

    /// As bytes: a card or a pocket by its index, a die by its pips.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Drawn::Raw(byte) => vec![*byte],
            Drawn::Shoe(cards) => cards.iter().map(|card| card.byte()).collect(),
            Drawn::Dice(dice) => vec![dice.a.number(), dice.b.number()],
            Drawn::Pocket(pocket) => vec![pocket.byte()],
        }
    }
}

/// Outcomes to test.
pub(crate) enum Sample {
    Raw(Vec<u8>),
    Cards { pack: Pack, shoes: Vec<Vec<Card>> },
    Dice(Vec<TwoDice>),
    Pockets { wheel: WheelKind, pockets: Vec<Pocket> },
}

impl Sample {
    pub(crate) fn none(what: What, gear: Gear) -> Sample {
        match what {
            What::Raw => Sample::Raw(Vec::new()),
            What::Cards => Sample::Cards { pack: gear.pack(), shoes: Vec::new() },
            What::Dice => Sample::Dice(Vec::new()),
            What::Pockets => Sample::Pockets { wheel: gear.wheel(), pockets: Vec::new() },
        }
    }

    pub(crate) fn what(&self) -> What {
        match self {
            Sample::Raw(_) => What::Raw,
            Sample::Cards { .. } => What::Cards,
            Sample::Dice(_) => What::Dice,
            Sample::Pockets { .. } => What::Pockets,
        }
    }

    /// The number of outcomes.
    pub(crate) fn count(&self) -> usize {
        match self {
            Sample::Raw(bytes) => bytes.len(),
            Sample::Cards { shoes, .. } => shoes.len(),
            Sample::Dice(throws) => throws.len(),
            Sample::Pockets { pockets, .. } => pockets.len(),
        }
    }

    pub(crate) fn add(&mut self, drawn: &Drawn<'_>) {
        match (self, drawn) {
            (Sample::Raw(all), Drawn::Raw(byte)) => all.push(*byte),
            (Sample::Cards { shoes, .. }, Drawn::Shoe(cards)) => shoes.push(cards.to_vec()),
            (Sample::Dice(all), Drawn::Dice(dice)) => all.push(*dice),
            (Sample::Pockets { pockets, .. }, Drawn::Pocket(pocket)) => pockets.push(*pocket),
            _ => {}
        }
    }

    /// Reads collected outcomes as text, and raw output as bytes.
    pub(crate) fn read(what: What, gear: Gear, name: &str, bytes: Vec<u8>) -> Result<Sample, Failure> {
        if what == What::Raw {
            return Ok(Sample::Raw(bytes));
        }
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::usage(format!("{name} is not text: collect {} without --form binary", what.word()))
        })?;
        let mut sample = Sample::none(what, gear);
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |what: String| Failure::usage(format!("{name}:{}: {what}", at + 1));
            match &mut sample {
                Sample::Raw(_) => {}
                Sample::Cards { pack, shoes } => shoes.push(shoe(*pack, line).map_err(wrong)?),
                Sample::Dice(throws) => throws.push(parsed(line).map_err(wrong)?),
                Sample::Pockets { wheel, pockets } => {
                    let pocket: Pocket = parsed(line).map_err(wrong)?;
                    if !wheel.has(pocket) {
                        return Err(wrong(format!("the {wheel} wheel has no {pocket}")));
                    }
                    pockets.push(pocket);
                }
            }
        }
        Ok(sample)
    }
}

fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|error: T::Err| error.to_string())
}

/// A shoe with every card as often as the pack has it.
fn shoe(pack: Pack, line: &str) -> Result<Vec<Card>, String> {
    let cards: Vec<Card> = line.split_whitespace().map(parsed).collect::<Result<_, _>>()?;
    let mut copies = [0_u16; Card::COUNT];
    cards.iter().for_each(|card| copies[card.index()] += 1);
    if Card::all().any(|card| copies[card.index()] != pack.copies(card)) {
        return Err(format!("these are not the cards of {} decks {}", pack.decks, pack.kind));
    }
    Ok(cards)
}
