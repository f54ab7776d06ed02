/** The time left, as a ring and in seconds. It updates once a second and never flashes. */
import { useEffect, useState } from "react";
import { announce } from "../components/live-region";
import { plural } from "../text";
import { ANNOUNCED, partLeft, secondsLeft, untilNextSecond, type Countdown } from "./clock";

const RADIUS = 26;
const ROUND = 2 * Math.PI * RADIUS;

export function ClockRing({ countdown, asked }: { countdown: Countdown; asked: boolean }) {
  const seconds = useSeconds(countdown);
  useAnnounced(seconds, asked);
  const left = partLeft(countdown, performance.now());
  return (
    <svg className="clock-ring" viewBox="0 0 60 60" role="timer" aria-label={plural("table.seconds", seconds)}>
      <circle cx={30} cy={30} r={RADIUS} className="clock-track" />
      <circle cx={30} cy={30} r={RADIUS} className="clock-left" data-asked={asked} strokeDasharray={`${ROUND * left} ${ROUND}`} />
      <text x={30} y={37} textAnchor="middle" fontSize={20} fontWeight={700}>
        {seconds}
      </text>
    </svg>
  );
}

function useSeconds(countdown: Countdown): number {
  const [, tick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        tick((count) => count + 1);
        wait();
      }, untilNextSecond(countdown, performance.now()) + 5);
    };
    wait();
    return () => clearTimeout(timer);
  }, [countdown]);
  return secondsLeft(countdown, performance.now());
}

/** The time is announced only to the person who must decide. */
function useAnnounced(seconds: number, asked: boolean): void {
  useEffect(() => {
    if (asked && ANNOUNCED.includes(seconds)) announce(plural("table.seconds", seconds));
  }, [seconds, asked]);
}
