/** The bar below the felt: the current question, its time limit, and your possible answers. Its height is constant. */
import type { Countdown } from "./clock";
import { t } from "../text";
import { BalancePanel, OwnResult } from "./balance";
import { Amounts, Choices } from "./choices";
import { ClockRing } from "./clock-ring";
import { dueWords, headline, stepWords } from "./headline";
import { May } from "./may";
import type { TableModel } from "./model";
import { RuleLinks } from "../components/rule-link";
import { SIT_DOWN } from "./seat";
import { SetButtons } from "./set-buttons";
import { branchWords, settingLine } from "./set-words";
import { Tray } from "./tray";
import type { Choosing } from "./use-choices";
import { swallow } from "./use-fresh";
import type { Setting } from "./use-setting";
import type { Placing } from "./use-placing";
import type { Why } from "./why";
import { WhyLine } from "./why-line";

interface Props {
  model: TableModel;
  /** The content of the bar has just appeared. */
  fresh: boolean;
  /** On a phone the bar includes your money, since only the bar is always visible. */
  phone: boolean;
  placing: Placing;
  choosing: Choosing;
  setting: Setting | null;
  why: Why | null;
  onDismiss(): void;
}

export function Bar({ model, fresh, phone, placing, choosing, setting, why, onDismiss }: Props) {
  const { question, state, seated } = model;
  const asked = question?.asked ?? false;
  return (
    <section className="panel bar" aria-label={t("table.bar")} data-asked={asked} data-seated={seated}>
      {phone && seated && <BalancePanel model={model} inBar />}
      <div className="bar-head">
        <Moment model={model} setting={setting} countdown={state.countdown} />
        {!phone && !asked && <OwnResult model={model} />}
        {question && asked ? <Amounts model={model} choices={question.choices} choosing={choosing} /> : <May model={model} choosing={choosing} />}
        {!seated && <GoSit />}
      </div>
      {seated && (
        <div className="bar-body" data-question={model.now.question} aria-busy={fresh} onClickCapture={fresh ? swallow : undefined}>
          {question && asked ? (
            <Choices model={model} question={question} choosing={choosing}>
              {setting && <SetButtons model={model} setting={setting} />}
            </Choices>
          ) : (
            <Tray model={model} placing={placing} onDismiss={onDismiss} />
          )}
        </div>
      )}
      <div className="bar-foot">
        <WhyLine model={model} why={why} onDismiss={onDismiss} />
      </div>
    </section>
  );
}

function Moment({ model, setting, countdown }: { model: TableModel; setting: Setting | null; countdown: Countdown | null }) {
  const { question, offers } = model;
  const asked = question?.asked ?? false;
  return (
    <div className="moment">
      {countdown && <ClockRing key={countdown.until} countdown={countdown} asked={asked || offers.bets.size > 0} />}
      <div>
        <div className="ask">{setting ? settingLine(setting, model.now) : headline(model)}</div>
        {setting?.house ? (
          <div className="lab set-branch">
            <span>{t("table.set.house")}</span> {branchWords(setting.house)} <RuleLinks ids={setting.house.rules} />
          </div>
        ) : (
          <div className="lab">{asked ? silenceWords(model) : dueWords(model)}</div>
        )}
      </div>
    </div>
  );
}

/** On a phone the panel for buying chips is further down. */
function GoSit() {
  const go = () => document.getElementById(SIT_DOWN)?.scrollIntoView({ block: "center" });
  return (
    <button type="button" className="btn go-sit" onClick={go}>
      {t("table.goSit")}
    </button>
  );
}

/** The question to all, and the default. */
function silenceWords(model: TableModel): string {
  const { question, names } = model;
  const silent = question?.choices.find(({ isDefault }) => isDefault);
  const means = silent ? t("table.silence", { choice: names.choice(silent.choice) }) : t("table.silence.nothing");
  const step = stepWords(model);
  return step ? t("table.silence.at", { step, means }) : means;
}
