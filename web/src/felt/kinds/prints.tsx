/** The words printed on the felt, on arcs below the dealer. */
import { memo, useId } from "react";
import type { Obstacle } from "./arc";
import { sag } from "./arc";

const HEAD = 19;
const BODY = 13;
const LINE = 26;
/** Width of a letter as a part of its size; the first line is spaced. */
const LETTER = 0.56;
const SPACED = 0.76;
/** The arcs end before they would reach the shoe. */
const END = (36 * Math.PI) / 180;
const CENTRE_Y = 40;

export interface PrintedLine {
  text: string;
  size: number;
  spaced: boolean;
}

function lengthOf({ text, size, spaced }: PrintedLine): number {
  return text.length * size * (spaced ? SPACED : LETTER);
}

/** The maximum length of a line at a width of the felt. */
function roomFor(width: number): number {
  return width * 0.58;
}

function heading(text: string, width: number): PrintedLine {
  const spaced = { text: text.toUpperCase(), size: HEAD, spaced: true };
  return lengthOf(spaced) <= roomFor(width) ? spaced : { text, size: 15, spaced: false };
}

/** Short prints share a line. */
function joined(prints: string[], width: number): PrintedLine[] {
  const lines: PrintedLine[] = [];
  for (const text of prints) {
    const last = lines[lines.length - 1];
    const both = { text: `${last?.text}  ·  ${text}`, size: BODY, spaced: false };
    if (last && lengthOf(both) <= roomFor(width)) lines[lines.length - 1] = both;
    else lines.push({ text, size: BODY, spaced: false });
  }
  return lines;
}

export function printedLines(prints: string[], width: number): PrintedLine[] {
  const [first, ...rest] = prints;
  return first === undefined ? [] : [heading(first, width), ...joined(rest, width)];
}

interface Arc {
  rx: number;
  ry: number;
}

/** The arc under a line; the first line hangs highest. */
function arcOf(line: number, top: number, width: number): Arc {
  return { rx: width * 0.36 + line * 12, ry: top - CENTRE_Y + 22 + line * LINE };
}

function arcPath({ rx, ry }: Arc, middle: number): string {
  const x = rx * Math.cos(END);
  const y = CENTRE_Y + ry * Math.sin(END);
  return `M${middle - x} ${y}A${rx} ${ry} 0 0 0 ${middle + x} ${y}`;
}

/** The area of the words on the felt, which boxes must avoid. */
export function printsObstacle(lines: number, top: number, width: number): Obstacle[] {
  if (lines === 0) return [];
  const { rx, ry } = arcOf(lines - 1, top, width);
  const reach = rx * Math.cos(END) + 8;
  const middle = width / 2;
  return [{ left: middle - reach, right: middle + reach, bottom: (x) => CENTRE_Y + (ry + 12) * sag(x, middle, rx + 8) }];
}

interface PrintsProps {
  lines: PrintedLine[];
  /** The lower edge of the dealer's area. */
  top: number;
  width: number;
}

function sameLines(a: PrintsProps, b: PrintsProps): boolean {
  const said = (props: PrintsProps) => props.lines.map(({ text, size }) => `${size} ${text}`).join("\n");
  return a.top === b.top && a.width === b.width && said(a) === said(b);
}

export const Prints = memo(function Prints({ lines, top, width }: PrintsProps) {
  const id = useId();
  return (
    <>
      {lines.map((line, at) => {
        const arc = arcOf(at, top, width);
        const path = `${id}${at}`;
        return (
          <g key={at}>
            <path id={path} d={arcPath(arc, width / 2)} fill="none" />
            <path className="felt-line" d={arcPath({ rx: arc.rx + 4, ry: arc.ry + 9 }, width / 2)} />
            <text fontSize={line.size} fontWeight={at === 0 ? 700 : 400} letterSpacing={line.spaced ? 3.5 : 0.4}>
              <textPath href={`#${path}`} startOffset="50%" textAnchor="middle">
                {line.text}
              </textPath>
            </text>
          </g>
        );
      })}
    </>
  );
}, sameLines);
