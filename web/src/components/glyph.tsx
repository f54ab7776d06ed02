/** A table as a small picture: its kind of layout, its places, and how many of them are taken. */
import type { ReactNode } from "react";

interface Props {
  kind: string;
  places: number;
  taken: number;
  label: string;
}

const WIDTH = 64;
const HEIGHT = 38;

export function Glyph({ kind, places, taken, label }: Props) {
  return (
    <svg className="glyph" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect width={WIDTH} height={HEIGHT} rx="4" fill="var(--felt)" />
      {SHARED[kind] ?? <Seats places={places} taken={taken} />}
      {kind in SHARED || (BEFORE[kind] ?? <Dealer />)}
    </svg>
  );
}

/** Places on an arc below the dealer, the first on the right as patrons see it; filled from there on as they are taken. */
function Seats({ places, taken }: { places: number; taken: number }) {
  const radius = places > 9 ? 2.2 : 3.4;
  return range(places).map((index) => {
    const angle = ((places === 1 ? 90 : 12 + (156 * index) / (places - 1)) * Math.PI) / 180;
    return (
      <circle
        key={index}
        cx={32 + 27 * Math.cos(angle)}
        cy={4 + 27 * Math.sin(angle)}
        r={radius}
        fill={index < taken ? "var(--ink-2)" : "var(--felt)"}
        stroke="var(--ink-2)"
        strokeWidth="1.2"
      />
    );
  });
}

function Dealer() {
  return (
    <>
      <rect x="25" y="4" width="5.5" height="8" rx="1" fill="var(--card)" stroke="var(--ink-3)" strokeWidth=".8" />
      <rect x="32.5" y="4" width="5.5" height="8" rx="1" fill="var(--back)" />
    </>
  );
}

function Board(): ReactNode {
  return range(5).map((index) => (
    <rect key={index} x={15.5 + 7 * index} y="5" width="5" height="7.5" rx="1" fill="var(--card)" stroke="var(--ink-3)" strokeWidth=".8" />
  ));
}

/** Two hands, the second with a card across. */
function Pair() {
  return (
    <path d="M13 4h4.6v7H13ZM18.6 4h4.6v7h-4.6ZM36 4h4.6v7H36ZM41.6 4h4.6v7h-4.6ZM47.2 5.2h7v4.6h-7Z" fill="var(--card)" stroke="var(--ink-3)" strokeWidth=".8" />
  );
}

function Zones() {
  return <path d="M6 6H58V32H6ZM6 14H44V6M44 6V32M6 22H44M19 6V14M31 6V14" fill="none" stroke="var(--ink-2)" />;
}

function Wheel({ below }: { below: string }) {
  return (
    <>
      <circle cx="18" cy="19" r="12" fill="none" stroke="var(--ink-2)" />
      <circle cx="18" cy="19" r="4" fill="none" stroke="var(--ink-2)" />
      <path d={`M18 7V15M18 23V31M6 19H14M22 19H30${below}`} fill="none" stroke="var(--ink-2)" />
    </>
  );
}

/** Tables without personal places. */
const SHARED: Record<string, ReactNode> = {
  zones: <Zones />,
  wheel: <Wheel below="M36 9H58V29H36ZM36 19H58M47 9V29" />,
  grid: <Wheel below="M36 9H58V29H36ZM36 14H58M36 19H58M36 24H58M43 9V24M51 9V24" />,
};

/** What is drawn in front of the places; the dealer's cards by default. */
const BEFORE: Record<string, ReactNode> = {
  "community-cards": <Board />,
  baccarat: <Pair />,
};

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
