"""Generates `croupier_client.generated` from the OpenAPI document, when the package is built or this file is run.

The generated code is not committed: it is a function of the document and of the generator's version, both of which are.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "web" / "openapi.json"
GENERATED = HERE / "src" / "croupier_client" / "generated"

# Unions to which a later server may add kinds: a client that is older meets them as `WhatOther` or as a string.
OPEN = ("What", "Awaited")
# Their words are any strings.
WORDS = tuple(f"{union}Word" for union in OPEN)


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))


def name_variants(schemas: dict[str, Any]) -> None:
    """Gives each kind of a union a name: `{"bet": {...}}` of `Input` becomes `InputBet`, which holds an `InputBetBody`.

    Kinds that are words alone become one enumeration. Without names the generator numbers the kinds
    (`InputType4Choose`), gives up on some, and takes the first word of a union for the only one.
    """
    for union, schema in list(schemas.items()):
        kinds = schema.get("oneOf", [])
        words = [kind["const"] for kind in kinds if "const" in kind]
        enumeration = {"type": "string", "enum": words}
        if kinds and len(words) == len(kinds):
            schemas[union] = {"description": schema.get("description", ""), **enumeration}
            continue
        named = [_named(schemas, union, kind) for kind in kinds if "const" not in kind]
        if words:
            schemas[f"{union}Word"] = enumeration
            named.append(f"{union}Word")
        if named:
            schema["oneOf"] = [{"$ref": f"#/components/schemas/{name}"} for name in named]


def _named(schemas: dict[str, Any], union: str, kind: dict[str, Any]) -> str:
    (word,) = kind["required"]
    name, inner = union + camel(word), kind["properties"][word]
    if "properties" in inner:
        schemas[f"{name}Body"] = {"description": kind.get("description", ""), **inner}
        kind["properties"][word] = {"$ref": f"#/components/schemas/{name}Body"}
    schemas[name] = kind
    return name


def keep_open(schemas: dict[str, Any]) -> None:
    """Lets values through that this version does not know, where later versions of the server may have more of them."""
    for union in OPEN:
        del schemas[f"{union}Word"]["enum"]
        schemas[f"{union}Other"] = {
            "type": "object",
            "description": "A kind that this version of the client does not know.",
            "additionalProperties": True,
        }
        schemas[union]["oneOf"].append({"$ref": f"#/components/schemas/{union}Other"})
    del schemas["Problem"]["properties"]["type"]["enum"]


def drop_unused(document: dict[str, Any]) -> None:
    """Drops schemas that no operation leads to, such as those of all parameters of a query together."""
    schemas, reached = document["components"]["schemas"], set[str]()

    def reach(part: object) -> None:
        if isinstance(part, list):
            for each in part:
                reach(each)
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in reached:
                reached.add(name)
                reach(schemas[name])
            reach(list(part.values()))

    reach(document["paths"])
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in reached}


def prepared(document: dict[str, Any]) -> dict[str, Any]:
    """The document in a form from which the generator makes readable names."""
    name_variants(document["components"]["schemas"])
    keep_open(document["components"]["schemas"])
    # A socket is no request: `stream.py` opens it.
    del document["paths"]["/v1/tables/{table}/stream"]
    for path, operations in document["paths"].items():
        parts = path.strip("/").split("/")
        for operation in operations.values():
            # The generator makes a folder for each tag, as `api/tables/play.py`.
            operation["tags"] = [parts[1] if parts[0] == "v1" else "server"]
    drop_unused(document)
    return document


def aliases(schemas: dict[str, Any]) -> str:
    """Names for unions, as a module: the generator spells them out wherever they occur."""
    lines = ["from typing import TypeAlias", "", "from .models import *", ""]
    for union in ("Input", *OPEN):
        names = [kind["$ref"].rpartition("/")[2] for kind in schemas[union]["oneOf"]]
        lines.append(f"{union}: TypeAlias = {' | '.join('str' if name in WORDS else name for name in names)}")
    return "\n".join([*lines, ""])


def generate() -> None:
    document = prepared(json.loads(DOCUMENT.read_text()))
    with tempfile.TemporaryDirectory() as scratch:
        prepared_file = Path(scratch) / "openapi.json"
        prepared_file.write_text(json.dumps(document))
        config = Path(scratch) / "config.json"
        config.write_text(json.dumps({"post_hooks": [], "literal_enums": True}))
        command = [
            sys.executable,
            "-m",
            "openapi_python_client",
            "generate",
            "--meta",
            "none",
            "--overwrite",
            "--fail-on-warning",
        ]
        command += ["--path", str(prepared_file), "--config", str(config), "--output-path", str(GENERATED)]
        subprocess.run(command, check=True)
    (GENERATED / "unions.py").write_text(aliases(document["components"]["schemas"]))


class CustomBuildHook(BuildHookInterface[BuilderConfig]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        generate()


if __name__ == "__main__":
    generate()
