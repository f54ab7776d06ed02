import { t } from "../../text";
import type { Shown } from "./search";
import { PARTS, sectionAnchor, sectionsOf } from "./sections";

/** The table of contents. On a phone it is collapsed. */
export function Contents({ shown }: { shown: Shown }) {
  const wide = matchMedia("(min-width: 961px)").matches;
  return (
    <details className="rules-contents" open={wide}>
      <summary className="h">{t("rules.contents")}</summary>
      <nav aria-label={t("rules.contents")}>
        <ul>
          {PARTS.filter(({ part }) => shown[part].length > 0).map(({ part, title }) => (
            <li key={part}>
              <a href={`#${part}`}>
                {t(title)} <span className="mut">{shown[part].length}</span>
              </a>
            </li>
          ))}
        </ul>
        <ul className="sections">
          {sectionsOf(shown.paragraphs).map(({ name }) => (
            <li key={name}>
              <a className="id" href={`#${sectionAnchor(name)}`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
