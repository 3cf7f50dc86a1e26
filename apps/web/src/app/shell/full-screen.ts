import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/**
 * Returns whether the app fills the screen, and a function to toggle it. `isOffered` is false where the browser does
 * not support it.
 */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // A browser may refuse; then nothing changes, and neither does the button.
    change.catch(() => undefined);
  };
  return { isFull, toggle, isOffered: document.fullscreenEnabled };
}
