import { useLayoutEffect } from 'react';

/** Where toasts begin at the least, in px from the top of the window; see `toast-host.module.css`. */
const top = '--toasts-below';

/** Shows toasts over this part of the screen and not over the buttons above it, which a person presses next. */
export function useToastsBelow(element: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!element || element.closest('[aria-modal="true"]')) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty(top, `${element.getBoundingClientRect().top}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty(top);
    };
  }, [element]);
}
