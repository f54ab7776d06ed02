//! Aligned columns that fit the terminal; long cells are wrapped at their spaces.

use crate::screen::{HEAD, PLAIN, Screen, paint, visible, wrap};
use anstyle::Style;
use std::io;

const GAP: usize = 2;
/// A wrapped column narrower than this is harder to read than one that overflows.
const NARROWEST: usize = 9;

/// One cell.
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    pub(crate) fn styled(style: Style, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), style }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, style: PLAIN }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell { text: text.to_owned(), style: PLAIN }
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        // Zeros would hide the numbers that matter.
        Cell { text: if number == 0 { "·".to_owned() } else { number.to_string() }, style: PLAIN }
    }
}

/// Rows of cells under titles. A column whose title begins with `>` is right-aligned.
pub(crate) struct Grid {
    titles: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Grid {
    pub(crate) fn new(titles: &[&'static str]) -> Grid {
        Grid { titles: titles.to_vec(), rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn print(&self, screen: &mut Screen, indent: usize) -> io::Result<()> {
        let widths = self.widths(screen.width().saturating_sub(indent));
        if self.titles.iter().any(|title| !title.trim_start_matches('>').is_empty()) {
            let titles: Vec<Cell> =
                self.titles.iter().map(|title| Cell::styled(HEAD, title.trim_start_matches('>'))).collect();
            self.print_row(screen, indent, &titles, &widths)?;
        }
        for row in &self.rows {
            self.print_row(screen, indent, row, &widths)?;
        }
        Ok(())
    }

    /// Natural widths, with the widest columns narrowed until the row fits.
    fn widths(&self, room: usize) -> Vec<usize> {
        let title = |title: &&str| title.trim_start_matches('>').chars().count();
        let mut columns: Vec<(usize, usize)> = self.titles.iter().map(|t| (title(t), NARROWEST)).collect();
        for row in &self.rows {
            for ((width, least), cell) in columns.iter_mut().zip(row) {
                *width = (*width).max(visible(&cell.text));
                // A word cannot be broken, so no column gets narrower than its longest word.
                *least = cell.text.split_whitespace().map(visible).fold(*least, usize::max);
            }
        }
        let room = room.saturating_sub(GAP * columns.len().saturating_sub(1));
        while columns.iter().map(|(width, _)| width).sum::<usize>() > room {
            let shrinkable = columns.iter_mut().filter(|(width, least)| width > least);
            let Some((widest, _)) = shrinkable.max_by_key(|(width, _)| *width) else { break };
            *widest -= 1;
        }
        columns.into_iter().map(|(width, _)| width).collect()
    }

    fn print_row(
        &self,
        screen: &mut Screen,
        indent: usize,
        row: &[Cell],
        widths: &[usize],
    ) -> io::Result<()> {
        let cells: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(cell, width)| wrap(&cell.text, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for n in 0..height {
            let mut line = " ".repeat(indent);
            for (at, (lines, cell)) in cells.iter().zip(row).enumerate() {
                let text = lines.get(n).map_or("", String::as_str);
                let width = widths.get(at).copied().unwrap_or(0);
                let pad = " ".repeat(width.saturating_sub(visible(text)));
                let painted = paint(cell.style, text);
                let right = self.titles.get(at).is_some_and(|title| title.starts_with('>'));
                line.push_str(&if right { format!("{pad}{painted}") } else { format!("{painted}{pad}") });
                line.push_str(&" ".repeat(GAP));
            }
            screen.line(line)?;
        }
        Ok(())
    }
}
