/**
 * Parts of both sizes of a table with two-way hands: the dealer's hands, hands of others, buttons in front of a place.
 */
import { capital, t } from "../../text";
import { word } from "../../text/words";
import { Die } from "../die";
import { Hand } from "../hand";
import type { FeltProps } from "../model";
import type { BoxState, HandState } from "./box-states";
import { cardsAt } from "./box-states";
import { inOrder } from "../card-order";
import { Cover } from "./dice";

export const DEALER = "dealer";
export const DEALER_LOW = "dealer-low";
const WIDE_STEP = 1.04;
const CLOSE_STEP = 0.28;
const CLOSE_BACKS = 0.62;
/** How much smaller the dealer's cards are beside those of a bank. */
const BESIDE_BANK = 0.62;
/** Of another patron's two hands: from card to card, and what both take, as parts of a card's width. */
const BESIDE = 0.42;
const BOTH = 2 + 5 * BESIDE;
const BETWEEN = 6;
/** Cards are crisp from here up. */
const LEAST_CARD = 28;

/** The high hand of a box, and its low hand once they are separate. */
export function handsOf({ hands }: BoxState): { high: HandState | undefined; low: HandState | undefined } {
  const [high, low] = hands;
  return { high, low };
}

/** A box whose hand you play, or have played in this round. */
export function playsFor(props: FeltProps, { own, hands, kept }: BoxState): boolean {
  return own || hands.some(({ results }) => results.some((result) => result.own)) || (kept === "yours" && hands.some(({ cards }) => cards.length > 0)) || hands.some(({ id }) => props.inTwo[id] !== undefined);
}

/** The box whose cards are drawn large: the one in question, otherwise your first one. */
export function largeBox(props: FeltProps, states: BoxState[]): BoxState | undefined {
  const yours = [...states].reverse().filter((state) => playsFor(props, state));
  return yours.find((state) => state.active) ?? yours.find(({ hands }) => hands.some(({ cards }) => cards.length > 0)) ?? yours[0];
}

interface DealerProps {
  props: FeltProps;
  card: number;
}

/** The dice that determine the place of the first stack. */
function StartDice({ props, size }: { props: FeltProps; size: number }) {
  const thrown = props.view.dice?.find(({ place }) => place === DEALER);
  if (!thrown) return null;
  const pips = thrown.dice.split("-").map(Number);
  const sum = pips.reduce((all, one) => all + one, 0);
  return (
    <div className="felt-set-dice" role="img" aria-label={t("felt.set.dice", { dice: pips.join(", "), sum })}>
      <div className="felt-cup-dice">
        {pips.map((one, at) => (
          <Die key={at} pips={one} size={size} />
        ))}
        <Cover hand={DEALER} open />
      </div>
      <b>{sum}</b>
    </div>
  );
}

interface BothProps extends DealerProps {
  high: string;
  low: string;
}

/** Seven cards in one hand until they are set, then both hands with their names. */
function BothHands({ props, card, high: at, low: lowAt }: BothProps) {
  const [high, low] = [cardsAt(props, at), cardsAt(props, lowAt)];
  const isSet = low.length > 0;
  return (
    <div className="felt-set-dealer-hands">
      {isSet && (
        <div>
          <Hand cards={inOrder(low)} width={card} room={card * 3} step={WIDE_STEP} />
          <b data-total={lowAt}>{capital(props.totals[lowAt] ?? "")}</b>
        </div>
      )}
      <div>
        <Hand cards={inOrder(high, isSet)} width={card} room={card * 6} step={isSet ? WIDE_STEP : CLOSE_BACKS} />
        <b data-total={at}>{isSet && capital(props.totals[at] ?? "")}</b>
      </div>
    </div>
  );
}

/** The house's wager against a patron's bank. */
function HouseStake({ props }: { props: FeltProps }) {
  const stake = props.chipsOn(TABLE).reduce((sum, chips) => sum + chips.stake, 0);
  return stake > 0 && <b>{t("felt.set.house", { sum: props.money(stake) })}</b>;
}

/** The patron whose bank's hand is shown before the dealer for comparison; not your own, which is drawn large. */
export function bankBefore({ view, you }: FeltProps): NonNullable<FeltProps["view"]["bank"]> | null {
  const { bank } = view;
  return bank && bank.patron !== you && view.cards.some(({ place }) => place === bank.hand) ? bank : null;
}

/**
 * The hand that all play against: the dealer's, or that of the patron with the bank; the dealer's is then small beside
 * it.
 */
export function DealerHands({ props, card }: DealerProps) {
  const banker = bankBefore(props);
  const dealer = <BothHands props={props} card={banker ? Math.round(card * BESIDE_BANK) : card} high={DEALER} low={DEALER_LOW} />;
  return (
    <div className="felt-set-banks">
      {banker && (
        <div className="felt-shared felt-set-dealer" role="group" aria-label={t("felt.set.bank.hand", { patron: banker.patron })}>
          <BothHands props={props} card={card} high={banker.hand} low={`${banker.hand}.2`} />
          <div className="felt-shared-name felt-set-dealer-name">{t("felt.set.bank.hand", { patron: banker.patron })}</div>
        </div>
      )}
      <div className="felt-shared felt-set-dealer" role="group" aria-label={t("felt.place.dealer")}>
        {dealer}
        <div className="felt-shared-name felt-set-dealer-name">
          {t("felt.place.dealer")}
          <HouseStake props={props} />
          <StartDice props={props} size={DIE} />
        </div>
      </div>
    </div>
  );
}

/** The patron with the bank, if there is one. */
export function BankLine({ props }: { props: FeltProps }) {
  const { bank } = props.view;
  if (!bank) return null;
  const sums = { cover: props.money(bank.cover), against: props.money(bank.against) };
  const text = bank.patron === props.you ? t("felt.set.bank.you", sums) : t("felt.set.bank.of", { patron: bank.patron, ...sums });
  return <p className="felt-set-bank">{text}</p>;
}

/** Another patron's hand: seven cards, or both hands with their names. */
export function SmallHands({ state, card, room }: { state: BoxState; card: number; room: number }) {
  const { high, low } = handsOf(state);
  if (!high || high.cards.length === 0) return null;
  if (!low || low.cards.length === 0) return <Hand cards={high.cards} width={card} room={room} step={CLOSE_STEP} />;
  const width = Math.max(LEAST_CARD, Math.min(card, Math.floor((room - BETWEEN) / BOTH)));
  return (
    <>
      <div className="felt-set-small">
        <Hand cards={inOrder(low.cards)} width={width} room={room} step={BESIDE} />
        <Hand cards={inOrder(high.cards, true)} width={width} room={room} step={BESIDE} />
      </div>
      <div className="felt-set-called">
        <span data-total={low.id}>{capital(low.total ?? "")}</span>
        <span data-total={high.id}>{capital(high.total ?? "")}</span>
      </div>
    </>
  );
}

const DIE = 17;
/** The place of a stake that is on no box. */
const TABLE = "0";
const STACK = /^stack-|^extra$/;

/** Dealt stacks without an owner yet, and cards set apart. */
export function Stacks({ props, card }: DealerProps) {
  const places = props.view.cards.filter(({ place }) => STACK.test(place));
  if (places.length === 0) return null;
  return (
    <ol className="felt-set-stacks" aria-label={t("felt.set.stacks")}>
      {places.map(({ place, cards }) => (
        <li key={place}>
          <Hand cards={cards} width={card} room={card * 1.7} step={0.12} />
        </li>
      ))}
    </ol>
  );
}

function buttonsAt({ view }: FeltProps, place: number): FeltProps["view"]["markers"] {
  return view.markers.filter(({ value }) => value === place);
}

export function hasButton(props: FeltProps, place: number): boolean {
  return buttonsAt(props, place).length > 0;
}

/** Buttons that lie before a place. The one after the last box is the dealer's. */
export function Buttons({ props, at }: { props: FeltProps; at: number }) {
  return buttonsAt(props, at).map(({ id, patron }) => (
    <span key={`${id} ${patron}`} className="felt-set-button" data-marker={id}>
      {word("", "marker", id) ?? id}
    </span>
  ));
}
