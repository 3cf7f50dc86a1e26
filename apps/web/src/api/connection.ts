/**
 * Whether the server is there and can save, whether the hub is live, and how much is not yet sent. Source: R15.12, R18.22, R19.6, R35.6,
 * docs/rules.md#unsent.
 */
import { create } from 'zustand';
import { steadyNow } from '../clock/steady.ts';
import { sentenceText } from '../locale/sentence.ts';
import { isFailing } from '../outbox/entry.ts';
import { onSent, sendNow, useOutbox } from '../outbox/outbox.ts';
import { notify } from '../sync/app-store.ts';
import { CallError, isNetworkFailure, readyPath, request } from './api.ts';
import { on } from './event.ts';
import { NotServerError } from './not-server.ts';
import { reportServer } from './server-reachable.ts';
import { words } from './words.ts';

/** The client's Reconnecting shows as Connecting. */
export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting';

interface Connection {
  readonly hubState: HubState;
  /** The server answered last time. */
  readonly isOnline: boolean;
  /** False while the server answers, but cannot save. */
  readonly canSave: boolean;
  readonly waiting: number;
}

export const useConnection = create<Connection>()(() => ({
  hubState: 'Disconnected',
  isOnline: true,
  canSave: true,
  waiting: 0,
}));

/** True when work that is sent now is probably saved at once. */
export const isSaving = ({ isOnline, canSave }: Pick<Connection, 'isOnline' | 'canSave'>): boolean =>
  isOnline && canSave;

/** What the header says, as key and count for the catalogue. */
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
export const useConnectionLabel = (): ConnectionLabel => useConnection(labelOf);

const probeTimeoutMs = 4000;
/** How often an absent server is looked for. */
const searchMs = 1500;
/**
 * How often a server that is there is asked whether it can save, and how long for: together below 5 s (R35.6). One that could not is asked
 * twice as often.
 */
const askReadyMs = 1900;
const readyWithinMs = 2900;

function setOnline(isOnline: boolean, why?: string): void {
  reportServer(isOnline);
  if (useConnection.getState().isOnline === isOnline) return;
  useConnection.setState({ isOnline });
  if (isOnline) notify({ kind: 'success', message: words.online });
  else notify({ kind: 'warning', message: words.offline, ...(why ? { details: why } : {}) });
  if (isOnline) void sendNow();
}

/** What the server said of itself last, when it was asked or when it refused work. */
let isStoreAway = false;
/** When the server took work last, epoch ms. */
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
  // What failed meanwhile shows at once whether it can be saved again.
  if (isBack && !useConnection.getState().canSave) void sendNow();
}

function taken(): void {
  takenAt = steadyNow();
  setStoreAway(false);
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
    else if (since >= answeredAt) setOnline(false, whyAway(error));
  }
}

/** Asks the server whether it can save, unless it has just shown that it can. */
async function askReady(): Promise<void> {
  const { isOnline, canSave } = useConnection.getState();
  const isHidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
  if ((isHidden && canSave) || !isOnline || steadyNow() - takenAt < askReadyMs) return;
  const since = performance.now();
  try {
    await request('GET', readyPath, { timeoutMs: readyWithinMs, ownErrors: true, token: '' });
    setStoreAway(false);
  } catch (error) {
    // Another error than 503 is of a server that does not know the question.
    if (error instanceof CallError) setStoreAway(error.status === 503);
    else if (since >= answeredAt) setOnline(false, whyAway(error));
    else if (performance.now() - since >= readyWithinMs) setStoreAway(true);
  }
}

const whyAway = (error: unknown): string | undefined =>
  error instanceof NotServerError ? sentenceText(words.notServer) : undefined;

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
  // Nothing is known from before it watched.
  answeredAt = Number.NEGATIVE_INFINITY;
  takenAt = Number.NEGATIVE_INFINITY;
  const look = (): void => void probe();
  // A look that hangs since the cut must not keep this one back.
  const probeAgain = (): void => void ask();
  const search = setInterval(() => {
    // Each look is a new one: one that hangs since the cut must not hide that the server is back.
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
