/** Fetches bills that changed on other devices: the first at once, several changes of a bill as one, repeated until the newest version is here. */
import { useBills } from '../bills/bills.ts';
import { useOutbox } from '../outbox/outbox.ts';
import type { Change } from './cursor.ts';

const collapseMs = 50;
/** With doubling waits, about 12 s in all; bills still missing are fetched when the server returns. */
const fetchTries = 5;

const lastFetch = new Map<number, number>();
const planned = new Map<number, ReturnType<typeof setTimeout>>();
/** The newest announced version of each bill, until it is here. */
const wanted = new Map<number, number>();
const failures = new Map<number, number>();

const isMissing = (id: number): boolean => (useBills.getState().knownVersion(id) ?? -1) < (wanted.get(id) ?? -1);

function plan(id: number, inMs: number): void {
  clearTimeout(planned.get(id));
  planned.set(
    id,
    setTimeout(() => afterCollapse(id), inMs),
  );
}

async function fetchBill(id: number): Promise<void> {
  planned.delete(id);
  lastFetch.set(id, performance.now());
  await useBills.getState().refetch(id, true);
  if (!isMissing(id)) {
    wanted.delete(id);
    failures.delete(id);
    return;
  }
  const failed = (failures.get(id) ?? 0) + 1;
  failures.set(id, failed);
  if (failed <= fetchTries && !planned.has(id)) plan(id, collapseMs * 2 ** (failed + 2));
}

/** Fetches bills that could not be fetched while the server was unreachable. */
export function fetchMissing(): void {
  failures.clear();
  for (const id of wanted.keys()) plan(id, 0);
}

const isBeingSent = (id: number): boolean => {
  const { bills } = useBills.getState();
  return useOutbox
    .getState()
    .entries.some((entry) => entry.state === 'sending' && entry.billKey !== null && bills[entry.billKey]?.id === id);
};

/** Takes the announcement of a newer bill version from the hub or a catch-up. */
export function billChanged({ id, version }: Pick<Change, 'id' | 'version'>): void {
  if (id === null) return;
  wanted.set(id, Math.max(version, wanted.get(id) ?? 0));
  if (planned.has(id)) return;
  if (!isMissing(id)) return void wanted.delete(id);
  const since = performance.now() - (lastFetch.get(id) ?? Number.NEGATIVE_INFINITY);
  // While a call of this device on the bill is under way, its answer may be this change.
  if (since >= collapseMs && !isBeingSent(id)) void fetchBill(id);
  else plan(id, collapseMs);
}

function afterCollapse(id: number): void {
  planned.delete(id);
  if (isBeingSent(id)) plan(id, collapseMs);
  else if (isMissing(id)) void fetchBill(id);
  else wanted.delete(id);
}

/** Forgets all when another outlet, or none, is opened. */
export function forgetChanged(): void {
  wanted.clear();
}
