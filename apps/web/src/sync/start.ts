/** Starts the data layer once; called by the app before its first screen. */

import { watchConnection } from '../api/connection.ts';
import { watchClock } from '../clock/till-clock.ts';
import { reportWaiting } from '../outbox/report-waiting.ts';
import { startSender } from '../outbox/sender.ts';
import { loadPerson } from '../session/load-person.ts';
import { lockAsShown, useSession } from '../session/session.ts';
import { onScope, startScope } from '../session/session-scope.ts';
import { watchCleared, watchStorage } from '../storage/storage-space.ts';
import { keepHistoryHeads } from './history-heads.ts';
import { follow, keepLive } from './live.ts';
import { watchStore } from './store-watch.ts';

onScope(follow);
onScope(() => void loadPerson().catch((error: unknown) => console.error('The person could not be read', error)));

let started = false;

/**
 * Starts sending waiting entries and watching the connection and, when somebody is signed in and unlocked, reads the outlet. Resolves when
 * there is data to show.
 */
export async function startData(): Promise<void> {
  if (!started) {
    started = true;
    watchCleared();
    watchConnection();
    watchClock();
    startSender();
    reportWaiting();
    watchStore();
    void watchStorage();
    keepLive();
    keepHistoryHeads();
  }
  const { user, isLocked } = useSession.getState();
  if (user && isLocked) void lockAsShown();
  if (user && !isLocked) await startScope();
}
