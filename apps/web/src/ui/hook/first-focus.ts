/** The element that has the focus when a dialog opens: its first field, else its main action, never 'Close' beside them. */
import { useEffect } from 'react';
import { focusUnasked } from './focus-fault.ts';

const fields =
  'input:not([type="hidden"], [type="file"], [type="radio"]), input[type="radio"]:checked, textarea, select, [role="combobox"], [role="radio"][aria-checked="true"], button[aria-pressed]';
/** Texts that are typed: on a touch screen the keyboard would cover half of the dialog before anybody has read it. */
const typed = 'input:not([type="radio"], [type="checkbox"], [inputmode="none"]), textarea';
const mainAction = 'button[data-saves="main"], button[type="submit"]:not([data-saves])';

/** For how long a button that was given the focus takes no key, in ms: a quick second Enter was meant for what opened the dialog. */
const keyRestMs = 350;

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [aria-disabled="true"], [tabindex="-1"]') && element.checkVisibility();

/** Returns whether an element can be seen without scrolling: the focus must not hide the beginning. */
function isInSight(element: HTMLElement, root: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const area = root.getBoundingClientRect();
  return top >= area.top && bottom <= area.bottom;
}

/** Returns what should have the focus first; null when only 'Close' can have it. */
function firstOf(root: HTMLElement, close: Element | null): HTMLElement | null {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const find = (selector: string): HTMLElement | undefined =>
    [...root.querySelectorAll<HTMLElement>(selector)].find(
      (each) => each !== close && isUsable(each) && isInSight(each, root),
    );
  const field = find(fields);
  if (field && !(isTouch && field.matches(typed))) return field;
  return find(mainAction) ?? find('button, a[href]') ?? null;
}

/** Leads the focus from the Close button of a dialog to where its person begins, until they act; also to what is shown later. */
export function useFirstFocus(root: HTMLElement | null, opened: boolean): void {
  useEffect(() => (root && opened ? leadFirst(root) : undefined), [root, opened]);
}

function leadFirst(root: HTMLElement): () => void {
  const close = root.querySelector('[data-close]');
  let given: HTMLElement | null = null;
  let givenAt = Number.NEGATIVE_INFINITY;
  const lead = (): void => {
    const { activeElement: active, body } = document;
    const isFree = !active || active === body || active === close || active === given || active.contains(root);
    const first = isFree ? firstOf(root, close) : null;
    if (!first || first === active) return;
    // The kit leads the focus too, some moments later: to 'Close', unless it is told. A field that loses it counts as left, and shows its problem.
    given?.removeAttribute('data-autofocus');
    first.setAttribute('data-autofocus', '');
    given = first;
    givenAt = performance.now();
    focusUnasked(first, { preventScroll: true });
  };
  const stop = new AbortController();
  const watch = new MutationObserver(lead);
  const end = (): void => {
    stop.abort();
    watch.disconnect();
  };
  const onKey = (event: KeyboardEvent): void => {
    const isQuick = event.repeat || performance.now() - givenAt < keyRestMs;
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (isPress && isQuick && event.target === given && given?.matches('button, a')) return event.preventDefault();
    return end();
  };
  root.addEventListener('focusin', () => queueMicrotask(lead), { signal: stop.signal });
  document.addEventListener('keydown', onKey, { signal: stop.signal, capture: true });
  document.addEventListener('pointerdown', end, { signal: stop.signal, capture: true });
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  lead();
  return end;
}
