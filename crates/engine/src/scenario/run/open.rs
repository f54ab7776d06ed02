//! Opens the table that a scenario names: a game with some settings, or a table file.

use super::{Open, Runner, Steps, Trouble};
use crate::record::Record;
use crate::scenario::ast::Statement;
use crate::scenario::report::Step;
use crate::table::Game;
use rulebook::{Finding, TableDraft};
use std::collections::BTreeSet;

impl Runner<'_> {
    pub(super) fn open_table(
        &mut self,
        name: &str,
        settings: &str,
        statement: &Statement,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let (game, draft) = self.draft(name)?;
        let book = game.book().map_err(|findings| list(&findings))?;
        let mut draft = draft.unwrap_or_else(|| TableDraft::with_defaults(&book));
        draft.set_words(&book, settings, Some(statement.line));
        let may_be_held = !draft.sets("steps");
        if may_be_held && self.steps == Steps::Held {
            draft.set("steps", "by-dealer", None);
        }
        let config = match (draft.check(&book), statement.refused) {
            (Ok(config), false) => config,
            (Ok(_), true) => return Err("this table was to be refused, and lint accepts it".into()),
            (Err(findings), false) => return Err(list(&findings)),
            (Err(findings), true) => return self.refused_table(game, &findings, statement, step),
        };
        let table = (game.open)(&book, &config).map_err(|error| error.to_string())?;
        self.report.game = game.id.to_owned();
        self.report.records.push(Record::of(game, &book, &config, None));
        self.report.currency = Some(book.currency);
        self.links.clear();
        let currency = book.currency;
        self.open = Some(Open { game, table, currency, config, shuffled: false, may_be_held });
        Ok(())
    }

    /// Returns the named game, and the draft of the table file if it is one.
    fn draft(&self, name: &str) -> Result<(&'static Game, Option<TableDraft>), Trouble> {
        if !name.ends_with(".toml") {
            return Ok((self.game(name)?, None));
        }
        let text = (self.sources.files)(name)?;
        let draft = rulebook::read_table(&text).map_err(|findings| format!("{name}: {}", list(&findings)))?;
        Ok((self.game(draft.game())?, Some(draft)))
    }

    fn game(&self, id: &str) -> Result<&'static Game, Trouble> {
        (self.sources.find)(id).ok_or_else(|| match (self.sources.meant)(id) {
            Some(near) => format!("no game is called `{id}`; did you mean `{near}`?"),
            None => format!("no game is called `{id}`; `croupier games` lists them"),
        })
    }

    fn refused_table(
        &mut self,
        game: &Game,
        findings: &[Finding],
        statement: &Statement,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let cited: BTreeSet<String> = findings.iter().filter_map(|finding| finding.rule.clone()).collect();
        for rule in &statement.rules {
            if !cited.contains(rule) {
                return Err(format!("refused, but not by {rule}: {}", list(findings)));
            }
            step.evidence.insert(rule.clone());
        }
        self.report.game = game.id.to_owned();
        step.findings = findings.iter().map(ToString::to_string).collect();
        Ok(())
    }
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
