/** Boxes on an arc around the dealer; cards lie nearer the dealer than the chips. */
import type { KindProps } from "./kind";
import { PhoneBoxes } from "./phone-boxes";
import { Stage } from "./stage";

const KIND = { spotsFirst: false, board: false };

export function BoxesArc(props: KindProps) {
  return props.phone ? <PhoneBoxes props={props} board={false} /> : <Stage props={props} kind={KIND} />;
}
