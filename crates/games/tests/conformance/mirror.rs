//! A second table that is sent the inputs of a session, and must answer the same except for numbers.

use engine::{Actor, AnyTable, Event, Input, Refusal, RulingAct, Wager, WagerNumber, What};

/// The other table, and the first difference.
pub struct Mirror {
    pub table: Box<dyn AnyTable>,
    pub differs: Option<String>,
    ours: Numbers,
    theirs: Numbers,
    said: Vec<Event>,
}

/// The result of the session's table: its state afterwards, whether it granted the input, and its events.
type Said<'a> = (&'a dyn AnyTable, Result<(), Refusal>, &'a [Event]);

impl Mirror {
    pub fn new(table: Box<dyn AnyTable>) -> Mirror {
        let (ours, theirs) = (Numbers::default(), Numbers::default());
        Mirror { table, differs: None, ours, theirs, said: Vec::new() }
    }

    /// Translates an input so that it fits any table in that state: a wager is named by its index among the
    /// open ones.
    pub fn translate(table: &dyn AnyTable, input: Input) -> (Input, Option<usize>) {
        let Input::Ruling(RulingAct::VoidWager(number)) = input else { return (input, None) };
        (input, lying(table).position(|wager| wager.number == number))
    }

    /// Sends the same input to the other table and compares the results.
    pub fn send(&mut self, actor: Actor, (input, place): (Input, Option<usize>), said: Said<'_>) {
        if self.differs.is_some() {
            return;
        }
        let input = match (input, place) {
            (Input::Ruling(RulingAct::VoidWager(_)), Some(place)) => {
                let Some(wager) = lying(&*self.table).nth(place) else {
                    self.differs = Some("fewer wagers".to_owned());
                    return;
                };
                Input::Ruling(RulingAct::VoidWager(wager.number))
            }
            // A wager that does not exist here does not exist there either.
            (Input::Ruling(RulingAct::VoidWager(_)), None) => return,
            _ => input,
        };
        let (ours, told, events) = said;
        self.said.clear();
        let answered = self.table.apply(actor, input, &mut self.said);
        if told != answered {
            self.differs = Some(format!("{input:?}: {told:?} and {answered:?}"));
            return;
        }
        let mut own = events.iter().filter(|event| is_compared(event)).map(|event| self.ours.plain(event));
        let mut other =
            self.said.iter().filter(|event| is_compared(event)).map(|event| self.theirs.plain(event));
        loop {
            let (one, two) = (own.next(), other.next());
            if one != two {
                self.differs = Some(format!("{input:?}: {one:?} and {two:?}"));
                return;
            }
            if one.is_none() {
                break;
            }
        }
        if ours.due() != self.table.due() || ours.phase() != self.table.phase() {
            self.differs = Some(format!("{input:?}: {:?} and {:?}", ours.due(), self.table.due()));
        }
    }
}

fn lying(table: &dyn AnyTable) -> impl Iterator<Item = &Wager> {
    table.wagers().iter().filter(|wager| wager.on_layout())
}

/// The cutting card is reported once and moves no chips; keys do not store whether it was.
fn is_compared(event: &Event) -> bool {
    !matches!(event.what, What::CutCardReached)
}

/// The numbers that one table has named, in order.
#[derive(Default)]
struct Numbers {
    wagers: Vec<u32>,
    draws: Vec<u32>,
}

impl Numbers {
    /// The event with each number replaced by its index among those named.
    fn plain(&mut self, event: &Event) -> Event {
        let mut event = *event;
        match &mut event.what {
            What::WagerPlaced { number, .. }
            | What::StakeAdded { number, .. }
            | What::WagerTakenBack { number, .. }
            | What::WagerWorks { number, .. }
            | What::WagerStays { number, .. }
            | What::WagerMoved { number, .. }
            | What::Ruled { act: RulingAct::VoidWager(number), .. }
            | What::Decided { number, .. } => self.wager(number),
            What::Settled(line) => {
                if let Some(number) = &mut line.number {
                    self.wager(number);
                }
            }
            What::CardLaid { draw, .. }
            | What::CardTurned { draw, .. }
            | What::CardSeen { draw, .. }
            | What::CardMoved { draw, .. } => *draw = named(&mut self.draws, *draw),
            What::RoundOpened { round } | What::RoundEnded { round } | What::RoundReopened { round } => {
                *round = 0;
            }
            _ => {}
        }
        event
    }

    fn wager(&mut self, number: &mut WagerNumber) {
        *number = WagerNumber(named(&mut self.wagers, number.0));
    }
}

fn named(known: &mut Vec<u32>, number: u32) -> u32 {
    let at = known.iter().rposition(|other| *other == number).unwrap_or_else(|| {
        known.push(number);
        known.len() - 1
    });
    u32::try_from(at).unwrap()
}
