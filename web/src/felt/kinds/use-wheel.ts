/** Shared by both kinds with a wheel: their data from the layout and the last results. */
import { useCallback, useMemo } from "react";
import { t } from "../../text";
import type { FeltProps } from "../model";
import type { Face, WheelProps } from "../wheel";
import { restOf } from "../wheel-plan";

const NONE: string[] = [];

/** A number that changes with every result. */
function seedOf(results: readonly string[]): number {
  return [...results.join(" ")].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), results.length) >>> 1;
}

export interface WheelNow extends Omit<WheelProps, "size"> {
  results: string[];
}

/** A ball lies among faces that have boxes on the layout; a clapper stands above any others. */
export function useWheel({ layout, view, faceName }: FeltProps): WheelNow {
  const { wheel = NONE, numbers } = layout;
  const { results = NONE } = view;
  const colors = useMemo(() => new Map(numbers?.map(({ pocket, color }) => [pocket, color])), [numbers]);
  const holder = colors.size > 0 ? "ball" : "clapper";
  // Names are new objects in every view with the same meaning.
  const faceOf = useCallback(
    (face: string): Face => ({ label: holder === "ball" ? face : faceName(face), color: colors.get(face) ?? null }),
    [colors, holder],
  );
  const [last = null] = results;
  const seed = seedOf(results);
  const rest = useMemo(() => restOf(wheel, last, seed, holder), [wheel, last, seed, holder]);
  return { wheel, holder, rest, faceOf, results, name: last === null ? t("felt.wheel.none") : t("felt.wheel", { face: faceName(last) }) };
}
