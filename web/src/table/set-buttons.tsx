/** The buttons for setting a hand, in addition to the house's choices: send, and start over. */
import { t } from "../text";
import { ChoiceButton } from "./choices";
import type { TableModel } from "./model";
import { SET_KEYS } from "./set-keys";
import type { Setting } from "./use-setting";

export function SetButtons({ model, setting }: { model: TableModel; setting: Setting }) {
  const { letters } = model;
  const missing = setting.wanted - setting.chosen;
  return (
    <>
      <ChoiceButton
        name={setting.warned ? t("table.set.foul") : t("table.set")}
        letter={letters.get(SET_KEYS.set)}
        cost={null}
        refused={missing > 0}
        onClick={setting.set}
      />
      <ChoiceButton name={t("table.set.clear")} letter={letters.get(SET_KEYS.clear)} cost={null} refused={setting.chosen === 0} onClick={setting.clear} />
    </>
  );
}
