//! One screen: the table, what happened, the question. It never has more lines than the terminal.

use crate::screen::{visible, wrap};

/// What the screen shows while an answer is awaited; the answer is typed on its own line below.
pub(super) struct Frame {
    pub(super) head: String,
    /// The table, or a page that covers it for a while.
    pub(super) body: Vec<String>,
    pub(super) news: Vec<String>,
    pub(super) question: Vec<String>,
}

/// Even if the table fills the screen, this many of the last messages stay visible.
const LEAST_NEWS: usize = 6;
/// The heading, two empty lines, the line for the answer, and the line that the cursor moves to after it.
const FIXED: usize = 5;
const MORE: &str = "  …";
const INDENT: &str = "  ";

impl Frame {
    /// The lines, without the line of the answer.
    pub(super) fn lines(self, height: usize) -> Vec<String> {
        let room = height.saturating_sub(FIXED + self.question.len());
        let news_room = room.saturating_sub(self.body.len() + 1).max(LEAST_NEWS);
        let news = last(self.news, news_room.min(room));
        let body = first(self.body, room.saturating_sub(news.len() + usize::from(!news.is_empty())));
        let mut lines = vec![self.head, String::new()];
        let together = !body.is_empty() && !news.is_empty();
        lines.extend(body);
        lines.extend(together.then(String::new));
        lines.extend(news);
        lines.push(String::new());
        lines.extend(self.question);
        lines
    }
}

/// Splits lines into pages that leave room for a one-line question. A block between two empty lines stays together if
/// it fits on a page.
pub(super) fn paged(lines: &[String], height: usize) -> Vec<Vec<String>> {
    let room = height.saturating_sub(FIXED + 1).max(1);
    let mut pages: Vec<Vec<String>> = vec![Vec::new()];
    for block in lines.split(String::is_empty).filter(|block| !block.is_empty()) {
        if let Some(page) = pages.last_mut().filter(|page| !page.is_empty()) {
            match page.len() + 1 + block.len() <= room {
                true => page.push(String::new()),
                false => pages.push(Vec::new()),
            }
        }
        for line in block {
            if pages.last().is_some_and(|page| page.len() >= room) {
                pages.push(Vec::new());
            }
            pages.last_mut().into_iter().for_each(|page| page.push(line.clone()));
        }
    }
    pages
}

/// Items one after the other, wrapped between items.
pub(super) fn packed(items: &[String], width: usize) -> Vec<String> {
    const BETWEEN: &str = " · ";
    let room = width.saturating_sub(INDENT.len());
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if visible(line) + visible(BETWEEN) + visible(item) <= room => {
                line.push_str(BETWEEN);
                line.push_str(item);
            }
            _ => lines.extend(wrap(item, room)),
        }
    }
    lines.iter().map(|line| format!("{INDENT}{line}")).collect()
}

fn first(mut lines: Vec<String>, room: usize) -> Vec<String> {
    if lines.len() > room {
        lines.truncate(room.saturating_sub(1));
        lines.extend((room > 0).then(|| MORE.to_owned()));
    }
    lines
}

fn last(mut lines: Vec<String>, room: usize) -> Vec<String> {
    if lines.len() > room {
        lines.drain(..lines.len() - room.saturating_sub(1));
        lines.insert(0, MORE.to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(body: usize, news: usize) -> Frame {
        let some = |what: &str, count: usize| (1..=count).map(|n| format!("{what} {n}")).collect();
        Frame {
            head: "head".to_owned(),
            body: some("row", body),
            news: some("news", news),
            question: some("ask", 2),
        }
    }

    #[test]
    fn no_frame_is_higher_than_its_terminal() {
        for body in 0..40 {
            for news in 0..40 {
                let lines = frame(body, news).lines(24);
                assert!(lines.len() < 23, "{body} rows, {news} lines of news: {}", lines.len());
                assert_eq!(lines.last().unwrap(), "ask 2");
                let shown = lines.iter().filter(|line| line.starts_with("news")).count();
                assert!(shown >= news.min(LEAST_NEWS - 1), "{body} rows, {news} lines of news: {shown}");
            }
        }
        assert!(frame(30, 30).lines(12).len() < 11);
    }

    #[test]
    fn a_question_is_broken_between_its_items() {
        let items = ["h hit", "s stand", "? help"].map(str::to_owned);
        assert_eq!(packed(&items, 80), ["  h hit · s stand · ? help"]);
        assert_eq!(packed(&items, 20), ["  h hit · s stand", "  ? help"]);
        assert_eq!(packed(&["how much is it".to_owned()], 12), ["  how much", "  is it"]);
    }

    #[test]
    fn pages_keep_together_what_stands_together() {
        let block = |name: &str, lines: usize| vec![name.to_owned(); lines];
        let lines = [block("a", 10), block("b", 7), block("c", 1)].join(&String::new());
        let pages = paged(&lines, 24);
        assert_eq!(pages.len(), 2);
        assert_eq!(pages[0], [block("a", 10), block("b", 7)].join(&String::new()));
        assert_eq!(pages[1], ["c"]);
        let long = paged(&block("d", 40), 24);
        assert_eq!(long.iter().map(Vec::len).collect::<Vec<_>>(), [18, 18, 4]);
    }

    #[test]
    fn what_is_newest_stays() {
        let lines = frame(3, 40).lines(24);
        assert!(lines.contains(&"news 40".to_owned()) && !lines.contains(&"news 1".to_owned()));
        assert!(lines.contains(&MORE.to_owned()));
        assert!(!frame(3, 3).lines(24).contains(&MORE.to_owned()));
    }
}
