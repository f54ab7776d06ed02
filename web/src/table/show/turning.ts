/** The animation of a wheel: the wheel turns one way, a ball the other. */
import { wayOf } from "../../felt/wheel-plan";

const ROTOR = ".wheel-rotor";
/** The minimum number of turns. For a valid spin, a wheel with a clapper must turn three times, a ball four. */
const TURNS = { wheel: 3, ball: 4 };
const SLOWER = "cubic-bezier(.15, .45, .25, 1)";

function turnAt(rotor: HTMLElement | null): number {
  return Number(rotor?.dataset.turn ?? 0);
}

/** The angle of the wheel on the page. */
export function turnOf(root: HTMLElement): number {
  return turnAt(root.querySelector<HTMLElement>(ROTOR));
}

/** Animations from the earlier angle of the wheel to its new one. */
export function turned(root: HTMLElement, stood: number, delay: number, duration: number): Animation[] {
  const rotor = root.querySelector<HTMLElement>(ROTOR);
  if (!rotor) return [];
  const timing = { delay, duration, fill: "backwards" } as const;
  const to = turnAt(rotor);
  const from = to - wayOf(stood, to, TURNS.wheel);
  return [
    rotor.animate([{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }], { ...timing, easing: SLOWER }),
    ...ballTurned(root, timing),
    ...clapped(root, timing),
  ];
}

type Timing = Pick<KeyframeAnimationOptions, "delay" | "duration" | "fill">;

/** The ball runs round its track, drops, bounces once or twice and rests. */
function ballTurned(root: HTMLElement, timing: Timing): Animation[] {
  const arm = root.querySelector<HTMLElement>(".wheel-ball-arm");
  const ball = root.querySelector<HTMLElement>(".wheel-ball");
  if (!arm || !ball) return [];
  const at = Number.parseFloat(/rotate\((.+)deg\)/.exec(arm.style.transform)?.[1] ?? "0");
  const turn = (more: number) => `rotate(${at + more}deg)`;
  const [track, rest] = [Number(ball.dataset.track), Number(ball.dataset.rest)];
  const out = (part: number) => `translateY(${rest + (track - rest) * part}px)`;
  return [
    arm.animate(
      [
        { transform: turn(360 * TURNS.ball + 150), easing: "cubic-bezier(.2, .35, .5, .9)" },
        { transform: turn(150), offset: 0.66, easing: "cubic-bezier(.3, .5, .6, .9)" },
        { transform: turn(14), offset: 0.88 },
        { transform: turn(0) },
      ],
      timing,
    ),
    ball.animate(
      [
        { transform: out(1) },
        { transform: out(1), offset: 0.64 },
        { transform: out(0.4), offset: 0.74 },
        { transform: out(0.62), offset: 0.8 },
        { transform: out(0.05), offset: 0.89 },
        { transform: out(0.16), offset: 0.94 },
        { transform: out(0) },
      ],
      timing,
    ),
  ];
}

/** Every peg bends the clapper, more and more slowly. */
function clapped(root: HTMLElement, timing: Timing): Animation[] {
  const clapper = root.querySelector<HTMLElement>(".wheel-clapper");
  if (!clapper) return [];
  const frames: Keyframe[] = [{ transform: "rotate(0deg)", offset: 0 }];
  for (let [at, gap] = [0.01, 0.014]; at + gap < 0.97; at += gap, gap *= 1.09) {
    frames.push({ transform: "rotate(-12deg)", offset: at }, { transform: "rotate(-2deg)", offset: at + gap * 0.6 });
  }
  return [clapper.animate([...frames, { transform: "rotate(0deg)", offset: 1 }], timing)];
}
