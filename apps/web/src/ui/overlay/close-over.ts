import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen was opened over the one of the entry before. */
    isOver?: boolean;
  }
}

/** Returns a function that closes what was opened with `isOver`: Back where the entry before is its screen, so that Back never shows that twice; else to `href`. */
export function useCloseOver(href: string): () => void {
  const history = useRouter().history as RouterHistory;
  const navigate = useNavigate();
  return () => {
    if (history.location.state.isOver) history.back({ ignoreBlocker: true });
    else void navigate({ href, replace: true });
  };
}
