//! Parsing of what the player types: `10`, `place 6 12`, `back place-6`, `on hard-4`, `double 5`, `undo`.

use super::letters;
use super::menu::Menu;
use engine::{ChoiceId, Offer, Positions, StepId, WagerId};
use felt::{Card, Currency, Money};

/// The parsed command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Bet this much on each required wager.
    Stake(Money),
    /// Place a wager or add to it; without an amount, the program asks for one.
    Bet(WagerId, Option<Money>),
    /// Take a wager back, or a part of it.
    Back(WagerId, Option<Money>),
    /// Take back the last bet.
    Undo,
    /// Call a wager on or off.
    Call(WagerId, bool),
    /// Take what is offered.
    Take(Offer, Option<Money>),
    /// Make a choice that is not offered now, so that the refusal says why.
    Choose(ChoiceId),
    /// Set the hand, with these cards as the low hand.
    Set(Positions),
    /// Let the dealer continue.
    GoOn,
}

/// The keys that mean the same at every question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shortcut<'t> {
    /// Show what can be typed.
    Help,
    /// Describe a wager.
    About(&'t str),
    /// Show what is paid.
    Pay,
    /// Show what may be bet.
    Bets,
    /// Show the last rounds.
    Rounds,
    /// Show the rules of the last payments and of the current offers.
    Why,
}

impl Shortcut<'_> {
    pub(super) fn read(text: &str) -> Option<Shortcut<'_>> {
        match text.to_lowercase().as_str() {
            "?" | "help" => Some(Shortcut::Help),
            "$" | "pay" | "paytable" | "pay table" => Some(Shortcut::Pay),
            "bets" | "list" => Some(Shortcut::Bets),
            "#" | "rounds" | "last" => Some(Shortcut::Rounds),
            "!" | "why" => Some(Shortcut::Why),
            _ => text.strip_prefix('?').map(|wager| Shortcut::About(wager.trim())),
        }
    }
}

/// The words that are valid now.
pub(super) struct Words<'w> {
    /// The choices that can be made now.
    pub(super) menu: &'w Menu,
    pub(super) wagers: &'w [WagerId],
    pub(super) choices: &'w [ChoiceId],
    /// The player's wagers on the layout.
    pub(super) standing: &'w [WagerId],
    /// The step by which the dealer continues.
    pub(super) closes: Option<StepId>,
    pub(super) currency: Currency,
    /// The cards of the hand to be set in two; empty if there is none.
    pub(super) sets: &'w [Card],
}

/// Words for continuing, whatever the dealer's step is called.
const GO_ON: [&str; 6] = ["", "roll", "throw", "spin", "deal", "go"];

impl Words<'_> {
    /// Parses what was typed, or returns what is wrong with it.
    pub(super) fn read(&self, text: &str) -> Result<Command, String> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let whole = words.join("-");
        if GO_ON.contains(&whole.as_str()) || self.closes.is_some_and(|step| step.word() == whole) {
            return Ok(Command::GoOn);
        }
        if let Some(take) = self.offered(&words) {
            return Ok(take);
        }
        if let Some(set) = self.set(&words) {
            return set;
        }
        match words.as_slice() {
            ["-" | "undo"] => Ok(Command::Undo),
            [amount] if self.currency.parse(amount).is_ok() => {
                self.currency.parse(amount).map(Command::Stake).map_err(|error| error.to_string())
            }
            ["bet", rest @ ..] => self.bet(rest),
            ["take", "back", rest @ ..] | ["back" | "down", rest @ ..] => self.back(rest),
            ["call", "on", rest @ ..] | ["on", rest @ ..] => self.lying(rest).map(|w| Command::Call(w, true)),
            ["call", "off", rest @ ..] | ["off", rest @ ..] => {
                self.lying(rest).map(|w| Command::Call(w, false))
            }
            _ => match self.choices.iter().find(|choice| choice.word() == whole || is_letter(choice, &whole))
            {
                // A wager may have the same name as a choice; while the choice is possible, it takes precedence.
                Some(choice) if self.named(&words).is_none() => Ok(Command::Choose(*choice)),
                _ => self.bet(&words).or_else(|error| self.begun(&whole).map(Command::Choose).ok_or(error)),
            },
        }
    }

    /// The offer with this letter or word, with an amount behind it or without.
    fn offered(&self, words: &[&str]) -> Option<Command> {
        if let Some(offer) = self.menu.find(&words.join(" ")) {
            return Some(Command::Take(offer, None));
        }
        let (amount, name) = words.split_last()?;
        let offer = self.menu.find(&name.join(" "))?;
        self.currency.parse(amount).ok().map(|amount| Command::Take(offer, Some(amount)))
    }

    /// The cards for the low hand, by their faces; empty if no hand is to be set or the words are not cards.
    fn set(&self, words: &[&str]) -> Option<Result<Command, String>> {
        let words = words.strip_prefix(&["set"]).unwrap_or(words);
        let cards: Vec<Card> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        if self.sets.is_empty() || cards.is_empty() {
            return None;
        }
        Some(positions(self.sets, &cards).map(Command::Set))
    }

    /// The only choice that begins with these letters.
    fn begun(&self, word: &str) -> Option<ChoiceId> {
        let mut begun = self.choices.iter().filter(|choice| choice.word().starts_with(word));
        begun.next().filter(|_| begun.next().is_none()).copied()
    }

    /// A wager and its amount. `come 10` bets ten on come; it does not mean the come bet on the ten.
    fn bet(&self, words: &[&str]) -> Result<Command, String> {
        let parted = words.split_last().and_then(|(amount, name)| Some((self.named(name)?, amount)));
        match parted.map(|(wager, amount)| (wager, self.currency.parse(amount))) {
            Some((wager, Ok(amount))) => Ok(Command::Bet(wager, Some(amount))),
            Some((_, Err(error))) if self.named(words).is_none() => Err(error.to_string()),
            _ => self.wager(words).map(|wager| Command::Bet(wager, None)),
        }
    }

    /// A wager of the player on the layout, and how much of it.
    fn back(&self, words: &[&str]) -> Result<Command, String> {
        if let Ok(wager) = self.lying(words) {
            return Ok(Command::Back(wager, None));
        }
        match words.split_last() {
            Some((amount, name)) if self.lying(name).is_ok() => {
                let amount = self.currency.parse(amount).map_err(|error| error.to_string())?;
                self.lying(name).map(|wager| Command::Back(wager, Some(amount)))
            }
            _ => self.lying(words).map(|wager| Command::Back(wager, None)),
        }
    }

    fn lying(&self, words: &[&str]) -> Result<WagerId, String> {
        let name = words.join("-");
        let found = self.standing.iter().find(|wager| wager.word() == name);
        found.copied().ok_or_else(|| match self.standing {
            [] => "you have no wager on the layout".to_owned(),
            there => {
                let there: Vec<&str> = there.iter().map(|wager| wager.word()).collect();
                let which =
                    if name.is_empty() { "which one?".to_owned() } else { format!("no {name} there;") };
                format!("{which} you have {}", there.join(", "))
            }
        })
    }

    /// The wager of a name, or an error message.
    pub(super) fn wager(&self, words: &[&str]) -> Result<WagerId, String> {
        self.named(words).ok_or_else(|| self.unknown(&words.join("-")))
    }

    /// The wager of this name, or the only one whose name begins so.
    fn named(&self, words: &[&str]) -> Option<WagerId> {
        let name = words.join("-");
        let exact = self.wagers.iter().find(|wager| wager.word() == name).copied();
        let mut begun = self.wagers.iter().filter(|wager| name.len() > 2 && wager.word().starts_with(&name));
        exact.or_else(|| begun.next().filter(|_| begun.next().is_none()).copied())
    }

    fn unknown(&self, name: &str) -> String {
        if name.is_empty() {
            return "on what? `bets` shows what may be bet".to_owned();
        }
        let like: Vec<&str> =
            self.wagers.iter().map(|wager| wager.word()).filter(|word| word.starts_with(name)).collect();
        match like.as_slice() {
            [] => {
                format!("\"{name}\" means nothing here")
            }
            like => format!("which {name}: {}?", like.join(", ")),
        }
    }
}

/// The positions of these cards in a hand.
pub(super) fn positions(hand: &[Card], cards: &[Card]) -> Result<Positions, String> {
    let mut all = Positions::default();
    for card in cards {
        let at = hand.iter().position(|own| own == card).and_then(|at| u8::try_from(at).ok());
        let one = at.and_then(Positions::one).ok_or_else(|| format!("you have no {card}"))?;
        all = Positions(all.0 | one.0);
    }
    Ok(all)
}

fn is_letter(choice: &ChoiceId, text: &str) -> bool {
    letters::of(choice.word()).is_some_and(|letter| text.chars().eq([letter]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: WagerId = WagerId::new(&"pass");
    const PLACE: WagerId = WagerId::new(&"place-6");
    const HOP: WagerId = WagerId::new(&"hop-2-2");
    const PASS_ODDS: WagerId = WagerId::new(&"pass-odds");
    const COME: WagerId = WagerId::new(&"come");
    const COME_10: WagerId = WagerId::new(&"come-10");
    const HOUSE: WagerId = WagerId::new(&"house-money");
    const TAKE: ChoiceId = ChoiceId::new(&"take-dice");
    const PASS_DICE: ChoiceId = ChoiceId::new(&"pass-dice");

    /// Here passing the dice is offered and taking them is not.
    fn offer() -> Offer {
        let ask = engine::Ask::Choose { spot: engine::Spot::first(1), choice: PASS_DICE };
        Offer::new(engine::By::Patron(engine::Patron::A), ask, engine::protocol::AWAITED)
    }

    fn read(text: &str) -> Result<Command, String> {
        let menu = Menu::of(&[offer()], Currency::USD);
        let words = Words {
            menu: &menu,
            wagers: &[PASS, PASS_ODDS, PLACE, HOP, COME, COME_10, HOUSE, WagerId::new(&"place-8")],
            choices: &[TAKE, ChoiceId::new(&"decline-dice"), PASS_DICE],
            standing: &[PLACE, COME_10],
            closes: Some(StepId::new(&"offer-dice")),
            currency: Currency::USD,
            sets: &[],
        };
        words.read(text)
    }

    fn dollars(amount: i64) -> Option<Money> {
        Some(Money::minor(amount * 100))
    }

    #[test]
    fn a_wager_may_be_written_with_or_without_dashes() {
        for text in ["bet place-6 12", "place-6 12", "place 6 12", "bet place 6 $12", "PLACE 6 12"] {
            assert_eq!(read(text), Ok(Command::Bet(PLACE, dollars(12))), "{text}");
        }
        assert_eq!(read("hop 2 2 5"), Ok(Command::Bet(HOP, dollars(5))));
        assert_eq!(read("place 6"), Ok(Command::Bet(PLACE, None)), "the amount is asked for");
        assert_eq!(read("pass odds"), Ok(Command::Bet(PASS_ODDS, None)));
        assert_eq!(read("come 10"), Ok(Command::Bet(COME, dollars(10))), "nobody bets on come-10");
        assert_eq!(read("house 5"), Ok(Command::Bet(HOUSE, dollars(5))), "nothing else begins so");
    }

    #[test]
    fn what_lies_there_may_be_taken_back_or_called() {
        assert_eq!(read("back place-6"), Ok(Command::Back(PLACE, None)));
        assert_eq!(read("back place 6"), Ok(Command::Back(PLACE, None)));
        assert_eq!(read("take back place 6 6"), Ok(Command::Back(PLACE, dollars(6))));
        assert_eq!(read("back come 10"), Ok(Command::Back(COME_10, None)), "only come-10 lies there");
        assert_eq!(read("off place-6"), Ok(Command::Call(PLACE, false)));
        assert_eq!(read("call on place 6"), Ok(Command::Call(PLACE, true)));
        assert_eq!(read("back pass"), Err("no pass there; you have place-6, come-10".to_owned()));
    }

    #[test]
    fn going_on_and_choosing() {
        for text in ["", "roll", "offer-dice", "offer dice", "Throw"] {
            assert_eq!(read(text), Ok(Command::GoOn), "{text}");
        }
        for text in ["take-dice", "take dice", "take", "t"] {
            assert_eq!(read(text), Ok(Command::Choose(TAKE)), "{text}");
        }
        assert_eq!(read("pass"), Ok(Command::Bet(PASS, None)), "a wager, though pass-dice begins so");
        for text in ["pass dice", "pass-dice", "p", "P"] {
            assert_eq!(read(text), Ok(Command::Take(offer(), None)), "{text}");
        }
        assert_eq!(read("p 5"), Ok(Command::Take(offer(), dollars(5))));
        assert_eq!(read("25"), Ok(Command::Stake(Money::minor(2_500))));
        assert_eq!(read("undo"), Ok(Command::Undo));
        assert_eq!(read("-"), Ok(Command::Undo));
    }

    #[test]
    fn cards_set_a_hand() {
        let hand = ["Kd", "7h", "Jk"].map(|card| card.parse::<Card>().unwrap());
        let menu = Menu::of(&[], Currency::USD);
        let words = Words {
            menu: &menu,
            wagers: &[PASS],
            choices: &[],
            standing: &[],
            closes: None,
            currency: Currency::USD,
            sets: &hand,
        };
        for text in ["kd jk", "set Kd joker", "Jk K♦"] {
            assert_eq!(words.read(text), Ok(Command::Set(Positions(0b101))), "{text}");
        }
        assert_eq!(
            words.read("7h"),
            Ok(Command::Set(Positions(0b10))),
            "one card: the table says what is wrong"
        );
        assert_eq!(words.read("Kd 7c"), Err("you have no 7c".to_owned()));
        assert_eq!(words.read("pass 10"), Ok(Command::Bet(PASS, dollars(10))));
        assert!(Words { sets: &[], ..words }.read("Kd Jk").is_err(), "no hand is to be set");
    }

    #[test]
    fn keys_mean_the_same_everywhere() {
        assert_eq!(Shortcut::read("?"), Some(Shortcut::Help));
        assert_eq!(Shortcut::read("? place 6"), Some(Shortcut::About("place 6")));
        assert_eq!(
            ["$", "#", "!"].map(Shortcut::read),
            [Some(Shortcut::Pay), Some(Shortcut::Rounds), Some(Shortcut::Why)]
        );
        assert_eq!(["$12", "", "s"].map(Shortcut::read), [None; 3], "an amount may have its sign");
    }

    #[test]
    fn what_is_not_understood_is_explained() {
        assert_eq!(read("place"), Err("which place: place-6, place-8?".to_owned()));
        assert!(read("sevens").unwrap_err().contains("means nothing here"));
        assert!(read("pass ten").unwrap_err().contains("not an amount"));
        assert!(read("bet").unwrap_err().contains("`bets`"));
    }
}
