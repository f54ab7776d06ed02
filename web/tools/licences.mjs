// Checks that every npm package has an allowed licence: `npm run licences`. Packages built into the pages are shipped
// with the program and must be permissive; for tools weak copyleft is allowed too. It reads the lock file, and for
// installed packages also their own declarations, which must agree.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const web = new URL("../", import.meta.url);
const json = (path) => JSON.parse(readFileSync(new URL(path, web), "utf8"));

const PERMISSIVE = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Unlicense", "CC0-1.0"];
const FONTS = ["OFL-1.1"];
const TOOLS = ["MPL-2.0", "Python-2.0", "BlueOak-1.0.0"];

/** Whether an expression offers a listed licence in each part joined by AND. */
export function allowed(expression, list) {
  return expression
    .split(" AND ")
    .every((part) => part.replace(/[()]/g, "").split(" OR ").some((one) => list.includes(one.trim())));
}

/** The faults of the packages in a lock file; `installed` returns the licence that a package declares. */
export function findings(packages, installed = () => undefined) {
  const found = [];
  for (const [path, about] of Object.entries(packages)) {
    if (path === "") continue;
    const font = path.startsWith("node_modules/@fontsource");
    const list = font ? FONTS : about.dev ? [...PERMISSIVE, ...TOOLS] : PERMISSIVE;
    const licence = about.license ?? "no licence";
    if (!allowed(licence, list)) found.push(`${path} is under ${licence}; allowed: ${list.join(", ")}`);
    const own = installed(path);
    if (own !== undefined && own !== about.license) found.push(`${path} says ${own}, the lock file ${licence}`);
    const from = about.resolved;
    if (from !== undefined && !from.startsWith("https://registry.npmjs.org/")) found.push(`${path} comes from ${from}`);
  }
  return found;
}

function installed(path) {
  const about = new URL(`${path}/package.json`, web);
  return existsSync(about) ? json(about).license : undefined;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { packages } = json("package-lock.json");
  const found = findings(packages, installed);
  for (const one of found) console.error(`licences: ${one}`);
  const there = existsSync(new URL("node_modules", web)) ? readdirSync(new URL("node_modules", web)).length : 0;
  console.log(`licences: ${Object.keys(packages).length - 1} packages, ${found.length} findings${there ? "" : ", none installed"}`);
  process.exit(found.length ? 1 : 0);
}
