/**
 * A wheel: a bowl or a frame that stands still, the faces that turn, and a clapper above them or a ball among them. What turns is an
 * element of its own with a transform, so that a browser turns it without drawing it again.
 */
import { memo } from "react";
import "./wheel.css";
import { onCircle, ranksOf, sectionPath, type Rest } from "./wheel-plan";

export interface Face {
  /** The text on it. */
  label: string;
  /** The name of its colour, if it has its own. */
  color: string | null;
}

export interface WheelProps {
  wheel: readonly string[];
  holder: "clapper" | "ball";
  size: number;
  /** Null before the first result. */
  rest: Rest | null;
  faceOf(face: string): Face;
  /** Its description for screen readers. */
  name: string;
}

/** As parts of the radius. */
const RADII = {
  ball: { rim: 0.87, outer: 0.85, inner: 0.6, hub: 0.44, label: 0.765, rest: 0.54, track: 0.91 },
  clapper: { rim: 0.97, outer: 0.9, inner: 0.36, hub: 0.36, label: 0.82, rest: 0, track: 0 },
};
/** The number of colours for faces without their own. */
const RANKS = 7;
const LEAST_TEXT = 11;
const LETTER = 0.66;

/** The colour of a face, for sections of a wheel and for lists of results. */
export function colourOf(ranks: Map<string, number>, face: string, { color }: Face): { "data-color"?: string; "data-rank"?: number } {
  return color === null ? { "data-rank": (ranks.get(face) ?? 0) % RANKS } : { "data-color": color };
}

interface LabelProps {
  text: string;
  radius: number;
  /** The width of the section at this radius. */
  width: number;
  /** The maximum length of words written along the radius. */
  inner: number;
}

/** Short words stand upright on their section, long ones along the radius. */
function Label({ text, radius, width, inner }: LabelProps) {
  const size = Math.max(LEAST_TEXT, Math.min((width * 0.92) / (2 * LETTER), 19));
  const wide = text.length * size * LETTER;
  if (text.length <= 3) {
    const fits = wide > width * 0.94 ? { textLength: width * 0.94, lengthAdjust: "spacingAndGlyphs" as const } : {};
    return (
      <text className="wheel-word" y={-radius + size * 0.36} fontSize={size} textAnchor="middle" {...fits}>
        {text}
      </text>
    );
  }
  const room = radius + size / 2 - inner;
  const along = Math.max(LEAST_TEXT, Math.min(width * 0.8, (room / (text.length * LETTER)) * 0.9, 16));
  return (
    <text className="wheel-word" transform={`translate(${-along * 0.36} ${-radius - size / 2}) rotate(90)`} fontSize={along} textAnchor="start">
      {text}
    </text>
  );
}

type RotorProps = Pick<WheelProps, "wheel" | "holder" | "size" | "faceOf">;

const Rotor = memo(function Rotor({ wheel, holder, size, faceOf }: RotorProps) {
  const radius = size / 2;
  const parts = RADII[holder];
  const angle = 360 / wheel.length;
  const ranks = ranksOf(wheel);
  const at = (part: number) => part * radius;
  return (
    <svg width={size} height={size} viewBox={`${-radius} ${-radius} ${size} ${size}`} aria-hidden="true">
      <circle className="wheel-ring" r={at(parts.rim)} />
      {wheel.map((one, section) => {
        const face = faceOf(one);
        return (
          <g key={section} className="wheel-section" transform={`rotate(${angle * section})`} {...colourOf(ranks, one, face)}>
            <path d={sectionPath(at(parts.inner), at(parts.outer), angle)} />
            {holder === "ball" && <path className="wheel-pocket" d={sectionPath(at(parts.hub), at(parts.inner) + 4, angle)} />}
            {holder === "clapper" && <circle className="wheel-peg" r={Math.max(1.6, radius * 0.015)} {...pegAt(at((parts.outer + parts.rim) / 2), angle)} />}
          </g>
        );
      })}
      {wheel.map((one, section) => {
        const face = faceOf(one);
        return (
          <g key={section} transform={`rotate(${angle * section})`} {...colourOf(ranks, one, face)}>
            <Label text={face.label} radius={at(parts.label)} width={(2 * Math.PI * at(parts.label)) / wheel.length} inner={at(parts.inner)} />
          </g>
        );
      })}
      {holder === "ball" && <circle className="wheel-edge" r={at(parts.inner)} />}
      <circle className="wheel-edge" r={at(parts.outer)} />
      <Hub radius={at(parts.hub)} arms={holder === "ball" ? 4 : 8} />
    </svg>
  );
});

/** Pegs stand on the borders of sections. */
function pegAt(radius: number, angle: number): { cx: number; cy: number } {
  const [cx, cy] = onCircle(radius, angle / 2);
  return { cx, cy };
}

function Hub({ radius, arms }: { radius: number; arms: number }) {
  return (
    <>
      <circle className="wheel-hub" r={radius} />
      <circle className="wheel-hub-light" r={radius * 0.72} />
      {Array.from({ length: arms }, (_, arm) => (
        <path key={arm} className="wheel-arm" transform={`rotate(${(360 / arms) * arm})`} d={`M${-radius * 0.08} ${-radius * 0.2}L0 ${-radius * 0.86}L${radius * 0.08} ${-radius * 0.2}Z`} />
      ))}
      <circle className="wheel-knob" r={radius * 0.26} />
      <circle className="wheel-knob-light" cx={-radius * 0.06} cy={-radius * 0.07} r={radius * 0.12} />
    </>
  );
}

const Frame = memo(function Frame({ size, holder }: Pick<WheelProps, "size" | "holder">) {
  const radius = size / 2;
  return (
    <svg width={size} height={size} viewBox={`${-radius} ${-radius} ${size} ${size}`} aria-hidden="true">
      <circle className="wheel-shadow" r={radius - 1} cy={3} />
      <circle className="wheel-wood" r={radius - 1} />
      {holder === "ball" && <circle className="wheel-track" r={radius * 0.95} />}
      {holder === "ball" &&
        Array.from({ length: 8 }, (_, at) => (
          <path key={at} className="wheel-stud" transform={`rotate(${45 * at + 22.5}) translate(0 ${-radius * 0.91}) rotate(${at % 2 ? 90 : 0})`} d="M0-5 2.4 0 0 5-2.4 0Z" />
        ))}
    </svg>
  );
});

/** The clapper is at the top, and bends in the direction in which the wheel turns. */
function Clapper({ size }: { size: number }) {
  const wide = Math.max(10, size * 0.05);
  return (
    <span className="wheel-clapper" style={{ width: wide, height: wide * 2.1, top: -wide * 0.35 }}>
      <svg width="100%" height="100%" viewBox="0 0 20 42" aria-hidden="true">
        <path className="wheel-tongue" d="M3 6H17L12.6 36Q10 42 7.4 36Z" />
        <rect className="wheel-holder" x="0.5" y="0.5" width="19" height="9" rx="3" />
      </svg>
    </span>
  );
}

/** The angle of the ball, and its distance from the centre. */
function Ball({ rest, size }: { rest: Rest; size: number }) {
  const out = (part: number) => (-size / 2) * part;
  return (
    <span className="wheel-ball-arm" style={{ transform: `rotate(${rest.at}deg)` }}>
      <span
        className="wheel-ball"
        data-track={out(RADII.ball.track)}
        data-rest={out(RADII.ball.rest)}
        style={{ width: size * 0.042, height: size * 0.042, margin: -size * 0.021, transform: `translateY(${out(RADII.ball.rest)}px)` }}
      />
    </span>
  );
}

export function Wheel({ wheel, holder, size, rest, faceOf, name }: WheelProps) {
  return (
    <div className="wheel" role="img" aria-label={name} data-holder={holder} style={{ width: size, height: size }}>
      <Frame size={size} holder={holder} />
      <div className="wheel-rotor" data-turn={rest?.turn ?? 0} style={{ transform: `rotate(${rest?.turn ?? 0}deg)` }}>
        <Rotor wheel={wheel} holder={holder} size={size} faceOf={faceOf} />
      </div>
      {holder === "clapper" && <Clapper size={size} />}
      {holder === "ball" && rest && <Ball rest={rest} size={size} />}
    </div>
  );
}
