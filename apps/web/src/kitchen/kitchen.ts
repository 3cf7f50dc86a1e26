/**
 * Kitchen tickets on this device: the server's state with unconfirmed bumps applied, so that the kitchen can work through short network
 * losses. Only shown tickets are fetched and kept: a kitchen screen shows all, a till those of a bill. Source: R2.29,
 * docs/rules.md#kitchen-tickets.
 */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { markLines, undoneLines } from '@atoll/domain/kitchen/line-done';
import { type BumpState, bumpTicket, isOpenTicket } from '@atoll/domain/kitchen/states';
import { seenTicket } from '@atoll/domain/kitchen/unseen';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { CallError, call, callFor, isNetworkFailure, quietly } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { on } from '../api/event.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import { notify, useApp } from '../sync/app-store.ts';

/** A step that the server has not confirmed: a state, lines that are done or not, or that the ticket was seen. */
interface PendingBump {
  readonly key: string;
  readonly state?: BumpState;
  readonly lineKeys?: string[];
  readonly isDone?: boolean;
  readonly seen?: true;
}

interface Kitchen {
  readonly outletId: number | null;
  readonly tickets: readonly KitchenTicket[];
  readonly pending: readonly PendingBump[];
  readonly isLoaded: boolean;
}

const nothing: Kitchen = { outletId: null, tickets: [], pending: [], isLoaded: false };

export const useKitchen = create<Kitchen>()(
  persist(() => nothing, {
    name: 'atoll.kitchen',
    partialize: ({ outletId, tickets, pending }) => ({ outletId, tickets, pending }),
  }),
);

onLocalLost({ owns: (key) => key === 'atoll.kitchen', writeBack: () => useKitchen.setState({}) });

on('logout', () => {
  useKitchen.setState(nothing);
  for (const scope of followed.values()) Object.assign(scope, unread, { count: scope.count });
  useKitchen.persist.clearStorage();
});

/** Returns a ticket after a step; the same where the server will refuse it. */
function afterBump(now: KitchenTicket, { state, lineKeys, isDone = true, seen }: PendingBump): KitchenTicket {
  if (seen) return seenTicket(now, now.createdAt);
  if (lineKeys) {
    const marked = markLines(now, lineKeys, isDone);
    return marked.ok ? marked.value : now;
  }
  const to = state && bumpTicket(now.state, state);
  if (!to?.ok) return now;
  return { ...now, state: to.value, ...(to.value === 'Recalled' && { lines: undoneLines(now.lines) }) };
}

/** Returns the tickets with unconfirmed bumps applied. */
export function shownTickets(tickets: readonly KitchenTicket[], pending: readonly PendingBump[]): KitchenTicket[] {
  return tickets.map((ticket) => pending.filter((bump) => bump.key === ticket.key).reduce(afterBump, ticket));
}

/** The least time between two fetches for changes. */
const collapseMs = 150;
const pollMs = 30_000;
/** Overlap of consecutive queries: servers' clocks differ and the header has whole seconds. */
const overlapMs = 5000;
const maxOpenMs = 18 * 3_600_000;
const maxClosedMs = 30 * 60_000;
let planned: ReturnType<typeof setTimeout> | null = null;
/** When the last fetch for a change began, by the page's clock. */
let fetchedAt = Number.NEGATIVE_INFINITY;

/** What a screen shows: the tickets of a bill, by its key, or all of them. */
type Scope = string;
const allTickets: Scope = '';

interface Followed {
  count: number;
  /** Server time (epoch ms) from which changes are requested; null before the first answer. */
  since: number | null;
  /** Device time (epoch ms) of the last answer. */
  readAt: number;
  /** Keys of its tickets. */
  keys: ReadonlySet<string>;
}
const followed = new Map<Scope, Followed>();
const unread: Followed = { count: 0, since: null, readAt: 0, keys: new Set() };
/** After a longer gap all tickets are read: the server no longer lists those finished in between. */
const maxGapMs = 20 * 60_000;

const isRecent = ({ readAt }: Followed): boolean => Math.abs(Date.now() - readAt) < maxGapMs;

/** Returns true while a kitchen screen shows the ticket: open, or finished a short while ago. A bill says for longer when its items were served. */
function isShown({ key, state, createdAt, changedAt }: KitchenTicket, now: number): boolean {
  if (isOpenTicket(state)) return Date.parse(createdAt) > now - maxOpenMs;
  const isOfBill = [...followed].some(([name, { keys }]) => name !== allTickets && keys.has(key));
  return Date.parse(changedAt) > now - (isOfBill ? maxOpenMs : maxClosedMs);
}

/** Takes the answer for a scope and drops tickets that no screen shows. `isWhole`: the answer has all its tickets. */
function take(scope: Followed, answer: readonly KitchenTicket[], answeredAt: number, isWhole: boolean): void {
  scope.keys = new Set([...(isWhole ? [] : scope.keys), ...answer.map(({ key }) => key)]);
  const known = new Map(useKitchen.getState().tickets.map((ticket) => [ticket.key, ticket]));
  for (const ticket of answer) known.set(ticket.key, ticket);
  scope.since = Number.isNaN(answeredAt) ? null : answeredAt - overlapMs;
  scope.readAt = Date.now();
  keepShown([...known.values()], Number.isNaN(answeredAt) ? Date.now() : answeredAt);
}

function keepShown(tickets: readonly KitchenTicket[], now: number): void {
  const scopes = [...followed.values()];
  const shown = tickets.filter((ticket) => isShown(ticket, now) && scopes.some(({ keys }) => keys.has(ticket.key)));
  const sorted = shown.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.number - b.number);
  for (const scope of scopes) scope.keys = new Set(sorted.map(({ key }) => key).filter((key) => scope.keys.has(key)));
  useKitchen.setState({ tickets: sorted, isLoaded: true });
}

/** Fetches the changes of a scope; the first time all its tickets. */
async function loadScope(name: Scope, scope: Followed): Promise<void> {
  const since = isRecent(scope) ? scope.since : null;
  const query = {
    ...(since === null ? {} : { since: String(since) }),
    ...(name === allTickets ? {} : { bill: name }),
  };
  const { answer, headers } = await untilAnswered((signal) =>
    callFor('kitchen.tickets', { query, quiet: true, signal }),
  );
  if (followed.get(name) !== scope) return;
  take(scope, answer as KitchenTicket[], Date.parse(headers.get('date') ?? ''), since === null);
}

/** Fetches the tickets shown here; without the server the last ones stay. */
export async function loadKitchen(): Promise<void> {
  const { outletId, features } = useApp.getState();
  if (outletId === null || !features.includes('Kitchen')) return;
  if (useKitchen.getState().outletId !== outletId) {
    useKitchen.setState({ ...nothing, outletId });
    for (const [name, { count }] of followed) followed.set(name, { ...unread, count });
  }
  await sendBumps();
  const all = followed.get(allTickets);
  try {
    // The scope of all tickets includes those of each bill.
    await Promise.all(
      [...(all ? [[allTickets, all] as const] : followed)].map(([name, scope]) => loadScope(name, scope)),
    );
  } catch (error) {
    if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
    useKitchen.setState({ isLoaded: true });
  }
}

/** Fetches at once, and once for all further changes that come within `collapseMs`. */
function loadSoon(): void {
  const wait = fetchedAt + collapseMs - performance.now();
  planned ??= setTimeout(
    () => {
      planned = null;
      fetchedAt = performance.now();
      void loadKitchen();
    },
    Math.max(0, wait),
  );
}

let sending: Promise<void> | null = null;

/** Sends this device's bumps in order. Refused ones are dropped, unanswered ones are kept. */
function sendBumps(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (let next = useKitchen.getState().pending[0]; next; next = useKitchen.getState().pending[0]) {
    const bump = next;
    try {
      const ticket = (await call('kitchen.bump', {
        body: bump,
        ...quietly,
      })) as KitchenTicket;
      replaceTicket(ticket);
    } catch (error) {
      if (isNetworkFailure(error)) return;
      if (error instanceof CallError && error.status !== 401) {
        notify({ kind: 'warning', message: error.message });
      } else return;
    }
    useKitchen.setState(({ pending }) => ({ pending: pending.filter((each) => each !== bump) }));
  }
}

function replaceTicket(ticket: KitchenTicket): void {
  useKitchen.setState(({ tickets }) => ({
    tickets: tickets.map((each) =>
      each.key === ticket.key ? { ...ticket, slotType: each.slotType, slot: each.slot } : each,
    ),
  }));
}

/** Moves a ticket on: here at once, and at the server when it can be reached. */
export const bumpHere = (key: string, state: BumpState): void => doHere({ key, state });

/** Marks a line of a ticket as done, or as not done after all. */
export const markHere = (key: string, lineKey: string, isDone: boolean): void =>
  doHere({ key, lineKeys: [lineKey], isDone });

/** Notes that somebody saw a ticket. */
export const seenHere = (key: string): void => doHere({ key, seen: true });

function doHere(step: PendingBump): void {
  useKitchen.setState(({ pending }) => ({ pending: [...pending, step] }));
  // A running call may have read the list before this bump was added.
  void sendBumps().then(sendBumps);
}

let stops: (() => void)[] = [];

function startFollowing(): void {
  const poll = setInterval(loadSoon, pollMs);
  stops = [
    on('tickets', loadSoon),
    useConnection.subscribe((now, before) => {
      if (now.isOnline && !before.isOnline) loadSoon();
    }),
    useApp.subscribe((now, before) => {
      if (now.outletId !== before.outletId || now.features !== before.features) loadSoon();
    }),
    () => clearInterval(poll),
  ];
}

function stopFollowing(): void {
  for (const stop of stops) stop();
  stops = [];
}

/** Drops tickets that no screen shows. Delayed, because the next screen may show the same ones. */
function dropSoon(): void {
  setTimeout(() => {
    const gone = [...followed].filter(([, { count }]) => count === 0);
    for (const [name] of gone) followed.delete(name);
    if (gone.length > 0) keepShown(useKitchen.getState().tickets, Date.now());
    if (followed.size === 0) stopFollowing();
  });
}

/** Keeps tickets up to date while a screen shows them: those of a bill, by its key, or all. Runs until the returned function is called. */
export function followKitchen(bill: string = allTickets): () => void {
  if (stops.length === 0) startFollowing();
  const known = followed.get(bill);
  const scope = known ?? { ...unread, keys: keptKeys(bill) };
  scope.count += 1;
  followed.set(bill, scope);
  if (!known) void loadKitchen();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    // A change of outlet replaces the entry.
    const entry = followed.get(bill) ?? scope;
    entry.count -= 1;
    if (entry.count === 0) dropSoon();
  };
}

/** Returns the keys of tickets kept from before a reload: a kitchen screen shows them until the server answers. */
function keptKeys(bill: string): ReadonlySet<string> {
  const { tickets } = useKitchen.getState();
  return new Set(tickets.filter((ticket) => bill === allTickets || ticket.billKey === bill).map(({ key }) => key));
}
