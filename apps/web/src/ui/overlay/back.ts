/** The browser's Back closes an open dialog or panel before it leaves the screen. Source: docs/rules.md#back. */
import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../../locale/locale.ts';
import { breakpoints } from '../../styles/breakpoints.ts';
import { showToast } from './toast.ts';

interface Closing {
  /** Closes it; absent where only its own buttons may. */
  readonly onClose: (() => void) | undefined;
  /** It is an entry of the history itself, as the dialog of a route is: Back goes on and closes it by that. */
  readonly isEntry?: boolean | undefined;
  /** Returns whether something was typed that closing would lose. */
  readonly isTyped?: (() => boolean) | undefined;
}

interface Opened {
  readonly now: () => Closing;
  isWarned: boolean;
}

/** What is open, the topmost last. */
const opened: Opened[] = [];
let history: RouterHistory | null = null;
let unblock: (() => void) | null = null;

/** Binds the history of the app. */
export function bindBack(of: RouterHistory): void {
  history = of;
}

/** Forms that ask by themselves before they are left. */
let asking = 0;

/** Closes the topmost; once something was typed in it, at the second Back only. Returns whether Back ends here. */
function closeTop(): boolean {
  const top = opened.at(-1);
  if (!top) return false;
  const { onClose, isEntry = false, isTyped } = top.now();
  if (isEntry && asking > 0) return false;
  if (onClose && isTyped?.() && !top.isWarned) {
    top.isWarned = true;
    showToast(t('ui.backAgain'), 'warning', { id: 'back' });
    return true;
  }
  if (!isEntry) onClose?.();
  return !isEntry;
}

/** Back from the first entry leaves the app and asks nobody: it needs an entry above. */
function addEntryAboveFirst(of: RouterHistory): void {
  const { href, state } = of.location;
  if (state.__TSR_index === 0 && matchMedia(breakpoints.phone).matches) of.push(href, state, { ignoreBlocker: true });
}

function add(one: Opened): () => void {
  opened.push(one);
  if (history && unblock === null) {
    addEntryAboveFirst(history);
    unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ action }) => action === 'BACK' && closeTop(),
    });
  }
  return () => {
    opened.splice(opened.indexOf(one), 1);
    if (opened.length > 0) return;
    unblock?.();
    unblock = null;
  };
}

/** Tells that a form asks by itself before it is left. */
export function useAsksItself(): void {
  useEffect(() => {
    asking += 1;
    return () => {
      asking -= 1;
    };
  }, []);
}

/** Closes what is open when Back is pressed. */
export function useBackCloses(isOpen: boolean, closing: Closing): void {
  const latest = useRef(closing);
  useEffect(() => {
    latest.current = closing;
  });
  useEffect(() => (isOpen ? add({ now: () => latest.current, isWarned: false }) : undefined), [isOpen]);
}
