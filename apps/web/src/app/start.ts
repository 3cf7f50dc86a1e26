import type { AnyRouter } from '@tanstack/react-router';
import { on } from '../api/event.ts';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';
import { useSession } from '../session/session.ts';
import { startData } from '../sync/start.ts';
import { pathTo } from '../ui/overlay/route-path.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { loginSearch } from './route/guard.ts';
import { buildRouter, homePath } from './route/route-tree.tsx';
import { clearListsBetweenSections } from './route/sections.ts';
import { signedInFrame } from './signed-in.ts';

/** Starts what runs behind the screens and answers the router; with a person signed in, after their data is there. */
export async function start(): Promise<AnyRouter> {
  const router = buildRouter();
  on('toast', ({ kind, message, details }) => {
    const [what, more] = [labelText(message), labelText(details ?? '')];
    showToast(more ? `${what}. ${more}` : what, kind === 'success' ? 'good' : kind);
  });
  on('logout', ({ message }) => {
    const href = router.state.location.href;
    void router.navigate({ to: pathTo('Login'), search: loginSearch(href, message) });
  });
  keepTitle(router);
  clearListsBetweenSections(router);
  fetchFrame(router);
  try {
    await startData();
  } catch (error) {
    // With half of the data the person sees what is missing; with none they would see a spinner for ever.
    showToast(`${t('app.startFailed')}. ${error instanceof Error ? error.message : ''}`, 'error', { sticky: true });
  }
  return router;
}

/** Fetches the frame beside the data of who is signed in; who signs in first sees that screen before it. */
function fetchFrame(router: AnyRouter): void {
  // A frame that does not come now is asked for again by its route, which says so when it fails.
  const fetched = (): void => void signedInFrame.preload().catch(() => undefined);
  if (useSession.getState().user) {
    fetched();
    return;
  }
  const stop = router.subscribe('onRendered', () => {
    stop();
    fetched();
  });
}

/** The title of the window names the screen. */
function keepTitle(router: AnyRouter): void {
  router.subscribe('onResolved', () => {
    document.title = `${titleOf(router)} · ${t('app.name')}`;
  });
}

/** Answers what the person looks at: an overlay before the screen beneath it. */
function titleOf({ state: { matches, location } }: AnyRouter): string {
  const last = matches.at(-1);
  if (last?.staticData.isOutletSelector) return t('outlet.title');
  if ((location.search as { profile?: string }).profile !== undefined) return t('place.profile');
  const screen = matches.findLast((match) => match.staticData.screen)?.staticData.screen;
  if (screen) return labelText(screen.title);
  return location.pathname === homePath ? t('place.noScreen') : t('notFound.title');
}
