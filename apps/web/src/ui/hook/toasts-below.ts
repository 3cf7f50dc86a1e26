import { useLayoutEffect } from 'react';
import { breakpoints } from '../../styles/breakpoints.ts';

/** Where toasts begin at the least, in px from the top of the window; see `toast-host.module.css`. */
const top = '--toasts-below';

/** Keeps toasts below an edge of a part of the screen until the returned function is called. A dialog places them itself. */
function keepToastsBelow(element: HTMLElement, edge: 'top' | 'bottom'): (() => void) | undefined {
  if (element.closest('[aria-modal="true"]')) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty(top, `${element.getBoundingClientRect()[edge]}px`));
  watch.observe(element);
  return () => {
    watch.disconnect();
    style.removeProperty(top);
  };
}

/** Shows toasts over this part of the screen and not over the buttons above it, which a person presses next. */
export function useToastsBelow(element: HTMLElement | null): void {
  useLayoutEffect(() => (element ? keepToastsBelow(element, 'top') : undefined), [element]);
}

/** The `ref` of a screen's head: shows toasts below it and not over its buttons. */
export function toastsBelowHead(head: HTMLElement | null): (() => void) | undefined {
  return head ? keepToastsBelow(head, 'bottom') : undefined;
}

const isPhone = globalThis.matchMedia(breakpoints.phone);

/** How far toasts begin from the end edge of the window, in px. */
const beside = '--toasts-beside';

/** The `ref` of a panel at the end of the window: shows toasts beside it and not over what is read and pressed there. On a phone, where the panel is as wide as the window, they stay. */
export function toastsBesidePanel(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel || panel.closest('[aria-modal="true"]')) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    const { left, right } = panel.getBoundingClientRect();
    const isRtl = getComputedStyle(panel).direction === 'rtl';
    const edge = isRtl ? right : innerWidth - left;
    if (!isPhone.matches) style.setProperty(beside, `${edge}px`);
    else style.removeProperty(beside);
  });
  watch.observe(panel);
  return () => {
    watch.disconnect();
    style.removeProperty(beside);
  };
}
