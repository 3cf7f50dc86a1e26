/**
 * The first file of the page. The rest of the app needs the browser's storage, so it is fetched only after the storage
 * check.
 */
import '../styles/styles.css';
import { isStorageBlocked } from './storage-check.ts';

if (await isStorageBlocked()) {
  const { showStorageBlocked } = await import('./storage-blocked.ts');
  await showStorageBlocked();
} else await import('./boot.tsx');
