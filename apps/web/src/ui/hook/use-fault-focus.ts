/** Leads to what is wrong after a failed save in dialogs and screens with their own inputs. Source: R35.51. */
import { useEffect, useState } from 'react';
import { faults, focusFirstFault } from './focus-fault.ts';

/** Buttons that save; `Button` marks them. */
const savingButton = 'button[data-saves]';

/**
 * Focuses the first field with a problem inside an element after a failed save, also when the server finds the problem later. Returns how many other
 * fields have a problem since then; 0 before.
 */
export function useFaultFocus(root: HTMLElement | null): number {
  const [others, setOthers] = useState(0);
  useEffect(() => (root ? watchFaults(root, setOthers) : undefined), [root]);
  return others;
}

/** Watches an element for attempts to save and for faults. Returns a function that ends it. */
function watchFaults(root: HTMLElement, onOthers: (count: number) => void): () => void {
  // A save was tried, and nothing was typed or pressed since.
  let isAttempted = false;
  let isShown = false;
  const look = () => {
    const count = root.querySelectorAll(faults).length;
    if (count > 0 && isAttempted) focusFirstFault(() => root);
    isShown = count > 0 && (isShown || isAttempted);
    if (count > 0) isAttempted = false;
    onOthers(isShown ? count - 1 : 0);
  };
  const attempt = () => {
    isAttempted = true;
    requestAnimationFrame(look);
  };
  const stop = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
    root.addEventListener(name, listener, { signal: stop.signal });
  const forget = () => {
    isAttempted = false;
  };
  listen('pointerdown', forget);
  listen('input', forget);
  listen('submit', attempt);
  listen('click', ({ target }) => target instanceof Element && target.closest(savingButton) && attempt());
  listen('keydown', ({ key, target }) => key === 'Enter' && isPlainInput(target) && attempt());
  const watch = new MutationObserver(look);
  watch.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-invalid', 'data-fault', 'disabled'],
  });
  return () => {
    stop.abort();
    watch.disconnect();
  };
}

/** Returns whether Enter in an element saves: in an input, except where it chooses from a list. */
const isPlainInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox';
