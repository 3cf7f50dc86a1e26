/** Loads a new version of the app, never during a sale. Source: R31.34, docs/rules.md#new-version. */
import { mayReload, type TillWork } from '@atoll/domain/release/may-reload';
import { hasUnsaved, useBills } from '../../bills/bills.ts';
import { useTickets } from '../../printing/kept-tickets.ts';
import { printsUnderWay } from '../../printing/print.ts';
import { useSession } from '../../session/session.ts';
import { settingHere } from '../../sync/app-store.ts';
import { useNewVersion } from './new-version.ts';

/** How often the till is asked whether it may load the version. */
const checkEveryMs = 5000;
/**
 * What the till calls at the same moment is sent before. A call while the browser stops the old version starts that again, and the new one would wait
 * for minutes.
 */
const quietMs = 700;
/** When 'Later' is over. */
const laterMs = 60 * 60_000;

/** Epoch ms of the last lock or touch. */
let quietSince = Date.now();

const touched = (): void => {
  quietSince = Date.now();
};

/** Returns what the till is doing now. */
export function tillWork(): TillWork {
  const { isLocked } = useSession.getState();
  return {
    isLocked,
    lockedMs: isLocked ? Date.now() - quietSince : 0,
    hasOverlay: document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
    hasDraft: Object.values(useBills.getState().drafts).some(hasUnsaved),
    isCheckout: location.pathname.includes('/checkout'),
    isPrinting: printsUnderWay() > 0 || useTickets.getState().tickets.some(({ state }) => state === 'printing'),
    mode: settingHere('TillUpdates'),
  };
}

/** The new version has taken over: the page is loaded again as soon as the till may. */
let hasTakenOver = false;
let isAwaited = false;

/** Activates the new version. It is asked at each look, should the browser not have done it. */
function load(worker: ServiceWorker): void {
  useNewVersion.setState({ isHidden: true });
  if (!isAwaited) {
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => {
        hasTakenOver = true;
        loadIfFree();
      },
      { once: true },
    );
    isAwaited = true;
  }
  worker.postMessage({ type: 'SKIP_WAITING' });
}

/** Loads the new version unless a sale began in the meantime. */
function loadStillFree(worker: ServiceWorker): void {
  if (!hasTakenOver && mayReload(tillWork(), useNewVersion.getState().isAsked)) load(worker);
}

/** Loads the new version if the till may now. A sale may have started between asking for it and its taking over. */
function loadIfFree(): void {
  const { worker, isAsked } = useNewVersion.getState();
  if (!hasTakenOver && worker && mayReload(tillWork(), isAsked)) setTimeout(() => loadStillFree(worker), quietMs);
  else if (hasTakenOver && mayReload(tillWork(), true)) location.reload();
}

/** Fetches the new version where the browser has none yet; without a cache of the app, loading the page again brings it. */
async function fetchVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) await registration.update();
  else hasTakenOver = true;
}

/** Loads the new version now, or after the sale. */
export function askForVersion(): void {
  useNewVersion.setState({ isAsked: true });
  watchForFreeTill();
  // Without the server there is nothing to fetch; the till looks again.
  if (!useNewVersion.getState().worker) void fetchVersion().then(loadIfFree, () => undefined);
  loadIfFree();
}

/** Hides the offer for an hour. */
export function offerLater(): void {
  useNewVersion.setState({ isHidden: true });
  setTimeout(() => useNewVersion.setState({ isHidden: false }), laterMs);
}

let isWatching = false;

/** Loads the offered version as soon as the till may, from now on. */
export function watchForFreeTill(): void {
  if (isWatching) return;
  isWatching = true;
  useSession.subscribe((now, before) => {
    if (now.isLocked !== before.isLocked) touched();
  });
  for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, touched, { capture: true });
  setInterval(loadIfFree, checkEveryMs);
}
