/**
 * Keeps this device up to date: one hub connection for the open outlet, restarted after 0, 2, 10, 30 and then every 60 s, and at once when the
 * network or the server returns or the window gets focus; polling while there is none. Source: R15.11, R18.22, R35.11,
 * docs/rules.md#hub-reconnect, docs/rules.md#change-cursor.
 */
import type { SyncMessage } from '@atoll/domain/contract/platform/hub';
import { apiUrl, call, probeWithinMs } from '../api/api.ts';
import { atMost } from '../api/at-most.ts';
import { probe, setHubState, useConnection } from '../api/connection.ts';
import { emit, type LibEvents, on } from '../api/event.ts';
import { NotServerError } from '../api/not-server.ts';
import { noteBillTrace } from '../api/trace.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useBills } from '../bills/bills.ts';
import { t } from '../locale/locale.ts';
import { useSession } from '../session/session.ts';
import { notify, useApp } from './app-store.ts';
import { billChanged, fetchMissing, forgetChanged } from './changed-bills.ts';
import { type Change, type ChangesAnswer, type Cursor, makeCursor, type NumberedChange } from './cursor.ts';
import { type Hub, makeHub } from './hub.ts';
import { makeAttempts } from './hub-attempts.ts';
import { type Loader, makeLoader, slowLoadMs } from './loader.ts';
import { loadNotices } from './notices.ts';
import { addLoader, reportPart, useParts } from './parts.ts';

const pollMs = 15_000;
/** Interval of polls while the hub connects or failed recently: without messages the till would show old bills. */
const connectingPollMs = 1500;
/** A tab that becomes visible connects at once, unless the last attempt was this recent. */
const minSeenWaitMs = 10_000;
/** A connected till still calls at this interval, so that its status and unsent entries are reported. */
const callMs = 45_000;

interface OutletConnection {
  readonly outletId: number;
  readonly hub: Hub;
  readonly cursor: Cursor;
  /** Reads the open bills and the changes until they are here. */
  readonly bills: Loader;
}

let current: OutletConnection | null = null;

/** Nothing is tried without a server; its return connects at once. */
const attempts = makeAttempts(() => {
  if (useConnection.getState().isOnline) void reconnect();
});

function apply(change: Change): void {
  const app = useApp.getState();
  switch (change.entity) {
    case 'Bill':
      emit('billChanged', { id: change.id });
      return billChanged(change);
    case 'Shift':
      return void app.loadShift();
    case 'Menu':
      return void app.loadMenus();
    case 'Settings':
      return void app.loadSettings();
    case 'Countdown':
      return void app.loadCounts();
    case 'Wallet':
      return emit('wallets', undefined);
    case 'Notice':
      return void loadNotices();
    case 'Ticket':
      return emit('tickets', { action: '' });
    case 'Approval':
      return emit('approvals', undefined);
    default:
      return undefined;
  }
}

function reset(): Promise<number | null> {
  emit('tickets', { action: '' });
  // These repeat until they succeed; the bills do not wait for them.
  void useApp.getState().loadShift();
  void loadNotices();
  return useBills.getState().loadActive();
}

const listsAll: readonly string[] = ['Menu', 'Settings', 'Countdown', 'Wallet'];

/** Replays changes: bills, shift, tickets and notifications were just read; menus and settings may have been read before they changed. */
function replay(changes: readonly NumberedChange[] | null): void {
  const app = useApp.getState();
  if (changes === null) return void app.loadAll();
  for (const entity of new Set(changes.map((change) => change.entity)))
    if (listsAll.includes(entity)) apply({ seq: 0, entity, id: null, version: 0, showsMessage: false });
}

const fetchChanges = async (since: number): Promise<ChangesAnswer> =>
  (await untilAnswered((signal) =>
    call('change.list', { query: { since: String(since) }, quiet: true, signal }),
  )) as ChangesAnswer;

function onSync(outletId: number, message: SyncMessage, cursor: Cursor): void {
  if (message.outlet !== outletId) return;
  // A message of another client carries no number: it only triggers a check.
  if (!message.seq) {
    if (message.billId !== null) void useBills.getState().refetch(message.billId, true);
    return;
  }
  const { seq, type, billId, version } = message;
  noteBillTrace(billId, message.trace);
  cursor.sync({ seq, entity: type, id: billId, version });
}

/** Returns a ticket for the hub; a refusal by something other than the server is tried again soon. */
async function fetchTicket(outletId: number): Promise<string> {
  try {
    const { ticket } = await call('auth.hubTicket', { quiet: true, timeoutMs: probeWithinMs, outletId });
    attempts.block(false);
    return ticket;
  } catch (error) {
    attempts.block(error instanceof NotServerError);
    throw error;
  }
}

function makeOutletConnection(outletId: number): OutletConnection {
  const key = `atoll.seq.${outletId}`;
  const cursor = makeCursor({
    fetchChanges,
    apply,
    reset,
    replay,
    lastKnown: () => {
      const kept = localStorage.getItem(key);
      return kept === null ? null : Number(kept);
    },
    keep: (seq) => localStorage.setItem(key, String(seq)),
  });
  const bills = makeLoader({
    fetch: async () => {
      await cursor.catchUp();
      if (cursor.at() === null) throw new Error('The open bills were not read');
    },
    take: () => undefined,
    report: (progress) => {
      if (current?.cursor === cursor) reportPart('bills', progress);
    },
  });
  let isJoined = false;
  let hasRetried = false;
  const hub = makeHub({
    host: apiUrl('').slice(0, -'/api'.length),
    outletId,
    ticket: () => fetchTicket(outletId),
    since: cursor.at,
    onState: (state) => {
      if (current?.hub !== hub) return;
      if (state !== 'Connected') useSession.getState().setConnectionId(null);
      setHubState(state);
      if (state === 'Disconnected' || state === 'Connecting') void probe();
      if (state === 'Connecting') hasRetried = true;
      if (state !== 'Disconnected' || !isJoined) return;
      isJoined = false;
      attempts.lose(hasRetried);
    },
    onHello: ({ connectionId, head }) => {
      if (current?.hub !== hub) return;
      attempts.forget();
      isJoined = true;
      hasRetried = false;
      useSession.getState().setConnectionId(connectionId);
      cursor.head(head);
    },
    onSync: (message) => onSync(outletId, message, cursor),
    onHead: ({ outlet, seq }) => {
      if (outlet === outletId) cursor.head(seq);
    },
    onNotify: (message, from) =>
      notify({ kind: 'info', message, ...(from ? { details: t('notices.from', { name: from }) } : {}) }),
  });
  return { outletId, hub, cursor, bills };
}

/** Tells the other tills of a change that the server acknowledged. A lost one does no harm: the server announces changes itself. */
function tellChange({ id, action }: LibEvents['billAcknowledged']): void {
  if (!current || !isLive()) return;
  void current.hub.sync(id, action, current.outletId).catch(() => undefined);
}

/** Sends a message to the other tills of the outlet. Rejects without a connection, or when too many were sent. */
export async function tellOthers(message: string): Promise<void> {
  if (!current || !isLive()) throw new Error('The hub is not connected');
  await current.hub.notify(message);
}

/** Connects now if not connected; also used by 'Reconnect' in the header. A failed attempt is repeated automatically (R35.11). */
export async function reconnect(): Promise<void> {
  const { user, isLocked } = useSession.getState();
  const tried = current;
  if (!tried || !user || isLocked || !tried.hub.isIdle()) return;
  attempts.begin();
  try {
    await tried.hub.start();
  } catch {
    // A later attempt is under way or connected: this one does not describe it.
    if (current !== tried || !tried.hub.isIdle()) return;
    // The header shows it.
    setHubState('Disconnected');
    attempts.fail();
  }
}

/** Reconnects whatever state the connection reports: its state is from before the outage. */
async function renew(): Promise<void> {
  if (current && !current.hub.isIdle()) await current.hub.stop();
  attempts.forget();
  await reconnect();
}

/** Follows the open outlet: reads its open bills and keeps them up to date until another is opened. */
export async function follow(): Promise<void> {
  const { scope, isLocked } = useSession.getState();
  const outletId = isLocked ? null : (scope?.outletId ?? null);
  if (current && current.outletId !== outletId) await disconnect();
  if (outletId === null) return;
  current ??= makeOutletConnection(outletId);
  addLoader('bills', current.bills);
  // The bills are read first; the connection's Hello then shows changes in between. A slow server does not block (R35.2), nor
  // any server when this device has the last copy.
  await orCopied(atMost(slowLoadMs, current.bills.load()).then(() => void reconnect()));
}

/** Resolves when the bills were read, or before that when their last copy is taken. */
function orCopied(read: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = useParts.subscribe(({ parts: { bills } }, before) => {
      if (bills?.hasCopy && !bills.isLoaded && !before.parts.bills?.hasCopy) resolve();
    });
    read.then(resolve, reject).finally(stop);
  });
}

/** Disconnects from the hub of the open outlet and forgets its changes. */
export async function disconnect(): Promise<void> {
  const old = current;
  current = null;
  old?.bills.stop();
  attempts.forget();
  forgetChanged();
  setHubState('Disconnected');
  useSession.getState().setConnectionId(null);
  await old?.hub.stop();
}

const isLive = (): boolean => useConnection.getState().hubState === 'Connected';
/** Returns true while connecting or waiting up to 10 s for the next attempt. */
const isConnecting = (): boolean =>
  useConnection.getState().hubState === 'Connecting' || (!isLive() && attempts.isSoon());

/** Watches for reasons to connect, and polls while there is no connection. Runs until the returned function is called. */
export function keepLive(): () => void {
  const revive = (): void => {
    attempts.forget();
    void reconnect();
  };
  const seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (attempts.ageMs() >= minSeenWaitMs) void reconnect();
    // A suspended tab may have missed messages without noticing.
    if (isLive()) void current?.cursor.catchUp();
  };
  const poll = setInterval(
    () => {
      const { isLocked } = useSession.getState();
      if (current && !isLive() && !isLocked && useConnection.getState().isOnline) void current.cursor.catchUp();
    },
    pollMs - 1000 + Math.random() * 1000,
  );
  const calls = setInterval(() => {
    if (current && isLive() && !useSession.getState().isLocked) void current.cursor.catchUp();
  }, callMs);
  const connectingPoll = setInterval(() => {
    const { user, isLocked } = useSession.getState();
    if (!useConnection.getState().isOnline) return;
    // The server is reachable but the hub is not connected yet: changes are polled.
    if (current && user && !isLocked && isConnecting()) void current.cursor.catchUp();
  }, connectingPollMs);
  const stops = [
    useConnection.subscribe((now, before) => {
      if (now.isOnline && !before.isOnline) {
        void renew();
        fetchMissing();
        void current?.cursor.catchUp();
      } else if (now.canSave && !before.canSave) {
        // A server whose store was unavailable accepted no calls either; a connection that survived is kept.
        if (!isLive()) void renew();
        fetchMissing();
        void current?.cursor.catchUp();
      }
    }),
    useSession.subscribe((now, before) => {
      if (now.isLocked && !before.isLocked) void disconnect();
      if (now.user === null && before.user !== null) void disconnect();
    }),
    on('logout', () => void disconnect()),
    on('billAcknowledged', tellChange),
  ];
  globalThis.addEventListener('online', revive);
  globalThis.addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(poll);
    clearInterval(calls);
    clearInterval(connectingPoll);
    attempts.forget();
    for (const stop of stops) stop();
    globalThis.removeEventListener('online', revive);
    globalThis.removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
