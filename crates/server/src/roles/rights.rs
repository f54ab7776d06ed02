//! The rights of roles, as data: one row per right. The router, the page `docs/roles.md` and the tests read it.

use super::Role::{Administrator, Auditor, Dealer, Floor, Patron, Pit, Surveillance};
use super::{InputKind, Role, Roles};

macro_rules! rights {
    ($($right:ident = $id:literal,)*) => {
        /// A right: an operation of the API, or a kind of input to a table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Right {
            $(#[doc = concat!("`", $id, "`.")] $right,)*
            /// The right to send such an input, by the operation `play`.
            Input(InputKind),
        }

        impl Right {
            /// All operations.
            pub const OPERATIONS: &'static [Right] = &[$(Right::$right,)*];

            /// Returns its name.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Right::$right => $id,)*
                    Right::Input(kind) => kind.word(),
                }
            }
        }
    };
}

rights! {
    SignIn = "sign-in",
    Games = "games",
    Rules = "rules",
    TableRules = "table-rules",
    Rule = "rule",
    Tables = "tables",
    Cages = "cages",
    Meters = "meters",
    Health = "health",
    Ready = "ready",
    Openapi = "openapi",
    SignOut = "sign-out",
    Me = "me",
    ChangePassword = "change-password",
    Table = "table",
    Stream = "stream",
    Units = "units",
    Play = "play",
    Ask = "ask",
    BuyIn = "buy-in",
    CashOut = "cash-out",
    Wallet = "wallet",
    MyRounds = "my-rounds",
    Round = "round",
    Deposit = "deposit",
    Withdraw = "withdraw",
    Orders = "orders",
    DecideOrder = "decide-order",
    SecondPerson = "second-person",
    OpenTable = "open-table",
    ChangeTable = "change-table",
    CloseTable = "close-table",
    NewCards = "new-cards",
    Fill = "fill",
    Credit = "credit",
    Persons = "persons",
    Journal = "journal",
    Ledger = "ledger",
    Roots = "roots",
    SignIns = "sign-ins",
    MakeAccount = "make-account",
    ChangeAccount = "change-account",
    Processes = "processes",
    Drain = "drain",
}

/// A right, who has it, and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct RightRow {
    /// The right.
    pub right: Right,
    /// The roles that have it.
    pub roles: Roles,
    /// Whether it needs no token.
    pub open: bool,
    /// What it is for.
    pub purpose: &'static str,
}

const fn open(right: Right, purpose: &'static str) -> RightRow {
    RightRow { right, roles: Roles::ALL, open: true, purpose }
}

const fn all(right: Right, purpose: &'static str) -> RightRow {
    RightRow { right, roles: Roles::ALL, open: false, purpose }
}

const fn only(right: Right, roles: &[Role], purpose: &'static str) -> RightRow {
    RightRow { right, roles: Roles::of(roles), open: false, purpose }
}

const fn said(kind: InputKind, roles: &[Role], purpose: &'static str) -> RightRow {
    only(Right::Input(kind), roles, purpose)
}

/// All rights. No role has any other.
pub const RIGHTS: &[RightRow] = &[
    open(Right::SignIn, "name and password for a token"),
    open(Right::Games, "the games that the house knows"),
    open(Right::Rules, "a game's rules, with every pay table"),
    open(Right::TableRules, "the same with what the casino has chosen for a table"),
    open(Right::Rule, "the content of a paragraph, in our own words"),
    open(Right::Tables, "the tables that are open, their games and limits"),
    open(Right::Cages, "the cages, where wallets are, and their currencies"),
    open(Right::Meters, "the amounts of the progressive meters"),
    open(Right::Health, "whether the process lives"),
    open(Right::Ready, "whether it takes commands"),
    open(Right::Openapi, "the description of this API, and a page to try it"),
    all(Right::SignOut, "the token is no longer valid"),
    all(Right::Me, "the own name and role, and how long the token is valid"),
    all(Right::ChangePassword, "another password, which needs the old one"),
    all(Right::Table, "a table as one may see it"),
    all(Right::Stream, "what happens at a table, as it happens, as one may see it"),
    all(Right::Units, "what happened at a table, as one may see it"),
    only(
        Right::Play,
        &[Patron, Dealer, Floor, Pit, Surveillance],
        "an input to a table; the second table says which",
    ),
    only(Right::Ask, &[Patron], "whether a request of one's own would be granted, and if not why"),
    only(Right::BuyIn, &[Patron], "chips of one's own wallet at a table"),
    only(Right::CashOut, &[Patron], "chips back into one's own wallet"),
    only(Right::Wallet, &[Patron, Pit], "one's own money; at the cage anybody's"),
    only(Right::MyRounds, &[Patron], "the last rounds that one took part in"),
    only(
        Right::Round,
        &[Patron, Floor, Pit, Surveillance, Auditor],
        "a round that is over, with the rule behind each payment; a patron's must be one that they took part in",
    ),
    only(Right::Deposit, &[Pit], "money from outside into a patron's wallet"),
    only(Right::Withdraw, &[Pit], "money out of a patron's wallet"),
    only(
        Right::Orders,
        &[Floor, Pit, Auditor, Administrator],
        "withdrawals and fills that wait for a second person",
    ),
    only(Right::DecideOrder, &[Floor, Pit], "an order given by another person, carried out or declined"),
    only(Right::SecondPerson, &[Administrator], "the amount above which a second person is needed"),
    only(Right::OpenTable, &[Pit], "a new table"),
    only(Right::ChangeTable, &[Pit], "another file for the table, after its round"),
    only(Right::CloseTable, &[Floor, Pit], "the table takes no more wagers and closes after its round"),
    only(
        Right::NewCards,
        &[Floor, Pit],
        "new cards at the table; when the hours of the old cards are over, no round begins without them",
    ),
    only(Right::Fill, &[Pit], "chips from the cage into a table's bank"),
    only(Right::Credit, &[Pit], "chips of a table's bank back to the cage"),
    only(Right::Persons, &[Pit, Administrator], "who has an account, by name and number"),
    only(Right::Journal, &[Auditor], "the units of any stream as they are written"),
    only(Right::Ledger, &[Auditor], "the books, verified"),
    only(Right::Roots, &[Auditor], "the signed roots of all heads"),
    only(Right::SignIns, &[Auditor, Administrator], "who tried to sign in, from where, and what came of it"),
    only(Right::MakeAccount, &[Administrator], "a new account"),
    only(Right::ChangeAccount, &[Administrator], "another role or password; disabled, enabled, unlocked"),
    only(Right::Processes, &[Administrator], "the processes of the house and what they own"),
    only(Right::Drain, &[Administrator], "a process gives up its tables, for a deploy"),
    said(InputKind::Bet, &[Patron], "a wager of one's own; chips that only lie there staff report as found"),
    said(InputKind::Found, &[Dealer, Floor, Pit], "what lay there when bets were closed (SG-PP-5.18)"),
    said(InputKind::TakeBack, &[Patron], "a wager of one's own back"),
    said(InputKind::Work, &[Patron], "a wager of one's own on or off"),
    said(InputKind::Choose, &[Patron], "a decision about one's own hand"),
    said(InputKind::Pick, &[Patron], "which cards of one's own hand are meant"),
    said(
        InputKind::Look,
        &[Patron, Dealer, Floor, Pit],
        "that a person looked at cards; patrons report it of themselves",
    ),
    said(InputKind::Lapse, &[], "that nobody answered in time: the house's clock alone says so"),
    said(InputKind::Step, &[Dealer, Floor, Pit], "the next step; some are the floor's, as the game says"),
    said(InputKind::Permit, &[Floor, Pit], "a patron is admitted"),
    said(
        InputKind::Leave,
        &[Patron, Dealer, Floor, Pit],
        "a patron has left; patrons report it of themselves",
    ),
    said(InputKind::Card, &[Dealer], "a card came from the shoe, at a live-dealt table"),
    said(InputKind::Turn, &[Dealer], "a card was turned, at a live-dealt table"),
    said(InputKind::Answer, &[Dealer], "the peeking device has answered, at a live-dealt table"),
    said(
        InputKind::Roll,
        &[Dealer, Floor, Pit],
        "what the dice show, at a live-dealt table; a face that is in doubt the floor reads (OH-CR-10.III.A)",
    ),
    said(InputKind::RollThree, &[Dealer], "what three dice show, at a live-dealt table"),
    said(InputKind::Spin, &[Dealer], "where the ball rests, at a live-dealt table"),
    said(InputKind::WheelStopped, &[Dealer], "where the wheel stopped, at a live-dealt table"),
    said(InputKind::Shuffled, &[Dealer], "the cards were shuffled, at a live-dealt table"),
    said(InputKind::Cut, &[Patron, Dealer], "the cards are cut; the dealer cuts where no patron does"),
    said(InputKind::CutCard, &[Dealer], "the cutting card came out, at a live-dealt table"),
    said(InputKind::NewDealer, &[Dealer, Floor, Pit], "another dealer took the table"),
    said(InputKind::Irregular, &[Dealer, Floor, Pit], "something went wrong; surveillance tells the floor"),
    said(
        InputKind::Approve,
        &[Floor, Pit, Surveillance],
        "it is noted or approved, by another person than the one who caused it",
    ),
    said(InputKind::Terms, &[], "the file changes by `change-table`, with a stream of its own"),
    said(InputKind::Meter, &[], "an old form of what a meter says"),
    said(InputKind::Ruling, &[Floor, Pit], "a ruling; at Pontoon Plus the pit's alone (SG-PP-5.19)"),
    said(InputKind::Granted, &[], "what a meter grants: the meter alone says so"),
    said(InputKind::Number, &[Dealer], "the number that a device shows, at a live-dealt table"),
];

/// Whether the role has the right to the operation with this name. An unknown operation is refused to every role.
pub fn allows(role: Role, operation: &str) -> bool {
    let row = RIGHTS.iter().find(|row| row.right.id() == operation);
    row.is_some_and(|row| row.right.is_operation() && row.roles.has(role))
}

/// Whether the role may send such an input to a table. The game still refuses inputs that the person may not make.
pub fn may_send(role: Role, kind: InputKind) -> bool {
    let row = RIGHTS.iter().find(|row| row.right == Right::Input(kind));
    allows(role, Right::Play.id()) && row.is_some_and(|row| row.roles.has(role))
}

impl Right {
    /// Whether it is an operation of the API rather than an input.
    pub const fn is_operation(self) -> bool {
        !matches!(self, Right::Input(_))
    }
}
