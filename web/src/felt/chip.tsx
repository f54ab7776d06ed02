import { memo } from "react";
import { drawnChips, largestWithin, type Denomination } from "./denominations";

/** The minimum size of letters on the screen. */
const LEAST_TEXT = 11;
/** The average width of a bold digit, relative to the font size. */
const FIGURE = 0.6;
const INNER = 0.66;
/** The visible part of a chip below the next one of a stack, relative to its radius. */
const LIFT = 0.18;

function printed(value: number): string {
  return value < 1 ? value.toFixed(2).slice(1) : String(value);
}

/** The size of a chip's digits, or 0 if they would be unreadable. */
function figureSize(text: string, radius: number): number {
  const fits = (2 * INNER * radius) / (text.length * FIGURE);
  const size = Math.min(fits, radius * 0.76);
  return size < LEAST_TEXT ? 0 : size;
}

function Disc({ chip, radius, text }: { chip: Denomination; radius: number; text: string }) {
  const notch = (2 * Math.PI * radius * 0.84) / 16;
  const size = figureSize(text, radius);
  return (
    <>
      <circle r={radius} fill={chip.face} stroke="#0006" />
      <circle r={radius * 0.84} fill="none" stroke={chip.edge} strokeWidth={radius * 0.26} strokeDasharray={notch} strokeDashoffset={notch / 2} />
      <circle r={radius * INNER} fill={chip.face} stroke={chip.edge} strokeWidth={0.9} />
      {size > 0 && (
        <text textAnchor="middle" y={size * 0.36} fontSize={size} fontWeight={700} fill={chip.ink}>
          {text}
        </text>
      )}
    </>
  );
}

/** One chip as in the tray. `value` is in major units: 0.5, 1, 5, 25 … */
export const Chip = memo(function Chip({ value, size }: { value: number; size: number }) {
  const radius = size / 2 - 1;
  return (
    <svg className="felt-chip" width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} aria-hidden="true">
      <Disc chip={largestWithin(value)} radius={radius} text={printed(value)} />
    </svg>
  );
});

export interface StackProps {
  /** In major units. */
  amount: number;
  /** The width of a chip. */
  size: number;
  /** The maximum height of the stack: many chips are drawn smaller. */
  within?: number;
}

/** The chips of an amount. The caller prints the sum. */
export const Stack = memo(function Stack({ amount, size: wished, within = Infinity }: StackProps) {
  const chips = drawnChips(amount);
  const size = Math.min(wished, within / (1 + (LIFT / 2) * (chips.length - 1)));
  const radius = size / 2 - 1;
  const lift = radius * LIFT;
  const height = size + lift * (chips.length - 1);
  return (
    <svg className="felt-stack" width={size} height={height} viewBox={`${-size / 2} ${size / 2 - height} ${size} ${height}`} aria-hidden="true">
      {chips.map((chip, at) => (
        <g key={at} transform={`translate(0 ${-at * lift})`}>
          <Disc chip={chip} radius={radius} text={at === chips.length - 1 ? printed(chip.value) : ""} />
        </g>
      ))}
    </svg>
  );
});

/** Another patron's chips: marked by their letter, never by colour alone. */
export const LetterDisc = memo(function LetterDisc({ letter, size }: { letter: string; size: number }) {
  const radius = size / 2 - 1;
  return (
    <svg className="felt-disc" width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} aria-hidden="true">
      <circle className="felt-disc-rim" r={radius} />
      <circle className="felt-disc-ring" r={radius - 2.5} />
      <text textAnchor="middle" y={4} fontSize={Math.max(LEAST_TEXT, size * 0.46)} fontWeight={700}>
        {letter}
      </text>
    </svg>
  );
});

/** A marker for money or for a state, with a word on it. */
export function Lammer({ word }: { word: string }) {
  return <span className="felt-lammer">{word}</span>;
}
