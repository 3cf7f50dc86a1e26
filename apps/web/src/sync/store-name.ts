/** Store names as the server sends them: 'name.restored'; the second part changes with each restore. Source: docs/rules.md#restored-store. */

/** Key of the last used store. */
const currentKey = 'atoll.store';
/** Key of the restore times of all stores ever used. */
const restoredKey = 'atoll.stores';

const partsOf = (store: string): readonly [name: string, restored: string] => {
  const end = store.lastIndexOf('.');
  return [store.slice(0, end), store.slice(end + 1)];
};

/** Returns the name of a store without its second part. */
export const storeNameOf = (store: string): string => partsOf(store)[0];

/** Returns the last used store, as the server sent it; null before the first. */
export const currentStore = (): string | null => localStorage.getItem(currentKey);

function restoredMarks(): Record<string, string> {
  const kept = localStorage.getItem(restoredKey);
  const marks = kept === null ? {} : (JSON.parse(kept) as Record<string, string>);
  const current = currentStore();
  if (current === null) return marks;
  // Release 0.1.0 stored only the last used store.
  const [name, restored] = partsOf(current);
  return { [name]: restored, ...marks };
}

/** Returns true when this device used the store before its last restore, however many others it used in between. */
export function isRestoredSince(store: string): boolean {
  const [name, restored] = partsOf(store);
  const known = restoredMarks()[name];
  return known !== undefined && known !== restored;
}

/** Stores the last used store. */
export function rememberStore(store: string): void {
  const [name, restored] = partsOf(store);
  const marks = restoredMarks();
  localStorage.setItem(restoredKey, JSON.stringify({ ...marks, [name]: restored }));
  localStorage.setItem(currentKey, store);
}
