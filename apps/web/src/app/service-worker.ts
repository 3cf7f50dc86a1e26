import { atMost } from '../api/at-most.ts';
import { declarePart } from '../ui/hook/later-parts.ts';
import { useNewVersion } from './update/new-version.ts';

const path = '/sw.js';
/** How often a till that is never closed checks for a new version. */
const checkEveryMs = 60 * 60 * 1000;

const fetchLoader = () => import('./update/load-version.ts');
declarePart(fetchLoader);

/** The registrations that are watched; the browser returns the same one until its storage was cleared. */
const watched = new WeakSet<ServiceWorkerRegistration>();

/**
 * Caches the app on the device so that it opens without the server, and checks for new versions; a new version waits
 * (R31.34). Does nothing in development. Can be called again: after the browser's storage was cleared, and when the server is
 * back, perhaps with a new version.
 */
export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(path);
  // Without the server there is nothing to check; the next check follows.
  const check = (): void => void registration.update().catch(() => undefined);
  if (watched.has(registration)) return check();
  watched.add(registration);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first installation is not a new version.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
  setInterval(check, checkEveryMs);
}

/** Wait for the files of the app on the device. */
const keptWithinMs = 20_000;

/** Resolves when the app is cached on the device, or after a time where it cannot be. */
export async function whenKept(): Promise<void> {
  await atMost(keptWithinMs, navigator.serviceWorker?.ready ?? new Promise(() => undefined));
}

/** Offers a new version above every screen; it is loaded when a person asks for it, or by itself where the outlet allows it. */
function offer(worker: ServiceWorker): void {
  // Somebody may have asked before the browser had it.
  useNewVersion.setState(({ worker: before, isAsked }) => ({
    worker,
    isAsked: isAsked && before === null,
    isHidden: false,
  }));
  void fetchLoader().then(
    ({ watchForFreeTill }) => watchForFreeTill(),
    () => undefined,
  );
}
