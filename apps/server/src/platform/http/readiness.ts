/** Whether the store takes what people save. Source: requirement R35.4. */
import { refused } from '../errors/refused.ts';
import type { Store } from '../store/store.ts';

/** A command that has waited for longer says that the store is stuck. */
const maxWaitingMs = 5000;
/** A monitor gets an answer by then. */
const maxCheckMs = 3000;

/** Returns the check of `/ready`; those who ask at the same time share one look at the store. */
export function createReadiness(store: Store): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = (): Promise<void> => {
    running ??= store.check().finally(() => {
      running = null;
    });
    return running;
  };
  return async () => {
    if (store.waitingMs() > maxWaitingMs) throw refused('unavailable', { details: 'Work waits for the database' });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(refused('unavailable', { details: 'The database cannot be reached' })),
        maxCheckMs,
      );
    });
    try {
      await Promise.race([look(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
