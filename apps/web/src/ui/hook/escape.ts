/** What Escape closes: the list or calendar of a field that is open, which bears a mark, or else the uppermost dialog. */
import { type FocusEvent, useEffect, useEffectEvent } from 'react';

const mark = 'data-mantine-stop-propagation';

/** Returns the mark for an element that is focused while its list is open. */
export const ownEscape = (isOpen: boolean): Readonly<Record<string, string>> => (isOpen ? { [mark]: 'true' } : {});

/** Marks the focused element inside a popup. */
export const keepEscape = (event: FocusEvent<HTMLElement>): void => event.target.setAttribute(mark, 'true');

/** Presses that closed a dialog: it may be gone before the listeners of those below run. */
const handled = new WeakSet<KeyboardEvent>();

/** Calls `onClose` when Escape is pressed while no other dialog is above this one. `dialog` is an element in it. */
export function useEscapeCloses(dialog: HTMLElement | null, onClose: (() => void) | undefined): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    const isMarked = event.target instanceof Element && event.target.getAttribute(mark) === 'true';
    if (event.key !== 'Escape' || event.isComposing || isMarked || !onClose || handled.has(event)) return;
    const uppermost = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    if (!uppermost || !uppermost.contains(dialog)) return;
    handled.add(event);
    onClose();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => close(event);
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  }, []);
}
