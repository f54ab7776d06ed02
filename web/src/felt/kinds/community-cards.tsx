/** Places around a board of shared cards, which lies beside the dealer; spots lie above each hand. */
import type { KindProps } from "./kind";
import { PhoneBoxes } from "./phone-boxes";
import { Stage } from "./stage";

const KIND = { spotsFirst: true, board: true };

export function CommunityCards(props: KindProps) {
  return props.phone ? <PhoneBoxes props={props} board /> : <Stage props={props} kind={KIND} />;
}
