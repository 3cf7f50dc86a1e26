/** Starts the data layer once; the app calls it before its first screen. */

import { watchConnection } from './connection.ts';
import { keepBringingOut, printWhatWasLeft } from './left-tickets.ts';
import { follow, keepLive } from './live.ts';
import { startSender } from './outbox/sender.ts';
import { forgetOldSent } from './outbox/sent.ts';
import { tellWaiting } from './outbox/tell-waiting.ts';
import { followPrintPort } from './print-address.ts';
import { keepStation } from './print-station.ts';
import { useSession } from './session.ts';
import { onScope, startScope } from './session-scope.ts';
import { watchCleared, watchStorage } from './storage-room.ts';
import { watchStore } from './store-watch.ts';
import { keepRetrying } from './ticket-retry.ts';
import { loadTickets } from './tickets.ts';
import { tillNow, watchClock } from './till-clock.ts';

onScope(follow);
onScope(() => void printWhatWasLeft().catch((error: unknown) => console.error('Tickets were not looked for', error)));

let started = false;

/**
 * Sends what waits, watches the connection, and, when somebody is signed in and the screen is open, reads the outlet. Resolves when there
 * is something to show.
 */
export async function startData(): Promise<void> {
  if (!started) {
    started = true;
    watchCleared();
    watchConnection();
    watchClock();
    startSender();
    tellWaiting();
    watchStore();
    void forgetOldSent(tillNow());
    void watchStorage();
    keepLive();
    keepStation();
    followPrintPort();
    void loadTickets();
    keepBringingOut();
    keepRetrying();
  }
  const { user, isLocked } = useSession.getState();
  if (user && !isLocked) await startScope();
}
