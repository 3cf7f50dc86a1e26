/**
 * What the data layer tells the screens without knowing them: the shell listens and shows.
 */
export interface Toast {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly details?: string;
}

export interface LibEvents {
  /** Show this. */
  toast: Toast;
  /** The person was signed out (on purpose or not); go to Login with this message. */
  logout: { readonly message: string };
  /** A 403 came. Nothing visible happens. */
  forbidden: { readonly url: string };
  /** Make a noise: a ticket did not reach the kitchen. */
  sound: { readonly name: 'ticketFailed' };
  /** A call has had no answer for a while, or failed on the network: is the server there? */
  doubt: undefined;
  /** A bill of the outlet changed elsewhere. */
  billChanged: { readonly id: number | null };
  /** The kitchen's tickets, or jobs handed to a print station, changed. */
  tickets: { readonly action: string };
  /** The browser's storage was cleared under the page; what memory holds is written back. */
  storageCleared: undefined;
  /** An answer of the server came. */
  answered: undefined;
  /** The server is away (false), or answers again (true). */
  server: boolean;
  /** The server answered that it cannot save or read now (503). */
  unavailable: undefined;
  /** Which store the server's answers come from, and since when it was put back. */
  store: string;
}

type Listener<K extends keyof LibEvents> = (event: LibEvents[K]) => void;
const listeners = new Map<keyof LibEvents, Set<Listener<never>>>();

/** Listens; answers how to stop. */
export function on<K extends keyof LibEvents>(name: K, listener: Listener<K>): () => void {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  set.add(listener as Listener<never>);
  return () => set.delete(listener as Listener<never>);
}

export function emit<K extends keyof LibEvents>(name: K, event: LibEvents[K]): void {
  // A copy: who listens from now on is not told of this.
  const notified = Array.from(listeners.get(name) ?? []);
  for (const listener of notified) (listener as Listener<K>)(event);
}

export const toast = (kind: Toast['kind'], message: string, details?: string): void =>
  emit('toast', details ? { kind, message, details } : { kind, message });
