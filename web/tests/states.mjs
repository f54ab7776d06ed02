/** Every page in every visible state, created at live-dealt tables so that all states persist. */
import { liveTable, splitHands } from "./scenes.mjs";

/** A finished round, at its own table. */
async function playedRound(house, person) {
  const cards = { 1: ["Ts", "9h"], dealer: ["Kd", "7c"] };
  const { table, dealer } = await liveTable(house, { file: "blackjack-main-floor", name: "Blackjack 3", people: [person], script: { cards } });
  await person.bet(table, "A", 1, "main", 2500);
  await dealer.closeBets();
  await person.choose(table, "A", "1", "stand");
  await dealer.deal();
  return { table, round: 1 };
}

/**
 * @returns {Promise<{name: string, path: string, person: object | null}[]>} the states, each with where it is seen and by whom
 */
export async function states(house) {
  const ada = await house.patron("ada");
  const ben = await house.patron("ben");
  const deciding = await splitHands(house, ada, "Blackjack 1");
  const betting = await liveTable(house, { file: "craps", name: "Craps 1", people: [ada, ben] });
  const poker = await liveTable(house, { file: "ultimate-texas-holdem", name: "Hold 'Em 1", people: [ben] });
  const played = await playedRound(house, ada);
  const at = (name, path, person = ada) => ({ name, path, person });
  return [
    at("lobby", "/"),
    at("lobby-stranger", "/", null),
    at("rules", "/rules", null),
    at("rules-of-a-game", "/rules/ohio/craps", null),
    at("rules-of-a-table", `/rules/ohio/blackjack?table=${deciding.table}`, null),
    at("sign-in", "/sign-in", null),
    at("watching", `/tables/${poker.table}`),
    at("betting", `/tables/${betting.table}`),
    at("deciding", `/tables/${deciding.table}`),
    at("rounds", "/rounds"),
    at("round", `/tables/${played.table}/rounds/${played.round}`),
    at("not-found", "/nothing/here", null),
  ];
}
