/** Last good copies of what the server said, by outlet, so that a reload without the server still has them. */
import { addIfMissing, onDatabaseLost, readOne, writeOne } from './idb.ts';

export type CopyName = 'settings' | 'features' | 'outlet' | 'menus' | 'shift' | 'bills';

/** Registers copies that a page holds in memory, for a device whose storage is cleared: by name, of one outlet. */
export function onCopiesLost(
  inMemory: () => { outletId: number | null; copies: Partial<Record<CopyName, unknown>> },
): void {
  onDatabaseLost((store) => {
    const { outletId, copies } = inMemory();
    if (outletId === null) return;
    for (const [name, value] of Object.entries(copies)) addIfMissing(store('copy'), `${outletId}:${name}`, value);
  });
}

export const keepCopy = (outletId: number, name: CopyName, value: unknown): Promise<void> =>
  writeOne('copy', value, `${outletId}:${name}`);

export const copyOf = <T>(outletId: number, name: CopyName): Promise<T | undefined> =>
  readOne<T>('copy', `${outletId}:${name}`);
