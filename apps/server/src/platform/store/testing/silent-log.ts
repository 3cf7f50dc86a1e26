import type { StoreLog } from '../open-store.ts';

/** A log that says nothing. */
export const silentLog: StoreLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
