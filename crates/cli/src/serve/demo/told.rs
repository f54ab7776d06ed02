//! What a demonstration prints once it is open.

use super::furnish::Table;
use super::people::VISITORS;
use crate::failure::Failure;
use crate::grid::{Cell, Grid};
use crate::screen::{DIM, HEAD, ID, Screen, paint};
use serde_json::json;
use std::path::Path;

/// The facts to print.
pub(super) struct Told<'a> {
    pub(super) address: &'a str,
    pub(super) directory: &'a Path,
    pub(super) log: &'a Path,
    pub(super) password: &'a str,
    pub(super) tables: &'a [Table],
}

impl Told<'_> {
    pub(super) fn json(&self, screen: &mut Screen) -> Result<(), Failure> {
        let account = |(name, role): (&str, server::roles::Role)| json!({ "name": name, "role": role.name(), "password": self.password });
        let table = |table: &Table| {
            json!({
                "table": table.id.0, "name": table.name, "game": table.game, "dealt": table.dealt.word(),
                "currency": table.currency, "cage": table.cage.0, "property": table.property,
            })
        };
        screen.json(&json!({
            "demo": true,
            "address": self.address,
            "api": format!("{}/openapi.json", self.address),
            "directory": self.directory,
            "log": self.log,
            "accounts": VISITORS.into_iter().map(account).collect::<Vec<_>>(),
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
        }))?;
        Ok(std::io::Write::flush(screen)?)
    }

    pub(super) fn print(&self, screen: &mut Screen) -> Result<(), Failure> {
        let address = self.address;
        screen.line(paint(HEAD, "A demonstration is open: play money, bots at every table."))?;
        screen.blank()?;
        let mut grid = Grid::new(&["", ""]);
        let rows = [
            ("address", address.to_owned()),
            ("API", format!("{address}/openapi.json")),
            ("password", format!("{} for all of these", self.password)),
            ("patrons", "patron, patron-2".to_owned()),
            ("staff", staff()),
            ("log", self.log.display().to_string()),
        ];
        for (what, text) in rows {
            grid.row([Cell::styled(DIM, what), Cell::styled(ID, text)]);
        }
        grid.print(screen, 2)?;
        screen.blank()?;
        let mut grid = Grid::new(&[">", "table", "game", "dealt", "cage"]);
        for table in self.tables {
            grid.row([
                table.id.0.to_string().into(),
                table.name.as_str().into(),
                Cell::styled(ID, table.game),
                if table.dealt == house::table::Dealt::Live { "live" } else { "by computer" }.into(),
                format!("{} {}", table.cage.0, table.currency).into(),
            ]);
        }
        grid.print(screen, 2)?;
        screen.blank()?;
        screen.line(format!("Play: open {} in a browser, and sign in as patron.", paint(ID, address)))?;
        screen.line("Or by a program, in another terminal, with the client of clients/python:")?;
        screen.line(format!("  python3 examples/sit-down.py {address} patron {}", self.password))?;
        screen.line("Ctrl-C ends it; what was played is there the next time.")?;
        Ok(std::io::Write::flush(screen)?)
    }
}

fn staff() -> String {
    let staff = VISITORS.into_iter().filter(|(_, role)| *role != server::roles::Role::Patron);
    staff.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}
