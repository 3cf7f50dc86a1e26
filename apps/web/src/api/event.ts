/** Events from the data layer to the screens. The data layer does not know the screens; the shell listens and shows. */
import type { HubAction } from '@atoll/domain/contract/platform/hub';

export interface Toast {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly details?: string;
  /** Only one toast of this id is shown; a later one replaces it. */
  readonly id?: string;
}

export interface LibEvents {
  /** Shows a toast. */
  toast: Toast;
  /** The person was signed out (on purpose or not); the shell opens Login with this message. */
  logout: { readonly message: string };
  /** A 403 was received. Nothing visible happens. */
  forbidden: { readonly url: string };
  /** Plays a sound: a ticket did not reach the kitchen. */
  sound: { readonly name: 'ticketFailed' };
  /** A call is slow or failed on the network: the connection should be checked. */
  doubt: undefined;
  /** A bill of the outlet changed elsewhere. */
  billChanged: { readonly id: number | null };
  /** The server acknowledged this till's change of a bill. */
  billAcknowledged: { readonly id: number; readonly action: HubAction };
  /** The kitchen's tickets, or jobs handed to a print station, changed. */
  tickets: { readonly action: string };
  /** Somebody asked for an approval on the approver's own device, or no longer asks. */
  approvals: undefined;
  /** Balances of wallets changed, or may have. */
  wallets: undefined;
  /** The browser's storage was cleared while the page runs; state in memory is written back. */
  storageCleared: undefined;
  /** The server answered a call. */
  answered: undefined;
  /** The server became unreachable (false) or reachable again (true). */
  server: boolean;
  /** The server answered 503: it cannot save or read now. */
  unavailable: undefined;
  /** A person unlocked this device for the first time: the passcode could open it without the server too (R36.4). */
  offlineUnlockPossible: undefined;
  /** The store named in the server's answers, with the time of its last restore. */
  store: string;
}

type Listener<K extends keyof LibEvents> = (event: LibEvents[K]) => void;
const listeners = new Map<keyof LibEvents, Set<Listener<never>>>();

/** Adds a listener. Returns a function that removes it. */
export function on<K extends keyof LibEvents>(name: K, listener: Listener<K>): () => void {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  set.add(listener as Listener<never>);
  return () => set.delete(listener as Listener<never>);
}

export function emit<K extends keyof LibEvents>(name: K, event: LibEvents[K]): void {
  // A copy: listeners added from now on do not get this event.
  const notified = Array.from(listeners.get(name) ?? []);
  for (const listener of notified) (listener as Listener<K>)(event);
}
