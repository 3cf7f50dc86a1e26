import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls what opens below a field into view, and again when its number of `rows` changes: the buttons of a drawer would cover it (R35.21). */
export function useInView(opened: RefObject<HTMLElement | null>, rows: number): void {
  useLayoutEffect(() => {
    if (rows > 0) opened.current?.scrollIntoView({ block: 'nearest' });
  }, [opened, rows]);
}
