//! Generates the OpenAPI document from the table of endpoints and the schemas of the types.

use super::endpoints::{Door, ENDPOINTS, Endpoint, problem};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SCHEMAS: &str = "#/components/schemas/";

/// Requests and responses have separate schemas: an optional field of a request is always present in a response.
fn generators() -> (SchemaGenerator, SchemaGenerator) {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    (settings.clone().for_deserialize().into_generator(), settings.for_serialize().into_generator())
}

/// Returns the document.
pub fn document() -> Value {
    let (mut sent, mut told) = generators();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in ENDPOINTS.iter().filter(|endpoint| endpoint.door != Door::House) {
        let operation = operation(endpoint, &mut sent, &mut told);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method.to_lowercase()] = operation;
    }
    let mut schemas = sent.take_definitions(true);
    let mut told = told.take_definitions(true);
    let apart = apart(&schemas, &mut told);
    schemas.extend(told.into_iter().map(|(name, schema)| (name_told(&name, &apart), schema)));
    for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        refer(&mut operation["responses"], &apart);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Casino table games, conducted as regulators approved them. Money is in the minor units of \
                its currency. Every command has a key of its own and names the last unit its sender has seen: sent \
                again with the same key it has one effect.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// Returns the names of types whose schemas for requests and responses differ. A type that refers to one of these
/// differs too.
fn apart(sent: &Map<String, Value>, told: &mut Map<String, Value>) -> BTreeSet<String> {
    let mut apart = BTreeSet::new();
    loop {
        told.values_mut().for_each(|schema| refer(schema, &apart));
        let differs =
            |(name, schema): &(&String, &Value)| sent.get(*name).is_some_and(|sent| sent != *schema);
        let found: BTreeSet<String> = told.iter().filter(differs).map(|(name, _)| name.clone()).collect();
        if found == apart {
            return apart;
        }
        apart.extend(found);
    }
}

fn name_told(name: &str, apart: &BTreeSet<String>) -> String {
    if apart.contains(name) { format!("{name}.told") } else { name.to_owned() }
}

/// Makes all references name the schemas of responses.
fn refer(schema: &mut Value, apart: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(path)) = fields.get_mut("$ref")
                && let Some(name) = path.strip_prefix(SCHEMAS)
            {
                *path = format!("{SCHEMAS}{}", name_told(name, apart));
            }
            fields.values_mut().for_each(|field| refer(field, apart));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, apart)),
        _ => {}
    }
}

fn operation(endpoint: &Endpoint, sent: &mut SchemaGenerator, told: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": endpoint.id,
        "summary": endpoint.about,
        "parameters": parameters(endpoint, sent),
        "responses": responses(endpoint, told),
    });
    if endpoint.door == Door::Right {
        operation["security"] = json!([{ "token": [] }]);
    }
    if let Some(takes) = endpoint.takes {
        let schema = takes(sent);
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

fn responses(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let problem = problem(generator);
    let fails = json!({
        "description": "What went wrong.",
        "content": { "application/problem+json": { "schema": problem } },
    });
    let mut responses = json!({ "default": fails });
    let well = match (endpoint.id, endpoint.gives) {
        ("stream", Some(gives)) => {
            let schema = gives(generator);
            let text = json!({ "application/json": { "schema": schema } });
            ("101", json!({ "description": "The socket is open; this is a message.", "content": text }))
        }
        (_, Some(gives)) => {
            let schema = gives(generator);
            let text = json!({ "application/json": { "schema": schema } });
            ("200", json!({ "description": "It is done.", "content": text }))
        }
        ("openapi", None) => ("200", json!({ "description": "The document." })),
        (_, None) => ("204", json!({ "description": "It is done." })),
    };
    responses[well.0] = well.1;
    if endpoint.id == "tables" {
        responses["304"] = json!({ "description": "The page is the one that `If-None-Match` names." });
    }
    responses
}

fn parameters(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Vec<Value> {
    let named = endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut all: Vec<Value> = named.map(path_parameter).collect();
    if let Some(query) = endpoint.query {
        all.extend(query_parameters(&query(generator), generator));
    }
    all
}

fn path_parameter(name: &str) -> Value {
    let schema = match name {
        "game" | "jurisdiction" | "process" => json!({ "type": "string" }),
        _ => json!({ "type": "integer", "format": "int64", "minimum": 0 }),
    };
    json!({ "name": name, "in": "path", "required": true, "schema": schema })
}

/// Returns the fields of a type, each as a parameter.
fn query_parameters(schema: &Schema, generator: &SchemaGenerator) -> Vec<Value> {
    let named = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    let definition = named.and_then(|name| generator.definitions().get(name));
    let object = definition.unwrap_or(schema.as_value());
    let required: Vec<&str> =
        object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let fields = object["properties"].as_object().into_iter().flatten();
    let parameter = |(name, field): (&String, &Value)| {
        let needed = required.contains(&name.as_str());
        json!({ "name": name, "in": "query", "required": needed, "schema": field })
    };
    fields.map(parameter).collect()
}
