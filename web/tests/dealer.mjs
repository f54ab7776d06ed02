/**
 * A dealer at a live-dealt table, by the API: it is independent of the game and does what is due. Cards come from a
 * script by their place, dice from a list; after these it deals from a pack with a constant order.
 */
import { until } from "./api.mjs";

const PACK = [..."shdc"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

export class Dealer {
  /**
   * @param {import("./api.mjs").Api} api a dealer's
   * @param {number} table
   * @param {{cards?: Record<string, string[]>, dice?: string[], answers?: boolean[]}} script
   */
  constructor(api, table, { cards = {}, dice = [], answers = [] } = {}) {
    Object.assign(this, { api, table, dice: [...dice], answers: [...answers] });
    this.cards = new Map(Object.entries(cards).map(([place, faces]) => [place, [...faces]]));
    this.down = new Map();
    this.pack = PACK.filter((card) => !Object.values(cards).flat().includes(card));
  }

  /** The dealer's next input; null if the table waits for another person. */
  next(view) {
    const { due } = view;
    switch (due.kind) {
      case "shuffle":
        return { shuffled: {} };
      case "cut":
        return { cut: { depth: Math.floor(view.shoe.remaining / 2) } };
      case "card":
        return { card: { to: due.place, face: this.face(due) } };
      case "turn":
        return { turn: { place: due.place, card: this.down.get(due.place)?.shift() ?? this.pack.shift() } };
      case "answer":
        return { answer: { yes: this.answers.shift() ?? false } };
      case "roll":
        return this.dice.length ? { roll: this.dice.shift() } : null;
      case "roll-three":
        return this.dice.length ? { "roll-three": this.dice.shift() } : null;
      case "step":
        return { step: due.step };
      default:
        return null;
    }
  }

  face({ place, up }) {
    if (place === "rack" && !up) return "??";
    const card = this.cards.get(place)?.shift() ?? this.pack.shift();
    if (up) return card;
    this.down.set(place, [...(this.down.get(place) ?? []), card]);
    return `(${card})`;
  }

  /** Does one thing that is due. */
  async step() {
    const { view } = await this.api.table(this.table);
    const input = this.next(view);
    if (input) await this.api.say(this.table, input);
    return input;
  }

  /** Deals until a decision or bets are due. */
  async deal() {
    const done = [];
    await until("the end of what a dealer can do", async () => {
      const input = await this.step();
      if (input) done.push(input);
      return input === null;
    });
    return done;
  }

  /** Closes the bets, then deals. */
  async closeBets() {
    const { view } = await this.api.table(this.table);
    if (view.due.step) await this.api.say(this.table, { step: view.due.step });
    return this.deal();
  }
}
