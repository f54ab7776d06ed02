/** A hand that can be set: the selection is kept by the pages' own functions. */
import { useState } from "react";
import { Felt } from "../../src/felt/felt";
import { dropped, tapped } from "../../src/table/setting";
import { propsOf, type SCENES } from "./scenes";

export function Setting({ scene, phone }: { scene: (typeof SCENES)[string]; phone: boolean }) {
  const [low, setLow] = useState<readonly number[]>([]);
  const [hand] = Object.keys(scene.inTwo ?? {});
  const choosing = {
    tap: (draw: number) => setLow((before) => tapped(before, draw, 2)),
    drop: (draw: number, toLow: boolean) => setLow((before) => dropped(before, draw, toLow, 2)),
  };
  const called = low.length === 2 ? { low: "low hand", high: "high hand" } : null;
  const inTwo = hand ? { [hand]: { low, count: 2, called, foul: false, choosing } } : {};
  return (
    <section className="felt-box" data-low={low.join(" ")} style={phone ? {} : { height: 560, margin: 16 }}>
      <Felt {...propsOf({ ...scene, inTwo }, phone)} />
    </section>
  );
}
