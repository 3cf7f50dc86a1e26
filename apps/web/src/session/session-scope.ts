/** Listeners for an opened outlet and for the lock of the screen. */

type ScopeListener = () => Promise<void> | void;
const scopeListeners: ScopeListener[] = [];
const lockListeners: ((token: string) => void)[] = [];

/** Adds a listener that is called and awaited after login, unlock and a change of outlet. */
export function onScope(listener: ScopeListener): void {
  scopeListeners.push(listener);
}

/** Runs the listeners for the opened outlet. */
export async function startScope(): Promise<void> {
  for (const listener of scopeListeners) await listener();
}

/** Adds a listener that gets the access token about to be dropped when the screen locks. */
export function onLock(listener: (token: string) => void): void {
  lockListeners.push(listener);
}

/** Notifies listeners that the access token is about to be dropped. */
export function notifyLock(token: string): void {
  for (const listener of lockListeners) listener(token);
}
