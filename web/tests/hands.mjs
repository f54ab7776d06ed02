/**
 * Two ways to use a page: by touch, and by keys alone. Both offer the same actions. In the trembling mode everything is
 * pressed twice in a row.
 */

/** A finger on a touch screen. */
export class Finger {
  /** @param {import("playwright-core").Page} page */
  constructor(page, { trembles = false } = {}) {
    Object.assign(this, { page, trembles });
  }

  /** Scrolls to the element first, and finds it again if the page redraws it in the meantime. */
  async press(target) {
    if (!this.trembles) return target.tap();
    // The second press hits whatever is there by then.
    await target.tap({ trial: true });
    const { x, y, width, height } = await target.boundingBox();
    for (let times = 0; times < 2; times += 1) await this.page.touchscreen.tap(x + width / 2, y + height / 2);
  }

  place(spot) {
    return this.press(spot);
  }

  async write(target, text) {
    await this.press(target);
    await target.press("Control+a");
    await this.page.keyboard.type(text);
  }
}

const ARROWS = { x: ["ArrowLeft", "ArrowRight"], y: ["ArrowUp", "ArrowDown"] };

/** Keys alone: an element that Tab and arrows do not reach cannot be used, and a test that needs it fails. */
export class Keys {
  /** @param {import("playwright-core").Page} page */
  constructor(page, { trembles = false } = {}) {
    Object.assign(this, { page, trembles });
  }

  async press(target) {
    await this.goTo(target);
    await this.enter();
  }

  async enter() {
    for (let times = this.trembles ? 2 : 1; times > 0; times -= 1) await this.page.keyboard.press("Enter");
  }

  async write(target, text) {
    await this.goTo(target);
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.type(text);
  }

  /** Goes to a spot of the felt: by Tab to the one in the Tab order, from there by arrows. */
  async place(spot) {
    await this.goTo(this.page.locator('[data-spot][tabindex="0"]'));
    for (let pressed = 0; pressed < 60; pressed += 1) {
      const way = await spot.evaluate(wayFromFocus);
      if (way === null) return this.enter();
      await this.page.keyboard.press(arrowFor(way, pressed));
    }
    throw new Error(`no arrows lead to ${await spot.getAttribute("data-spot")}`);
  }

  async goTo(target) {
    await target.waitFor();
    // Once through the page, plus some steps for content that has appeared in the meantime.
    for (let pressed = 0; pressed < 250; pressed += 1) {
      const key = await target.evaluate(tabTowards);
      if (key === null) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`Tab never comes to ${target}`);
  }
}

/**
 * Runs in the page: the key that leads to the element, by its position before or after the focus; null if it has the
 * focus.
 */
function tabTowards(element) {
  const focused = document.activeElement;
  if (element === focused) return null;
  const isBefore = focused !== document.body && element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBefore ? "Shift+Tab" : "Tab";
}

/**
 * Runs in the page: the vector from the centre of the focused element to the target's; null if the target has the
 * focus.
 */
function wayFromFocus(element) {
  if (element === document.activeElement) return null;
  const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const [to, from] = [element, document.activeElement].map((one) => centre(one.getBoundingClientRect()));
  return { x: to.x - from.x, y: to.y - from.y };
}

/** The arrow key that leads closer; it alternates directions to avoid going back and forth. */
function arrowFor({ x, y }, pressed) {
  const [isFlat, isOff] = [Math.abs(x) > Math.abs(y), Math.min(Math.abs(x), Math.abs(y)) > 1];
  const axis = isFlat === (pressed % 3 !== 2 || !isOff) ? "x" : "y";
  return ARROWS[axis][(axis === "x" ? x : y) > 0 ? 1 : 0];
}
