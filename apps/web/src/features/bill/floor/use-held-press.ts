import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const heldMs = 500;
/** How far a finger may move while it holds, px. */
const stillPx = 10;

/**
 * Returns the handlers of an area whose parts have a menu: a long press, a right click, Shift+F10 and the menu key open it. `open` returns whether there
 * is a menu; the press that opened it ends without a click.
 */
export function useHeldPress(open: (part: Element) => boolean) {
  const held = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }>(null);
  const hasOpened = useRef(false);
  const stop = (): void => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  useEffect(() => stop, []);
  return {
    onPointerDown: ({ isPrimary, button, target, clientX: x, clientY: y }: PointerEvent): void => {
      stop();
      hasOpened.current = false;
      if (!isPrimary || button !== 0) return;
      const timer = setTimeout(() => {
        hasOpened.current = open(target as Element);
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
    onClickCapture: (event: MouseEvent): void => {
      // A key press comes without a pointer.
      if (!hasOpened.current || event.detail === 0) return;
      hasOpened.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
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
