/** The positions of pieces on the page before and after a change, and their animations. */
import { largestWithin } from "../../felt/denominations";
import { parseSpotKey } from "../../felt/spots";
import { boxOf } from "../offers";
import type { ToldLine } from "../round";
import type { Beat, Moment } from "./beats";
import { turned, turnOf } from "./turning";

const OUT = "cubic-bezier(.2, .75, .25, 1)";
const SLIDE = 420;
const FLIP = 220;
const FADE = 160;

interface Ghost {
  element: HTMLElement;
  rect: DOMRect;
}

/** Pieces that leave the page and stay visible for a moment: chips by wager number, the backs of cards. */
export interface Left {
  chips: Map<number, Ghost>;
  backs: Map<number, Ghost>;
  /** The previous angle of the wheel. */
  turn: number;
}

export const NOTHING_LEFT: Left = { chips: new Map(), backs: new Map(), turn: 0 };

/** With more chips than this, their leaving is not animated. */
const MOST_CHIPS = 60;

function cardAt(root: HTMLElement, draw: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`.felt-hand-card[data-draw="${draw}"]`);
}

/** Spots by box and wager. If chips lie apart from the clickable spot, their place counts; of several the first. */
function spotsIn(root: HTMLElement): Map<string, HTMLElement> {
  const spots = new Map<string, HTMLElement>();
  for (const spot of root.querySelectorAll<HTMLElement>("[data-spot]")) {
    const { box, wagers } = parseSpotKey(spot.dataset.spot ?? "");
    for (const wager of wagers) if (!spots.has(`${box} ${wager}`)) spots.set(`${box} ${wager}`, spot);
  }
  for (const chips of root.querySelectorAll<HTMLElement>("[data-lies]")) spots.set(`0 ${chips.dataset.lies}`, chips);
  return spots;
}

function spotOf(spots: Map<string, HTMLElement>, hand: string, wager: string): HTMLElement | null {
  return spots.get(`${boxOf(hand)} ${wager}`) ?? spots.get(`0 ${wager}`) ?? null;
}

/** Runs before the page changes. */
export function leaving(root: HTMLElement, before: Moment, after: Moment, beats: Beat[]): Left {
  const stays = new Set(after.wagers.map(({ number }) => number));
  const gone = before.wagers.filter(({ number }) => !stays.has(number)).slice(0, MOST_CHIPS);
  const spots = gone.length > 0 ? spotsIn(root) : new Map<string, HTMLElement>();
  const chips = new Map<number, Ghost>();
  const seen = new Set<Element>();
  for (const { number, spot: hand, wager, patron } of gone) {
    const piece = spotOf(spots, hand, wager)?.querySelector<HTMLElement>(`[data-patron="${patron}"]`);
    if (!piece || seen.has(piece)) continue;
    seen.add(piece);
    chips.set(number, { element: piece.cloneNode(true) as HTMLElement, rect: piece.getBoundingClientRect() });
  }
  const backs = new Map<number, Ghost>();
  for (const { step } of beats) {
    if (step.kind !== "turn") continue;
    const card = cardAt(root, step.draw)?.firstElementChild;
    if (card) backs.set(step.draw, { element: card.cloneNode(true) as HTMLElement, rect: card.getBoundingClientRect() });
  }
  return { chips, backs, turn: turnOf(root) };
}

interface Point {
  x: number;
  y: number;
}

function middle({ left, top, width, height }: DOMRect): Point {
  return { x: left + width / 2, y: top + height / 2 };
}

/** The scale factor of the felt. */
function scaleOf(element: HTMLElement, { width }: DOMRect): number {
  return element.offsetWidth > 0 ? width / element.offsetWidth : 1;
}

const move = (from: Point, to: Point, scale = 1) => `translate(${((to.x - from.x) / scale).toFixed(1)}px, ${((to.y - from.y) / scale).toFixed(1)}px)`;

export interface Stage {
  root: HTMLElement;
  layer: HTMLElement;
  money(minor: number): string;
  unit: number;
  isYours(told: ToldLine): boolean;
}

/** Measures the page; all measurements come before any change. */
function measured({ root }: Stage, beats: Beat[]) {
  const box = root.getBoundingClientRect();
  const shoe = root.querySelector("[data-shoe]")?.getBoundingClientRect();
  const bank = (root.querySelector("[data-bank]") ?? root.querySelector(".felt-shared"))?.getBoundingClientRect();
  const lines = beats.some(({ step }) => step.kind === "line");
  return {
    box,
    shoe: shoe ? middle(shoe) : { x: box.right - 40, y: box.top },
    bank: bank ? middle(bank) : { x: box.left + box.width / 2, y: box.top },
    spots: lines ? spotsIn(root) : new Map<string, HTMLElement>(),
  };
}

type Measures = ReturnType<typeof measured>;

/** The animations of beats that begin at `from`. Each ends in what the page shows. */
export function animated(stage: Stage, beats: Beat[], left: Left, from: number): Animation[] {
  const measures = measured(stage, beats);
  const pieces = beats.map((beat) => prepared(stage, beat, left, measures));
  return pieces.flatMap((play) => play(from));
}

type Play = (from: number) => Animation[];
const NOTHING: Play = () => [];

function prepared(stage: Stage, { at, lasts, step }: Beat, left: Left, measures: Measures): Play {
  if (step.kind === "card") return dealt(stage, step.draw, at, measures);
  if (step.kind === "turn") return turnedOver(stage, step.draw, at, left, measures);
  if (step.kind === "dice") return tumbled(stage, at);
  if (step.kind === "cup") return uncovered(stage, step.place, at, lasts);
  if (step.kind === "spin") return (from) => turned(stage.root, left.turn, from + at, lasts);
  if (step.kind === "line") return settledChips(stage, step.told, at, lasts, left, measures);
  if (step.kind === "called") return shownAt(stage.root.querySelectorAll(`[data-total="${step.place}"]`), at);
  return step.kind === "dealer" ? shownAt(stage.root.querySelectorAll('[data-total="dealer"]'), at) : NOTHING;
}

function dealt({ root }: Stage, draw: number, at: number, { shoe }: Measures): Play {
  const card = cardAt(root, draw);
  if (!card) return NOTHING;
  const rect = card.getBoundingClientRect();
  const way = move(middle(rect), shoe, scaleOf(card, rect));
  const frames = [{ transform: `${way} rotate(-8deg)`, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }];
  return (from) => [card.animate(frames, { duration: SLIDE, delay: from + at, easing: OUT, fill: "backwards" })];
}

function turnedOver({ root, layer }: Stage, draw: number, at: number, { backs }: Left, { box }: Measures): Play {
  const card = cardAt(root, draw);
  const back = backs.get(draw);
  if (!card || !back) return NOTHING;
  return (from) => {
    put(layer, back, box);
    return [
      back.element.animate([{ transform: "none" }, { transform: "scaleX(0)" }], { duration: FLIP, delay: from + at, easing: "ease-in", fill: "both" }),
      card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: FLIP, delay: from + at + FLIP, easing: OUT, fill: "backwards" }),
    ];
  };
}

function tumbled({ root }: Stage, at: number): Play {
  const dice = [...root.querySelectorAll<HTMLElement>(".felt-dice > .felt-die")];
  const total = root.querySelectorAll(".felt-dice > b");
  return (from) => [
    ...dice.map((die, nth) =>
      die.animate([{ transform: `translate(${200 + 60 * nth}px, 60px) rotate(${540 + 180 * nth}deg)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], {
        duration: 560 + 40 * nth,
        delay: from + at,
        easing: OUT,
        fill: "backwards",
      }),
    ),
    ...shownAt(total, at + 600)(from),
  ];
}

/** A cup is shaken and lifted from its dice. */
function uncovered({ root }: Stage, place: string, at: number, lasts: number): Play {
  const covers = [...root.querySelectorAll<HTMLElement>(`[data-cup="${place}"]`)];
  const total = shownAt(root.querySelectorAll(`[data-total="${place}"]`), at + lasts * 0.6);
  const shake = [-7, 7, -6, 6, -3, 0].map((degrees) => ({ transform: `rotate(${degrees}deg)`, opacity: 1 }));
  const frames = [{ transform: "none", opacity: 1 }, ...shake, { transform: "translateY(-70%) rotate(-10deg)", opacity: 1, offset: 0.55 }, { transform: "translateY(-130%) rotate(-18deg)", opacity: 0, offset: 0.66 }, { transform: "translateY(-130%) rotate(-18deg)", opacity: 0 }];
  return (from) => [...covers.map((cover) => cover.animate(frames, { duration: lasts, delay: from + at, easing: "ease-in-out", fill: "backwards" })), ...total(from)];
}

function shownAt(elements: Iterable<Element>, at: number): Play {
  return (from) => [...elements].map((element) => element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay: from + at, fill: "backwards" }));
}

/** Chips go to the bank, or from the bank to the patron; the hand's result appears with its last wager. */
function settledChips(stage: Stage, told: ToldLine, at: number, lasts: number, { chips }: Left, { box, bank, spots }: Measures): Play {
  const { root, layer } = stage;
  const { line } = told;
  const ghost = line.number === null ? undefined : chips.get(line.number);
  const place = ghost?.rect ?? pieceOf(spotOf(spots, line.hand, line.wager), line.patron)?.getBoundingClientRect();
  const results = shownAt(root.querySelectorAll(`[data-results="${line.hand}"]`), at + lasts / 2);
  if (!place) return results;
  const here = middle(place);
  const patron = { x: stage.isYours(told) ? box.left + box.width / 2 : here.x, y: box.bottom + 20 };
  const duration = Math.max(400, Math.min(600, lasts));
  const lost = line.paid <= 0 && line.returned <= 0;
  const toPatron = [{ transform: "none", opacity: 1 }, { transform: "none", opacity: 1, offset: 0.6 }, { transform: move(here, patron), opacity: 0 }];
  const toBank = [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.8 }, { transform: move(here, bank), opacity: 0 }];
  return (from) => {
    const timing = { duration, delay: from + at, easing: "ease-in-out", fill: "both" } as const;
    const all = results(from);
    if (ghost) {
      put(layer, ghost, box);
      all.push(ghost.element.animate(lost ? toBank : toPatron, timing));
    }
    if (line.paid > 0) {
      const coin = paidCoin(stage, line.paid);
      put(layer, { element: coin, rect: new DOMRect(place.right, place.top, 0, 0) }, box);
      const frames = [{ transform: move(here, bank), opacity: 0 }, { opacity: 1, offset: 0.1 }, { transform: "none", opacity: 1, offset: 0.5 }, { transform: "none", opacity: 1, offset: 0.65 }, { transform: move(here, patron), opacity: 0 }];
      all.push(coin.animate(frames, timing));
    }
    return all;
  };
}

function pieceOf(spot: HTMLElement | null, patron: string): HTMLElement | null {
  return spot?.querySelector<HTMLElement>(`[data-patron="${patron}"]`) ?? spot;
}

function paidCoin({ money, unit }: Stage, paid: number): HTMLElement {
  const { face, ink, edge } = largestWithin(paid / unit);
  const coin = document.createElement("span");
  coin.className = "felt-coin";
  Object.assign(coin.style, { background: face, color: ink, borderColor: edge });
  coin.textContent = money(paid);
  return coin;
}

/** Puts a copy at the position of its piece. */
function put(layer: HTMLElement, { element, rect }: Ghost, box: DOMRect): void {
  const { style } = element;
  style.position = "absolute";
  style.left = `${rect.left - box.left}px`;
  style.top = `${rect.top - box.top}px`;
  style.margin = "0";
  if (element instanceof SVGElement) [style.width, style.height] = [`${rect.width}px`, `${rect.height}px`];
  layer.append(element);
}
