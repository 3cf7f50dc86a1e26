import { atMost } from '../api/at-most.ts';
import { t } from '../locale/locale.ts';
import { showToast } from '../ui/overlay/toast.ts';

const path = '/sw.js';
/** How often a till that is never closed checks for a new version. */
const checkEveryMs = 60 * 60 * 1000;

/** The registrations that are watched; the browser returns the same one until its storage was cleared. */
const watched = new WeakSet<ServiceWorkerRegistration>();

/**
 * Caches the app on the device so that it opens without the server, and checks for new versions. A new version waits until
 * the user asks for it: a till never reloads automatically. Does nothing in development. Can be called again after the
 * browser's storage was cleared.
 */
export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(path);
  if (watched.has(registration)) return;
  watched.add(registration);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first installation is not a new version.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
  // Without the server there is nothing to check; the next check follows.
  setInterval(() => void registration.update().catch(() => undefined), checkEveryMs);
}

/** Wait for the files of the app on the device. */
const keptWithinMs = 20_000;

/** Resolves when the app is cached on the device, or after a time where it cannot be. */
export async function whenKept(): Promise<void> {
  await atMost(keptWithinMs, navigator.serviceWorker?.ready ?? new Promise(() => undefined));
}

/** Offers a new version: a tap activates it and loads the page again. */
function offer(worker: ServiceWorker): void {
  showToast(`${t('app.newVersion')}. ${t('app.reload')}`, 'info', {
    id: 'new-version',
    sticky: true,
    onClick: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      worker.postMessage({ type: 'SKIP_WAITING' });
    },
  });
}
