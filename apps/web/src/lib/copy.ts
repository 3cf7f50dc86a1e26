/** Last good copies of what the server said, by outlet, so that a reload without the server still has them. */
import { readOne, writeOne } from './idb.ts';

export type CopyName = 'settings' | 'features' | 'outlet' | 'menus' | 'shift' | 'bills';

export const keepCopy = (outletId: number, name: CopyName, value: unknown): Promise<void> =>
  writeOne('copy', value, `${outletId}:${name}`);

export const copyOf = <T>(outletId: number, name: CopyName): Promise<T | undefined> =>
  readOne<T>('copy', `${outletId}:${name}`);
