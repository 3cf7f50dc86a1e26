/**
 * Registers the service worker, which starts the app offline: at the start of the app, and again after the browser's
 * storage was cleared. A new version waits until the user asks for it: a till never reloads automatically.
 * `service-worker.ts` registers the same worker to check for new versions regularly.
 */
import { t } from '../locale/locale.ts';
import { showToast } from '../ui/overlay/toast.ts';

const path = '/sw.js';

/** Registers the service worker and offers a new version when there is one. Does nothing in development. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(path);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first installation is not a new version.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

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
