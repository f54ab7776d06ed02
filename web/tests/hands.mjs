/**
 * Two ways to work a page: with a finger, and with keys alone. Both do the same to whatever they are pointed at. Where a hand
 * trembles, everything is pressed twice at once.
 */

/** A finger on a screen. */
export class Finger {
  /** @param {import("playwright-core").Page} page */
  constructor(page, { trembles = false } = {}) {
    Object.assign(this, { page, trembles });
  }

  /** Scrolls to it first, and looks for it again if the page redraws it meanwhile. */
  async press(target) {
    if (!this.trembles) return target.tap();
    // Whatever stands there by the second time is hit by it.
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

/** Keys alone: whatever has no way to it by Tab and arrows cannot be used, and a test that wants it fails. */
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

  /** To a spot of the felt: by Tab to whichever stands in the order of Tab, from there by arrows. */
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
    // Once through the page, and some more for what has come meanwhile.
    for (let pressed = 0; pressed < 250; pressed += 1) {
      const key = await target.evaluate(tabTowards);
      if (key === null) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`Tab never comes to ${target}`);
  }
}

/** Runs in the page: the key that leads on to the element, as it stands before or after what has the focus; none where that has it. */
function tabTowards(element) {
  const focused = document.activeElement;
  if (element === focused) return null;
  const isBefore = focused !== document.body && element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBefore ? "Shift+Tab" : "Tab";
}

/** Runs in the page: from the centre of what has the focus to that of the element; nothing where that has it. */
function wayFromFocus(element) {
  if (element === document.activeElement) return null;
  const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const [to, from] = [element, document.activeElement].map((one) => centre(one.getBoundingClientRect()));
  return { x: to.x - from.x, y: to.y - from.y };
}

/** The arrow that leads on; the other direction in turn, lest it go back and forth, but none where it is not off the way. */
function arrowFor({ x, y }, pressed) {
  const [isFlat, isOff] = [Math.abs(x) > Math.abs(y), Math.min(Math.abs(x), Math.abs(y)) > 1];
  const axis = isFlat === (pressed % 3 !== 2 || !isOff) ? "x" : "y";
  return ARROWS[axis][(axis === "x" ? x : y) > 0 ? 1 : 0];
}
