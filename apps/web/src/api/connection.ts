/**
 * Connection status: whether the server is reachable and can save, the state of the hub, and the number of unsent entries. Source: R15.12,
 * R18.22, R19.6, R35.6, docs/rules.md#unsent.
 */
import { create } from 'zustand';
import { steadyNow } from '../clock/steady.ts';
import { sentenceText } from '../locale/sentence.ts';
import { isFailing } from '../outbox/entry.ts';
import { onSent, sendNow, useOutbox } from '../outbox/outbox.ts';
import { notify } from '../sync/app-store.ts';
import { CallError, isNetworkFailure, probeWithinMs, readyPath, request } from './api.ts';
import { emit, on, type Toast } from './event.ts';
import { NotServerError } from './not-server.ts';
import { reportServer } from './server-reachable.ts';
import { words } from './words.ts';

/** The hub client's state Reconnecting is shown as Connecting. */
export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting';

interface Connection {
  readonly hubState: HubState;
  /** True when the last call got an answer of the server. */
  readonly isOnline: boolean;
  /** False while the server answers but cannot save. */
  readonly canSave: boolean;
  readonly waiting: number;
}

export const useConnection = create<Connection>()(() => ({
  hubState: 'Disconnected',
  isOnline: true,
  canSave: true,
  waiting: 0,
}));

/** Returns true when work sent now is probably saved at once. */
export const isSaving = ({ isOnline, canSave }: Pick<Connection, 'isOnline' | 'canSave'>): boolean =>
  isOnline && canSave;

/** The header's label, as catalogue key and count. */
export type ConnectionLabel =
  | 'Online'
  | 'Polling'
  | `Offline · ${number} waiting`
  | `Server cannot save · ${number} waiting`;
export function labelOf({ hubState, isOnline, canSave, waiting }: Connection): ConnectionLabel {
  if (!isOnline) return `Offline · ${waiting} waiting`;
  if (!canSave) return `Server cannot save · ${waiting} waiting`;
  return hubState === 'Connected' ? 'Online' : 'Polling';
}

/** Interval of probes while the server is unreachable. */
const searchMs = 1500;
/**
 * Interval and timeout of the readiness check while the server is reachable: together below 5 s (R35.6). After a negative result the interval
 * is halved.
 */
const askReadyMs = 1900;
const readyWithinMs = 2900;

function setOnline(isOnline: boolean, why?: string): void {
  reportServer(isOnline);
  if (useConnection.getState().isOnline === isOnline) return;
  useConnection.setState({ isOnline });
  // Not among the notifications: the header tells it for as long as it lasts (R35.31).
  const toast: Pick<Toast, 'kind' | 'message'> = isOnline
    ? { kind: 'success', message: words.online }
    : { kind: 'warning', message: words.offline };
  emit('toast', { ...toast, id: 'connection', ...(why && !isOnline ? { details: why } : {}) });
  if (isOnline) void sendNow();
}

/** The last known state of the server's store, from a readiness check or a refused call. */
let isStoreAway = false;
/** When the server last saved something, epoch ms. */
let takenAt = Number.NEGATIVE_INFINITY;

function judgeSaving(): void {
  const canSave = !isStoreAway && !isFailing(useOutbox.getState().entries, takenAt);
  if (useConnection.getState().canSave === canSave) return;
  useConnection.setState({ canSave });
  notify(canSave ? { kind: 'success', message: words.savesAgain } : { kind: 'warning', message: words.cannotSave });
  if (canSave) void sendNow();
}

function setStoreAway(isAway: boolean): void {
  const isBack = isStoreAway && !isAway;
  isStoreAway = isAway;
  judgeSaving();
  // Entries that failed in the meantime are sent at once: their result shows whether saving works again.
  if (isBack && !useConnection.getState().canSave) void sendNow();
}

function taken(): void {
  takenAt = steadyNow();
  setStoreAway(false);
}

let probing: Promise<void> | null = null;
/** When the server last answered, on the page's clock. */
let answeredAt = Number.NEGATIVE_INFINITY;

function answered(): void {
  answeredAt = performance.now();
  setOnline(true);
}

async function ask(): Promise<void> {
  const since = performance.now();
  try {
    await request('GET', '/app/info', { timeoutMs: probeWithinMs, ownErrors: true, token: '' });
    answered();
  } catch (error) {
    // A refusal comes from a reachable server. An answer of a portal or gateway does not.
    if (!isNetworkFailure(error)) answered();
    // A failed call that started before the last answer does not describe the present state.
    else if (since >= answeredAt) setOnline(false, whyAway(error));
  }
}

/** Asks the server whether it can save, unless a recent save proved it. */
async function askReady(): Promise<void> {
  const { isOnline, canSave } = useConnection.getState();
  const isHidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
  if ((isHidden && canSave) || !isOnline || steadyNow() - takenAt < askReadyMs) return;
  const since = performance.now();
  try {
    await request('GET', readyPath, { timeoutMs: readyWithinMs, ownErrors: true, token: '' });
    setStoreAway(false);
  } catch (error) {
    // An error other than 503 comes from a server without this call.
    if (error instanceof CallError) setStoreAway(error.status === 503);
    else if (since >= answeredAt) setOnline(false, whyAway(error));
    else if (performance.now() - since >= readyWithinMs) setStoreAway(true);
  }
}

const whyAway = (error: unknown): string | undefined =>
  error instanceof NotServerError ? sentenceText(words.notServer) : undefined;

/** Probes the server. */
export function probe(): Promise<void> {
  probing ??= ask().finally(() => {
    probing = null;
  });
  return probing;
}

export function setHubState(hubState: HubState): void {
  useConnection.setState({ hubState });
}

/** Watches the connection until the returned function is called. `navigator.onLine` only triggers a probe; it is never taken as the result. */
export function watchConnection(): () => void {
  // Nothing is known from before it watched.
  answeredAt = Number.NEGATIVE_INFINITY;
  takenAt = Number.NEGATIVE_INFINITY;
  const look = (): void => void probe();
  // A probe that hangs since the cut must not block this one.
  const probeAgain = (): void => void ask();
  const search = setInterval(() => {
    // Every probe is a new request: a hanging one must not hide that the server is back.
    if (!useConnection.getState().isOnline) void ask();
  }, searchMs);
  let isEven = false;
  const ready = setInterval(() => {
    isEven = !isEven;
    if (isEven || !useConnection.getState().canSave) void askReady();
  }, askReadyMs / 2);
  const count = (): void => {
    useConnection.setState({ waiting: useOutbox.getState().entries.length });
    judgeSaving();
  };
  count();
  const stops = [
    on('doubt', look),
    on('answered', answered),
    on('unavailable', () => setStoreAway(true)),
    onSent(taken),
    useOutbox.subscribe(count),
  ];
  globalThis.addEventListener('online', probeAgain);
  globalThis.addEventListener('offline', look);
  return () => {
    clearInterval(search);
    clearInterval(ready);
    isStoreAway = false;
    for (const stop of stops) stop();
    globalThis.removeEventListener('online', probeAgain);
    globalThis.removeEventListener('offline', look);
  };
}
