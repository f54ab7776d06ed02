import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Card } from "../../src/felt/card";
import { Chip, LetterDisc, Stack } from "../../src/felt/chip";
import { DENOMINATIONS } from "../../src/felt/denominations";
import { Die, Puck } from "../../src/felt/die";
import { Felt } from "../../src/felt/felt";
import "../../src/style/fonts.css";
import "../../src/style/tokens.css";
import "../../src/style/base.css";
import "../../src/style/table.css";
import { cupScenes } from "./cup-scenes";
import { Dealing } from "./dealing";
import { gridScenes } from "./grid-scenes";
import { pairScenes } from "./pair-scenes";
import { propsOf, SCENES } from "./scenes";
import { Setting } from "./setting";
import { setScenes } from "./set-scenes";
import { Sheet } from "./sheet";
import { Spinning } from "./spinning";
import { wheelScenes } from "./wheel-scenes";

/**
 * `?scene=split&phone=1&theme=dark&height=560`; `scene=pieces` shows cards, chips and dice alone; `spins` waits for
 * `spin("17")`, `deals` for `deal()`, `sets` keeps what is chosen, and `sheet=17` shows what 17 takes part in. */
const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";

const ALL = { ...SCENES, ...gridScenes, ...wheelScenes, ...pairScenes, ...cupScenes, ...setScenes };
const RANKS = "A23456789TJQK";

function Pieces() {
  return (
    <div className="four-colours-not" style={{ padding: 16, background: "var(--felt)", display: "grid", gap: 12 }}>
      {[40, 54, 100].map((width) => (
        <div key={width} style={{ display: "flex", flexWrap: "wrap", gap: 6 }}>
          {["As", "Th", "Kd", "7c", "Jk", "(Qs)", "??"].map((face) => <Card key={face} face={face} width={width} />)}
          <Card face="8d" width={width} sideways />
        </div>
      ))}
      <div className="four-colours" style={{ display: "flex", flexWrap: "wrap", gap: 4 }}>
        {[..."shdc"].flatMap((suit) => [...RANKS].map((rank) => <Card key={rank + suit} face={rank + suit} width={40} />))}
      </div>
      <div style={{ display: "flex", gap: 8, alignItems: "end" }}>
        {DENOMINATIONS.map(({ value }) => <Chip key={value} value={value} size={44} />)}
        {DENOMINATIONS.map(({ value }) => <Chip key={value} value={value} size={24} />)}
        {[20, 18, 1943.5, 99, 2500].map((amount) => <Stack key={amount} amount={amount} size={30} />)}
        <LetterDisc letter="B" size={22} />
        <LetterDisc letter="M" size={30} />
      </div>
      <div style={{ display: "flex", gap: 8 }}>
        {[1, 2, 3, 4, 5, 6].map((pips) => <Die key={pips} pips={pips} size={44} />)}
        <Puck on size={36} />
        <Puck on={false} size={36} />
      </div>
    </div>
  );
}

function Gallery() {
  const name = query.get("scene") ?? "split";
  const phone = query.has("phone");
  if (name === "pieces") return <Pieces />;
  const scene = ALL[name];
  if (!scene) return <p>{Object.keys(ALL).join(" ")}</p>;
  if (query.has("deals")) return <Dealing scene={scene} phone={phone} />;
  if (query.has("sets")) return <Setting scene={scene} phone={phone} />;
  if (query.has("spins")) return <Spinning scene={scene} phone={phone} />;
  return (
    <>
      <section className="felt-box" style={phone ? {} : { height: Number(query.get("height") ?? 560), margin: 16 }}>
        <Felt {...propsOf(scene, phone)} />
      </section>
      {query.has("sheet") && <Sheet scene={scene} number={query.get("sheet") ?? ""} />}
    </>
  );
}

const root = createRoot(document.getElementById("root")!);
root.render(<Gallery />);

/** Renders the same from new props, as every frame of a table does: milliseconds for each time. */
(window as { redraw?: (times: number) => number[] }).redraw = (times) =>
  Array.from({ length: times }, () => {
    const start = performance.now();
    flushSync(() => root.render(<Gallery />));
    return performance.now() - start;
  });
