/** Who is told when an outlet is opened, and when the screen locks. */

type ScopeListener = () => Promise<void> | void;
const scopeListeners: ScopeListener[] = [];
const lockListeners: ((token: string) => void)[] = [];

/** Called, and awaited, whenever there is a user with an outlet to start with: after login, unlock, a switch of outlet. */
export function onScope(listener: ScopeListener): void {
  scopeListeners.push(listener);
}

/** Starts what follows the outlet. */
export async function startScope(): Promise<void> {
  for (const listener of scopeListeners) await listener();
}

/** Called with the access token that is about to be dropped, when the screen locks. */
export function onLock(listener: (token: string) => void): void {
  lockListeners.push(listener);
}

/** Tells that the access token is about to be dropped. */
export function notifyLock(token: string): void {
  for (const listener of lockListeners) listener(token);
}
