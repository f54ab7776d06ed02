//! The reasons why a stream does not take a command, each with a stable name and a sentence.

macro_rules! reasons {
    ($($reason:ident $name:literal $text:literal;)*) => {
        /// Why a stream does not take a command: its state or its kind forbids it, not a rule of a game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("{}", self.text())]
        pub enum NotHere {
            $(
                #[doc = concat!($text, ".")]
                $reason,
            )*
        }

        impl NotHere {
            /// All reasons.
            pub const ALL: &[NotHere] = &[$(NotHere::$reason),*];

            /// Returns the stable name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(NotHere::$reason => $name,)*
                }
            }

            /// Returns the sentence.
            pub const fn text(self) -> &'static str {
                match self {
                    $(NotHere::$reason => $text,)*
                }
            }
        }
    };
}

reasons! {
    TooManyOrders "too-many-orders" "too many orders wait; approve or decline some first";
    OrderNeeded "order-needed" "this amount wants a second person: give an order with a reason";
    OwnOrder "own-order" "the person who gave an order cannot approve it";
    NegativeAmount "negative-amount" "the amount must not be negative";
    NoSuchOrder "no-such-order" "no such order waits";
    NotOrdered "cannot-be-ordered" "only a withdrawal or a fill can be ordered";
    ReasonLength "reason-length" "a reason has 1 to 200 characters";
    NoSuchPerson "no-such-person" "there is no such person";
    HouseBuysNoChips "house-buys-no-chips" "the house fills a table; it buys no chips";
    ChipsFromTables "chips-from-tables-only" "chips come back from a table";
    ChipsNotPositive "chips-not-positive" "the amount of chips must be positive";
    ShortfallFromTables "shortfall-from-tables-only" "a table asks for what its bank lacks";
    ShortfallNotPositive "shortfall-not-positive" "the shortfall of a bank must be positive";
    TipsFromTables "tips-from-tables-only" "tips come from a table";
    TipsNotPositive "tips-not-positive" "the amount of tips must be positive";
    NotForCages "not-for-cages" "a cage takes no such command";
    TransferLimit "transfer-limit" "an amount must be positive and no more than the limit of a transfer";
    TableClosed "table-closed" "the table is closed";
    StreamsOnly "streams-only" "only one stream says that to another";
    NoSuchTable "no-such-table" "there is no such table";
    ClockBeingSet "clock-being-set" "the house's clock is being set; no wager is taken meanwhile";
    MeterNotOpen "meter-not-open" "the meter is not open";
    OtherTablesDraw "other-tables-draw" "the draw is another table's";
    NotForMeters "not-for-meters" "a meter takes no such command";
    MeterOpen "meter-open" "the meter is open already";
    NotFeeding "not-feeding" "only tables that feed the meter draw on it";
    MeterRoundingKept "meter-rounding-kept" "tables hold a meter to its rounding and coin, which stay as long as it is open";
    OtherCage "other-cage" "the table has another cage";
    ChipsFromCages "chips-from-cages-only" "chips come from a cage";
    GrantsFromMeters "grants-from-meters-only" "a grant comes from a meter";
    NoGrantAsked "no-grant-asked" "the table has asked no meter for that";
    TermsFromMeters "terms-from-meters-only" "terms come from a meter that the table feeds";
    NotForTables "not-for-tables" "a table takes no such command";
    HouseBetsNot "house-bets-not" "nobody bets for the house";
    LastRound "last-round" "the table closes after this round";
    NoQuestion "no-question" "nobody is asked";
    NotYetClosed "nothing-to-close" "nothing can be closed yet";
    NoCardClock "no-card-clock" "no time is kept for the cards of this table";
    ClosingTakesNoCards "closing-takes-no-cards" "the table closes, and takes no new cards";
    RoundFirst "finish-the-round" "new cards come between rounds: finish this one first";
    NotBetweenRounds "not-between-rounds" "new cards come between rounds: when they are to be shuffled, or while the first bet is waited for";
    ClosingAlready "closing-already" "the table closes already";
    MetersGrant "meters-grant" "a meter says itself what it grants";
    HouseDeals "house-deals" "the house deals at this table";
    ApprovalPersonal "approval-personal" "an approval is a person's own";
}
