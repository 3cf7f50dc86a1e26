import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import { holdSecondPress } from '../hook/second-press.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen was opened over the one of the entry before. */
    isOver?: boolean;
  }
}

/** The place in the history that was closed last. */
let closed: RouterHistory['location'] | undefined;

/** Returns a function that closes what was opened with `isOver`: Back where the entry before is its screen, so that Back never shows that twice; else to `href`. */
export function useCloseOver(href: string): () => void {
  const history = useRouter().history as RouterHistory;
  const navigate = useNavigate();
  return () => {
    // Back takes a moment, in which the dialog is still there: the dialog itself holds the press only when it closes.
    holdSecondPress();
    if (!history.location.state.isOver) return void navigate({ href, replace: true });
    // Back takes a moment; a second press in it would go back once more.
    if (closed === history.location) return undefined;
    closed = history.location;
    history.back({ ignoreBlocker: true });
    return undefined;
  };
}
