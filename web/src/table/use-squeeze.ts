/** The card that you hold and may turn. */
import { useMemo } from "react";
import { SHARED_HANDS, type FeltProps, type View } from "../felt/model";
import { parseFace } from "../felt/suits";
import type { TableModel } from "./model";
import type { Choosing } from "./use-choices";

/** The choice of a patron who turns a card. */
const TURN = "turn-card";

function isDown(face: string): boolean {
  const read = parseFace(face);
  return read.kind === "hidden" || read.down;
}

/** The first face-down card of the hands, which is turned next. */
function nextDown(view: View): number | undefined {
  const cards = SHARED_HANDS.flatMap((hand) => view.cards.find(({ place }) => place === hand)?.cards ?? []);
  return cards.find(({ face }) => isDown(face))?.draw;
}

export function useSqueeze({ question }: TableModel, { choose }: Choosing, view: View): FeltProps["squeeze"] {
  const offer = question?.asked ? question.choices.find(({ choice }) => choice === TURN) : undefined;
  return useMemo(() => {
    const draw = offer && nextDown(view);
    return offer && draw !== undefined ? { draw, turn: () => choose(offer) } : null;
  }, [offer, choose, view]);
}
