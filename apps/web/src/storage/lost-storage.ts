/**
 * Detects that local storage or session storage was cleared under the page, and writes it back. Parts that hold their own state in memory
 * write it themselves; the rest is copied from the last known content. Source: R35.88.
 */
import { on } from '../api/event.ts';

/** Records when a storage was first used; another value, or none, means that it was cleared since. */
export const madeAtKey = 'atoll.made-at';
const lookEveryMs = 2000;

/** A part of the app that stores its state under its own keys. */
export interface KeptPart {
  owns(key: string): boolean;
  /** Writes its state in memory under each missing key. */
  writeBack(): void;
  /** Called when another tab wrote one of the keys. */
  writtenElsewhere?(key: string, text: string): void;
}

const parts: KeptPart[] = [];

/** Registers a part that writes back its own keys. */
export function onLocalLost(part: KeptPart): void {
  parts.push(part);
}

const isCopied = (key: string): boolean =>
  key !== madeAtKey && !key.startsWith('atoll.lock.') && !parts.some((part) => part.owns(key));

interface Watched {
  readonly storage: Storage;
  madeAt: string;
  copy: ReadonlyMap<string, string>;
}

/** The watched storages; empty until `watchLocal`. */
let watched: readonly Watched[] = [];
let tellRestored: () => void = () => undefined;

function copyOf(storage: Storage): ReadonlyMap<string, string> {
  const keys = Object.keys(storage).filter(isCopied);
  return new Map(keys.map((key) => [key, storage.getItem(key) ?? '']));
}

/** Copies the current content of the storages. Called after a removal on purpose, so that the content is not restored. */
export function copyLocal(): void {
  for (const each of watched) each.copy = copyOf(each.storage);
}

function markOf(storage: Storage): string {
  const known = storage.getItem(madeAtKey);
  if (known !== null) return known;
  const madeAt = new Date().toISOString();
  storage.setItem(madeAtKey, madeAt);
  return madeAt;
}

/** Writes back cleared content. Returns true if something was cleared. Does nothing before `watchLocal`. */
export function restoreLocal(): boolean {
  const lost = watched.filter(({ storage, madeAt }) => storage.getItem(madeAtKey) !== madeAt);
  if (lost.length === 0) return false;
  for (const each of lost) {
    each.madeAt = markOf(each.storage);
    for (const [key, text] of each.copy) if (each.storage.getItem(key) === null) each.storage.setItem(key, text);
  }
  for (const part of parts) part.writeBack();
  tellRestored();
  return true;
}

/** Calls the listener after content was written back. Watches until the returned function is called. */
export function watchLocal(onRestored: () => void): () => void {
  tellRestored = onRestored;
  watched = [localStorage, sessionStorage].map((storage) => ({
    storage,
    madeAt: markOf(storage),
    copy: copyOf(storage),
  }));
  const look = (): void => {
    // When the storage is full nothing is written back now; the next check tries again.
    try {
      if (!restoreLocal()) copyLocal();
    } catch (error) {
      console.error('Storage that was cleared could not be written back', error);
    }
  };
  // Another tab or the browser cleared everything.
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === null) look();
    else if (newValue !== null) parts.find((part) => part.owns(key))?.writtenElsewhere?.(key, newValue);
  };
  globalThis.addEventListener('storage', onStorage);
  globalThis.addEventListener('focus', look);
  const timer = setInterval(look, lookEveryMs);
  const stopLogout = on('logout', copyLocal);
  return () => {
    watched = [];
    clearInterval(timer);
    stopLogout();
    globalThis.removeEventListener('storage', onStorage);
    globalThis.removeEventListener('focus', look);
  };
}
