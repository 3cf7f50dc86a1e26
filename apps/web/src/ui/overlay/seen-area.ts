import { useEffect } from 'react';

/**
 * Keeps dialogs and drawers inside the part of the screen that an on-screen keyboard leaves, in browsers that lay the keyboard over the page. While it is
 * open, `--seen-top` and `--seen-height` are set on the document (R35.21).
 */
export function useSeenArea(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return undefined;
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    measure();
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, []);
}

/** Browser bars change the height by less than a keyboard does. */
const minKeyboard = 120;

function measure(): void {
  const seen = globalThis.visualViewport;
  const { style } = document.documentElement;
  // A page that was zoomed with two fingers also shows a part of itself only.
  const isCovered = seen !== null && Math.abs(seen.scale - 1) < 0.01 && innerHeight - seen.height >= minKeyboard;
  if (isCovered) {
    style.setProperty('--seen-top', `${seen.offsetTop}px`);
    style.setProperty('--seen-height', `${seen.height}px`);
  } else {
    style.removeProperty('--seen-top');
    style.removeProperty('--seen-height');
  }
}
