/** The last results, as a plain list: they have no predictive value. */
import { useMemo } from "react";
import { t } from "../text";
import { colourOf, type Face } from "./wheel";
import { ranksOf } from "./wheel-plan";

interface Props {
  title: string;
  results: readonly string[];
  wheel: readonly string[];
  faceOf(face: string): Face;
  /** A face in words. */
  nameOf(face: string): string;
}

export function LastResults({ title, results, wheel, faceOf, nameOf }: Props) {
  const ranks = useMemo(() => ranksOf(wheel), [wheel]);
  return (
    <section className="felt-last" aria-label={title}>
      <h3 aria-hidden="true">{title}</h3>
      {results.length === 0 && <p>{t("felt.spins.none")}</p>}
      {results.length > 0 && (
        <ol>
          {results.map((face, at) => (
            <li key={results.length - at} {...colourOf(ranks, face, faceOf(face))}>
              <span className="vh">{nameOf(face)}</span>
              <span aria-hidden="true">{faceOf(face).label}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
