/** Checks whether the store can save. Source: requirement R35.4. */
import { refused } from '../errors/refused.ts';
import type { Store } from '../store/store.ts';

/** When a command waits for longer, the store counts as stuck. */
const maxWaitingMs = 5000;
/** Maximum time until a monitor gets an answer. */
const maxCheckMs = 3000;

/** Returns the check of `/ready`; simultaneous calls share one check of the store. */
export function createReadiness(store: Store): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = (): Promise<void> => {
    running ??= store.check().finally(() => {
      running = null;
    });
    return running;
  };
  return async () => {
    if (store.waitingMs() > maxWaitingMs) throw refused('unavailable', { details: 'Waiting for the database' });
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
