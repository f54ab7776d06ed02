/** The browsers of the tests: one Chromium, with a context for each person. */
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { randomAddress } from "./api.mjs";

/** Pages built after the server: CROUPIER_PAGES names their directory. */
const BUILT = process.env.CROUPIER_PAGES;
/** Layouts changed after the server was built: CROUPIER_LAYOUTS names a JSON file of them by game id. */
const LAYOUTS = process.env.CROUPIER_LAYOUTS && JSON.parse(readFileSync(process.env.CROUPIER_LAYOUTS, "utf8"));

export const DESK = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 640 } };

/** For identical pictures on every machine: no hinting, no subpixels, no scrollbars that take room. */
const PLAIN = ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text", "--hide-scrollbars", "--force-color-profile=srgb"];
/** Otherwise a page from another origin than its socket's would be blocked. */
const LOCAL = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,BlockInsecurePrivateNetworkRequests";

export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: BUILT ? [...PLAIN, LOCAL] : PLAIN });
}

/** With motion, and with a key press after each beat. */
const SKIPS = process.env.SHOWS === "skipped";

/** Runs in the page: repeatedly presses a key without any other meaning. */
function skipBeats() {
  setInterval(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })), 60);
}

/** Hidden errors of a page: exceptions, and what the security policy has blocked. */
function listen(page) {
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !isExpected(text)) troubles.push(`${page.url()}: ${text}`);
  });
  page.troubles = troubles;
}

/** A browser reports every error answer and every lost connection; a test may expect these. */
const isExpected = (text) => /Failed to load resource|WebSocket connection to|ERR_INTERNET_DISCONNECTED/.test(text);

/**
 * Serves built pages instead of those embedded in the server. The server's headers, such as its policy, are missing.
 */
function usePages(context, base) {
  const isPage = (url) => url.href.startsWith(base) && !/^\/(v1|health|ready|openapi)/.test(url.pathname);
  return context.route(isPage, (route) => {
    const asked = join(BUILT, new URL(route.request().url()).pathname);
    return route.fulfill({ path: extname(asked) && existsSync(asked) ? asked : join(BUILT, "index.html") });
  });
}

/** Zones with their current positions; their notes keep the server's text. */
function useLayouts(context) {
  return context.route(/\/v1\/.*rules/, async (route) => {
    const response = await route.fetch();
    const rules = await response.json().catch(() => null);
    const newer = LAYOUTS[rules?.layout && rules.game];
    if (!newer) return route.fulfill({ response });
    const zones = rules.layout.zones.map((zone) => {
      const { note, ...now } = newer.zones.find(({ id }) => id === zone.id);
      return { ...zone, ...now, note: note ? zone.note : null };
    });
    return route.fulfill({ response, json: { ...rules, layout: { ...rules.layout, grid: newer.grid, zones } } });
  });
}

/**
 * A page of a person: signed in already, if one is named.
 * @param {import("playwright-core").Browser} browser
 */
export async function openPage(browser, house, { person = null, size = DESK, theme = "light", ...more } = {}) {
  const context = await browser.newContext({
    baseURL: house.base,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: theme,
    reducedMotion: SKIPS ? "no-preference" : "reduce",
    extraHTTPHeaders: { "x-forwarded-for": randomAddress() },
    ...size,
    ...more,
  });
  context.setDefaultTimeout(10_000);
  if (BUILT) await usePages(context, house.base);
  if (LAYOUTS) await useLayouts(context);
  await context.addInitScript(gatherMarks);
  if (SKIPS) await context.addInitScript(skipBeats);
  if (person) await context.addInitScript(keepSession, sessionOf(person));
  const page = await context.newPage();
  listen(page);
  return page;
}

const sessionOf = ({ token, person, name }) => ({ token, person, name, role: "patron", expires: (Date.now() + 3_600_000) * 1000 });

/** Runs in the page: records when each unit was shown; the page itself keeps only the last ones. */
function gatherMarks() {
  window.shown = new Map();
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name.startsWith("shown:")) window.shown.set(Number(name.slice("shown:".length)), performance.timeOrigin + startTime);
    }
  }).observe({ type: "mark", buffered: true });
}

/** Runs in the page: as if the person had signed in in this tab. */
function keepSession(session) {
  sessionStorage.setItem("croupier.session", JSON.stringify(session));
}

/** Closes a page with its context. */
export const closePage = (page) => page.context().close();

/** Waits until a page has loaded everything including fonts, and its text is stable. */
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

/** Changes the theme, and waits until all colours have changed. */
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
