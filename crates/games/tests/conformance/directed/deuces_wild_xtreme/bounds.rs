//! Rounds of Deuces Wild Xtreme that come close to the bounds that their tables state.

use super::{ALL_WILD, BONUS, PROGRESSIVES, bet_for_dealers, offered};
use crate::directed::bounds::{assert_near, most, play_out};
use crate::directed::{arrange, bet, close_bets, hand, open, until_bets};
use crate::driver::Session;
use engine::{Game, Patron, Place};

pub fn sessions(game: &'static Game) -> Vec<Session> {
    let royals = ["Ah Kh Qh Jh Th", "As Ks Qs Js Ts", "Ad Kd Qd Jd Td"];
    // Five of a kind against a lower five of a kind, and royal flushes.
    let fives = ["8c 8d 8h 8s 2d", "7c 7d 7h 7s 2h", "6c 6d 6h 6s 2s", "5c 5d 5h 5s Jk"];
    let beaten = At {
        settings: &[
            ("limits.ante", "5"),
            ("bad-beat-xtreme", "5..100 step 5"),
            ("paytable.bad-beat-xtreme", "CO-DWX/PT-FLT-DWHF-BBX-01"),
        ],
        wagers: &["ante", "odds", "bad-beat-xtreme"],
        hands: [fives[0], fives[1], fives[2], fives[3], royals[0], royals[1], royals[2]],
        dealer: "9c 9d 9h 9s 2c",
        board: None,
    };
    let wild = At {
        settings: &[
            ("trips-plus-wild", "5..25 step 5"),
            ("paytable.trips-plus-wild", "CO-DWX/PT-FLT-DWHF-TPW-01"),
            ("goin-wild", "5..25 step 5"),
            ("paytable.goin-wild", "CO-DWX/PT-FLT-TW-GW-01"),
        ],
        wagers: &["ante", "odds", "trips-plus-wild", "goin-wild"],
        hands: [
            ALL_WILD,
            royals[0],
            royals[1],
            royals[2],
            "Ac Kc Qc Jc Tc",
            "9h 8h 7h 6h 5h",
            "9s 8s 7s 6s 5s",
        ],
        dealer: "7c 6c 5c 4c 3c",
        board: None,
    };
    let unit = [("limits.ante", "1"), ("odds-wager", "not-offered"), ("dealer-bets", "not-offered")];
    let envied = [("five-card-linked", "10"), ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-E02")];
    let envied = At {
        settings: &[&unit[..], &envied].concat(),
        wagers: &["ante", "five-card-linked"],
        hands: [
            royals[0],
            royals[1],
            royals[2],
            "Ac Kc Qc Jc Tc",
            "9c 9d 9h 9s 2h",
            "8c 8d 8h 8s 2d",
            "7c 7d 7h 7s 2c",
        ],
        dealer: "3c 4d 5s 6h 6c",
        board: Some("3d"),
    };
    let straights = [("five-card-linked", "10"), ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-02")];
    let straights = At {
        settings: &[&unit[..], &straights].concat(),
        wagers: &["ante", "five-card-linked"],
        hands: [
            "Kh Qh Jh Th 9h",
            "Ks Qs Js Ts 9s",
            "Kd Qd Jd Td 9d",
            "Kc Qc Jc Tc 9c",
            "8h 7h 6h 5h 4h",
            "8s 7s 6s 5s 4s",
            "8d 7d 6d 5d 4d",
        ],
        dealer: "3c 4c 6c 7c Ac",
        board: Some("3d"),
    };
    let too_wild = At {
        settings: &[&unit[..], &[("too-wild-progressive", "10")]].concat(),
        wagers: &["ante", "too-wild-progressive"],
        hands: [
            "Ah Kh Qh Jh 2c",
            "As Ks Qs Js 2d",
            "Ad Kd Qd Jd 2h",
            "Ac Kc Qc Jc 2s",
            "9c 9d 9h 9s Jk",
            "8h 7h 6h 5h 4h",
            "8s 7s 6s 5s 4s",
        ],
        dealer: "3c 4c 6d 7c Th",
        board: None,
    };
    let goin =
        [("goin-wild-progressive", "10"), ("paytable.goin-wild-progressive", "CO-DWX/PT-PRG-TW-GW-01")];
    let goin = At {
        settings: &[&unit[..], &goin].concat(),
        wagers: &["ante", "goin-wild-progressive"],
        hands: [
            "2c 2d 2h Jk 9c",
            royals[0],
            royals[1],
            royals[2],
            "Ac Kc Qc Jc Tc",
            "8h 7h 6h 5h 4h",
            "8s 7s 6s 5s 4s",
        ],
        dealer: "3c 4c 6d 3d 8d",
        board: None,
    };
    let mut sessions: Vec<Session> = Vec::new();
    let exact = [(straights, 1_000), (too_wild, 1_000), (goin, 1_000)];
    for (at, thousandths) in [(beaten, 990), (wild, 990), (envied, 990)].into_iter().chain(exact) {
        let session = at.play(game);
        assert_near(&session, "pays", thousandths);
        assert_near(&session, "cards", 1_000);
        sessions.push(session);
    }
    sessions.push(longest(game));
    sessions
}

/// A table whose boxes all have the maximum on these wagers, dealer bets included, and are dealt these cards.
struct At<'a> {
    settings: &'a [(&'a str, &'a str)],
    wagers: &'a [&'static str],
    hands: [&'static str; 7],
    dealer: &'static str,
    board: Option<&'static str>,
}

impl At<'_> {
    fn play(&self, game: &'static Game) -> Session {
        let mut session = open(game, &[&[("steps", "by-dealer")], self.settings].concat());
        session.patrons = 7;
        session.house.reads = false;
        until_bets(&mut session);
        for (number, cards) in (1..).zip(self.hands) {
            let patron = Patron::nth(number - 1).unwrap();
            for wager in self.wagers {
                let units = most(&session, if *wager == "odds" { "ante" } else { wager });
                bet(&mut session, patron, number, wager, units);
                bet_for_dealers(&mut session, patron, number, wager, units);
            }
            arrange(&mut session, &[(hand(number), cards)]);
        }
        arrange(&mut session, &[(Place::Dealer, self.dealer)]);
        arrange(&mut session, &self.board.map(|card| (Place::Board, card)).into_iter().collect::<Vec<_>>());
        close_bets(&mut session);
        play_out(&mut session, &["play"], |_| {});
        session
    }
}

/// Everything is bet, and every payment that can be cut is cut; three patrons have envy bonuses for four
/// hands.
fn longest(game: &'static Game) -> Session {
    let caps =
        ["odds-cap", "bad-beat-xtreme-cap", "trips-plus-wild-cap", "goin-wild-cap"].map(|cap| (cap, "1"));
    let envied = ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-E01");
    let settings = [&caps[..], &[envied], &offered("1", &[envied])].concat();
    let at = At {
        settings: &settings,
        wagers: &[&["ante", "odds"], &BONUS[..], &PROGRESSIVES].concat(),
        hands: [
            "Ah Kh Qh Jh Th",
            "As Ks Qs Js Ts",
            "9h 8h 7h 6h 5h",
            "9s 8s 7s 6s 5s",
            "2c 2d 9c 9d 4c",
            "2h 2s 8c 8d 4d",
            "Jk Kc Kd 4h 4s",
        ],
        dealer: "3c 3d 3h Jc 5c",
        board: Some("Jd"),
    };
    let session = at.play(game);
    assert_near(&session, "lines", 1_000);
    assert_near(&session, "inputs", 900);
    assert_near(&session, "cards", 1_000);
    session
}
