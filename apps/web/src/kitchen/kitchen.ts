/**
 * The kitchen's tickets on this device: as the server last said, with the bumps on top that it has not confirmed yet, so that the kitchen works on
 * through short losses of the network. Only what is shown is fetched and kept: a kitchen screen shows all tickets, a till those of a bill.
 * Source: R2.29, docs/rules.md#kitchen-tickets.
 */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, bumpTicket, isOpenTicket } from '@atoll/domain/kitchen/states';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { CallError, call, callFor, isNetworkFailure, quietly } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { on } from '../api/event.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import { notify, useApp } from '../sync/app-store.ts';

interface PendingBump {
  readonly key: string;
  readonly state: BumpState;
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

/** The tickets with what was bumped here on top. */
export function shownTickets(tickets: readonly KitchenTicket[], pending: readonly PendingBump[]): KitchenTicket[] {
  return tickets.map((ticket) =>
    pending
      .filter((bump) => bump.key === ticket.key)
      .reduce((now, { state }) => {
        const to = bumpTicket(now.state, state);
        return to.ok ? { ...now, state: to.value } : now;
      }, ticket),
  );
}

const collapseMs = 150;
const pollMs = 30_000;
/** Several servers have several clocks, and the header tells whole seconds: so much is asked for twice. */
const overlapMs = 5000;
const maxOpenMs = 18 * 3_600_000;
const maxClosedMs = 30 * 60_000;
let planned: ReturnType<typeof setTimeout> | null = null;

/** What somebody shows: the tickets of a bill, by its key, or all of them. */
type Scope = string;
const allTickets: Scope = '';

interface Followed {
  count: number;
  /** Epoch ms of the server from which on changes are asked for; null before the first answer. */
  since: number | null;
  /** Epoch ms of this device at the last answer. */
  readAt: number;
  /** Keys of the tickets that belong to it. */
  keys: ReadonlySet<string>;
}
const followed = new Map<Scope, Followed>();
const unread: Followed = { count: 0, since: null, readAt: 0, keys: new Set() };
/** After longer than this everything is read: the server no longer names what was finished in between. */
const maxGapMs = 20 * 60_000;

const isRecent = ({ readAt }: Followed): boolean => Math.abs(Date.now() - readAt) < maxGapMs;

/** True while a kitchen screen shows a ticket: open, or finished a short while ago. */
function isShown({ state, createdAt, changedAt }: KitchenTicket, now: number): boolean {
  return isOpenTicket(state) ? Date.parse(createdAt) > now - maxOpenMs : Date.parse(changedAt) > now - maxClosedMs;
}

/** Takes the answer for a scope, and drops what nobody shows. `isWhole`: the answer has all tickets of it. */
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

/** Fetches what changed of a scope; the first time all of it. */
async function loadScope(name: Scope, scope: Followed): Promise<void> {
  const since = isRecent(scope) ? scope.since : null;
  const { answer, headers } = await callFor('kitchen.tickets', {
    query: {
      ...(since === null ? {} : { since: String(since) }),
      ...(name === allTickets ? {} : { bill: name }),
    },
    ...quietly,
  });
  if (followed.get(name) !== scope) return;
  take(scope, answer as KitchenTicket[], Date.parse(headers.get('date') ?? ''), since === null);
}

/** Fetches the tickets that are shown here; without the server those of before stand. */
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
    // All of them include those of each bill.
    await Promise.all(
      [...(all ? [[allTickets, all] as const] : followed)].map(([name, scope]) => loadScope(name, scope)),
    );
  } catch (error) {
    if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
    useKitchen.setState({ isLoaded: true });
  }
}

function loadSoon(): void {
  planned ??= setTimeout(() => {
    planned = null;
    void loadKitchen();
  }, collapseMs);
}

let sending: Promise<void> | null = null;

/** Sends the bumps of this device in their order; what the server refuses is dropped, what it did not hear is kept. */
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

/** Moves a ticket on: at once here, and at the server when it can be reached. */
export function bumpHere(key: string, state: BumpState): void {
  useKitchen.setState(({ pending }) => ({ pending: [...pending, { key, state }] }));
  // A call that is under way may have looked at the list before this one stood on it.
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

/** Forgets what nobody shows any more. Later, because a screen that is replaced by the next one may show the same. */
function dropSoon(): void {
  setTimeout(() => {
    const gone = [...followed].filter(([, { count }]) => count === 0);
    for (const [name] of gone) followed.delete(name);
    if (gone.length > 0) keepShown(useKitchen.getState().tickets, Date.now());
    if (followed.size === 0) stopFollowing();
  });
}

/** Keeps tickets up to date while somebody shows them: those of a bill, by its key, or all. Until the result is called. */
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
    // Another outlet replaces the entry.
    const entry = followed.get(bill) ?? scope;
    entry.count -= 1;
    if (entry.count === 0) dropSoon();
  };
}

/** The tickets that this device kept from before a reload: a kitchen screen shows them until the server answers. */
function keptKeys(bill: string): ReadonlySet<string> {
  const { tickets } = useKitchen.getState();
  return new Set(tickets.filter((ticket) => bill === allTickets || ticket.billKey === bill).map(({ key }) => key));
}
