//! The texts of the page: how to read it, and a text about each family.

use super::cells::NUMBERS;

/// A family of wagers that share a section.
pub struct Section {
    pub title: &'static str,
    pub prose: &'static str,
    /// Their words; `N` stands for each of the six numbers.
    words: &'static [&'static str],
}

impl Section {
    pub fn words(&self) -> Vec<String> {
        let each = |word: &&str| match word.strip_suffix('N') {
            Some(family) => NUMBERS.iter().map(|number| format!("{family}{number}")).collect(),
            None => vec![(*word).to_owned()],
        };
        self.words.iter().flat_map(each).collect()
    }
}

/// How to read the page; `EXAMPLE` is replaced by a real block.
pub const INTRODUCTION: &str = "\
# Craps: what every roll does to every wager

For each wager, for each moment of the game and for each of the 36 rolls: what happens to the chips, and by
which rule. Nobody typed these cells. A table of `ohio/craps` was brought into each state by ordinary bets,
calls and rolls, and all 36 rolls were thrown there; each cell was then held against a second settlement that
was written from the document alone. `just craps-matrix` regenerates this page, and a test fails when it no
longer says what the table does.

## How to read it

```text
EXAMPLE```

The first line names the wager and heads the columns: a group for each face of one die, and in it a column for
each face of the other. A roll of 3-4 stands in the group `3-` under the 4. Each line below it is a moment:
`come-out` (the marker is off), `point 6` (it lies on the 6), `any point`, `any roll` (both); `on` and `off` at
any moment for wagers that can be called. Moments with the same 36 cells share a line, and one at which the
wager cannot lie on the layout says so.

| sign | what happens |
| --- | --- |
| `a` `b` `c` | It is paid at the odds listed under that letter. The stake comes back, or stays up where the list says so. |
| `L` | It loses. |
| `P` | It pushes: the stake comes back, nothing is paid. |
| `R` | It goes back: odds that were off when their bet was decided. |
| `>` | It moves to the number rolled and lies there from then on. |
| `.` | It stays; the roll means nothing to it. |
| `o` | It stays because it is off; otherwise it would have been decided. |

Beside each sign stand the rules that the table cites: paragraphs of OH-CR without that prefix, and rulings of
ours, which [rulings.md](rulings.md) explains. After a semicolon come rules that are cited only at the moment
or on the total named.

- **Place, Buy, Lay and hardway bets that won are paid and stay up** for the next roll (RULING-CR-22). Every other
  wager leaves the layout when it is decided, whether it won, lost or pushed.
- **Off means untouched**: the wager neither wins nor loses, whatever is rolled. Only odds go back, when the bet
  before them is decided. A call off holds until the patron calls the wager on; a call on ends when the marker turns
  on or off, and the wager is then as it ordinarily is (RULING-CR-3), which each section says at its head.
- **Odds behind a bet change nothing for the bet itself**, so it is shown without them. With them its paying line
  cites the paragraph that pays it even all the same: 7.I.A for the Pass Bet, and its like.
- **`house keeps`** is the share of a stake that stays with the house on average, from the bet to its decision,
  reckoned from these cells. The vigorish of Buy and Lay Bets comes on top (RULING-CR-2).
- **The table shown** pays the least that the document allows and leaves every option as it is: odds behind
  Come and Put Bets off on the come-out (RULING-CR-4), Lay Bets on (RULING-CR-1), the World Bet on an area of its
  own (RULING-CR-21), winners up (RULING-CR-22). Bets for the dealers fare as the patron's own, and come down when
  they win (RULING-CR-15).
- **A roll for Come Bets alone**, when nobody wants a line bet (RULING-CR-14), does what a come-out roll does to
  every wager that it can meet. Line bets are not among these.
";

pub const SECTIONS: &[Section] = &[
    Section {
        title: "Line bets",
        prose: "Made on the come-out; the number rolled there becomes the point.",
        words: &["pass", "dont-pass"],
    },
    Section {
        title: "Odds behind line bets",
        prose: "They ride on the point and share the fate of their bet (RULING-CR-17). When a point ends they end \
                with it, so no come-out roll meets them.",
        words: &["pass-odds", "dont-pass-odds"],
    },
    Section {
        title: "Come Bets",
        prose: "Made with a point on. The next roll decides the bet or moves it to a number, and there it waits, \
                through come-out rolls too. No bet lies on the point's own number: the roll that made it the \
                point has decided that bet.",
        words: &["come", "come-N"],
    },
    Section {
        title: "Odds behind Come Bets",
        prose: "They go with their bet, and go back when it is decided while they are off (RULING-CR-4).",
        words: &["come-odds-N"],
    },
    Section {
        title: "Don't Come Bets",
        prose: "The other side of the Come, except that a 12 pushes before the bet has a number.",
        words: &["dont-come", "dont-come-N"],
    },
    Section {
        title: "Odds behind Don't Come Bets",
        prose: "Unlike those behind Come Bets they work on the come-out, where a 7 is what they wait for.",
        words: &["dont-come-odds-N"],
    },
    Section {
        title: "Put Bets",
        prose: "Come Bets without the way through the Come: put on any number, the point too, while a point is on \
                (RULING-CR-5). The bet stands on when the point is made.",
        words: &["put-N"],
    },
    Section { title: "Odds behind Put Bets", prose: "As behind Come Bets.", words: &["put-odds-N"] },
    Section { title: "Place Bets", prose: "The number before a 7.", words: &["place-N"] },
    Section {
        title: "Buy Bets",
        prose: "Place Bets at true odds, for a vigorish (RULING-CR-1).",
        words: &["buy-N"],
    },
    Section {
        title: "Lay Bets",
        prose: "A 7 before the number, at true odds, for a vigorish (RULING-CR-1).",
        words: &["lay-N"],
    },
    Section {
        title: "Hardways",
        prose: "The pair before a 7 and before the number comes in another way.",
        words: &["hard-4", "hard-6", "hard-8", "hard-10"],
    },
    Section {
        title: "The next roll",
        prose: "Each of the 36 rolls decides these, whenever they are made.",
        words: &["field", "any-seven", "any-craps", "craps-two", "craps-three", "craps-twelve", "eleven"],
    },
    Section {
        title: "The next roll, in parts",
        prose: "One stake that is two, four or five equal bets (RULING-CR-10). What is paid is paid on the winning \
                part, which comes back; the other parts are lost.",
        words: &[
            "craps-eleven",
            "horn",
            "horn-high-2",
            "horn-high-3",
            "horn-high-11",
            "horn-high-12",
            "world",
        ],
    },
    Section {
        title: "Hops",
        prose: "Two faces on the next roll, in either order.",
        words: &[
            "hop-2-2", "hop-3-3", "hop-4-4", "hop-5-5", "hop-1-3", "hop-1-4", "hop-2-3", "hop-1-5",
            "hop-2-4", "hop-1-6", "hop-2-5", "hop-3-4", "hop-2-6", "hop-3-5", "hop-3-6", "hop-4-5",
            "hop-4-6",
        ],
    },
    Section {
        title: "The Fire Bet",
        prose: "Settled by the 7 that loses a point, by how many different points were made since the last such 7, \
                regardless of the shooter (RULING-CR-9).",
        words: &["fire"],
    },
];
