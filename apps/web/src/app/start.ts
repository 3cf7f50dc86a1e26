import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { on } from '../api/event.ts';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';
import { sentenceText } from '../locale/sentence.ts';
import { useSession } from '../session/session.ts';
import { loadHubAfter } from '../sync/hub.ts';
import { startData } from '../sync/start.ts';
import { bindBeforeParts } from '../ui/hook/later.tsx';
import { bindBack } from '../ui/overlay/back.ts';
import { pathTo } from '../ui/overlay/route-path.ts';
import { hideToast, showToast } from '../ui/overlay/toast.ts';
import { firstScreen } from './first-screen.ts';
import { fetchQueries } from './queries.ts';
import { loginSearch } from './route/guard.ts';
import { buildRouter, homePath } from './route/route-tree.tsx';
import { clearListsBetweenSections } from './route/sections.ts';
import { signedInFrame } from './signed-in.ts';

/** Starts the background tasks and returns the router; for a signed-in user after their data is loaded. */
export async function start(): Promise<AnyRouter> {
  const router = buildRouter();
  bindBack(router.history as RouterHistory);
  on('toast', ({ kind, message, details, id }) => {
    const [what, more] = [sentenceText(message), sentenceText(details ?? '')];
    showToast(more ? `${what}. ${more}` : what, kind === 'success' ? 'good' : kind, { id });
  });
  on('logout', ({ message }) => {
    const href = router.state.location.href;
    void router.navigate({ to: pathTo('Login'), search: loginSearch(href, message) });
  });
  offerOfflineUnlock(router);
  keepTitle(router);
  clearListsBetweenSections(router);
  bindBeforeParts(fetchQueries);
  loadHubAfter(firstScreen(router));
  fetchFrame(router);
  try {
    await startData();
  } catch (error) {
    // With part of the data the screens show what is missing; without any, an endless spinner would show.
    showToast(`${t('app.startFailed')}. ${error instanceof Error ? error.message : ''}`, 'error', { sticky: true });
  }
  return router;
}

/** Fetches the frame in parallel with the data of a signed-in user, otherwise after the sign-in screen. */
function fetchFrame(router: AnyRouter): void {
  // If the frame cannot be fetched now, its route fetches it again and shows an error when that fails.
  const fetched = (): void => void signedInFrame.preload().catch(() => undefined);
  if (useSession.getState().user) {
    fetched();
    // The files of the screen come with those of the frame and not after the data.
    void router.preloadRoute({ to: router.state.location.href }).catch(() => undefined);
    return;
  }
  const stop = router.subscribe('onRendered', () => {
    stop();
    fetched();
  });
}

/** Offers once to unlock without the server. The offer ends with the work of its person, and when the profile, where it is chosen, was opened. */
function offerOfflineUnlock(router: AnyRouter): void {
  const id = 'offline-unlock';
  on('offlineUnlockPossible', () =>
    showToast(t('session.offlineOffer'), 'info', { id, onClick: () => openProfile(router) }),
  );
  useSession.subscribe(({ isLocked, user }) => {
    if (isLocked || !user) hideToast(id);
  });
  router.subscribe('onResolved', () => {
    if (isProfileOpen(router)) hideToast(id);
  });
}

const isProfileOpen = ({ state: { location } }: AnyRouter): boolean =>
  (location.search as { profile?: string }).profile !== undefined;

/** Opens the own profile over the current screen (R4.5). */
function openProfile(router: AnyRouter): void {
  const { href, pathname } = router.state.location;
  const { user } = useSession.getState();
  const search = new URLSearchParams({ profile: String(user?.id), r: href });
  (router.history as RouterHistory).push(`${pathname}?${search.toString().replaceAll('%2F', '/')}`);
}

/** Sets the title of the window to the name of the screen. */
function keepTitle(router: AnyRouter): void {
  router.subscribe('onResolved', () => {
    document.title = `${titleOf(router)} · ${t('app.name')}`;
  });
}

/** Returns the name of the visible screen: an overlay before the screen below it. */
function titleOf(router: AnyRouter): string {
  const { matches, location } = router.state;
  const last = matches.at(-1);
  if (last?.staticData.isOutletSelector) return t('outlet.title');
  if (isProfileOpen(router)) return t('place.profile');
  const screen = matches.findLast((match) => match.staticData.screen)?.staticData.screen;
  if (screen) return labelText(screen.title);
  return location.pathname === homePath ? t('place.noScreen') : t('notFound.title');
}
