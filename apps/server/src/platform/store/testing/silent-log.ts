import type { StoreLog } from '../open-store.ts';

/** A log that writes nothing. */
export const silentLog: StoreLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
