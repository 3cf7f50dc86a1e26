import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Whether the app fills the screen, and how to change that; `isOffered` is false where the browser cannot. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // A browser may refuse; then nothing changes, and the button says so by staying as it is.
    change.catch(() => undefined);
  };
  return { isFull, toggle, isOffered: document.fullscreenEnabled };
}
