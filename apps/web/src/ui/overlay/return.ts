import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { localPath } from '../hook/local-path.ts';

/** Returns a function that closes an overlay: back to the path in `r` when it belongs to this app, else to `fallback` (R4.6). */
export function useReturn(fallback: string): () => void {
  const router = useRouter();
  return () => {
    const { r } = router.state.location.search as { r?: unknown };
    (router.history as RouterHistory).replace(localPath(r) ?? fallback);
  };
}
