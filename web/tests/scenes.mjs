/**
 * Tables in states that are hard to draw or short-lived, created by the API at live-dealt tables, so that nothing
 * depends on chance.
 */
import { tableFile } from "./harness.mjs";
import { Dealer } from "./dealer.mjs";

/** Enough chips for every scene, in minor units. */
const CHIPS = 5_000_000;
/** Tables in scenes have no time limits. */
const LIVE = { live: true, bets: 0, decisions: 0 };

/** Opens a live-dealt table with these people, place A first. */
export async function liveTable(house, { file, name, people, script, change = (text) => text }) {
  const table = await house.table(change(tableFile(file)), { name, ...LIVE });
  await house.ready([table]);
  const dealer = new Dealer(house.staff.dealer, table, script);
  await dealer.deal();
  for (const [at, person] of people.entries()) {
    await person.buyIn({ table, seat: "ABCDEFGHIJKLMNOP"[at], amount: CHIPS });
  }
  return { table, dealer };
}

/** The bets offered to a patron, one by one: the house groups equal ones. */
export function offeredBets({ view, seats, places }) {
  const kept = places.filter((place) => !place.you).map((place) => place.box);
  const letter = seats.find((seat) => seat.you)?.patron;
  const own = view.awaits.filter((offer) => offer.what.bet && [letter, "any patron"].includes(offer.by));
  return own.flatMap(({ what: { bet }, "also-on": others = [], amount }) => {
    if (bet["for-dealers"]) return [];
    const wagers = bet.targets?.length ? bet.targets : [bet.wager];
    return [bet.box, ...others].filter((box) => !kept.includes(box)).flatMap((box) => wagers.map((wager) => ({ box, wager, ...amount })));
  });
}

/**
 * Bets the minimum on everything that is offered to a patron on their box, required wagers first, until every offered
 * wager has been placed.
 */
export async function betOnEverything(person, table, { most = Infinity, box = null } = {}) {
  const refused = new Set();
  for (let laid = 0; laid < most; ) {
    const now = await person.table(table);
    const letter = now.seats.find((seat) => seat.you).patron;
    const held = new Set(now.view.wagers.filter((one) => one.patron === letter).map((one) => one.wager));
    const rank = (bet) => now.needed.indexOf(bet.wager);
    const open = offeredBets(now).filter((bet) => (box === null || bet.box === box) && !held.has(bet.wager) && !refused.has(bet.wager));
    const next = open.sort((one, other) => rank(other) - rank(one))[0];
    if (!next) return;
    try {
      await person.bet(table, letter, next.box, next.wager, next.min);
      laid += 1;
    } catch (error) {
      if (error.status !== 422) throw error;
      refused.add(next.wager);
    }
  }
}

/** Everyone who is asked says yes, which silence never does, and the dealer deals, until bets are open or
dice are due. */
export async function goOn({ table, dealer }, people) {
  for (;;) {
    await dealer.deal();
    const { view } = await dealer.api.table(table);
    if (view.due.kind === "bets" || view.due.kind === "roll") return;
    if (!(await answered(table, people))) throw new Error(`nobody answers: ${view.due.text}`);
  }
}

async function answered(table, people) {
  for (const person of people) {
    const { view, seats } = await person.table(table);
    const letter = seats.find((seat) => seat.you).patron;
    const own = view.awaits.filter((offer) => offer.by === letter && offer.due && offer.what.choose?.choice);
    const offer = own.find((one) => !one.default) ?? own[0];
    if (!offer) continue;
    await person.choose(table, letter, offer.what.choose.hand, offer.what.choose.choice, offer.amount?.min);
    return true;
  }
  return false;
}

/** One box with as many hands as the rules allow, the third of them in play. */
export async function splitHands(house, person, name) {
  const cards = { 1: ["8s", "8h", "8d", "8c", "Th"], 1.2: ["Td"], 1.3: ["3h"], dealer: ["6d", "Tc"] };
  const { table, dealer } = await liveTable(house, { file: "blackjack-main-floor", name, people: [person], script: { cards } });
  await person.bet(table, "A", 1, "main", 2500);
  await dealer.closeBets();
  for (const [hand, choice, stake] of [["1", "split", 2500], ["1", "split", 2500], ["1", "split", 2500], ["1", "stand"], ["1.2", "stand"]]) {
    await person.choose(table, "A", hand, choice, stake);
    await dealer.deal();
  }
  return { table, dealer };
}

/** Every box taken, with every possible wager on each. */
export async function fullBoxes(house, people, name) {
  const change = (text) => text.replace(/^boxes = .*/m, `boxes = ${people.length}`);
  const { table, dealer } = await liveTable(house, { file: "ride-free", name, people, change });
  for (const [at, person] of people.entries()) await betOnEverything(person, table, { box: at + 1 });
  return { table, dealer };
}

/** A layout full of several patrons' bets, with a point established. */
export async function fullLayout(house, people, name, most = Infinity) {
  const { table, dealer } = await liveTable(house, { file: "craps", name, people, script: { dice: ["4-4"] } });
  for (const person of people) await betOnEverything(person, table, { most: 1 });
  await dealer.closeBets();
  await goOn({ table, dealer }, people);
  for (const person of people) await betOnEverything(person, table, { most });
  return { table, dealer };
}

/** One box on which several patrons have every possible wager. */
export async function sharedBox(house, people, name) {
  const { table, dealer } = await liveTable(house, { file: "pontoon-plus", name, people });
  for (const person of people) await betOnEverything(person, table, { box: 1 });
  return { table, dealer };
}
