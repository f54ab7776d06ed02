//! All kinds of problem. The type of a problem is the address of a page that explains the kind and what to do.

use house::stream::NotHere;
use schemars::{Schema, SchemaGenerator, json_schema};

/// A kind of problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemKind {
    /// Its stable name.
    pub name: &'static str,
    /// What it means.
    pub means: &'static str,
    /// What a client should do.
    pub advice: &'static str,
}

macro_rules! kinds {
    ($($name:literal $means:literal $advice:literal;)*) => {
        /// The kinds that are not about the state of one table, cage or meter.
        const GENERAL: &[ProblemKind] = &[$(ProblemKind { name: $name, means: $means, advice: $advice }),*];
    };
}

kinds! {
    "account" "The account was not made or changed, for the reason that the detail states." "Correct the request.";
    "archived" "The round lies in a month that was archived." "Read it from the archive, with `croupier verify --archive`.";
    "busy" "The queue of the table's shard is full." "The request was not carried out. Retry after the stated time, with the same key.";
    "conflict" "Another command was committed after the unit that the request names as seen." "Read the table again, and send what still applies with a new key.";
    "failed" "The command failed inside the server." "It was not carried out. Read the table again after the stated time.";
    "fault" "The server failed while it answered." "Retry with the same key to learn whether the command was carried out.";
    "key-used" "The key belongs to another command." "Use a new key for each command, and the same key only to retry that command.";
    "meter" "The meter does not allow it, for the reason that the detail states." "Read the meter again.";
    "method" "The path exists, but does not take this HTTP method." "See `/openapi.json`.";
    "name-taken" "Another table or account has the name." "Choose another name.";
    "no-database" "The database does not answer." "Retry after the stated time, with the same key.";
    "not-allowed" "The caller's role may not do this." "Use an account with the right role; `/v1/me` shows the own one.";
    "not-enough" "There is not enough money. `wanted` is the cost, `there` the balance." "Ask for less, or bring money first.";
    "not-found" "No such path or thing." "Check the address; see `/openapi.json`.";
    "not-ready" "The process does not serve yet, or no longer." "Send requests to another process.";
    "not-signed-in" "The request has no valid token." "Sign in with `POST /v1/session`, and send the token in `Authorization: Bearer`.";
    "not-yours" "Another person sits at this place." "Use your own place.";
    "other-realm" "It belongs to another operator, property or currency." "Use a table, cage or meter of the own realm.";
    "place-kept" "The box is kept for another patron." "Choose a box that is free.";
    "refused" "The rules of the game refuse it. `refusal` names the refusal, `rules` the paragraphs, and `allowed` the amounts that would be allowed." "Ask for something that the table's `awaits` offers.";
    "table-file" "The table cannot be opened from this file." "Correct the file; `croupier lint` names each fault.";
    "too-much" "The account cannot hold the amount." "Move less.";
    "too-often" "The rate limit is exceeded." "The request was not carried out. Retry after the stated time.";
    "unavailable" "The owner of the table cannot be reached." "Retry with the same key.";
    "unreadable" "The request is malformed." "Correct it by `/openapi.json`.";
}

/// The former type of all problems about the state of a table, cage or meter.
pub const FORMER: &str = "/problems/not-here";

/// Returns all kinds.
pub fn kinds() -> impl Iterator<Item = ProblemKind> {
    let states = NotHere::ALL.iter().map(|reason| ProblemKind {
        name: reason.name(),
        means: reason.text(),
        advice: "The command was not carried out, since the state of the table, cage or meter forbids it. Read that again first.",
    });
    GENERAL.iter().copied().chain(states)
}

/// Returns the kind with this name.
pub fn find(name: &str) -> Option<ProblemKind> {
    kinds().find(|kind| kind.name == name)
}

/// Returns the schema of a problem's type for the OpenAPI document.
pub fn schema(_: &mut SchemaGenerator) -> Schema {
    let types: Vec<String> = kinds().map(|kind| format!("/problems/{}", kind.name)).collect();
    json_schema!({ "type": "string", "enum": types })
}

/// Returns the page of a kind, in HTML.
pub fn page(kind: &ProblemKind) -> String {
    let ProblemKind { name, means, advice } = kind;
    let means = sentence(means);
    let all = "<p><a href=\"/problems\">All kinds of problems</a></p>";
    html(name, &format!("<p>{means}</p>\n<p><strong>What to do:</strong> {advice}</p>\n{all}"))
}

/// Returns the list of all kinds, in HTML.
pub fn list() -> String {
    let line = |ProblemKind { name, means, .. }: ProblemKind| {
        format!("<li><a href=\"/problems/{name}\">{name}</a>: {}</li>\n", sentence(means))
    };
    html("Problems", &format!("<ul>\n{}</ul>", kinds().map(line).collect::<String>()))
}

/// Returns a page. Names and sentences come from the program and contain no character that must be escaped in HTML.
fn html(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <link rel=\"stylesheet\" href=\"/try.css\">\n<title>{title}</title>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n</html>\n"
    )
}

/// Adds a capital letter and a full stop; refusals have neither, because they may be part of another sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{}.", first.into_iter().collect::<String>(), letters.as_str().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_kind_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = kinds().map(|kind| kind.name).collect();
        assert_eq!(names.len(), kinds().count());
        let is_plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(|name| is_plain(name)), "{names:?}");
    }

    #[test]
    fn no_page_needs_an_escape() {
        for kind in kinds() {
            let texts = [kind.means, kind.advice];
            assert!(texts.iter().all(|text| !text.contains(['<', '>', '&'])), "{kind:?}");
        }
    }
}
