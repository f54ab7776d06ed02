/** Scales the felt up on screens larger than it was drawn for. It is never scaled down. */
import type { ReactNode } from "react";
import type { Size } from "./use-size";

const DRAWN_FOR = 1080;
const MOST = 2;
/** A smaller factor is not worth it. */
const LEAST = 1.06;

/** The factor with which content of height `least` still fits. */
export function scaleFor({ width, height }: Size, least: number): number {
  const scale = Math.min(width / DRAWN_FOR, height / least, MOST);
  return scale < LEAST ? 1 : scale;
}

/** The size that is to be filled before it is scaled. */
export function scaledDown({ width, height }: Size, scale: number): Size {
  return { width: width / scale, height: height / scale };
}

export function Scaled({ size, scale, children }: { size: Size; scale: number; children: ReactNode }) {
  if (scale === 1) return children;
  return (
    <div className="felt-scaled" style={{ ...scaledDown(size, scale), transform: `scale(${scale})` }}>
      {children}
    </div>
  );
}
