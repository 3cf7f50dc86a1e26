/**
 * Where messages are shown on a screen whose work begins and ends with buttons: over its lists, never over what is above or below them. On a phone
 * they stand at the lower end of the list, because the first results of a search are pressed next. See `toast-host.module.css`.
 */
import { breakpoints } from '../../styles/breakpoints.ts';
import { toastParts, watchToastParts } from '../hook/toasts-within.ts';

const isPhone = globalThis.matchMedia(breakpoints.phone);

interface Box {
  readonly top: number;
  readonly bottom: number;
  /** Where the last line of its list ends. */
  readonly filled: number;
}

/** The height of two short messages: with less below the last line of a list, they stand over its first ones. */
const roomPx = 150;

/** Returns the edges of a part, in px from the top of the window: it ends above its buttons where it has some in place of a list. */
function boxOf(part: HTMLElement): Box {
  const { top, bottom } = part.getBoundingClientRect();
  const end = part.querySelector('[data-toasts-end]')?.getBoundingClientRect();
  const line = part.querySelector(':scope > ul > :last-child')?.getBoundingClientRect();
  return { top, bottom: end ? Math.min(bottom, end.top) : bottom, filled: line?.bottom ?? top };
}

function place(): void {
  const root = document.documentElement;
  const boxes = [...toastParts].map(boxOf).filter(({ top, bottom }) => bottom > top);
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

const watch = new ResizeObserver(place);
const watchLines = new MutationObserver(place);

function follow(): void {
  watch.disconnect();
  watchLines.disconnect();
  for (const part of toastParts) {
    watch.observe(part);
    watchLines.observe(part, { childList: true, subtree: true });
  }
  place();
}

/** Places messages from now on. */
export function placeToasts(): void {
  watchToastParts(follow);
  follow();
}
