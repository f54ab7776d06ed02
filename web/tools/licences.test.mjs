import assert from "node:assert/strict";
import { test } from "node:test";
import { allowed, findings } from "./licences.mjs";

const package_ = (license, dev) => ({ license, ...(dev && { dev }) });

test("expressions are read as written", () => {
  assert.ok(allowed("(MIT OR GPL-3.0-only)", ["MIT"]));
  assert.ok(!allowed("MIT AND GPL-3.0-only", ["MIT"]));
});

test("what is shipped is permissive, tools may be under more, and fonts are under theirs", () => {
  const packages = {
    "": package_("MIT OR Apache-2.0"),
    "node_modules/shipped": package_("MPL-2.0"),
    "node_modules/tool": package_("MPL-2.0", true),
    "node_modules/worse": package_("GPL-3.0-only", true),
    "node_modules/silent": {},
    "node_modules/@fontsource/some": package_("OFL-1.1", true),
    "node_modules/elsewhere": { ...package_("MIT"), resolved: "git+ssh://somewhere" },
  };
  const named = findings(packages).map((one) => one.split(" ")[0].replace("node_modules/", ""));
  assert.deepEqual(named, ["shipped", "worse", "silent", "elsewhere"]);
});

test("a package that says otherwise than the lock file is found", () => {
  assert.equal(findings({ "node_modules/a": package_("MIT") }, () => "GPL-2.0").length, 1);
});
