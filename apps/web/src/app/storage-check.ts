/** Whether this browser lets the page store data. Imports nothing: whatever it imported might need the storage. Source: R35.89. */

const checkedKey = 'atoll.storage-checked';
const checkName = 'atoll.check';
const maxCheckMs = 2000;
/** How browsers name a refusal; a full or damaged disk is another matter. */
const refusals: readonly string[] = ['SecurityError', 'InvalidStateError', 'NotAllowedError'];

/** Returns true when the browser refuses a database. */
function isDatabaseBlocked(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), maxCheckMs);
    const request = indexedDB.open(checkName);
    request.onerror = () => resolve(refusals.includes(request.error?.name ?? ''));
    request.onsuccess = () => {
      request.result.close();
      indexedDB.deleteDatabase(checkName);
      resolve(false);
    };
  });
}

/** Returns true when the browser refuses one of the storages that the app works with. */
export async function isStorageBlocked(): Promise<boolean> {
  try {
    sessionStorage.getItem(checkedKey);
    if (localStorage.getItem(checkedKey) !== null) return !indexedDB;
    if (!indexedDB || (await isDatabaseBlocked())) return true;
  } catch {
    // Asking for a storage that is blocked throws.
    return true;
  }
  try {
    localStorage.setItem(checkedKey, '1');
  } catch {
    // It is full, not blocked: the next start checks again.
  }
  return false;
}
