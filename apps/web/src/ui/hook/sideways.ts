import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the content of an element is wider than the element, so that it scrolls sideways; follows changes of both. */
export function useSideways(element: HTMLElement | null): boolean {
  const watchSizes = useCallback(
    (changed: () => void) => {
      if (!element) return () => undefined;
      const watch = new ResizeObserver(changed);
      for (const one of [element, ...element.children]) watch.observe(one);
      return () => watch.disconnect();
    },
    [element],
  );
  return useSyncExternalStore(watchSizes, () => element !== null && element.scrollWidth > element.clientWidth);
}
