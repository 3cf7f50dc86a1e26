/** What a person cannot read or tap on a screen: content that is cut, covered or unreachable (R35.21, R35.75). */
import type { Page } from '@playwright/test';
import { atRest, cutOff, sizes } from './cut-off.ts';

/**
 * Returns what is cut, covered or unreachable on the screen, or in the topmost dialog, one fault a line. Scrolls to each control and text as a person
 * does, by lists and the page, never by boxes that hide what overflows. `seenHeight` is what an on-screen keyboard leaves of the screen.
 */
export async function outOfReach(page: Page, seenHeight?: number): Promise<string[]> {
  await atRest(page);
  const parts = [
    isDrawn,
    nameOf,
    bring,
    isSeenThrough,
    isCardOf,
    windowOf,
    lookedAt,
    controlFault,
    textFault,
    mayBeShortened,
    isOneOfMany,
    textsIn,
    clipOf,
    allFaults,
  ];
  const source = `(() => {${parts.join('\n')}\nreturn allFaults(${seenHeight ?? 'innerHeight'});})()`;
  return page.evaluate<string[]>(source);
}

/** Returns what is cut, covered or unreachable at any of the five sizes; `prepare` brings the screen into its state at each. */
export async function outOfReachInSizes(page: Page, prepare?: () => Promise<unknown>): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await prepare?.();
    for (const fault of [...(await cutOff(page)), ...(await outOfReach(page))])
      faults.push(`at ${size.width}: ${fault}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** Covers the lower part of the screen by an on-screen keyboard, as a browser does that lays it over the page; null closes it. */
export async function setKeyboard(page: Page, seenHeight: number | null): Promise<void> {
  await page.evaluate((height) => {
    const seen = globalThis.visualViewport as VisualViewport;
    if (height === null) Reflect.deleteProperty(seen, 'height');
    else Object.defineProperty(seen, 'height', { configurable: true, get: () => height });
    seen.dispatchEvent(new Event('resize'));
  }, seenHeight);
}

// The functions below run in the page.

/** Returns whether a person could see the element if it were scrolled to. */
function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isHidden = element.closest('.visually-hidden, [inert], [href="#screen"]') !== null;
  return (
    !isHidden && width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
}

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || '');
  return `${element.tagName.toLowerCase()} '${name.trim().slice(0, 60)}'`;
}

/** Scrolls the element into view by the boxes that a person can scroll. */
function bring(element: Element, seenHeight: number, isCentred = false): void {
  for (let up = element.parentElement; up; up = up.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(up);
    const isRoot = up === document.scrollingElement;
    const edge = isRoot ? { top: 0, left: 0, right: innerWidth, bottom: seenHeight } : up.getBoundingClientRect();
    const bottom = Math.min(edge.bottom, seenHeight);
    const box = element.getBoundingClientRect();
    if (
      (isRoot || /auto|scroll/.test(overflowY)) &&
      up.scrollHeight > up.clientHeight &&
      (isCentred || box.top < edge.top || box.bottom > bottom)
    )
      up.scrollTop += (box.top + box.bottom - edge.top - bottom) / 2;
    if (
      /auto|scroll/.test(overflowX) &&
      up.scrollWidth > up.clientWidth &&
      (isCentred || box.left < edge.left || box.right > edge.right)
    )
      up.scrollLeft += (box.left + box.right - edge.left - edge.right) / 2;
  }
}

/** Returns whether what is in front at a point belongs to the element. */
function isSeenThrough(element: Element, x: number, y: number): Element | null {
  const front = document.elementFromPoint(x, y);
  const label = element.closest('label');
  // What lets taps through is not found at a point, and lies over what is found.
  if (getComputedStyle(element).pointerEvents === 'none') return null;
  if (!front || element.contains(front) || label?.contains(front)) return null;
  // A link may cover its whole card, so that a tap anywhere opens it.
  const after = getComputedStyle(front, '::after');
  if (
    front.matches('a, button') &&
    after.position === 'absolute' &&
    after.content !== 'none' &&
    isCardOf(front, element)
  )
    return null;
  if (front.matches('input[type="file"]') && front.parentElement?.contains(element)) return null;
  // An input without a look of its own lies under or in the box that shows it.
  if (front.contains(element) && element.matches('input, span, small, b, time')) return null;
  if (element instanceof HTMLInputElement && [...(element.labels ?? [])].some((one) => one.contains(front)))
    return null;
  return front;
}

/** Returns whether the box that a link covers holds the element. */
function isCardOf(link: Element, element: Element): boolean {
  let card: Element | null = link;
  while (card && getComputedStyle(card).position === 'static') card = card.parentElement;
  return card?.contains(element) ?? false;
}

/** Returns the part of the screen, top and bottom, in which the lists around the element show it. */
function windowOf(element: Element, seenHeight: number): { top: number; bottom: number } {
  const seen = { top: 0, bottom: seenHeight };
  for (let up = element.parentElement; up; up = up.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
    const { top, bottom } = up.getBoundingClientRect();
    seen.top = Math.max(seen.top, top);
    seen.bottom = Math.min(seen.bottom, bottom);
  }
  return seen;
}

/** Returns the box that cuts what leaves it, nearest to the element. */
function clipOf(element: Element): { left: number; right: number; top: number; bottom: number } {
  const clip = { left: -1, right: innerWidth + 1, top: -Infinity, bottom: Infinity };
  for (let up: Element | null = element; up; up = up.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(up);
    const box = up.getBoundingClientRect();
    if (overflowX === 'hidden' || overflowX === 'clip') {
      clip.left = Math.max(clip.left, box.left - 1);
      clip.right = Math.min(clip.right, box.right + 1);
    }
    if (overflowY === 'hidden' || overflowY === 'clip') {
      clip.top = Math.max(clip.top, box.top - 1);
      clip.bottom = Math.min(clip.bottom, box.bottom + 1);
    }
    if (/auto|scroll/.test(overflowX + overflowY)) break;
  }
  return clip;
}

/**
 * Returns the fault that `look` finds. What has one is looked at again in the middle of its list, away from headings that stay, and after
 * the browser has drawn what it leaves out until it is near.
 */
async function lookedAt(
  element: Element,
  seenHeight: number,
  look: (element: Element, seenHeight: number) => string,
): Promise<string> {
  bring(element, seenHeight);
  let fault = look(element, seenHeight);
  for (let frame = 0; fault && frame < 6; frame += 1) {
    bring(element, seenHeight, true);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // A message may have gone in the meantime.
    fault = isDrawn(element) ? look(element, seenHeight) : '';
  }
  return fault;
}

function controlFault(control: Element, seenHeight: number): string {
  const { left, top, right, bottom, height } = control.getBoundingClientRect();
  const clip = clipOf(control.parentElement ?? control);
  if (left < -1 || right > innerWidth + 1) return `beyond the side: ${nameOf(control)}`;
  if (height < seenHeight && (top < -1 || bottom > seenHeight + 1)) return `unreachable: ${nameOf(control)}`;
  if (left < clip.left - 1 || right > clip.right + 1 || top < clip.top - 1 || bottom > clip.bottom + 1)
    return `cut: ${nameOf(control)}`;
  const front = isSeenThrough(control, (left + right) / 2, (top + Math.min(bottom, seenHeight)) / 2);
  return front ? `covered: ${nameOf(control)} by ${nameOf(front)}` : '';
}

/** Returns whether the element is in the long middle of a list, whose other parts look the same. */
function isOneOfMany(element: Element): boolean {
  for (let up: Element | null = element; up; up = up.parentElement) {
    const all = up.parentElement?.children ?? [];
    if (all.length < 60) continue;
    const place = [...all].indexOf(up);
    return place > 20 && place < all.length - 3 && place % 10 !== 0;
  }
  return false;
}

/** Returns the elements below `root` that have a text of their own. */
function textsIn(root: Element): Element[] {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Set<Element>();
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent || found.has(parent) || !walk.currentNode.textContent?.trim()) continue;
    // Last whether it is drawn: for what the browser leaves out until it is near, each look lays its part of the page out.
    if (!parent.closest('option, svg, title') && !isOneOfMany(parent) && isDrawn(parent)) found.add(parent);
  }
  return [...found];
}

/** Returns whether the end of a text may be left out: an ellipsis shows it. Amounts are always whole. */
function mayBeShortened(element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  const text = element.textContent ?? '';
  const isMoney = /\d\.\d\d(?!\d)/.test(text) && text.length < 40;
  return !isMoney && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none');
}

function textFault(element: Element, seenHeight: number): string {
  if (mayBeShortened(element)) return '';
  const isClipped = getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 0;
  if (isClipped && element.scrollWidth > element.clientWidth + 1) return `cut: text of ${nameOf(element)}`;
  const own = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim());
  const range = document.createRange();
  range.selectNodeContents(own ?? element);
  const clip = clipOf(element);
  const seen = windowOf(element, seenHeight);
  const box = element.closest('button, a, th, td')?.getBoundingClientRect() ?? { left: -Infinity, right: Infinity };
  for (const line of [...range.getClientRects()].filter(({ width }) => width > 1)) {
    const { left, right, top, bottom } = line;
    if (left < clip.left - 1 || right > clip.right + 1 || top < clip.top - 2 || bottom > clip.bottom + 2)
      return `cut: text of ${nameOf(element)}`;
    if (left < box.left - 1 || right > box.right + 1) return `wider than its box: ${nameOf(element)}`;
    const y = (top + bottom) / 2;
    // A long text has lines above and below what is seen of it.
    if (y < seen.top || y > seen.bottom) continue;
    const front = isSeenThrough(element, (left + right) / 2, y);
    if (front && !front.contains(element)) return `covered: text of ${nameOf(element)} by ${nameOf(front)}`;
  }
  const { top, bottom, height } = element.getBoundingClientRect();
  const isOut = height < seenHeight / 2 && (top < -1 || bottom > seenHeight + 1);
  return isOut ? `unreachable: text of ${nameOf(element)}` : '';
}

async function allFaults(seenHeight: number): Promise<string[]> {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => isDrawn(one));
  const root = dialogs.at(-1) ?? document.body;
  const selector = 'button, a[href], input, select, textarea, [role="tab"], [role="switch"]';
  const controls = [...root.querySelectorAll(selector)].filter((one) => isDrawn(one));
  const wide = document.documentElement.scrollWidth;
  const faults = [wide > innerWidth ? `the page is ${wide} wide` : ''];
  for (const one of controls) faults.push(await lookedAt(one, seenHeight, controlFault));
  for (const one of textsIn(root)) faults.push(await lookedAt(one, seenHeight, textFault));
  return [...new Set(faults.filter(Boolean))];
}
