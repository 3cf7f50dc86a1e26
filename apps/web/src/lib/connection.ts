/** Is the server there, is the hub live, and how much is not yet sent. Source: R15.12, R18.22, R19.6, docs/rules.md#unsent. */
import { create } from 'zustand';
import { sentenceText } from '../locale/sentence.ts';
import { isNetworkFailure, request } from './api.ts';
import { notify } from './app-store.ts';
import { on } from './event.ts';
import { NotServerError } from './not-server.ts';
import { useOutbox, wakeOutbox } from './outbox/outbox.ts';
import { reportServer } from './server-there.ts';
import { words } from './words.ts';

/** The client's Reconnecting shows as Connecting. */
export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting';

interface Connection {
  readonly hubState: HubState;
  /** The server answered last time. */
  readonly isOnline: boolean;
  readonly waiting: number;
}

export const useConnection = create<Connection>()(() => ({ hubState: 'Disconnected', isOnline: true, waiting: 0 }));

/** What the header says, as key and count for the catalogue. */
export type ConnectionLabel = 'Online' | 'Polling' | `Offline · ${number} waiting`;
export const labelOf = ({ hubState, isOnline, waiting }: Connection): ConnectionLabel =>
  isOnline ? (hubState === 'Connected' ? 'Online' : 'Polling') : `Offline · ${waiting} waiting`;
export const useConnectionLabel = (): ConnectionLabel => useConnection(labelOf);

const probeTimeoutMs = 4000;
/** How often an absent server is looked for. */
const searchMs = 1500;

function setOnline(isOnline: boolean, why?: string): void {
  reportServer(isOnline);
  if (useConnection.getState().isOnline === isOnline) return;
  useConnection.setState({ isOnline });
  if (isOnline) notify({ kind: 'success', message: words.online });
  else notify({ kind: 'warning', message: words.offline, ...(why ? { details: why } : {}) });
  if (isOnline) void wakeOutbox();
}

let probing: Promise<void> | null = null;
/** When the server answered last, on the page's clock. */
let answeredAt = Number.NEGATIVE_INFINITY;

function answered(): void {
  answeredAt = performance.now();
  setOnline(true);
}

async function ask(): Promise<void> {
  const since = performance.now();
  try {
    await request('GET', '/app/info', { timeoutMs: probeTimeoutMs, ownErrors: true, token: '' });
    answered();
  } catch (error) {
    // A server that says no is there all the same; a portal or gateway that answers in its place is not the server.
    if (!isNetworkFailure(error)) answered();
    // What was asked before the last answer came and got lost says nothing of now.
    else if (since >= answeredAt)
      setOnline(false, error instanceof NotServerError ? sentenceText(words.notServer) : undefined);
  }
}

/** Asks the server whether it is there. */
export function probe(): Promise<void> {
  probing ??= ask().finally(() => {
    probing = null;
  });
  return probing;
}

export function setHubState(hubState: HubState): void {
  useConnection.setState({ hubState });
}

/** Watches until the answer is called. `navigator.onLine` is a reason to look, never an answer. */
export function watchConnection(): () => void {
  const look = (): void => void probe();
  const search = setInterval(() => {
    // Each look is a new one: one that hangs since the cut must not hide that the server is back.
    if (!useConnection.getState().isOnline) void ask();
  }, searchMs);
  const count = (): void => useConnection.setState({ waiting: useOutbox.getState().entries.length });
  count();
  const stops = [on('doubt', look), on('answered', answered), useOutbox.subscribe(count)];
  globalThis.addEventListener('online', look);
  globalThis.addEventListener('offline', look);
  return () => {
    clearInterval(search);
    for (const stop of stops) stop();
    globalThis.removeEventListener('online', look);
    globalThis.removeEventListener('offline', look);
  };
}
