/** Last good copies of server data, by outlet, for a reload without the server. */
import { addIfMissing, onDatabaseLost, readOne, writeOne } from './idb.ts';

export type CopyName = 'settings' | 'features' | 'outlet' | 'menus' | 'shift' | 'bills';

/** Registers copies held in memory, by name and outlet, for a device whose storage is cleared. */
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
