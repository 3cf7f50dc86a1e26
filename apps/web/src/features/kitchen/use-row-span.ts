import { type RefCallback, useCallback } from 'react';

/** Height of a row of the board in pixels, as in kitchen-screen.module.css. */
const rowPx = 4;
/** Rows below each card: the gap of the board. */
const gapRows = 4;

/**
 * Sets the rows of all cards whose height is new, after the browser laid the board out and before it paints. A card that asked for its own height
 * would have the whole board laid out once more for each card.
 */
function spanCards(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, borderBoxSize } of entries) {
    const height = borderBoxSize[0]?.blockSize ?? 0;
    (target as HTMLElement).style.gridRowEnd = `span ${Math.ceil(height / rowPx) + gapRows}`;
  }
}

let cards: ResizeObserver | undefined;

/** Returns the ref of a card that spans as many rows of the board as it is high, so that the next card follows directly below (R35.45). */
export function useRowSpan(): RefCallback<HTMLElement> {
  return useCallback((card: HTMLElement | null) => {
    if (!card) return undefined;
    cards ??= new ResizeObserver(spanCards);
    cards.observe(card);
    return () => cards?.unobserve(card);
  }, []);
}
