//! Cells of the matrix that random rounds reach too seldom. Wherever one of them can be told, a copy of the session is told
//! of it and plays the round to its end: one round that comes to a rare point serves for all that can go wrong there.

use crate::cells::Cells;
use crate::directed;
use crate::driver::Session;
use crate::matrix::{self, At, Matrix};
use engine::mishap::tellings;
use std::collections::BTreeSet;

/// How many sessions are searched for missing cells; those in which the matrix was found come first.
const SESSIONS: u64 = 1_200;

/// Tells what was told too seldom, until nothing lacks or the search is over: first where a session was arranged for it.
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

/// What the table would believe now of what lacks, each told to a copy of the session that plays on.
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
