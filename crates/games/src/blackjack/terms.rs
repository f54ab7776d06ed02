//! The terms of one table: a checked table file, resolved into the values that the code needs at every step.

use super::hand::area;
use super::side_bet_terms::SideBetTerms;
use super::twenty_one::TwentyOneTerms;
use crate::common::{Duties, DutyMoment, PayRow, boxes_of, gcd, limits_of};
use engine::{AmountRange, OpenError, Origin, RowId, Vocabulary};
use felt::{Currency, Money, Odds, Pack, Pay};
use rulebook::{Awards, PayTerm, RuleBook, TableConfig};

/// Which two-card hands may be doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleOn {
    /// Any two cards.
    Any,
    /// Totals of at least this, up to eleven.
    From(u8),
}

/// House Money as this table offers it.
#[derive(Clone, Copy, Debug)]
pub struct HouseMoneyTerms {
    /// The limits of its stake.
    pub limits: AmountRange,
    /// The pays for suited ace and king, straight flush, pair, and straight.
    pub pays: [PayRow<Odds>; 4],
    /// The step of the winnings that may be added to the main wager.
    pub add_step: Money,
}

/// Whether a hand may be given up for half its wager, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surrender {
    /// Never.
    No,
    /// After the check, when the dealer is known to have no blackjack.
    Late,
    /// Before any further card, against a dealer who may still get a blackjack.
    Early,
}

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    Shuffle,
    Idle,
}

/// All terms of a table.
#[derive(Clone, Debug)]
pub struct Terms {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    /// The cards.
    pub pack: Pack,
    /// How many boxes the layout has.
    pub boxes: u8,
    /// The smallest coin.
    pub coin: Money,
    /// The limits of the main wager.
    pub limits: AmountRange,
    pub(crate) several_boxes_min: Money,
    pub(crate) boxes_per_patron: u8,
    /// The odds of a blackjack.
    pub blackjack_pays: Odds,
    /// The odds of insurance.
    pub insurance_pays: Odds,
    /// How a payment that is not in whole coins is rounded, if the table specifies it.
    pub rounding: Option<felt::Rounding>,
    /// How what a meter awards is rounded.
    pub awards: Awards,
    /// Whether the dealer stands on a soft 17.
    pub stands_on_soft_17: bool,
    pub(crate) pitch: bool,
    /// Which hands may be doubled.
    pub double_on: DoubleOn,
    /// Whether a hand from a split may be doubled.
    pub double_after_split: bool,
    /// How many hands a box may have by splitting.
    pub split_hands: u8,
    /// Whether aces may be split again.
    pub resplit_aces: bool,
    pub(crate) mid_shoe_entry: bool,
    pub(crate) by_dealer: bool,
    pub(crate) shuffler: bool,
    /// House Money, where it is offered.
    pub house_money: Option<HouseMoneyTerms>,
    /// Whether hands push against a dealer's 22.
    pub dealer_22_pushes: bool,
    /// Whether hard totals of 9 to 11 are doubled on a lammer.
    pub free_doubles: bool,
    /// Whether pairs except tens are split on a lammer.
    pub free_splits: bool,
    /// Whether split aces get one card each.
    pub split_aces_one_card: bool,
    /// Whether and when a hand may be surrendered.
    pub surrender: Surrender,
    /// Whether a blackjack may take even money.
    pub even_money: bool,
    pub(crate) insurance_next_unit: bool,
    pub(crate) main_needed: bool,
    /// Whether the dealer gets a second card in the first deal.
    pub hole_card: bool,
    pub(crate) patrons_a_box: u8,
    /// The lowest total on which a patron may stand.
    pub stand_from: u8,
    /// Whether a 21 is paid, and a hand over 21 collected, as soon as the card lies there.
    pub at_once: bool,
    /// Whether aces of a doubled hand count one.
    pub double_aces_are_one: bool,
    /// Whether a double may be taken back after its card.
    pub double_rescue: bool,
    /// What a 21 is paid by its cards, where it is not always even money.
    pub twenty_one: Option<TwentyOneTerms>,
    pub(crate) bust_bonus_before_check: bool,
    /// Whether odds and the dealer's drawing rules are printed on the layout; at pontoon one of the layouts
    /// has them.
    pub(crate) layout_posts: bool,
    /// Whether patrons may squeeze the cards of their box.
    pub squeezing: bool,
    /// Whether patrons may bet for the dealers.
    pub dealer_bets: bool,
    /// The side bets, in the order of the rule book.
    pub side_bets: Vec<SideBetTerms>,
    pub(crate) duties: Duties<Moment>,
}

impl Terms {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs but the file or the rule book lacks.
    pub(crate) fn resolve(
        vocabulary: &Vocabulary,
        book: &RuleBook,
        config: &TableConfig,
    ) -> Result<Terms, OpenError> {
        let main = limits_of(config, "main")?;
        let number = |option: &str| {
            config.option(option).parse::<u8>().map_err(|_| OpenError(format!("{option} must be a number")))
        };
        let multiple = number("multiple-box-minimum")?;
        let several_boxes_min = main
            .min
            .checked_mul(i64::from(multiple))
            .ok_or_else(|| OpenError("multiple-box-minimum is too large".into()))?;
        let boxes_per_patron = number("boxes-per-patron")?;
        if boxes_per_patron > 1 && several_boxes_min > main.max {
            let text =
                "multiple-box-minimum asks for more than the table's maximum: nobody could play two boxes";
            return Err(OpenError(text.into()));
        }
        let insurance_pays = match book.wager("insurance").map(|wager| wager.pays.as_slice()) {
            Some([PayTerm::Fixed(Pay::Odds(odds))]) => *odds,
            _ => return Err(OpenError("the rule book gives insurance no odds".into())),
        };
        let blackjack_pays = config
            .option("blackjack-pays")
            .parse()
            .map_err(|_| OpenError("blackjack-pays must be odds".into()))?;
        Ok(Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            pack: config.pack(),
            boxes: boxes_of(config, super::state::BOXES_MAX)?,
            coin: config.coin,
            limits: main,
            several_boxes_min,
            boxes_per_patron,
            insurance_pays,
            blackjack_pays,
            rounding: config.rounding,
            awards: config.awards,
            stands_on_soft_17: config.option("soft-17") == "stand",
            pitch: config.option("dealing") == "pitch",
            double_on: match config.option("double-on") {
                "9 to 11" => DoubleOn::From(9),
                "10 or 11" => DoubleOn::From(10),
                _ => DoubleOn::Any,
            },
            double_after_split: config.option("double-after-split") == "yes",
            split_hands: number("split-hands")?,
            resplit_aces: config.option("resplit-aces") == "yes",
            mid_shoe_entry: config.option("mid-shoe-entry") == "yes",
            by_dealer: config.by_dealer,
            shuffler: config.option("shuffler") == "yes",
            house_money: house_money(vocabulary, config, main)?,
            dealer_22_pushes: config.option("dealer-22") == "push",
            free_doubles: config.option("free-doubles") == "hard 9 to 11",
            free_splits: config.option("free-splits") == "all but tens",
            split_aces_one_card: config.option("split-ace-cards") != "any",
            surrender: match config.option("surrender") {
                "late" => Surrender::Late,
                "early" => Surrender::Early,
                _ => Surrender::No,
            },
            hole_card: config.option("hole-card") != "none",
            patrons_a_box: number("patrons-a-box")?,
            stand_from: number("stand-from")?,
            at_once: config.option("twenty-one") == "at once",
            double_aces_are_one: config.option("double-ace") == "one",
            double_rescue: config.option("double-rescue") == "yes",
            twenty_one: TwentyOneTerms::read(vocabulary, config)?,
            even_money: config.option("even-money") != "no",
            insurance_next_unit: config.option("insurance-up-to") != "half",
            bust_bonus_before_check: config.option("bust-bonus-placed") == "before the check",
            layout_posts: matches!(config.option("layout"), "" | "E"),
            squeezing: config.option("squeezing") == "permitted",
            dealer_bets: config.option("dealer-bets") == "offered",
            main_needed: config.option("main-needed") != "no",
            side_bets: SideBetTerms::all(vocabulary, book, config)?,
            duties: duties(book, config)?,
        })
    }

    /// The side bet of that word, if it is offered.
    pub fn side_bet(&self, word: &str) -> Option<&SideBetTerms> {
        self.side_bets.iter().find(|terms| terms.word().word() == word)
    }

    /// The row of the pay table for a blackjack, if the main wager has one.
    pub(crate) fn blackjack_row(&self) -> Option<RowId> {
        self.twenty_one.as_ref().map(|terms| terms.natural)
    }

    /// The same for a hand that wins even money.
    pub(crate) fn even_row(&self) -> Option<RowId> {
        self.twenty_one.as_ref().map(TwentyOneTerms::regular)
    }

    /// The side bet of this area.
    pub(crate) fn side_bet_of(&self, area: u8) -> Option<&SideBetTerms> {
        self.side_bets.get(usize::from(area.checked_sub(area::SIDE_BETS)?))
    }

    /// Half a stake. If it is not whole coins, it is rounded by the table's rule, otherwise in the patron's
    /// favour.
    pub fn half(&self, stake: Money) -> Money {
        match self.rounding {
            Some(rounding) => rounding.apply(i128::from(stake.as_minor()), 2, self.coin),
            None => stake.half_up(self.coin),
        }
    }

    /// What a win at these odds pays, rounded by the table's rule if it is not whole.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        match self.rounding {
            None => {
                let exact = odds.exact_win(stake).filter(|win| win.is_multiple_of(self.coin));
                exact.unwrap_or_else(|| odds.win(stake, felt::Rounding::Down, self.coin))
            }
            Some(rounding) => odds.win(stake, rounding, self.coin),
        }
    }
}

fn house_money(
    vocabulary: &Vocabulary,
    config: &TableConfig,
    main: AmountRange,
) -> Result<Option<HouseMoneyTerms>, OpenError> {
    if !config.offers("house-money") {
        return Ok(None);
    }
    let table =
        config.paytable("house-money").ok_or_else(|| OpenError("House Money needs a pay table".into()))?;
    let pays = |line: &str| {
        let id = format!("{}:{line}", table.code);
        let rule = vocabulary.rules.iter().find(|rule| rule.id() == id);
        match (table.line(line).map(|l| l.pays), rule) {
            (Some(Pay::Odds(odds)), Some(rule)) => {
                Ok(PayRow { pays: odds, row: RowId::from_book(line), rule: *rule })
            }
            _ => Err(OpenError(format!("pay table {} has no odds for {line}", table.code))),
        }
    };
    let limits = limits_of(config, "house-money")?;
    Ok(Some(HouseMoneyTerms {
        limits,
        pays: [pays("ace-king-suited")?, pays("straight-flush")?, pays("pair")?, pays("straight")?],
        add_step: gcd(main.step, limits.step),
    }))
}

fn duties(book: &RuleBook, config: &TableConfig) -> Result<Duties<Moment>, OpenError> {
    let shuffler = config.option("shuffler") == "yes";
    let pitch = config.option("dealing") == "pitch";
    let layout = config.option("layout");
    let with_side_bets = book.wagers.iter().any(|wager| wager.side_bet && config.offers(&wager.id));
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "opening-with-shuffler" => DutyMoment::when(shuffler, Moment::Opening),
        "opening-without-shuffler" => DutyMoment::when(!shuffler, Moment::Opening),
        "opening-with-side-bets" => DutyMoment::when(with_side_bets, Moment::Opening),
        "opening-with-layout-a" => DutyMoment::when(layout == "A", Moment::Opening),
        "opening-with-layout-b" => DutyMoment::when(layout == "B", Moment::Opening),
        "opening-with-layout-c" => DutyMoment::when(layout == "C", Moment::Opening),
        "opening-with-layout-d" => DutyMoment::when(layout == "D", Moment::Opening),
        "opening-with-layout-e" => DutyMoment::when(layout == "E", Moment::Opening),
        "opening-with-layout-f" => DutyMoment::when(layout == "F", Moment::Opening),
        "opening-with-few-decks" => DutyMoment::when(config.decks <= 2, Moment::Opening),
        "shuffle" => DutyMoment::At(Moment::Shuffle),
        "shuffle-with-shuffler" => DutyMoment::when(shuffler, Moment::Shuffle),
        "shuffle-when-pitched" => DutyMoment::when(pitch, Moment::Shuffle),
        "idle-with-shuffler" => DutyMoment::when(shuffler, Moment::Idle),
        "idle-without-shuffler" => DutyMoment::when(!shuffler, Moment::Idle),
        _ => DutyMoment::Unknown,
    })
}
