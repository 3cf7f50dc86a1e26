/** Whether the server is there, for the calls that the connection's own store is built on. `connection.ts` reports it. */
import { emit, on } from './event.ts';

let isThere = true;
on('server', (state) => {
  isThere = state;
});

/** Reports whether the server is there; listeners run only when that has changed. */
export function reportServer(state: boolean): void {
  if (state !== isThere) emit('server', state);
}

/** Returns false from the moment the server was not reached until it answers again. */
export const isServerReachable = (): boolean => isThere;

/** Runs `listener` whenever the server answers again after it was away. Returns how to stop. */
export const onServerBack = (listener: () => void): (() => void) =>
  on('server', (state) => {
    if (state) listener();
  });

/** Runs `listener` once, as soon as the server is not reached. Returns how to stop. */
export function onceServerAway(listener: () => void): () => void {
  if (!isThere) {
    listener();
    return () => undefined;
  }
  const stop = on('server', (state) => {
    if (state) return;
    stop();
    listener();
  });
  return stop;
}
