/** Whether the server is reachable, for calls that the connection store itself depends on. `connection.ts` reports it. */
import { emit, on } from './event.ts';

let isThere = true;
on('server', (state) => {
  isThere = state;
});

/** Reports whether the server is reachable; listeners run only on a change. */
export function reportServer(state: boolean): void {
  if (state !== isThere) emit('server', state);
}

/** Runs `listener` whenever the server becomes reachable again. Returns a function that stops this. */
export const onServerBack = (listener: () => void): (() => void) =>
  on('server', (state) => {
    if (state) listener();
  });

/** Runs `listener` once, as soon as the server is unreachable. Returns a function that cancels this. */
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
