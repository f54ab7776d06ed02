import { useLayoutEffect } from "react";
import type { Paragraph } from "../../api/types";
import { classWord } from "../../components/rule-class";
import { capital, t } from "../../text";
import { Part } from "./part";
import { sectionAnchor, sectionsOf, withPoints, type Section } from "./sections";

interface Props {
  paragraphs: Paragraph[];
  /** The anchor in the address. */
  anchor: string | null;
}

/** Our note on every paragraph and ruling. There may be many hundreds, so sections off the screen are not laid out. */
export function Paragraphs({ paragraphs, anchor }: Props) {
  const marked = paragraphs.find(({ id }) => id === anchor) ?? paragraphs.find(({ id }) => id === whole(anchor));
  // The target may become visible only when a search ends.
  useLayoutEffect(() => goTo(anchor), [anchor, marked?.id]);
  if (paragraphs.length === 0) return null;
  return (
    <Part id="paragraphs" title={t("rules.paragraphs")}>
      <p className="mut">{t("rules.paragraphs.lead")}</p>
      {sectionsOf(paragraphs).map((section) => (
        <SectionOf key={section.name} section={section} marked={marked?.id ?? null} />
      ))}
    </Part>
  );
}

/** The paragraph that a point belongs to. */
function whole(anchor: string | null): string | undefined {
  return anchor?.split(":")[0];
}

function goTo(anchor: string | null): void {
  if (anchor === null) return;
  const element = document.getElementById(anchor) ?? document.getElementById(whole(anchor) ?? "");
  element?.focus({ preventScroll: true });
  element?.scrollIntoView();
  // Sections above may be laid out only now, with another height than estimated.
  requestAnimationFrame(() => element?.scrollIntoView());
}

function SectionOf({ section, marked }: { section: Section; marked: string | null }) {
  // An estimated height keeps the scroll bar stable until the section is laid out.
  const height = `auto ${section.paragraphs.length * 70 + 60}px`;
  return (
    <section id={sectionAnchor(section.name)} className="rules-section" tabIndex={-1} style={{ containIntrinsicHeight: height }}>
      <h3 className="mono">{section.name}</h3>
      <ul className="panel entries">
        {withPoints(section.paragraphs).map(({ paragraph, points }) => (
          <Entry key={paragraph.id} paragraph={paragraph} points={points} marked={marked} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  paragraph: Paragraph;
  points: Paragraph[];
  marked: string | null;
}

function Entry({ paragraph, points, marked }: EntryProps) {
  const { id, class: kind, note } = paragraph;
  // The text of several points is also that of the whole paragraph: it is shown only once.
  const isTheirs = points.length > 0 && alike(note.split("; "), points.flatMap((point) => point.note.split("; ")));
  return (
    <li id={id} tabIndex={-1} className={id === marked ? "marked" : undefined}>
      <div className="entry-head">
        <a className="id" href={`#${encodeURIComponent(id)}`}>
          {id}
        </a>
        <span className="tag">{classWord(kind)}</span>
      </div>
      {!isTheirs && <p className="rule">{capital(note)}</p>}
      {points.length > 0 && (
        <ul className="points">
          {points.map((point) => (
            <li key={point.id} id={point.id} tabIndex={-1} className={point.id === marked ? "marked" : undefined}>
              <a className="id" href={`#${encodeURIComponent(point.id)}`}>
                {point.id.slice(id.length)}
              </a>
              <span className="rule">{capital(point.note)}</span>
              {point.class !== kind && <span className="tag">{classWord(point.class)}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether two lists have the same words, in any order. */
function alike(a: string[], b: string[]): boolean {
  return a.length === b.length && [...a].sort().join("\n") === [...b].sort().join("\n");
}
