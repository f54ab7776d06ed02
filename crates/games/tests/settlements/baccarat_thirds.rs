//! Who draws a third card at baccarat: compares the engine's rules with those of the second settlement, which
//! were typed from the text, for all pairs of two-card points and every third card of the player or none.

use engine::Place;
use games::sources::{Hand, wanted};
use second::baccarat::cards::turn;

#[test]
fn both_documents_have_the_same_third_cards() {
    let mut cells = 0;
    for (player, banker) in (0..10).flat_map(|player| (0..10).map(move |banker| (player, banker))) {
        for third in std::iter::once(None).chain((0..10).map(Some)) {
            let hand = |values: &[u8]| {
                let mut hand = Hand::default();
                values.iter().for_each(|value| hand.add(*value));
                hand
            };
            let own: Vec<u8> = [0, player].into_iter().chain(third).collect();
            let other = [0, banker];
            let engine = wanted([hand(&own), hand(&other)]);
            let text = turn(&own, &other).map(|at| [Place::Player, Place::Banker][at]);
            assert_eq!(engine, text, "{player} against {banker}, third card {third:?}");
            cells += 1;
        }
    }
    assert_eq!(cells, 100 * 11);
}
