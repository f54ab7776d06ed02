/** Optional decisions: beside the question, and behind one button if there are many. */
import * as Popover from "@radix-ui/react-popover";
import { t } from "../text";
import { Amounts } from "./choices";
import type { TableModel } from "./model";
import { handName } from "./names";
import type { ChoiceOffer } from "./offers";
import type { Choosing } from "./use-choices";

const MOST_BESIDE = 2;

interface Props {
  model: TableModel;
  choosing: Choosing;
}

export function May({ model, choosing }: Props) {
  const offers = model.offers.questions.filter(({ asked }) => !asked).flatMap(({ choices }) => choices);
  if (offers.length === 0) return null;
  const button = (offer: ChoiceOffer) => (
    <button key={`${offer.hand} ${offer.choice}`} type="button" className="btn" onClick={() => choosing.choose(offer)}>
      {offer.range ? t("table.may.amount", { choice: nameOf(model, offer), amount: model.cash(choosing.amountOf(offer)) }) : nameOf(model, offer)}
    </button>
  );
  if (offers.length <= MOST_BESIDE && offers.every(({ range }) => !range)) return <div className="may">{offers.map(button)}</div>;
  return (
    <Popover.Root>
      <Popover.Trigger className="btn">{t("table.may")}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="wager-menu panel" side="top" sideOffset={6} collisionPadding={8}>
          <Amounts model={model} choices={offers} choosing={choosing} />
          {offers.map(button)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function nameOf({ names, rules }: TableModel, { hand, choice }: ChoiceOffer): string {
  const where = rules.layout.zones.length > 0 ? "" : handName(hand);
  return where ? t("table.may.choice", { hand: where, choice: names.choice(choice) }) : names.choice(choice);
}
