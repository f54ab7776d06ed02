/**
 * The faults of a felt, in words: overlaps, truncated words, letters and targets that are too small. Runs in the
 * browser.
 */
export function faults() {
  const found = [];
  const name = (element) => `${element.className.baseVal ?? element.className} "${(element.getAttribute("aria-label") ?? element.textContent).slice(0, 40)}"`;
  const rects = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0).map((element) => ({ element, rect: element.getBoundingClientRect() }));
  const meet = (a, b) => a.left < b.right - 2.1 && b.left < a.right - 2.1 && a.top < b.bottom - 2.1 && b.top < a.bottom - 2.1;
  const pairs = (selector) => {
    const all = rects(selector);
    all.forEach((a, at) => all.slice(at + 1).forEach((b) => meet(a.rect, b.rect) && found.push(`${name(a.element)} meets ${name(b.element)}`)));
  };
  pairs(".felt-column"); pairs("[data-spot]"); pairs(".felt-slot"); pairs(".felt-zone-cell");
  const shared = rects(".felt-shared");
  for (const column of rects(".felt-slot, .felt-spot, .felt-place, .felt-folded")) for (const one of [...shared, ...rects(".felt-ground g, .felt-ground text")]) {
    const covers = one.element.closest(".felt-ground") && one.element.querySelector("textPath");
    if (!covers && meet(column.rect, one.rect)) found.push(`${name(column.element)} meets ${name(one.element)}`);
  }
  for (const { element, rect } of rects(".felt-piece, .felt-coin, .felt-hand, .felt-zone-head, .felt-zone-chips, .felt-spot-word")) {
    const holder = element.closest(".felt-zone, .felt-column, .felt-spot, .felt-large, .felt-small")?.getBoundingClientRect();
    if (holder && (rect.left < holder.left - 1 || rect.right > holder.right + 1 || rect.bottom > holder.bottom + 1 || rect.top < holder.top - 1)) found.push(`${name(element)} leaves ${name(element.closest(".felt-zone, .felt-column, .felt-spot, .felt-large, .felt-small"))}`);
  }
  for (const element of document.querySelectorAll(".felt-zone")) {
    const [head, chips] = [".felt-zone-head", ".felt-zone-chips"].map((part) => element.querySelector(part).getBoundingClientRect());
    if (element.querySelector(".felt-piece, .felt-coin") && meet(head, chips)) found.push(`${name(element)} has chips on its words`);
    for (const mark of element.querySelectorAll(".felt-more, .felt-lammer")) {
      if (meet(mark.getBoundingClientRect(), head)) found.push(`${name(element)} has "${mark.textContent}" on its words`);
    }
  }
  for (const element of document.querySelectorAll(".felt *")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    if (element.closest(".vh, .felt-card")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 11) found.push(`${size}px letters: ${name(element)}`);
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === "hidden") found.push(`cut off: ${name(element)}`);
  }
  const least = document.querySelector(".felt-phone, [data-phone=true]") ? 44 : 24;
  for (const { element, rect } of rects("[data-spot], .felt-strip button")) {
    if (Math.min(rect.width, rect.height) < least - 0.5) found.push(`target ${rect.width.toFixed(1)}x${rect.height.toFixed(1)}: ${name(element)}`);
  }
  const frame = document.querySelector(".felt-frame");
  if (frame && frame.scrollHeight > frame.clientHeight + 1) found.push(`scrolls down ${frame.scrollHeight - frame.clientHeight}`);
  if (frame && frame.scrollWidth > frame.clientWidth + 1) found.push(`scrolls aside ${frame.scrollWidth - frame.clientWidth}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls aside");
  return found;
}
