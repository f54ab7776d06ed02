/** The parts of a page of rules, by the anchors in its contents. */
import type { Paragraph } from "../../api/types";
import type { Key } from "../../text";
import type { Shown } from "./search";

export type Part = Exclude<keyof Shown, "found">;

export const PARTS: { part: Part; title: Key }[] = [
  { part: "wagers", title: "rules.wagers" },
  { part: "paytables", title: "rules.paytables" },
  { part: "options", title: "rules.options" },
  { part: "irregularities", title: "rules.irregularities" },
  { part: "duties", title: "rules.duties" },
  { part: "paragraphs", title: "rules.paragraphs" },
];

export interface Section {
  name: string;
  paragraphs: Paragraph[];
}

/** Paragraphs by the section of the document, in its order: of `XX-YY-9.I.B:c` it is `XX-YY-9`. */
export function sectionsOf(paragraphs: Paragraph[]): Section[] {
  const sections = new Map<string, Section>();
  for (const paragraph of [...paragraphs].sort((a, b) => byId(a.id, b.id))) {
    const name = sectionOf(paragraph);
    const known = sections.get(name);
    if (known) known.paragraphs.push(paragraph);
    else sections.set(name, { name, paragraphs: [paragraph] });
  }
  return [...sections.values()];
}

function sectionOf({ id, class: kind }: Paragraph): string {
  if (kind === "ruling") return id.replace(/-\d+$/, "");
  return /^[^.:/]+/.exec(id)?.[0] ?? id;
}

/** Each paragraph with its points, `XX-YY-9.I` with `XX-YY-9.I:c`; a point without its paragraph stands alone. */
export function withPoints(paragraphs: Paragraph[]): { paragraph: Paragraph; points: Paragraph[] }[] {
  const ids = new Set(paragraphs.map(({ id }) => id));
  const parentOf = ({ id }: Paragraph) => (id.includes(":") ? id.slice(0, id.indexOf(":")) : null);
  return paragraphs
    .filter((one) => !ids.has(parentOf(one) ?? ""))
    .map((paragraph) => ({ paragraph, points: paragraphs.filter((one) => parentOf(one) === paragraph.id) }));
}

/** Sorted as in a document: 9 before 10, IX before X. */
export function byId(a: string, b: string): number {
  const [left, right] = [a.split(/[-.:/]/), b.split(/[-.:/]/)];
  for (const [at, part] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (part !== other) return byPart(part, other);
  }
  return left.length - right.length;
}

function byPart(a: string, b: string): number {
  const [left, right] = [fromRoman(a), fromRoman(b)];
  if (left !== null && right !== null) return left - right;
  return a.localeCompare(b, "en", { numeric: true });
}

const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10 };

function fromRoman(part: string): number | null {
  if (!/^[IVX]+$/.test(part)) return null;
  const values = Array.from(part, (digit) => ROMAN[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** The anchor of a section; ids themselves are the anchors of paragraphs. */
export function sectionAnchor(name: string): string {
  return `section-${name}`;
}
