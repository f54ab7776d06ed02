/** A part of the rules that is collapsed until it is opened, linked to, or searched. */
import { createContext, useContext, type ReactNode } from "react";
import { PARTS } from "./sections";

/** The open part, or all of them. */
const Open = createContext<string | boolean>(false);

export const Unfolded = Open.Provider;

const FOLDED = new Set<string>([...PARTS.map(({ part }) => part), "source"]);
const NEVER = new Set(["round", "pays", "layout"]);

/** The part in which an anchor lies; an anchor that is not a part is a paragraph, or a section of paragraphs. */
export function partOf(anchor: string | null): string | null {
  if (anchor === null || NEVER.has(anchor)) return null;
  return FOLDED.has(anchor) ? anchor : "paragraphs";
}

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const open = useContext(Open);
  return (
    <section id={id} tabIndex={-1}>
      <details className="part" open={open === true || open === id}>
        <summary>
          <h2>{title}</h2>
        </summary>
        <div className="part-in">{children}</div>
      </details>
    </section>
  );
}
