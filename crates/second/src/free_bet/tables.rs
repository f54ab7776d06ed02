//! The pay tables, copied from the documents row by row. What a rule book pays is compared with them.

use super::hands::Shape::{self, *};

/// One printed pay table: its code and its rows from the top.
pub type Printed = (&'static str, &'static [(Shape, &'static str)]);

/// A row that is printed and pays nothing.
pub const NOTHING: &str = "-";

/// A row whose pay is unreadable: any value of the rule book is accepted, or none.
pub const TORN: &str = "?";

const ACES: &[u8] = &[14];
const AK: &[u8] = &[14, 13];
const AKQ: &[u8] = &[14, 13, 12];

const fn dealers_22(pays: [&'static str; 3]) -> [(Shape, &'static str); 3] {
    [(Suited22, pays[0]), (SameColour22, pays[1]), (Any22, pays[2])]
}

/// OH-FBB-16.I.B/T1 and CO-RF/PT-FLT-SB1-01 to 03.
const DEALERS_22: &[Printed] = &[
    ("OH-FBB-16.I.B/T1", &dealers_22(["50 to 1", "20 to 1", "7 to 1"])),
    ("PT-FLT-SB1-01", &dealers_22(["50 to 1", "20 to 1", "8 to 1"])),
    ("PT-FLT-SB1-02", &dealers_22(["50 to 1", "20 to 1", "7 to 1"])),
    ("PT-FLT-SB1-03", &dealers_22(["11 to 1", "11 to 1", "11 to 1"])),
];

const fn lammers(pays: [&'static str; 7]) -> [(Shape, &'static str); 7] {
    [
        (Lammers(7), pays[0]),
        (Lammers(6), pays[1]),
        (Lammers(5), pays[2]),
        (Lammers(4), pays[3]),
        (Lammers(3), pays[4]),
        (Lammers(2), pays[5]),
        (Lammers(1), pays[6]),
    ]
}

/// CO-RF/PT-FLT-SB2-01 and 02.
const SILVER_STACK: &[Printed] = &[
    (
        "PT-FLT-SB2-01",
        &lammers(["1000 to 1", "300 to 1", "100 to 1", "60 to 1", "30 to 1", "10 to 1", "3 to 1"]),
    ),
    (
        "PT-FLT-SB2-02",
        &lammers(["100 to 1", "100 to 1", "100 to 1", "50 to 1", "30 to 1", "12 to 1", "3 to 1"]),
    ),
];

/// CO-RF/PT-FLT-BB-01, both columns; the three eights stand first because they pay most.
const BUST_BONUS: &[Printed] = &[(
    "PT-FLT-BB-01",
    &[
        (ThreeEightsSuited, "75 to 1"),
        (ThreeEights, "25 to 1"),
        (BustSuited(14), "50 to 1"),
        (BustSuited(2), "25 to 1"),
        (BustSuited(3), "15 to 1"),
        (BustSuited(4), "10 to 1"),
        (BustSuited(5), "5 to 1"),
        (BustSuited(6), "3 to 1"),
        (BustSuited(7), "15 to 1"),
        (BustSuited(8), "10 to 1"),
        (BustSuited(9), "20 to 1"),
        (BustSuited(10), "20 to 1"),
        (Bust(14), "3 to 1"),
        (Bust(2), "1 to 1"),
        (Bust(3), "1 to 1"),
        (Bust(4), "1 to 1"),
        (Bust(5), "1 to 1"),
        (Bust(6), "1 to 1"),
        (Bust(7), "2 to 1"),
        (Bust(8), "2 to 1"),
        (Bust(9), "2 to 1"),
        (Bust(10), "2 to 1"),
    ],
)];

const fn classic(pays: [&'static str; 5]) -> [(Shape, &'static str); 5] {
    [(StraightFlush, pays[0]), (Three, pays[1]), (Straight, pays[2]), (Flush, pays[3]), (Pair, pays[4])]
}

const fn xtreme(pays: [&'static str; 5]) -> [(Shape, &'static str); 5] {
    [
        (ThreeSuited, pays[0]),
        (StraightFlush, pays[1]),
        (Three, pays[2]),
        (Straight, pays[3]),
        (Flush, pays[4]),
    ]
}

const fn top_3(pays: [&'static str; 3]) -> [(Shape, &'static str); 3] {
    [(ThreeSuited, pays[0]), (StraightFlush, pays[1]), (Three, pays[2])]
}

/// CO-RF/PT-FLT-213-*, PT-FLT-213XT-* and PT-FLT-TOP3-*.
const THREE_CARDS: &[Printed] = &[
    ("PT-FLT-213-01", &classic(["5 to 2", "5 to 2", "5 to 2", "5 to 2", "5 to 2"])),
    ("PT-FLT-213-03", &classic(["9 to 1", "9 to 1", "9 to 1", "9 to 1", NOTHING])),
    ("PT-FLT-213-E01", &classic(["8 to 1", "8 to 1", "8 to 1", "8 to 1", NOTHING])),
    ("PT-FLT-213-E02", &classic(["25 to 1", "15 to 1", "8 to 1", "5 to 1", NOTHING])),
    ("PT-FLT-213-E03", &classic(["25 to 1", "15 to 1", "10 to 1", "5 to 1", NOTHING])),
    ("PT-FLT-213-E04", &classic(["25 to 1", "15 to 1", "10 to 1", "5 to 1", NOTHING])),
    ("PT-FLT-213XT-01", &xtreme([NOTHING, "30 to 1", "20 to 1", "10 to 1", "5 to 1"])),
    ("PT-FLT-213XT-03", &xtreme(["100 to 1", "40 to 1", "25 to 1", "10 to 1", "5 to 1"])),
    ("PT-FLT-213XT-04", &xtreme(["100 to 1", "30 to 1", "20 to 1", "10 to 1", "5 to 1"])),
    ("PT-FLT-TOP3-01", &top_3(["270 to 1", "180 to 1", "90 to 1"])),
    ("PT-FLT-TOP3-02", &top_3(["1000 to 1", "100 to 1", "70 to 1"])),
];

/// The column of CO-RF/PT-FLT-213-E01 to E04 that pays the dealers, in dollars.
const ENVY: &[(&str, &[(Shape, i64)])] = &[
    ("PT-FLT-213-E01", &[(StraightFlush, 1), (Three, 1), (Straight, 1), (Flush, 1)]),
    ("PT-FLT-213-E02", &[(StraightFlush, 10), (Three, 5), (Straight, 2), (Flush, 1)]),
    ("PT-FLT-213-E03", &[(StraightFlush, 10), (Three, 5), (Straight, 2)]),
    ("PT-FLT-213-E04", &[(StraightFlush, 10), (Three, 5), (Straight, 2), (Flush, 1)]),
];

const fn meters(ranks: &'static [u8], pays: [&'static str; 7]) -> [(Shape, &'static str); 7] {
    [
        (ThreeSpecific(ranks), pays[0]),
        (ThreeSuitedOf(ranks), pays[1]),
        (ThreeSuited, pays[2]),
        (StraightFlush, pays[3]),
        (Three, pays[4]),
        (Straight, pays[5]),
        (Flush, pays[6]),
    ]
}

/// CO-RF/PT-BJS-213-*. In the group of 02, 05 and 08 the print has torn columns, so that cells are cut off or may
/// stand one column too far; in the group of 03 the last two rows are missing.
const THREE_CARD_PROGRESSIVE: &[Printed] = &[
    ("PT-BJS-213-01", &meters(AK, ["100%", "100%", "$125", "$25", "$20", "$7", "$3"])),
    ("PT-BJS-213-04", &meters(AK, ["100%", "100%", "$150", "$40", "$20", "$7", "$3"])),
    ("PT-BJS-213-07", &meters(AK, ["100%", "$2000", "$150", "$40", "$20", "$5", "$3"])),
    ("PT-BJS-213-10", &meters(AK, ["100%", "$3000", "$200", "$30", "$20", "$10", NOTHING])),
    ("PT-BJS-213-02", &meters(AKQ, ["100%", "100%", TORN, TORN, TORN, TORN, TORN])),
    ("PT-BJS-213-05", &meters(AKQ, ["100%", "100%", TORN, TORN, "$20", TORN, TORN])),
    ("PT-BJS-213-08", &meters(AKQ, ["100%", "$2000", "$125", "$40", "$20", TORN, TORN])),
    ("PT-BJS-213-03", &meters(ACES, ["100%", "100%", "$125", "$25", "$20", TORN, TORN])),
    ("PT-BJS-213-06", &meters(ACES, ["100%", "100%", "$150", "$40", "$20", TORN, TORN])),
    ("PT-BJS-213-09", &meters(ACES, ["100%", "$2000", "$150", "$40", "$20", TORN, TORN])),
    ("PT-BJS-213-11", &meters(ACES, ["100%", "$3000", "$200", "$30", "$20", TORN, TORN])),
];

const fn ladies(pays: [&'static str; 5]) -> [(Shape, &'static str); 5] {
    [
        (QueensAndBlackjack, pays[0]),
        (Queens, pays[1]),
        (Matched20, pays[2]),
        (Suited20, pays[3]),
        (Any20, pays[4]),
    ]
}

const fn ladies_meters(pays: [&'static str; 7]) -> [(Shape, &'static str); 7] {
    [
        (QueensAndBlackjackSpecific, pays[0]),
        (QueensAndBlackjackSuited, pays[1]),
        (QueensAndBlackjack, pays[2]),
        (Queens, pays[3]),
        (Matched20, pays[4]),
        (Suited20, pays[5]),
        (Any20, pays[6]),
    ]
}

/// CO-RF/PT-FLT-LL-* and PT-BJS-LL-*.
const TWENTIES: &[Printed] = &[
    ("PT-FLT-LL-01", &ladies(["1000 to 1", "200 to 1", "25 to 1", "10 to 1", "4 to 1"])),
    ("PT-FLT-LL-02", &ladies(["1000 to 1", "150 to 1", "20 to 1", "9 to 1", "4 to 1"])),
    ("PT-FLT-LL-03", &ladies(["1000 to 1", "125 to 1", "19 to 1", "9 to 1", "4 to 1"])),
    ("PT-BJS-LL-26", &ladies_meters(["100%", "100%", "100%", "$200", "$25", "$10", "$2"])),
    ("PT-BJS-LL-27", &ladies_meters(["100%", "100%", "100%", "$200", "$20", "$10", "$3"])),
    ("PT-BJS-LL-28", &ladies_meters(["100%", "100%", "25%", "$250", "$50", "$10", "$2"])),
    ("PT-BJS-LL-29", &ladies_meters(["100%", "100%", "$1000", "$200", "$50", "$10", "$2"])),
    ("PT-BJS-LL-30", &ladies_meters(["100%", "100%", "100%", "$250", "$30", "$10", "$2"])),
    ("PT-BJS-LL-31", &ladies_meters(["100%", "100%", "100%", "$150", "$20", "$10", "$3"])),
    ("PT-BJS-LL-32", &ladies_meters(["100%", "100%", "25%", "$200", "$25", "$10", "$2"])),
    ("PT-BJS-LL-33", &ladies_meters(["100%", "100%", "$750", "$150", "$25", "$10", "$2"])),
    ("PT-BJS-LL-34", &ladies_meters(["100%", "25%", "10%", "$250", "$25", "$10", "$2"])),
    ("PT-BJS-LL-35", &ladies_meters(["100%", "$3000", "$1000", "$150", "$25", "$10", "$2"])),
];

const fn quick(aces: &'static str) -> [(Shape, &'static str); 4] {
    [(SuitedAcesAndBlackjack, "100%"), (SuitedAces, "100 for 1"), (Aces, aces), (OneAce, "2 for 1")]
}

const fn medium(aces: &'static str) -> [(Shape, &'static str); 5] {
    [
        (SpadeAcesAndSuitedBlackjack, "100%"),
        (SuitedAcesAndBlackjack, "10%"),
        (SuitedAces, "100 for 1"),
        (Aces, aces),
        (OneAce, "2 for 1"),
    ]
}

const fn base(fourth: Shape) -> [(Shape, &'static str); 6] {
    [
        (SuitedAcesAndSuitedBlackjack, "100%"),
        (SuitedAcesAndBlackjack, "5%"),
        (AcesAndBlackjack, "50 for 1"),
        (fourth, "10 for 1"),
        (PlayerBlackjack, "3 for 1"),
        (DealerBlackjack, "2 for 1"),
    ]
}

const fn long(second: &'static str, third: &'static str) -> [(Shape, &'static str); 9] {
    [
        (SpadeAcesAndSpadeBlackjack, "100%"),
        (SuitedAcesAndSuitedBlackjack, second),
        (SuitedAcesAndBlackjack, third),
        (AcesAndBlackjack, "100 for 1"),
        (SuitedAces, "75 for 1"),
        (BothBlackjack, "15 for 1"),
        (Aces, "10 for 1"),
        (PlayerBlackjack, "5 for 1"),
        (DealerBlackjack, "3 for 1"),
    ]
}

/// CO-RA-2/T1 to T11.
const ROCKET_ACES: &[Printed] = &[
    ("CO-RA-2/T1", &quick("20 for 1")),
    ("CO-RA-2/T2", &quick("12 for 1")),
    ("CO-RA-2/T3", &medium("25 for 1")),
    ("CO-RA-2/T4", &medium("20 for 1")),
    ("CO-RA-2/T5", &base(Aces)),
    ("CO-RA-2/T6", &base(Aces)),
    ("CO-RA-2/T7", &base(BothBlackjack)),
    ("CO-RA-2/T8", &base(BothBlackjack)),
    ("CO-RA-2/T9", &long("25%", "2%")),
    ("CO-RA-2/T10", &long("25%", "3%")),
    ("CO-RA-2/T11", &long("100%", "100%")),
];

/// Every pay table of the documents.
pub fn printed() -> impl Iterator<Item = &'static Printed> {
    let all =
        [DEALERS_22, SILVER_STACK, BUST_BONUS, THREE_CARDS, THREE_CARD_PROGRESSIVE, TWENTIES, ROCKET_ACES];
    all.into_iter().flatten()
}

/// CO-RF-26.A.IV: what the dealers are paid for such a hand, in dollars.
pub fn envy(code: &str, shape: Shape) -> Option<i64> {
    let (_, rows) = ENVY.iter().find(|(known, _)| *known == code)?;
    rows.iter().find(|(row, _)| *row == shape).map(|(_, dollars)| *dollars)
}
