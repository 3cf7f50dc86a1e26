import { createRoot } from 'react-dom/client';
import { useConnection } from '../api/connection.ts';
import { on } from '../api/event.ts';
import { fetchCommands, fetchFloor } from '../bills/later-actions.ts';
import { fetchPay } from '../bills/pay/later-pay.ts';
import { tillNow } from '../clock/till-clock.ts';
import { fetchOnce } from '../locale/fetch-once.ts';
import { startLocale, t } from '../locale/locale.ts';
import { fetchPrinting } from '../printing/later-printing.ts';
import { followLanguage, languageOf } from '../session/language.ts';
import { useSession } from '../session/session.ts';
import { declarePart, fetchLaterParts, holdParts } from '../ui/hook/later-parts.ts';
import { watchPresses } from '../ui/hook/second-press.ts';
import { App } from './app.tsx';
import { firstScreen } from './first-screen.ts';
import { declareSaleScreens } from './route/screens.ts';
import { keepOnDevice, whenKept } from './service-worker.ts';
import { start } from './start.ts';

/**
 * Starts the app and shows it. A function and not the module's own `await`: files that are fetched in the meantime import modules that are in one file with
 * this one, and the browser runs them only when this file has run to its end.
 */
async function boot(): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no root');

  await startLocale(languageOf(useSession.getState().user?.email));
  followLanguage();
  // The spinner of the page stays until the app has started (R1.8): to draw the same one costs as much as a dialog.
  element.firstElementChild?.setAttribute('aria-label', t('ui.loading'));
  watchPresses();
  holdParts();
  const router = await start();
  const isShown = firstScreen(router);
  createRoot(element).render(<App router={router} />);
  // Where the browser has no service worker (a private window, a page over plain http) the app works while the server is
  // reachable.
  const keepApp = (): void => void keepOnDevice().catch(() => undefined);
  // What a sale needs without the server is in memory soon after the first screen, whether or not the browser has cached the
  // app by then. What could not be fetched is fetched again when the app is cached, and when the server is back.
  declareSaleScreens();
  for (const part of [fetchPrinting, fetchFloor, fetchCommands, fetchPay]) declarePart(part);
  declarePart(() => import('../session/sign-in.ts'));
  declarePart(fetchOnce(async () => (await import('../sync/upkeep.ts')).forgetOld(tillNow())));
  void isShown.then(fetchLaterParts);
  // After the screen, from which it would take the line and the processor.
  void isShown.then(keepApp);
  void isShown.then(whenKept).then(fetchLaterParts);
  useConnection.subscribe((now, before) => {
    if (!now.isOnline || before.isOnline) return;
    keepApp();
    void fetchLaterParts();
  });
  // The cached files of the app were deleted together with the storage.
  on('storageCleared', keepApp);
}

void boot();
