/** Whether this browser lets the page store data. Imports nothing: whatever it imported might need the storage. Source: R35.89. */

const checkedKey = 'atoll.storage-checked';
const checkName = 'atoll.check';
const maxCheckMs = 2000;
/** Error names of a browser that blocks storage; a full or damaged disk is a different problem. */
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

/** Returns true when the browser refuses one of the storages that the app needs. */
export async function isStorageBlocked(): Promise<boolean> {
  try {
    sessionStorage.getItem(checkedKey);
    if (localStorage.getItem(checkedKey) !== null) return !indexedDB;
    if (!indexedDB || (await isDatabaseBlocked())) return true;
  } catch {
    // Access to a blocked storage throws.
    return true;
  }
  try {
    localStorage.setItem(checkedKey, '1');
  } catch {
    // Storage is full, not blocked: the next start checks again.
  }
  return false;
}
