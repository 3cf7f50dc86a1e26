/**
 * Where messages are shown on a screen whose work begins and ends with buttons: over its lists, never over what is above or below them. On a phone
 * they stand at the lower end of the list, because the first results of a search are pressed next. A list that is full of lines has none to spare: there
 * the newest message stands over the words of the head above the list. See `toast-host.module.css`.
 */
import { breakpoints } from '../../styles/breakpoints.ts';
import { toastParts, watchToastParts } from '../hook/toasts-within.ts';

const isPhone = globalThis.matchMedia(breakpoints.phone);

interface Box {
  readonly top: number;
  readonly bottom: number;
  /** Where the last line of its list ends. */
  readonly filled: number;
  /** The upper edge of its head, where that has room for a message. */
  readonly headTop?: number | undefined;
}

/** The height of two short messages: with less below the last line of a list, it is full. */
const roomPx = 150;

/** The height of a short message in a head. */
const headRoomPx = 56;

/** What no message covers in a head: what is pressed, and what a guest must not eat. */
const kept = 'button, a, input, [role="note"], [role="alert"]';

/** Returns the upper edge of the head of a full part; undefined where what is kept leaves no room below it. */
function headTopOf(part: HTMLElement): number | undefined {
  const head = part.parentElement?.querySelector(':scope > [data-toasts-head]');
  if (!head) return undefined;
  const { top, bottom } = head.getBoundingClientRect();
  const edges = [...head.querySelectorAll(kept)].map((one) => one.getBoundingClientRect().top);
  return Math.min(bottom, ...edges) - top >= headRoomPx ? top : undefined;
}

/** Returns the edges of what is seen of a part, in px from the top of the window: it ends above its buttons where it has some in place of a list. */
function boxOf(part: HTMLElement): Box {
  const whole = part.getBoundingClientRect();
  // Of a screen that is scrolled the upper end may be above the window.
  const [top, bottom] = [Math.max(0, whole.top), Math.min(innerHeight, whole.bottom)];
  const end = part.querySelector('[data-toasts-end]')?.getBoundingClientRect();
  const line = part.querySelector(':scope > ul > :last-child')?.getBoundingClientRect();
  const box = { top, bottom: end ? Math.min(bottom, end.top) : bottom, filled: line?.bottom ?? top };
  return line && box.bottom - box.filled < roomPx ? { ...box, headTop: headTopOf(part) } : box;
}

function place(): void {
  const root = document.documentElement;
  const boxes = [...toastParts].map(boxOf).filter(({ top, bottom }) => bottom > top);
  const headTop = boxes.find((box) => box.headTop !== undefined)?.headTop;
  root.toggleAttribute('data-toasts-head', headTop !== undefined);
  if (headTop !== undefined) root.style.setProperty('--toasts-head', `${headTop}px`);
  if (boxes.length === 0) {
    delete root.dataset['toasts'];
    return;
  }
  const start = Math.max(...boxes.map((box) => box.top));
  // Of lists beside each other, the one that ends first has buttons below it; one that ends above is a strip of its own.
  const bottom = Math.min(...boxes.map((box) => box.bottom).filter((edge) => edge > start));
  const filled = Math.max(...boxes.map((box) => box.filled));
  const top = bottom - filled >= roomPx ? Math.max(start, filled) : start;
  root.dataset['toasts'] = isPhone.matches ? 'low' : 'high';
  root.style.setProperty('--toasts-from', `${top}px`);
  root.style.setProperty('--toasts-above', `${innerHeight - bottom}px`);
  root.style.setProperty('--toasts-room', `${bottom - top}px`);
}

/** Around all messages; absent until the first one. */
let host: Element | null = null;
const areShown = (): boolean => host?.querySelector('.Toastify__toast') != null;

let isDue = false;

/**
 * Places messages when what was pressed has been painted: in its frame the screen would be laid out, and perhaps styled, once more. Without messages there is
 * nothing to place (R34.6).
 */
function placeSoon(): void {
  if (isDue || !areShown()) return;
  isDue = true;
  requestAnimationFrame(() =>
    setTimeout(() => {
      isDue = false;
      place();
    }),
  );
}

const watch = new ResizeObserver(() => areShown() && place());
const watchLines = new MutationObserver(placeSoon);
/** A message that comes is placed before it is painted. */
const watchMessages = new MutationObserver(() => areShown() && place());

function follow(): void {
  watch.disconnect();
  watchLines.disconnect();
  for (const part of toastParts) {
    watch.observe(part);
    watchLines.observe(part, { childList: true, subtree: true });
  }
  if (areShown()) place();
}

/** Places messages from now on. */
export function placeToasts(): void {
  watchToastParts(follow);
  host = document.querySelector('.Toastify');
  if (host) watchMessages.observe(host, { childList: true, subtree: true });
  follow();
}
