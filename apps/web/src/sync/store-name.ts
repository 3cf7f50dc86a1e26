/** Names of stores, as the server sends them: 'name.restored', where the second part changes with each restore. Source: docs/rules.md#restored-store. */

/** The store that was met last. */
const currentKey = 'atoll.store';
/** Of each store that was ever met, since when it was restored. */
const restoredKey = 'atoll.stores';

const partsOf = (store: string): readonly [name: string, restored: string] => {
  const end = store.lastIndexOf('.');
  return [store.slice(0, end), store.slice(end + 1)];
};

/** Returns the name of a store without its second part. */
export const storeNameOf = (store: string): string => partsOf(store)[0];

/** Returns the store that was met last, as the server sent it; null before the first. */
export const currentStore = (): string | null => localStorage.getItem(currentKey);

function restoredMarks(): Record<string, string> {
  const kept = localStorage.getItem(restoredKey);
  const marks = kept === null ? {} : (JSON.parse(kept) as Record<string, string>);
  const current = currentStore();
  if (current === null) return marks;
  // Release 0.1.0 kept only the store that it met last.
  const [name, restored] = partsOf(current);
  return { [name]: restored, ...marks };
}

/** True when this device met the store before it was restored last, however many others it met in between. */
export function isRestoredSince(store: string): boolean {
  const [name, restored] = partsOf(store);
  const known = restoredMarks()[name];
  return known !== undefined && known !== restored;
}

/** Remembers the store as the one met last. */
export function rememberStore(store: string): void {
  const [name, restored] = partsOf(store);
  const marks = restoredMarks();
  localStorage.setItem(restoredKey, JSON.stringify({ ...marks, [name]: restored }));
  localStorage.setItem(currentKey, store);
}
