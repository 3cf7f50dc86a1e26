import { useLayoutEffect } from 'react';

/** Returns the button or link that opened a dialog; of an action in a menu, which is gone then, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener?.closest<HTMLElement>('button, a[href]') ?? null;
}

/**
 * Gives the focus back to what opened a dialog when it closes, unless something else has it by then. Text fields are left out: the on-screen
 * keyboard would open.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = openerOf(document.activeElement);
    return () => {
      requestAnimationFrame(() => {
        const { activeElement, body } = document;
        const isFree = !activeElement || activeElement === body;
        if (isFree && opener?.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
