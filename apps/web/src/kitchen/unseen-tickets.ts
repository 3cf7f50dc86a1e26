/**
 * Tickets that nobody in the kitchen has touched, as tills know them (R23.24). Kept here and not in the cache of reads: the bill screen is shown before
 * that cache is there.
 */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { create } from 'zustand';
import { CallError, call, isNetworkFailure } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { useApp } from '../sync/app-store.ts';

type UnseenTicket = Pick<KitchenTicket, 'key' | 'station' | 'slotType' | 'slot' | 'createdAt'>;

interface Unseen {
  readonly outletId: number | null;
  /** The oldest first; empty while the server cannot say what was touched. */
  readonly tickets: readonly UnseenTicket[];
}

const nothing: Unseen = { outletId: null, tickets: [] };

export const useUnseen = create<Unseen>()(() => nothing);

const pollMs = 60_000;
const collapseMs = 150;
let followers = 0;
let stop: (() => void) | null = null;
let planned: ReturnType<typeof setTimeout> | null = null;
/** Counts the calls: only the last one's answer is taken. */
let calls = 0;

async function load(): Promise<void> {
  const { outletId } = useApp.getState();
  calls += 1;
  const mine = calls;
  let tickets: readonly UnseenTicket[] = [];
  try {
    tickets = await call('kitchen.unseen', { quiet: true });
  } catch (error) {
    if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
  }
  if (mine === calls && followers > 0) useUnseen.setState({ outletId, tickets });
}

/** Asks the server again, once for several changes that come together. */
export function askUnseenSoon(): void {
  planned ??= setTimeout(() => {
    planned = null;
    void load();
  }, collapseMs);
}

function start(): () => void {
  void load();
  const poll = setInterval(() => void load(), pollMs);
  const unsubscribe = useConnection.subscribe((now, before) => {
    if (now.isOnline && !before.isOnline) askUnseenSoon();
  });
  return () => {
    clearInterval(poll);
    unsubscribe();
    if (planned) clearTimeout(planned);
    planned = null;
    useUnseen.setState(nothing);
  };
}

/** Asks the server each minute for the untouched tickets of the open outlet, until the returned function is called. Several callers share the calls. */
export function followUnseen(): () => void {
  followers += 1;
  stop ??= start();
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.();
    stop = null;
  };
}
