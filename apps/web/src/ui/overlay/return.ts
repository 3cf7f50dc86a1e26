import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { localPath } from '../hook/local-path.ts';

/** Returns a function that returns whether the screen at which the component was rendered is still open: an answer may come after the person has gone on. */
export function useIsHere(): () => boolean {
  const router = useRouter();
  const { pathname } = router.state.location;
  return () => router.state.location.pathname === pathname;
}

/**
 * Returns a function that closes an overlay: back to the path in `r` when it belongs to this app, else to `fallback` (R4.6). Once the person
 * has closed it or gone elsewhere, it does nothing.
 */
export function useReturn(fallback: string): () => void {
  const router = useRouter();
  const isHere = useIsHere();
  return () => {
    if (!isHere()) return;
    const { r } = router.state.location.search as { r?: unknown };
    (router.history as RouterHistory).replace(localPath(r) ?? fallback);
  };
}
