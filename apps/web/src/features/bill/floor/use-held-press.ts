import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const heldMs = 500;
/** How far a finger may move while it holds, px. */
const stillPx = 10;
/** How long after the finger let go a click of that press may come. */
const clickMs = 100;

/** Lets the press that opened a menu end without a click, which would open the bill, or close the menu that now lies under the finger. */
function endWithoutClick(): void {
  const done = new AbortController();
  const stopClick = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    done.abort();
  };
  // The browser makes no click of a touch whose end is prevented.
  const stopTouch = (event: Event): void => event.preventDefault();
  const { signal } = done;
  window.addEventListener('click', stopClick, { capture: true, signal });
  window.addEventListener('touchend', stopTouch, { capture: true, passive: false, signal });
  const end = (): void => void setTimeout(() => done.abort(), clickMs);
  for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, end, { capture: true, signal });
}

/**
 * Returns the handlers of an area whose parts have a menu: a long press, a right click, Shift+F10 and the menu key open it. `open` returns whether there
 * is a menu; the press that opened it ends without a click.
 */
export function useHeldPress(open: (part: Element) => boolean) {
  const held = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }>(null);
  const stop = (): void => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  useEffect(() => stop, []);
  return {
    onPointerDown: ({ isPrimary, button, target, clientX: x, clientY: y }: PointerEvent): void => {
      stop();
      if (!isPrimary || button !== 0) return;
      const timer = setTimeout(() => {
        if (open(target as Element)) endWithoutClick();
      }, heldMs);
      held.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const { x, y } = held.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > stillPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent): void => {
      stop();
      if (open(event.target as Element)) event.preventDefault();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const isAsked = (event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu';
      if (isAsked && open(event.target as Element)) event.preventDefault();
    },
  };
}
