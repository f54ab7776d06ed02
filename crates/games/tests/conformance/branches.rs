//! Cells of the matrix that random rounds reach too seldom. Where such a mishap is possible, it is reported
//! to a copy of the session, which plays the round to its end. So one round that reaches a rare point covers
//! all mishaps at that point.

use crate::cells::Cells;
use crate::directed;
use crate::driver::Session;
use crate::matrix::{self, At, Matrix};
use engine::mishap::tellings;
use std::collections::BTreeSet;

/// The number of sessions searched for missing cells; those that were used to find the matrix come first.
const SESSIONS: u64 = 1_200;

/// Reports missing mishaps until none is missing or the search is over. Sessions arranged for the purpose
/// come first.
pub fn tell_what_lacks(matrix: &Matrix, cells: &mut Cells, mut hold: impl FnMut(&Session)) {
    let mut lacking = cells.lacking(matrix);
    let mut tell_at = |session: &Session| {
        for (at, branch) in branches(session, &lacking) {
            hold(&branch);
            cells.told(at, true);
            lacking = cells.lacking(matrix);
        }
        lacking.is_empty()
    };
    for session in &directed::standing(matrix.game) {
        tell_at(session);
    }
    for seed in 0..SESSIONS {
        let mut session = matrix::searching(matrix.game, seed);
        for _ in 0..matrix::STEPS {
            if tell_at(&session) {
                return;
            }
            session.step();
        }
    }
}

/// Reports each missing mishap that the table would accept now to a copy of the session, which plays on.
fn branches(session: &Session, lacking: &BTreeSet<At>) -> Vec<(At, Session)> {
    let phase = session.table.phase();
    let mut lacking: BTreeSet<At> = lacking.iter().copied().filter(|(point, _)| *point == phase).collect();
    if lacking.is_empty() {
        return Vec::new();
    }
    let (words, boxes) = (session.game.vocabulary, session.config.boxes);
    let mut branches = Vec::new();
    for telling in tellings(words, boxes, &*session.table, &mut session.house.clone()) {
        let at = (phase, telling.mishap);
        if !lacking.contains(&at) {
            continue;
        }
        let Some(by) = matrix::believed_by(&*session.table, telling) else { continue };
        lacking.remove(&at);
        let mut branch = session.branch(session.chance.clone().next());
        branch.send(by, telling.input).unwrap();
        branch.irregular_in = 0;
        branch.play(1);
        branches.push((at, branch));
    }
    branches
}
