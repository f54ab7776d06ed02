//! Every place on the layout for chips, with the numbers it covers, listed one by one from 4.V.
//!
//! A felt has the numbers 1 to 36 in twelve rows of three. Above them lies 0, or 0 and 00 side by side: then 0 touches 1
//! and 2, and 00 touches 2 and 3.

/// A place and the numbers it covers.
pub type Spot = (&'static str, &'static str);

/// What both felts have in common.
#[rustfmt::skip]
pub const COMMON: &[(&str, &[Spot])] = &[
    // 4.V.A.
    ("straight", &[
        ("straight-0", "0"),
        ("straight-1", "1"), ("straight-2", "2"), ("straight-3", "3"),
        ("straight-4", "4"), ("straight-5", "5"), ("straight-6", "6"),
        ("straight-7", "7"), ("straight-8", "8"), ("straight-9", "9"),
        ("straight-10", "10"), ("straight-11", "11"), ("straight-12", "12"),
        ("straight-13", "13"), ("straight-14", "14"), ("straight-15", "15"),
        ("straight-16", "16"), ("straight-17", "17"), ("straight-18", "18"),
        ("straight-19", "19"), ("straight-20", "20"), ("straight-21", "21"),
        ("straight-22", "22"), ("straight-23", "23"), ("straight-24", "24"),
        ("straight-25", "25"), ("straight-26", "26"), ("straight-27", "27"),
        ("straight-28", "28"), ("straight-29", "29"), ("straight-30", "30"),
        ("straight-31", "31"), ("straight-32", "32"), ("straight-33", "33"),
        ("straight-34", "34"), ("straight-35", "35"), ("straight-36", "36"),
    ]),
    // 4.V.B: two boxes with a line between them, side by side.
    ("split", &[
        ("split-1-2", "1 2"), ("split-2-3", "2 3"),
        ("split-4-5", "4 5"), ("split-5-6", "5 6"),
        ("split-7-8", "7 8"), ("split-8-9", "8 9"),
        ("split-10-11", "10 11"), ("split-11-12", "11 12"),
        ("split-13-14", "13 14"), ("split-14-15", "14 15"),
        ("split-16-17", "16 17"), ("split-17-18", "17 18"),
        ("split-19-20", "19 20"), ("split-20-21", "20 21"),
        ("split-22-23", "22 23"), ("split-23-24", "23 24"),
        ("split-25-26", "25 26"), ("split-26-27", "26 27"),
        ("split-28-29", "28 29"), ("split-29-30", "29 30"),
        ("split-31-32", "31 32"), ("split-32-33", "32 33"),
        ("split-34-35", "34 35"), ("split-35-36", "35 36"),
        // One below the other.
        ("split-1-4", "1 4"), ("split-2-5", "2 5"), ("split-3-6", "3 6"),
        ("split-4-7", "4 7"), ("split-5-8", "5 8"), ("split-6-9", "6 9"),
        ("split-7-10", "7 10"), ("split-8-11", "8 11"), ("split-9-12", "9 12"),
        ("split-10-13", "10 13"), ("split-11-14", "11 14"), ("split-12-15", "12 15"),
        ("split-13-16", "13 16"), ("split-14-17", "14 17"), ("split-15-18", "15 18"),
        ("split-16-19", "16 19"), ("split-17-20", "17 20"), ("split-18-21", "18 21"),
        ("split-19-22", "19 22"), ("split-20-23", "20 23"), ("split-21-24", "21 24"),
        ("split-22-25", "22 25"), ("split-23-26", "23 26"), ("split-24-27", "24 27"),
        ("split-25-28", "25 28"), ("split-26-29", "26 29"), ("split-27-30", "27 30"),
        ("split-28-31", "28 31"), ("split-29-32", "29 32"), ("split-30-33", "30 33"),
        ("split-31-34", "31 34"), ("split-32-35", "32 35"), ("split-33-36", "33 36"),
        // With the zero that lies above 1 and 2 on either felt.
        ("split-0-1", "0 1"), ("split-0-2", "0 2"),
    ]),
    // 4.V.C: the rows; 4.V.C.1: the one group with a zero that either felt has.
    ("three", &[
        ("three-1-2-3", "1 2 3"), ("three-4-5-6", "4 5 6"), ("three-7-8-9", "7 8 9"),
        ("three-10-11-12", "10 11 12"), ("three-13-14-15", "13 14 15"), ("three-16-17-18", "16 17 18"),
        ("three-19-20-21", "19 20 21"), ("three-22-23-24", "22 23 24"), ("three-25-26-27", "25 26 27"),
        ("three-28-29-30", "28 29 30"), ("three-31-32-33", "31 32 33"), ("three-34-35-36", "34 35 36"),
        ("three-0-1-2", "0 1 2"),
    ]),
    // 4.V.D.
    ("four", &[
        ("four-1-2-4-5", "1 2 4 5"), ("four-2-3-5-6", "2 3 5 6"),
        ("four-4-5-7-8", "4 5 7 8"), ("four-5-6-8-9", "5 6 8 9"),
        ("four-7-8-10-11", "7 8 10 11"), ("four-8-9-11-12", "8 9 11 12"),
        ("four-10-11-13-14", "10 11 13 14"), ("four-11-12-14-15", "11 12 14 15"),
        ("four-13-14-16-17", "13 14 16 17"), ("four-14-15-17-18", "14 15 17 18"),
        ("four-16-17-19-20", "16 17 19 20"), ("four-17-18-20-21", "17 18 20 21"),
        ("four-19-20-22-23", "19 20 22 23"), ("four-20-21-23-24", "20 21 23 24"),
        ("four-22-23-25-26", "22 23 25 26"), ("four-23-24-26-27", "23 24 26 27"),
        ("four-25-26-28-29", "25 26 28 29"), ("four-26-27-29-30", "26 27 29 30"),
        ("four-28-29-31-32", "28 29 31 32"), ("four-29-30-32-33", "29 30 32 33"),
        ("four-31-32-34-35", "31 32 34 35"), ("four-32-33-35-36", "32 33 35 36"),
    ]),
    // 4.V.F: two rows that follow each other.
    ("six", &[
        ("six-1-6", "1 2 3 4 5 6"),
        ("six-4-9", "4 5 6 7 8 9"),
        ("six-7-12", "7 8 9 10 11 12"),
        ("six-10-15", "10 11 12 13 14 15"),
        ("six-13-18", "13 14 15 16 17 18"),
        ("six-16-21", "16 17 18 19 20 21"),
        ("six-19-24", "19 20 21 22 23 24"),
        ("six-22-27", "22 23 24 25 26 27"),
        ("six-25-30", "25 26 27 28 29 30"),
        ("six-28-33", "28 29 30 31 32 33"),
        ("six-31-36", "31 32 33 34 35 36"),
    ]),
    // 4.V.G.
    ("column", &[
        ("column-1", "1 4 7 10 13 16 19 22 25 28 31 34"),
        ("column-2", "2 5 8 11 14 17 20 23 26 29 32 35"),
        ("column-3", "3 6 9 12 15 18 21 24 27 30 33 36"),
    ]),
    // 4.V.H.
    ("dozen", &[
        ("dozen-1", "1 2 3 4 5 6 7 8 9 10 11 12"),
        ("dozen-2", "13 14 15 16 17 18 19 20 21 22 23 24"),
        ("dozen-3", "25 26 27 28 29 30 31 32 33 34 35 36"),
    ]),
    // 4.V.I and 4.V.J, with the colours of Q181.
    ("red", &[("red", "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36")]),
    ("black", &[("black", "2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35")]),
    // 4.V.K and 4.V.L; by 5.II a zero is neither odd nor even.
    ("odd", &[("odd", "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35")]),
    ("even", &[("even", "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36")]),
    // 4.V.M and 4.V.N.
    ("low", &[("low", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18")]),
    ("high", &[("high", "19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36")]),
];

/// Places only on a felt with 0 and 00. All of them cover 00.
pub const DOUBLE: &[(&str, &[Spot])] = &[
    ("straight", &[("straight-00", "00")]),
    ("split", &[("split-0-00", "0 00"), ("split-00-2", "00 2"), ("split-00-3", "00 3")]),
    ("three", &[("three-0-00-2", "0 00 2"), ("three-00-2-3", "00 2 3")]),
    ("five", &[("five", "0 00 1 2 3")]),
];

/// Places only on a felt with a single 0, whose box also touches 3. For the groups see Q179 and Q180.
pub const SINGLE: &[(&str, &[Spot])] = &[
    ("split", &[("split-0-3", "0 3")]),
    ("three", &[("three-0-2-3", "0 2 3")]),
    ("four", &[("four-0-1-2-3", "0 1 2 3")]),
];
