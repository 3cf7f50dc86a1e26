import { type RefCallback, useCallback } from 'react';

/** Height of a row of the board in pixels, as in kitchen-screen.module.css. */
const rowPx = 4;
/** Rows below each card: the gap of the board. */
const gapRows = 4;

/** Returns the ref of a card that spans as many rows of the board as it is high, so that the next card follows directly below (R35.45). */
export function useRowSpan(): RefCallback<HTMLElement> {
  return useCallback((card: HTMLElement | null) => {
    if (!card) return undefined;
    const span = () => {
      card.style.gridRowEnd = `span ${Math.ceil(card.offsetHeight / rowPx) + gapRows}`;
    };
    span();
    const observer = new ResizeObserver(span);
    observer.observe(card);
    return () => observer.disconnect();
  }, []);
}
