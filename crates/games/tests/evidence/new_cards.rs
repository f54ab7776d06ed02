//! The hours after which cards are changed: each needs an existing paragraph, and a duty that the table
//! announces.

use engine::trace::read_paragraphs;
use std::collections::BTreeSet;

#[test]
fn the_hours_of_new_cards_rest_on_paragraphs_that_there_are() {
    let paragraphs: BTreeSet<String> =
        read_paragraphs(games::PARAGRAPHS).into_iter().map(|paragraph| paragraph.id).collect();
    for row in rulebook::card_hours() {
        let rule = &row.paragraph;
        assert!(paragraphs.contains(rule), "there is no {rule}");
        let game = games::find(&row.game).unwrap_or_else(|| panic!("{rule}: there is no game {}", row.game));
        let book = game.book().unwrap();
        assert!(rule.starts_with(&format!("{}-", book.prefix)), "{rule} is not of {}", row.game);
        let duty = book.duties.iter().find(|duty| duty.id == *rule);
        let duty = duty.unwrap_or_else(|| panic!("{}: the table does not tell {rule}", row.game));
        let due = match row.dealt.as_deref() {
            None => "opening",
            Some("hand") => "opening-when-dealt-by-hand",
            _ => "opening-when-dealt-from-shoe",
        };
        assert_eq!((duty.due.as_str(), duty.by.as_str()), (due, "floor"), "{rule}");
        assert!(duty.what.contains(&format!("{} hours", row.hours)), "{rule}: {}", duty.what);
        let dealing = book.option("dealing").unwrap();
        assert!(row.dealt.as_ref().is_none_or(|dealt| dealing.allowed.contains(dealt)), "{rule}");
        let note = games::note(rule).unwrap();
        assert!(note.note.contains(&format!("{} hours", row.hours)), "{rule}: {}", note.note);
    }
}

/// If a duty has staff change cards by the hour, the house must keep these hours.
#[test]
fn no_duty_speaks_of_hours_that_nobody_keeps() {
    let kept: BTreeSet<&str> = rulebook::card_hours().iter().map(|row| row.paragraph.as_str()).collect();
    for game in games::GAMES {
        for duty in game.book().unwrap().duties.iter().filter(|duty| duty.what.contains("hours")) {
            assert!(kept.contains(duty.id.as_str()), "{}: {}", game.id, duty.id);
        }
    }
}
