import { type RefObject, useEffect } from 'react';

const faults = '[role="alert"], [aria-invalid="true"]';

/** Scrolls an error that appears in `body` into view, with the sentence that belongs to a field (R35.21). */
export function useErrorsInView(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = body.current;
    if (!place) return undefined;
    const watch = new MutationObserver((changes) => {
      const [first] = changes.flatMap(errorsOf);
      if (!first) return;
      const noteId = first.getAttribute('aria-describedby')?.split(' ').at(-1);
      first.scrollIntoView({ block: 'nearest' });
      if (noteId) document.getElementById(noteId)?.scrollIntoView({ block: 'nearest' });
    });
    watch.observe(place, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-invalid'] });
    return () => watch.disconnect();
  }, [body]);
}

/** Returns the errors that a change of the document brought. */
function errorsOf({ type, target, addedNodes }: MutationRecord): readonly Element[] {
  if (type === 'attributes') return target instanceof Element && target.matches(faults) ? [target] : [];
  return [...addedNodes].flatMap((node) => {
    // The text of an error that is already shown may change.
    const element = node instanceof Element ? node : node.parentElement;
    if (!element) return [];
    const inside = node instanceof Element ? node.querySelector(faults) : null;
    return element.closest(faults) ?? inside ?? [];
  });
}
