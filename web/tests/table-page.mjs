/** The page of a table as a user sees it: names of buttons, labels, headings. */

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** An amount in minor units as the pages write it without the currency. */
export function written(minor, digits = 2) {
  const shown = minor % 10 ** digits === 0 ? 0 : digits;
  return (minor / 10 ** digits).toLocaleString("en-US", { minimumFractionDigits: shown, maximumFractionDigits: shown });
}

/** The amount with its currency, as in sentences. */
export const cash = (minor) => `${minor < 0 ? "-" : ""}$${written(Math.abs(minor))}`;

/** From the lobby to a table, through the sign-in page. */
export async function enter(page, hands, { table, name, password }) {
  await page.goto("/");
  await hands.press(page.getByRole("link", { name: `Sit down at ${table}`, exact: true }));
  await hands.write(page.getByLabel("Name"), name);
  await hands.write(page.getByLabel("Password"), password);
  await hands.press(page.getByRole("main").getByRole("button", { name: "Sign in" }));
  await page.getByRole("heading", { level: 1, name: table }).waitFor();
}

/** Buys chips, and so sits down. */
export async function sitDown(page, hands, amount) {
  const form = page.locator("form").filter({ has: page.getByLabel(/^Chips to buy/) });
  await hands.write(form.getByLabel(/^Chips to buy/), String(amount));
  await hands.press(form.getByRole("button", { name: "Sit down", exact: true }));
  await page.getByText(/^Your chips/).waitFor();
}

/** A spot of the felt on which a wager can be bet now; the patron's own box first. */
export async function spotFor(page, wager, box) {
  const spots = page.locator('[data-spot][data-offered="true"]').filter({ visible: true });
  const keys = await spots.evaluateAll((all) => all.map((one) => one.getAttribute("data-spot")));
  const fitting = keys.filter((key) => key.split(":")[1].split(",").includes(wager));
  const key = fitting.find((one) => Number(one.split(":")[0]) === box) ?? fitting[0];
  return key ? page.locator(`[data-spot="${key}"]`).filter({ visible: true }).first() : null;
}

/** Selects a chip that suits a wager, unless one is selected. */
export async function takeChip(page, hands, { min, max, step }) {
  const chips = page.getByRole("group", { name: "Chips", exact: true }).getByRole("button");
  const all = await chips.evaluateAll((buttons) =>
    buttons.map((button) => ({ name: button.querySelector(".vh").textContent, isTaken: button.getAttribute("aria-pressed") === "true" })));
  const worth = (name) => Math.round(Number(/^Chip of ([\d.,]+)/.exec(name)[1].replaceAll(",", "")) * 100);
  const fitting = all.filter(({ name }) => worth(name) >= min && worth(name) <= max && (worth(name) - min) % step === 0);
  if (fitting.length === 0) throw new Error(`no chip in the tray makes ${min}: ${all.map(({ name }) => name)}`);
  if (!fitting.some(({ isTaken }) => isTaken)) await hands.press(page.getByRole("button", { name: fitting[0].name, exact: true }));
}

/** Waits until a newly opened menu accepts clicks. */
export const isMenuReady = (page) => page.locator('.wager-menu[aria-busy="false"]').waitFor();

/** The maximum time for a menu or a sheet to open, in milliseconds: with motion, a sheet slides in first. */
const OPENS_WITHIN = process.env.SHOWS ? 1_500 : 300;

/** Bets by touching the felt; if several wagers share a spot, by its menu, or by the sheet of a number. */
export async function place(page, hands, spot, wagerName) {
  await hands.place(spot);
  const entry = page.locator(".wager-menu").getByRole("button", { name: new RegExp(`^${escaped(wagerName)}: Bet \\$[\\d.,]+(?! for the dealers)`) });
  const sheet = page.locator(".wager-sheet");
  const opened = await entry.or(sheet).first().waitFor({ timeout: OPENS_WITHIN }).then(() => true, () => false);
  if (!opened) return;
  if (await sheet.isVisible()) return betOnSheet(page, hands, sheet, wagerName);
  await isMenuReady(page);
  await hands.press(entry.first());
}

/** A sheet stays open for more bets on its number until it is closed. */
async function betOnSheet(page, hands, sheet, wagerName) {
  await hands.press(sheet.getByRole("button", { name: wagerName, exact: true }));
  await hands.press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
}

/** The button of a choice, which may include its cost. */
export const choiceButton = (page, name) =>
  page.getByRole("group", { name: "Choices" }).getByRole("button", { name: new RegExp(`^${escaped(name)}\\s*(\\+\\s*\\$[\\d.,]+)?$`, "i") });

/** Waits until the page shows the house's question and accepts an answer. */
export const isReadyToAnswer = (page, { question }) => page.locator(`.bar-body[data-question="${question}"][aria-busy="false"]`).waitFor();

/** The balance that the page shows. */
export async function shownBalance(page) {
  const panel = page.locator("section").filter({ has: page.getByText(/^Your chips/) }).last();
  return (await panel.innerText()).split("\n").map((text) => text.trim()).find((text) => /^\$[\d.,]+$/.test(text))?.slice(1);
}

/** The results panel: its round, the words of your own lines, and the number of others' lines. */
export async function shownLines(page) {
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Results", exact: true }) }).last();
  const round = Number(/round ([\d,]+)/.exec(await panel.innerText())?.[1].replace(",", ""));
  const own = await panel.locator("li.own").evaluateAll((all) => all.map((one) => one.textContent));
  return { round, own, others: await panel.locator("li:not(.own)").count() };
}

/** The texts of a line of the API that the page must show; all of them must be in one item. */
export function expectedWords(line, wager) {
  const movement = {
    wins: () => `wins ${cash(line.paid)}`,
    loses: () => `loses ${cash(line.stake - line.returned)}`,
    pushes: () => "pushes",
    // Returned by the house, or taken back by the patron: the amount is the same.
    returned: () => `${line.withdrawn ? "taken back" : "returned"} ${cash(line.returned)}`,
  }[line.outcome]?.();
  const received = `comes back: ${cash(line.paid + line.returned - line.charged)}`;
  const rest = [line.returned > 0 && `${cash(line.returned)} of the bet returned`, line.charged > 0 && `${cash(line.charged)} charged`];
  return ["You", wager, movement, received, ...rest, ...line.rules].filter(Boolean);
}
