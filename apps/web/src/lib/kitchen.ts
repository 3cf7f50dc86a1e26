/**
 * The kitchen's tickets on this device: as the server last said, with the bumps on top that it has not confirmed yet, so that the kitchen works on
 * through short losses of the network. Source: R2.29, decisions B13.
 */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, bumpTicket } from '@atoll/domain/kitchen/states';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { CallError, call, isNetworkFailure, quietly } from './api.ts';
import { notify, useApp } from './app-store.ts';
import { useConnection } from './connection.ts';
import { on } from './event.ts';
import { onLocalLost } from './lost-storage.ts';

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
let planned: ReturnType<typeof setTimeout> | null = null;

/** Fetches the tickets; without the server those of before stand. */
export async function loadKitchen(): Promise<void> {
  const { outletId, features } = useApp.getState();
  if (outletId === null || !features.includes('Kitchen')) return;
  if (useKitchen.getState().outletId !== outletId) useKitchen.setState({ ...nothing, outletId });
  await sendBumps();
  try {
    const tickets = (await call('kitchen.tickets', { ...quietly })) as KitchenTicket[];
    if (useApp.getState().outletId === outletId) useKitchen.setState({ tickets, isLoaded: true });
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

let followers = 0;
let stops: (() => void)[] = [];

/** Keeps the tickets up to date while somebody shows them. Until the answer is called. */
export function followKitchen(): () => void {
  followers += 1;
  if (followers === 1) {
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
    void loadKitchen();
  }
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    followers -= 1;
    if (followers > 0) return;
    for (const stop of stops) stop();
    stops = [];
  };
}
