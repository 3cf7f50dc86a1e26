import { registerSW } from 'virtual:pwa-register';
import { t } from '../locale/locale.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** How often a till that is never closed checks for a new version. */
const checkEveryMs = 60 * 60 * 1000;

/**
 * Caches the app on the device so that it opens without the server, and checks for a new version regularly. A new
 * version is loaded only when the user agrees. `update.ts` registers the same worker, also after the storage was cleared.
 */
export function keepOnDevice(): void {
  if (!('serviceWorker' in navigator)) return;
  const update = registerSW({
    onNeedRefresh() {
      showToast(`${t('app.newVersion')}. ${t('app.reload')}`, 'info', {
        id: 'new-version',
        sticky: true,
        onClick: () => void update(true),
      });
    },
    onRegisteredSW(_url, registration) {
      // Without the server there is nothing to check; the next check follows.
      setInterval(() => void registration?.update().catch(() => undefined), checkEveryMs);
    },
  });
}
