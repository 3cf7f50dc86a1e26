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

/** Activates the new version, after which the page is loaded again. */
function load(worker: ServiceWorker): void {
  useNewVersion.setState({ worker: null, isAsked: false });
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}

/** Loads the new version if the till may now. */
function loadIfFree(): void {
  const { worker, isAsked } = useNewVersion.getState();
  if (worker && mayReload(tillWork(), isAsked)) load(worker);
}

/** Loads the new version now, or after the sale. */
export function askForVersion(): void {
  useNewVersion.setState({ isAsked: true });
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
