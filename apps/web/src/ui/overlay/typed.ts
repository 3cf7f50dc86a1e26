import { useEffect, useRef } from 'react';

/** Returns a function that tells whether a person typed into fields inside the element, or on a number pad. A search is nothing to lose. */
export function useTyped(inside: HTMLElement | null): () => boolean {
  const isTyped = useRef(false);
  useEffect(() => {
    if (inside === null) return undefined;
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLInputElement && target.type === 'search') return;
      isTyped.current = true;
    };
    const noteKey = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[data-pad="square"]')) note(event);
    };
    inside.addEventListener('input', note);
    inside.addEventListener('click', noteKey);
    return () => {
      inside.removeEventListener('input', note);
      inside.removeEventListener('click', noteKey);
    };
  }, [inside]);
  return () => isTyped.current;
}
