import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { breakpoints } from '../../styles/breakpoints.ts';

/** Returns whether the window matches a media query; updates when that changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** Returns whether the screen is as narrow as a phone's; updates when it is turned. */
export const useIsNarrow = (): boolean => useMedia(breakpoints.phone);
