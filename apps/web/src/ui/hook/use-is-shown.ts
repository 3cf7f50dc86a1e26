import { useEffect, useRef } from 'react';

/** Returns a function that returns whether the component is still rendered: an answer that comes later has no place in it. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
