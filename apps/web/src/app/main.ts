/**
 * The first file of the page. The rest of the app needs the browser's storage, so it is fetched only after the storage
 * check. The browser opens the database beside them; the page would otherwise wait for it when all scripts have run.
 */
import '../styles/styles.css';
import { reopenDatabase } from '../storage/idb.ts';
import { isStorageBlocked } from './storage-check.ts';

if (await isStorageBlocked()) {
  const { showStorageBlocked } = await import('./storage-blocked.ts');
  await showStorageBlocked();
} else {
  // Whoever needs the database hears the error.
  void reopenDatabase().catch(() => undefined);
  await import('./boot.tsx');
}
