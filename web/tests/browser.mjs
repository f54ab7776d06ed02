/** Browsers of the tests: one Chromium, a context for each person. */
import { chromium } from "playwright-core";
import { somebodysAddress } from "./api.mjs";

export const DESK = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 640 } };

/** The same picture on every machine: no hinting, no subpixels, no scrollbars that take room. */
const PLAIN = ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text", "--hide-scrollbars", "--force-color-profile=srgb"];

export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: PLAIN });
}

/** What went wrong in a page without anybody seeing it: errors, and what the security policy has kept back. */
function listen(page) {
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !isExpected(text)) troubles.push(`${page.url()}: ${text}`);
  });
  page.troubles = troubles;
}

/** A browser tells of every answer that says no and of every lost connection, which a test may want. */
const isExpected = (text) => /Failed to load resource|WebSocket connection to|ERR_INTERNET_DISCONNECTED/.test(text);

/**
 * A page of somebody: signed in already, where he is named.
 * @param {import("playwright-core").Browser} browser
 */
export async function openPage(browser, house, { person = null, size = DESK, theme = "light", ...more } = {}) {
  const context = await browser.newContext({
    baseURL: house.base,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: theme,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": somebodysAddress() },
    ...size,
    ...more,
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(gatherMarks);
  if (person) await context.addInitScript(keepSession, sessionOf(person));
  const page = await context.newPage();
  listen(page);
  return page;
}

const sessionOf = ({ token, person, name }) => ({ token, person, name, role: "patron", expires: (Date.now() + 3_600_000) * 1000 });

/** Runs in the page: keeps when each unit was shown, of which the page itself keeps only the last. */
function gatherMarks() {
  window.shown = new Map();
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name.startsWith("shown:")) window.shown.set(Number(name.slice("shown:".length)), performance.timeOrigin + startTime);
    }
  }).observe({ type: "mark", buffered: true });
}

/** Runs in the page: as if he had signed in in this tab. */
function keepSession(session) {
  sessionStorage.setItem("croupier.session", JSON.stringify(session));
}

/** Ends a page with its context. */
export const closePage = (page) => page.context().close();

/** Waits until a page has nothing more to fetch, its fonts are there and its words stay the same. */
export async function settled(page) {
  await page.getByRole("main").waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pause = () => new Promise((done) => setTimeout(done, 200));
    for (let [looks, before] = [0, ""]; looks < 20 && before !== document.body.textContent; looks += 1) {
      before = document.body.textContent;
      await pause();
    }
  });
}

/** Changes the theme, and waits until everything has its new colour. */
export async function useTheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(done));
    await painted();
    for (let frames = 0; frames < 60 && document.getAnimations().length > 0; frames += 1) await painted();
  });
}

/** When each unit was shown, in milliseconds since 1970 by this machine's clock. */
export const shownAt = async (page) => new Map(await page.evaluate(() => [...window.shown]));

/** The last unit that a page of a table has shown. */
export const shownSeq = (page) => page.evaluate(() => Math.max(0, ...window.shown.keys()));
