import { memo } from "react";
import { t, type Key } from "../text";
import { cardHeight, HEIGHT, WIDTH } from "./card-size";
import { SUIT_PATHS, SUIT_SIGNS, parseFace, type Face, type Suit } from "./suits";

export { cardHeight };

function rankName(rank: string): string {
  return "AKQJ".includes(rank) ? t(`felt.rank.${rank}` as Key) : rank;
}

function faceUpName(face: Exclude<Face, { kind: "hidden" }>): string {
  if (face.kind === "joker") return t("felt.card.joker");
  return t("felt.card", { rank: rankName(face.rank), suit: t(`felt.suit.${face.suit}`) });
}

/** "ace of spades". */
export function cardName(written: string): string {
  const face = parseFace(written);
  if (face.kind === "hidden") return t("felt.card.hidden");
  return face.down ? t("felt.card.down", { card: faceUpName(face) }) : faceUpName(face);
}

/** "A♠", where there is no room for a picture. */
export function cardSign(written: string): string {
  const face = parseFace(written);
  if (face.kind === "hidden") return "▮";
  return face.kind === "joker" ? "★" : `${face.rank}${SUIT_SIGNS[face.suit]}`;
}

/** "A", where there is less. */
export function cardRank(written: string): string {
  const face = parseFace(written);
  return face.kind === "card" ? face.rank : cardSign(written);
}

function SuitMark({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  return <path d={SUIT_PATHS[suit]} transform={`translate(${x} ${y}) scale(${size / 20})`} />;
}

function Front({ rank, suit }: { rank: string; suit: Suit }) {
  const ten = rank === "10";
  return (
    <g className={`felt-suit-${suit}`}>
      <text x={ten ? 2.8 : 5} y={20} fontSize={20} fontWeight={700} {...(ten && { textLength: 16.5, lengthAdjust: "spacingAndGlyphs" })}>
        {rank}
      </text>
      <SuitMark suit={suit} x={5} y={24} size={11.5} />
      <SuitMark suit={suit} x={20} y={37} size={20} />
    </g>
  );
}

const STAR = "m22 24 3.7 8.7 9.3.8-7 6.2 2.1 9.2L22 44l-8.1 4.9 2.1-9.2-7-6.2 9.3-.8Z";

function Joker() {
  return (
    <g className="felt-suit-joker">
      <text x={22} y={16} fontSize={10.5} fontWeight={700} textAnchor="middle" textLength={36} lengthAdjust="spacingAndGlyphs">
        {t("felt.card.jokerWord")}
      </text>
      <path d={STAR} />
    </g>
  );
}

function Sheet() {
  return <rect className="felt-card-sheet" x={0.4} y={0.4} width={WIDTH - 0.8} height={HEIGHT - 0.8} rx={4.5} />;
}

/** Lozenges drawn as one path, without a pattern or an id, so that a back is as cheap as a face. */
const LOZENGES = Array.from({ length: 15 }, (_, row) => `M4 ${-32 + row * 6}l36 36M40 ${-32 + row * 6}l-36 36`).join("");

function Back() {
  return (
    <g className="felt-card-back">
      <rect x={0.75} y={0.75} width={WIDTH - 1.5} height={HEIGHT - 1.5} rx={4.5} />
      <svg x={4} y={4} width={36} height={54} viewBox="4 4 36 54">
        <path d={LOZENGES} />
      </svg>
      <rect className="felt-card-back-line" x={4} y={4} width={36} height={54} rx={2} />
    </g>
  );
}

/** The turned-up corner of a face-down card that only some people have looked at. */
function TurnedCorner() {
  return <path className="felt-card-corner" d="M.8 44 18 61.2H5.3A4.5 4.5 0 0 1 .8 56.7Z" />;
}

function FaceDrawing({ face }: { face: Face }) {
  if (face.kind === "hidden") return <Back />;
  return (
    <>
      <Sheet />
      {face.kind === "joker" ? <Joker /> : <Front rank={face.rank} suit={face.suit} />}
      {face.down && <TurnedCorner />}
    </>
  );
}

export interface CardProps {
  /** In the server's notation: "As", "(As)", "Jk", "??". */
  face: string;
  /** In CSS pixels; cards are crisp from 28 up. */
  width: number;
  /** Laid across, as a third card or the card of a doubled wager. */
  sideways?: boolean;
}

export const Card = memo(function Card({ face, width, sideways = false }: CardProps) {
  const height = cardHeight(width);
  const drawing = <FaceDrawing face={parseFace(face)} />;
  return (
    <svg
      className="felt-card"
      role="img"
      aria-label={cardName(face)}
      width={sideways ? height : width}
      height={sideways ? width : height}
      viewBox={sideways ? `0 0 ${HEIGHT} ${WIDTH}` : `0 0 ${WIDTH} ${HEIGHT}`}
    >
      {sideways ? <g transform={`translate(${HEIGHT} 0) rotate(90)`}>{drawing}</g> : drawing}
    </svg>
  );
});

export function CardBack({ width }: { width: number }) {
  return <Card face="??" width={width} />;
}
