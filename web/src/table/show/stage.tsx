/**
 * The felt with its animations. The page always renders the current table; a show leads from the earlier state to it,
 * one beat at a time. A click or a key skips to the next beat, and a question ends the show immediately.
 */
import { Component, createRef, type ReactNode } from "react";
import { t } from "../../text";
import type { TableModel } from "../model";
import { isYours } from "../offers";
import { beatsBetween, type Beat, type Moment } from "./beats";
import { Player, type Cue } from "./player";
import { sentenceOf } from "./says";
import { animated, leaving, NOTHING_LEFT, type Left } from "./scene";
import { play, type Sound } from "./sound";
import "./show.css";

interface Props {
  model: TableModel;
  moment: Moment;
  children: ReactNode;
}

interface Change {
  beats: Beat[];
  left: Left;
  /** Content beside the felt that reveals the result: it keeps its earlier state until the wheel has stopped. */
  told: Map<HTMLElement, string>;
}

/** Changes this soon after the start of a show belong to the same change of the table. */
const SAME_CHANGE = 1_000;

const SOUNDS: Partial<Record<Beat["step"]["kind"], Sound>> = { card: "card", turn: "card", dice: "dice", cup: "dice", spin: "wheel", landed: "chip", line: "chip" };
/** Amounts beside the felt that depend on the wheel's result. */
const AMOUNTS = ".balance :is(.big, .in-play)";
const BEFORE = "data-before";

export class Stage extends Component<Props> {
  private readonly root = createRef<HTMLElement>();
  private readonly layer = createRef<HTMLDivElement>();
  private readonly says = createRef<HTMLParagraphElement>();
  private readonly player = new Player(() => this.clear());
  private left: Left = NOTHING_LEFT;
  /** The wheel turns: changes in the meantime are shown after it. */
  private turning = false;
  /** The winning hand is still to be announced. */
  private comes = false;
  private hush: () => void = () => undefined;

  override componentDidMount(): void {
    window.addEventListener("pointerdown", this.onSkip, true);
    window.addEventListener("keydown", this.onSkip, true);
  }

  override componentWillUnmount(): void {
    this.player.end();
    window.removeEventListener("pointerdown", this.onSkip, true);
    window.removeEventListener("keydown", this.onSkip, true);
  }

  override getSnapshotBeforeUpdate({ moment: before }: Props): Change | null {
    const { moment } = this.props;
    const root = this.root.current;
    if (!root || moment === before || !mayMove()) return null;
    const beats = beatsBetween(before, moment);
    return beats.length > 0 ? { beats, left: leaving(root, before, moment, beats), told: this.amounts() } : null;
  }

  override componentDidUpdate({ moment: before }: Props, _: object, change?: Change | null): void {
    if (this.props.moment.asked && !before.asked) this.player.end();
    if (change) this.start(change);
  }

  /** Results that the page still hides: where a wheel stops, or the outcome of two hands. */
  private get hidden(): string {
    if (this.turning) return "spin";
    return this.comes ? "came" : "";
  }

  private readonly onSkip = (): void => this.player.next();

  private get page(): HTMLElement | null {
    return this.root.current?.closest<HTMLElement>(".table-page") ?? null;
  }

  private amounts(): Map<HTMLElement, string> {
    const all = this.page?.querySelectorAll<HTMLElement>(AMOUNTS) ?? [];
    return new Map([...all].map((element) => [element, element.textContent ?? ""]));
  }

  private start({ beats, left, told }: Change): void {
    const [root, layer] = [this.root.current, this.layer.current];
    if (!root || !layer) return;
    const turns = beats.some(({ step }) => step.kind === "spin");
    if (this.player.running && this.player.elapsed > SAME_CHANGE && (turns || !this.turning)) this.player.end();
    const { model } = this.props;
    this.left = { ...left, chips: new Map([...this.left.chips, ...left.chips]) };
    const begins = this.player.begin();
    const from = begins - this.player.elapsed;
    const stage = { root, layer, money: model.cash, unit: model.unit, isYours: ({ line, unit }: { line: { patron: string }; unit: number }) => isYours(model.offers, line.patron, unit) };
    const animations = animated(stage, beats, this.left, from);
    if (turns) {
      this.turning = true;
      for (const [element, text] of told) element.setAttribute(BEFORE, text);
    }
    if (beats.some(({ step }) => step.kind === "came")) this.comes = true;
    this.page?.setAttribute("data-show", this.hidden);
    this.player.add(this.cues(beats, begins), animations, begins + endOf(beats));
  }

  private cues(beats: Beat[], begins: number): Cue[] {
    const { model } = this.props;
    const lines = beats.filter(({ step }) => step.kind === "line").length;
    const kinds = new Set<string>();
    return beats.map((beat) => {
      const { kind } = beat.step;
      const name = "place" in beat.step ? `${kind} ${beat.step.place === "dealer"}` : kind;
      const text = sentenceOf(model, beat, !kinds.has(name), lines);
      kinds.add(name);
      return { at: begins + beat.at, run: () => this.run(kind, text) };
    });
  }

  private run(kind: Beat["step"]["kind"], text: string | null): void {
    const sound = SOUNDS[kind];
    this.hush();
    if (sound) this.hush = play(sound);
    if (kind === "landed") this.land();
    if (kind === "came") this.tell();
    if (kind === "line") this.page?.removeAttribute("data-show");
    const says = this.says.current;
    if (!says || text === null) return;
    says.textContent = text;
    says.hidden = false;
    says.animate([{ transform: "translate(-50%, 8px)", opacity: 0 }, { transform: "translate(-50%, 0)", opacity: 1 }], { duration: 200, easing: "ease-out" });
  }

  /** The wheel has stopped: its result becomes visible. */
  private land(): void {
    if (!this.turning) return;
    this.turning = false;
    this.page?.setAttribute("data-show", "landed");
    for (const element of this.page?.querySelectorAll(`[${BEFORE}]`) ?? []) element.removeAttribute(BEFORE);
  }

  private tell(): void {
    this.comes = false;
    this.page?.setAttribute("data-show", this.hidden);
  }

  private clear(): void {
    this.hush();
    this.land();
    this.comes = false;
    this.left = NOTHING_LEFT;
    this.layer.current?.replaceChildren();
    if (this.says.current) this.says.current.hidden = true;
    // CSS animations, such as of a sentence or a new card, end with the show.
    for (const animation of this.root.current?.getAnimations({ subtree: true }) ?? []) animation.cancel();
    this.page?.removeAttribute("data-show");
  }

  override render(): ReactNode {
    return (
      <section className="felt-box" aria-label={t("table.felt")} ref={this.root}>
        {this.props.children}
        <div className="show-layer" aria-hidden="true" ref={this.layer} />
        <p className="show-says" aria-hidden="true" hidden ref={this.says} />
      </section>
    );
  }
}

function endOf(beats: Beat[]): number {
  return Math.max(...beats.map(({ at, lasts }) => at + lasts));
}

function mayMove(): boolean {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
