/**
 * Fetches bills from the server: the open ones at the start, and single ones after hub messages. Source: R15.11,
 * docs/rules.md#change-cursor.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { isOpenBill } from '@atoll/domain/bill/states';
import { CallError, call, callFor, isNetworkFailure } from '../api/api.ts';
import { takeBillTrace } from '../api/trace.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { tillNowText } from '../clock/till-clock.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { useSession } from '../session/session.ts';
import { copyOf } from '../storage/copy.ts';
import { reportCopy } from '../sync/parts.ts';
import type { Core } from './core.ts';
import { withSameItems } from './same-items.ts';
import { without } from './state.ts';
import type { TakeActions } from './take-bills.ts';
import { isShown, toastMerged } from './toast/shown-slot.ts';
import { replacesKnown, viewedHere } from './viewed.ts';

export interface FetchActions {
  /** Reads the open bills of the outlet. Returns the number of the change they include; null when they could not be fetched. */
  loadActive(): Promise<number | null>;
  /** Fetches one bill and shows it. `notify`: shows a message that it was updated. */
  refetch(ref: number | string, notify?: boolean): Promise<Bill | null>;
}

type Refetch = FetchActions['refetch'];

/** Returns the keys of bills with entries in the outbox. */
const outboxKeys = (): string[] =>
  useOutbox
    .getState()
    .entries.map((entry) => entry.billKey)
    .filter((key) => key !== null);

/** Returns the function that fetches a bill. Requests during a fetch share one further fetch. */
function makeRefetch(core: Core, { takeServer, rename }: TakeActions): Refetch {
  const running = new Map<number | string, Promise<Bill | null>>();
  /** The bills to fetch once more, and whether to notify. */
  const repeats = new Map<number | string, boolean>();

  const keyOfId = (id: number): string | undefined =>
    Object.values(core.get().server).find((bill) => bill.id === id)?.key;

  async function fetchBill(ref: number | string, notify: boolean): Promise<Bill | null> {
    try {
      const options = { params: { id: String(ref) }, headers: takeBillTrace(ref), quiet: true };
      const bill = (await untilAnswered((signal) => call('bill.find', { ...options, signal }))) as Bill;
      const requestedKey = typeof ref === 'number' ? keyOfId(ref) : ref;
      const merged =
        requestedKey !== undefined && requestedKey !== bill.key ? core.get().bills[requestedKey] : undefined;
      if (requestedKey !== undefined && requestedKey !== bill.key) rename(requestedKey, bill.key);
      takeServer(bill, notify);
      if (merged && notify && !bill.isMasked) toastMerged(merged, bill);
      return bill;
    } catch (error) {
      // The bill no longer exists or is not visible to this person: the known state stays until the next full read.
      if (isNetworkFailure(error) || error instanceof CallError) return null;
      throw error;
    }
  }

  return async (ref, notify = false) => {
    const inFlight = running.get(ref);
    if (inFlight) {
      repeats.set(ref, notify || (repeats.get(ref) ?? false));
      return inFlight;
    }
    const work = (async () => {
      let bill = await fetchBill(ref, notify);
      while (repeats.has(ref)) {
        const notifyAgain = repeats.get(ref) ?? false;
        repeats.delete(ref);
        bill = await fetchBill(ref, notifyAgain);
      }
      return bill;
    })().finally(() => running.delete(ref));
    running.set(ref, work);
    return work;
  };
}

/**
 * Replaces the known bills by a list of open bills. Known open bills that are not in it are removed, or fetched again when
 * the till has unsaved or unsent changes to them.
 */
function takeActive(core: Core, bills: readonly Bill[], refetch: Refetch, keepBills: () => void): void {
  const { server, drafts, bills: shown } = core.get();
  const listed = new Map(bills.map((bill) => [bill.key, bill]));
  const next: Record<string, Bill> = {};
  const missing: string[] = [];
  /** Bills that were closed in the meantime, on the screen or with courses that a payment fired. */
  const closed: string[] = [];
  const waiting = new Set(outboxKeys());
  for (const bill of Object.values(server)) {
    if (listed.has(bill.key)) continue;
    if (!isOpenBill(bill)) next[bill.key] = bill;
    else if (waiting.has(bill.key) || drafts[bill.key]) {
      next[bill.key] = bill;
      missing.push(bill.key);
    } else if (isShown(bill) || bill.items.some(isHeld)) {
      next[bill.key] = bill;
      closed.push(bill.key);
    }
  }
  for (const bill of bills.map(viewedHere)) {
    const known = server[bill.key];
    next[bill.key] =
      known && !replacesKnown(known, bill)
        ? known
        : { ...withSameItems(bill, shown[bill.key]), lastSyncedAt: tillNowText() };
  }
  core.set({ server: next, loaded: true });
  for (const key of new Set([...Object.keys(shown), ...Object.keys(next), ...waiting])) core.show(key);
  for (const key of missing) void refetch(key);
  for (const key of closed) void refetchClosed(core, key, refetch);
  keepBills();
}

/** Fetches a bill of the screen that is no longer open, so that the person reads what happened; one that cannot be fetched leaves the screen. */
async function refetchClosed(core: Core, key: string, refetch: Refetch): Promise<void> {
  if (await refetch(key, true)) return;
  core.set({ server: without(core.get().server, key) });
  core.show(key);
}

/** Returns the actions that fetch bills. `keepBills` stores the open ones for a start without the server. */
export function fetchActions(core: Core, take: TakeActions, keepBills: () => void): FetchActions {
  const refetch = makeRefetch(core, take);
  const takeAll = (bills: readonly Bill[]): void => takeActive(core, bills, refetch, keepBills);
  return {
    refetch,

    async loadActive() {
      const outletId = useSession.getState().scope?.outletId ?? null;
      if (outletId === null) return null;
      if (core.get().outletId !== outletId) {
        core.set({ outletId, server: {}, bills: {}, slots: {}, loaded: false });
        const copy = await copyOf<Bill[]>(outletId, 'bills');
        if (copy && !core.get().loaded) {
          takeAll(copy);
          reportCopy('bills');
        }
      }
      try {
        const { answer, headers } = await untilAnswered((signal) => callFor('bill.active', { quiet: true, signal }));
        if (core.get().outletId !== outletId) return null;
        takeAll(answer as Bill[]);
        return Number(headers.get('X-Outlet-Seq') ?? 0);
      } catch (error) {
        if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
        // Bills with unsaved or unsent changes are shown even when no others are known.
        if (!core.get().loaded) takeAll([]);
        return null;
      }
    },
  };
}
