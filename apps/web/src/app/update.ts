/** The service worker keeps the app opening without the server. A new version waits until a person asks for it: a till never reloads by itself. */
import { t } from '../locale/locale.ts';
import { showToast } from '../ui/overlay/toast.ts';

const path = '/sw.js';

/** Registers the service worker and offers a new version when there is one. Development has none. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(path);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first one ever is no new version.
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
