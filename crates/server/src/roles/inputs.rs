//! The kinds of `engine::Input`: what may be sent to a table, without its contents.

use engine::Input;

macro_rules! kinds {
    ($($kind:ident = $word:literal,)*) => {
        /// A kind of input to a table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum InputKind {
            $(#[doc = concat!("`", $word, "`.")] $kind,)*
        }

        impl InputKind {
            /// All kinds, in the order of `engine::Input`.
            pub const ALL: &'static [InputKind] = &[$(InputKind::$kind,)*];

            /// Returns the word for it in records and in the API.
            pub const fn word(self) -> &'static str {
                match self { $(InputKind::$kind => $word,)* }
            }
        }
    };
}

kinds! {
    Bet = "bet",
    Found = "found",
    TakeBack = "take-back",
    Work = "work",
    Choose = "choose",
    Pick = "pick",
    Look = "look",
    Lapse = "lapse",
    Step = "step",
    Permit = "permit",
    Leave = "leave",
    Card = "card",
    Turn = "turn",
    Answer = "answer",
    Roll = "roll",
    RollThree = "roll-three",
    Spin = "spin",
    WheelStopped = "wheel-stopped",
    Shuffled = "shuffled",
    Cut = "cut",
    CutCard = "cut-card",
    NewDealer = "new-dealer",
    Irregular = "irregular",
    Approve = "approve",
    Terms = "terms",
    Meter = "meter",
    Ruling = "ruling",
    Granted = "granted",
    Number = "number",
}

/// Returns the kind of an input. A new input does not compile here until it has a kind, and so a right.
pub const fn input_right(input: &Input) -> InputKind {
    match input {
        Input::Bet { .. } => InputKind::Bet,
        Input::Found { .. } => InputKind::Found,
        Input::TakeBack { .. } => InputKind::TakeBack,
        Input::Work { .. } => InputKind::Work,
        Input::Choose { .. } => InputKind::Choose,
        Input::Pick { .. } => InputKind::Pick,
        Input::Look { .. } => InputKind::Look,
        Input::Lapse { .. } => InputKind::Lapse,
        Input::Step(_) => InputKind::Step,
        Input::Permit { .. } => InputKind::Permit,
        Input::Leave { .. } => InputKind::Leave,
        Input::Card { .. } => InputKind::Card,
        Input::Turn { .. } => InputKind::Turn,
        Input::Answer { .. } => InputKind::Answer,
        Input::Roll(_) => InputKind::Roll,
        Input::RollThree(_) => InputKind::RollThree,
        Input::Spin(_) => InputKind::Spin,
        Input::WheelStopped(_) => InputKind::WheelStopped,
        Input::Shuffled { .. } => InputKind::Shuffled,
        Input::Cut { .. } => InputKind::Cut,
        Input::CutCard => InputKind::CutCard,
        Input::NewDealer => InputKind::NewDealer,
        Input::Irregular { .. } => InputKind::Irregular,
        Input::Approve { .. } => InputKind::Approve,
        Input::Terms { .. } => InputKind::Terms,
        Input::Meter { .. } => InputKind::Meter,
        Input::Ruling(_) => InputKind::Ruling,
        Input::Granted { .. } => InputKind::Granted,
        Input::Number(_) => InputKind::Number,
    }
}
