//! Endpoints for the rules of a game, in words and figures, and a table's choices among them: all from the rule book.

use super::body::{Answer, Asked, At, Json};
use super::games::{GameNow, book_of, game_now};
use super::problem::Problem;
use super::tables::no_table;
use crate::app::{App, Registry};
use axum::extract::State;
use engine::Game;
use engine::trace::Note;
use felt::Money;
use house::Glance;
use house::ids::StreamId;
use rulebook::{LayoutFile, PayTerm, RuleBook, TableConfig, WagerRule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A wager.
#[derive(Serialize, JsonSchema)]
pub struct WagerNow {
    /// Its id.
    pub wager: String,
    /// Its name.
    pub name: String,
    /// The family that it belongs to, whose wagers differ only in what they are made on.
    pub family: Option<String>,
    /// What it is made on, within its family.
    pub target: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether it is a side bet.
    pub side_bet: bool,
    /// The wager that its amount depends on.
    pub follows: Option<String>,
    /// The wager whose stake it must equal.
    pub equals: Option<String>,
    /// What it is paid outside a pay table.
    pub pays: Vec<String>,
    /// The paragraphs that it rests on.
    pub cites: Vec<String>,
}

/// A line of a pay table.
#[derive(Serialize, JsonSchema)]
pub struct PayLineNow {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// What it pays.
    pub pays: String,
}

/// A pay table.
#[derive(Serialize, JsonSchema)]
pub struct PayTableNow {
    /// Its code.
    pub code: String,
    /// Its wager.
    pub wager: String,
    /// Its lines, the best first.
    pub lines: Vec<PayLineNow>,
    /// The paragraphs that it rests on.
    pub cites: Vec<String>,
}

/// Something that the casino may choose.
#[derive(Serialize, JsonSchema)]
pub struct OptionNow {
    /// Its id.
    pub option: String,
    /// What is chosen.
    pub name: String,
    /// What is approved.
    pub allowed: String,
    /// The default.
    pub default: String,
    /// What holds here.
    pub value: String,
    /// The paragraphs that it rests on.
    pub cites: Vec<String>,
}

/// Something that can go wrong.
#[derive(Serialize, JsonSchema)]
pub struct MishapNow {
    /// Its id.
    pub id: String,
    /// What happened.
    pub what: String,
    /// What is done about it.
    pub remedy: String,
    /// Who decides, if there is a choice.
    pub decides: String,
    /// The paragraph.
    pub rule: String,
}

/// Something that staff must do.
#[derive(Serialize, JsonSchema)]
pub struct DutyNow {
    /// The paragraph.
    pub id: String,
    /// When it is due.
    pub due: String,
    /// The person who must do it.
    pub by: String,
    /// What must be done.
    pub what: String,
}

/// Something that a patron may choose.
#[derive(Serialize, JsonSchema)]
pub struct ChoiceNow {
    /// Its id.
    pub choice: String,
    /// The choice in words.
    pub name: String,
}

/// The limits of a wager.
#[derive(Serialize, JsonSchema)]
pub struct LimitsNow {
    /// The wager.
    pub wager: String,
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
    /// Amounts go up in these steps.
    pub step: Money,
}

/// What the casino has chosen for a table.
#[derive(Serialize, JsonSchema)]
pub struct InForce {
    /// The table.
    pub table: i64,
    /// Its name.
    pub name: String,
    /// Its boxes.
    pub boxes: u8,
    /// Its decks.
    pub decks: u8,
    /// The wagers that are offered.
    pub wagers: Vec<String>,
    /// Their limits, where they have some of their own.
    pub limits: Vec<LimitsNow>,
    /// The pay tables by which they are paid.
    pub paytables: Vec<String>,
}

/// A game's rules.
#[derive(Serialize, JsonSchema)]
pub struct RulesNow {
    /// The game.
    #[serde(flatten)]
    pub game: GameNow,
    /// The hash of the rule book.
    pub hash: String,
    /// How a table of it is drawn.
    pub layout: LayoutFile,
    /// Its wagers.
    pub wagers: Vec<WagerNow>,
    /// Its pay tables.
    pub paytables: Vec<PayTableNow>,
    /// What the casino may choose.
    pub options: Vec<OptionNow>,
    /// What patrons may choose.
    pub choices: Vec<ChoiceNow>,
    /// What can go wrong.
    pub irregularities: Vec<MishapNow>,
    /// What staff must do.
    pub duties: Vec<DutyNow>,
    /// Its paragraphs and our rulings on them.
    pub paragraphs: Vec<&'static Note>,
    /// What holds at the table that was asked about.
    pub in_force: Option<InForce>,
}

/// A game, its rule book, and the table whose choices are shown.
struct Told<'a> {
    game: &'static Game,
    book: &'a RuleBook,
    config: Option<&'a TableConfig>,
}

impl Told<'_> {
    fn option(&self, id: &str) -> Option<&str> {
        let default = self.book.option(id).map(|option| option.default.as_str());
        self.config.map(|config| config.option(id)).filter(|value| !value.is_empty()).or(default)
    }

    fn pays(&self, wager: &WagerRule) -> Vec<String> {
        let pays = wager.pays.iter().map(|term| match term {
            PayTerm::Fixed(pay) => pay.to_string(),
            PayTerm::ByOption(id) => self.option(id).unwrap_or(id).to_owned(),
        });
        pays.collect()
    }

    fn wagers(&self) -> Vec<WagerNow> {
        let wager = |wager: &WagerRule| WagerNow {
            wager: wager.id.clone(),
            name: wager.name.clone(),
            family: wager.family.clone(),
            target: wager.target.clone(),
            required: wager.required,
            side_bet: wager.side_bet,
            follows: wager.follows.clone(),
            equals: wager.equals.clone(),
            pays: self.pays(wager),
            cites: wager.cites.clone(),
        };
        self.book.wagers.iter().map(wager).collect()
    }

    fn paytables(&self) -> Vec<PayTableNow> {
        let line = |line: &rulebook::PayLine| PayLineNow {
            id: line.id.clone(),
            name: line.name.clone(),
            pays: line.pays.to_string(),
        };
        let table = |table: &rulebook::PayTable| PayTableNow {
            code: table.code.clone(),
            wager: table.wager.clone(),
            lines: table.lines.iter().map(line).collect(),
            cites: table.cites.clone(),
        };
        self.book.paytables.iter().map(table).collect()
    }

    fn options(&self) -> Vec<OptionNow> {
        let option = |option: &rulebook::OptionRule| OptionNow {
            option: option.id.clone(),
            name: option.name.clone(),
            allowed: option.allowed.to_string(),
            default: option.default.clone(),
            value: self.option(&option.id).unwrap_or_default().to_owned(),
            cites: option.cites.clone(),
        };
        self.book.options.iter().map(option).collect()
    }

    fn irregularities(&self) -> Vec<MishapNow> {
        let mishap = |one: &engine::Irregularity| MishapNow {
            id: one.id.word().to_owned(),
            what: one.what.to_owned(),
            remedy: one.remedy.to_owned(),
            decides: one.decides.to_owned(),
            rule: one.rule.id().to_owned(),
        };
        self.game.vocabulary.irregularities.iter().map(mishap).collect()
    }

    fn duties(&self) -> Vec<DutyNow> {
        let duty = |duty: &rulebook::Duty| DutyNow {
            id: duty.id.clone(),
            due: duty.due.clone(),
            by: duty.by.clone(),
            what: duty.what.clone(),
        };
        self.book.duties.iter().map(duty).collect()
    }

    fn choices(&self) -> Vec<ChoiceNow> {
        let choices = self.game.vocabulary.choices.iter().map(|choice| choice.word());
        choices
            .map(|choice| ChoiceNow { choice: choice.to_owned(), name: choice.replace('-', " ") })
            .collect()
    }

    fn in_force(&self, config: &TableConfig, table: i64, name: &str) -> InForce {
        let limits = config.offered().filter_map(|wager| {
            let limits = config.limits(wager)?;
            Some(LimitsNow { wager: wager.to_owned(), min: limits.min, max: limits.max, step: limits.step })
        });
        let paytables = config.offered().filter_map(|wager| Some(config.paytable(wager)?.code.clone()));
        InForce {
            table,
            name: name.to_owned(),
            boxes: config.boxes,
            decks: config.decks,
            wagers: config.offered().map(str::to_owned).collect(),
            limits: limits.collect(),
            paytables: paytables.collect(),
        }
    }

    /// Returns the layout with the table's wheel.
    fn with_wheel(&self, mut layout: LayoutFile) -> LayoutFile {
        let default = || TableConfig::default_for(self.book);
        let config = self.config.cloned().unwrap_or_else(default);
        let faces = (self.game.open)(self.book, &config).map(|table| table.wheel().faces());
        layout.wheel = faces.unwrap_or_default();
        layout
    }

    fn tell(&self, registry: Registry, in_force: Option<InForce>) -> Result<RulesNow, Problem> {
        let layout = self.game.drawn().map_err(|finding| Problem::not_found(finding.to_string()))?;
        Ok(RulesNow {
            game: game_now(self.game, self.book),
            hash: self.book.hash.clone(),
            layout: self.with_wheel(layout.filled(|option| self.option(option))),
            wagers: self.wagers(),
            paytables: self.paytables(),
            options: self.options(),
            choices: self.choices(),
            irregularities: self.irregularities(),
            duties: self.duties(),
            paragraphs: (registry.notes_of)(self.game.id),
            in_force,
        })
    }
}

/// Returns a game's rules.
pub async fn of_game(
    State(app): State<App>,
    At((jurisdiction, game)): At<(String, String)>,
) -> Answer<RulesNow> {
    let id = format!("{jurisdiction}/{game}");
    let found = (app.registry.find)(&id).and_then(|game| Some((game, book_of(game)?)));
    let (game, book) =
        found.ok_or_else(|| Problem::not_found(format!("there is no game {id}; see /v1/games")))?;
    Told { game, book: &book, config: None }.tell(app.registry, None).map(Json)
}

/// Returns the rules of a table.
pub async fn of_table(State(app): State<App>, At(table): At<i64>) -> Answer<RulesNow> {
    let registry = app.registry;
    let look = move |glance: Glance<'_>| {
        let facts = glance.stream.table()?.facts();
        let told = Told { game: facts.game, book: &facts.book, config: Some(&facts.config) };
        Some(told.tell(registry, Some(told.in_force(&facts.config, table, &facts.name))))
    };
    let found = app.house.glance(StreamId(table), look).await?;
    found.ok_or_else(|| no_table(table))?.map(Json)
}

/// Which paragraph.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// Its id.
    pub id: String,
}

/// Returns the text of a paragraph.
pub async fn of_paragraph(State(app): State<App>, Asked(asked): Asked<Which>) -> Answer<&'static Note> {
    let found = (app.registry.note)(&asked.id);
    found.map(Json).ok_or_else(|| Problem::not_found(format!("no rule has the id {}", asked.id)))
}
