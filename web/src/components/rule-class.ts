import { t, type Key } from "../text";

const WORDS: Record<string, Key> = {
  applied: "rule.class.applied",
  configured: "rule.class.configured",
  duty: "rule.class.duty",
  text: "rule.class.text",
  ruling: "rule.class.ruling",
  protocol: "rule.class.protocol",
};

/** What is done about a paragraph, in words. */
export function classWord(name: string): string {
  const key = WORDS[name];
  return key ? t(key) : name;
}
