/** Listeners for an opened outlet. */

type ScopeListener = () => Promise<void> | void;
const scopeListeners: ScopeListener[] = [];

/** Adds a listener that is called and awaited after login, unlock and a change of outlet. */
export function onScope(listener: ScopeListener): void {
  scopeListeners.push(listener);
}

/** Runs the listeners for the opened outlet. */
export async function startScope(): Promise<void> {
  for (const listener of scopeListeners) await listener();
}
