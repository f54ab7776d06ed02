/** The chips to choose from, and the actions for chips already placed. */
import { Chip } from "../felt/chip";
import { t } from "../text";
import type { TrayChip } from "./chips";
import type { TableModel } from "./model";
import type { Placing } from "./use-placing";
import { useDrag } from "./use-drag";

interface Props {
  model: TableModel;
  placing: Placing;
  /** Closes whatever covers the felt: the chip may be for a spot below it. */
  onDismiss(): void;
}

export function Tray({ model, placing, onDismiss }: Props) {
  const { ghost, start } = useDrag({
    onStart: onDismiss,
    onDrop: (chip, box, wagers, spot) => {
      placing.select(chip);
      placing.place(box, wagers, spot, chip);
    },
  });
  return (
    <div className="tray-row">
      <div className="tray" role="group" aria-label={t("table.tray")}>
        {model.chips.map((chip, index) => (
          <button
            key={chip.minor}
            type="button"
            aria-pressed={chip.minor === placing.chip?.minor}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => placing.select(chip)}
            onPointerDown={(event) => start(chip, event)}
            onDragStart={(event) => event.preventDefault()}
          >
            <span className="vh">{t("table.chip", { amount: model.money(chip.minor), key: index + 1 })}</span>
            <span aria-hidden="true">
              <Chip value={chip.value} size={44} />
            </span>
          </button>
        ))}
      </div>
      <Again placing={placing} />
      {ghost && <GhostChip chip={ghost.chip} x={ghost.x} y={ghost.y} />}
    </div>
  );
}

function Again({ placing }: { placing: Placing }) {
  const acts = [
    { name: "undo", run: placing.undo },
    { name: "repeat", run: placing.repeat },
    { name: "clear", run: placing.clear },
  ] as const;
  return (
    <div className="again">
      {acts.map(({ name, run }) => (
        <button key={name} type="button" className="btn" title={t(`table.${name}.label`)} disabled={!run} onClick={() => run?.()}>
          {t(`table.${name}`)}
        </button>
      ))}
    </div>
  );
}

const GHOST = 44;

function GhostChip({ chip, x, y }: { chip: TrayChip; x: number; y: number }) {
  return (
    <span className="ghost-chip" style={{ transform: `translate(${x - GHOST / 2}px, ${y - GHOST / 2}px)` }}>
      <Chip value={chip.value} size={GHOST} />
    </span>
  );
}
