/**
 * Resumed tickets: when a till stopped between 'Saved' and its ticket, it prints the saved items without a ticket, and interrupted tickets, at
 * its next start. Once, though another till may have printed them: items that the server may have had are checked with the server first. Old
 * tickets are shown and wait for a person. Source: R16.2, docs/rules.md#tickets.
 */
import type { BillItem } from '@atoll/domain/bill/bill';
import { firingOf } from '@atoll/domain/bill/course';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { useConnection } from '../api/connection.ts';
import { useBills } from '../bills/bills.ts';
import { pageBegan, steadyNow } from '../clock/steady.ts';
import { tillNow } from '../clock/till-clock.ts';
import { isUntouched, type OutboxEntry } from '../outbox/entry.ts';
import type { SentEntry } from '../outbox/sent.ts';
import { readOutbox } from '../outbox/store.ts';
import { newLines } from '../outbox/unsynced-amount.ts';
import { deviceId } from '../session/device.ts';
import { readAll } from '../storage/idb.ts';
import { useApp } from '../sync/app-store.ts';
import { type KeptFired, noteFired, readFired } from './kept-fired.ts';
import { type KeptTicket, useTickets } from './kept-tickets.ts';
import { tellMovesResumed } from './moved-items.ts';
import { followOtherTabs, isTriedHere, keepUnprinted, loadTickets, retryTicket, ticketsKeptMs } from './tickets.ts';

/** Items saved before this belong to an earlier page of this till or to another tab. */
const startedAt = (): number => tillNow() - (steadyNow() - pageBegan);
/** After this time another tab has made tickets for its own items. */
const graceMs = 2000;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Returns whether an instant is before this page, and not so long ago that its ticket is forgotten. */
function isOfBefore(instant: string): boolean {
  const at = Date.parse(instant);
  return at < startedAt() && at > tillNow() - ticketsKeptMs;
}

/** Returns the items that this device saved in this outlet before the page was opened, sent or not, grouped as they were saved. */
async function savedBefore(): Promise<readonly (readonly BillItem[])[]> {
  const { outletId } = useApp.getState();
  const entries = [...(await readAll<SentEntry>('sent')), ...(await readOutbox())];
  const own = entries.filter((entry) => entry.outletId === outletId && entry.deviceId === deviceId());
  return own.map((entry) => newLines(entry).filter(({ createdAt }) => isOfBefore(createdAt)));
}

/** Makes a ticket for saved items that are on none. */
async function keepUnticketedItems(): Promise<void> {
  const saved = await savedBefore();
  const onTicket = new Set(useTickets.getState().tickets.flatMap(({ lines }) => lines.map(({ item }) => item.key)));
  for (const bill of Object.values(useBills.getState().bills)) {
    if (!bill.isOpen) continue;
    const here = new Set(bill.items.map(({ key }) => key).filter((key) => !onTicket.has(key)));
    for (const lines of saved) {
      const unticketed = lines.filter(({ key }) => here.has(key));
      const madeAt = unticketed
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .at(-1);
      if (madeAt !== undefined)
        await keepUnprinted(
          bill,
          unticketed.map(({ key }) => key),
          madeAt,
        );
    }
  }
}

/** Returns what this device fired in this outlet before the page was opened. */
const firedBefore = async (): Promise<readonly KeptFired[]> =>
  (await readFired(useApp.getState().outletId)).filter(({ at }) => isOfBefore(at));

/** Makes the ticket of what an earlier page fired, unless another till fired it first. A paid bill is fetched: what is paid for is cooked. */
async function keepUnprintedCourses(): Promise<void> {
  const { tickets } = useTickets.getState();
  const ordered = new Set(
    tickets.flatMap(({ lines }) => lines.flatMap(({ item, mark }) => (mark === 'Hold' ? [] : [item.key]))),
  );
  for (const { billKey, at, keys } of await firedBefore()) {
    const left = keys.filter((key) => !ordered.has(key));
    if (left.length === 0) continue;
    const isOne = (item: BillItem): boolean => left.includes(item.key) && firingOf(item) === at;
    const known = Object.values(useBills.getState().bills).find(({ items }) => items.some(isOne));
    const bill = known ?? (await useBills.getState().refetch(billKey));
    const own = bill?.items.filter(isOne).map(({ key }) => key) ?? [];
    if (bill && own.length > 0) await keepUnprinted(bill, own, at, own);
  }
}

const firedLines = ({ body }: OutboxEntry): readonly BillItem[] =>
  ((body['items'] ?? []) as readonly BillItem[]).filter(({ firedAt }) => firedAt);

/** Returns true when no other till can know the ticket's items, or the firing of its course. */
async function isOnlyHere({ lines, change }: KeptTicket): Promise<boolean> {
  const own = new Set(
    (await readOutbox())
      .filter(isUntouched)
      .flatMap((entry) => (change === 'Fire' ? firedLines(entry) : newLines(entry)))
      .map(({ key }) => key),
  );
  return lines.every(({ item }) => own.has(item.key));
}

/** Keys of tickets still to be printed automatically. */
let resumed: readonly string[] = [];

/**
 * Returns true when a ticket may be printed without the server: no other till can know its items, or an earlier page of this till sent it to the print
 * server, which prints a key once. A page that stays open tries such a ticket again too (`ticket-retry.ts`).
 */
async function isPrintableAlone(ticket: KeptTicket): Promise<boolean> {
  return (await isOnlyHere(ticket)) || (!ticket.isUntried && !useConnection.getState().isOnline);
}

/** Prints them when no other till can have printed them, or this till began to; the others wait for the server. */
async function printResumed(): Promise<void> {
  for (const key of resumed) {
    const ticket = useTickets.getState().tickets.find((each) => each.key === key);
    const isFresh = ticket && Date.parse(ticket.madeAt) > tillNow() - ticketStaleMs;
    if (ticket?.state !== 'failed' || !isFresh) resumed = resumed.filter((one) => one !== key);
    else if ((await isPrintableAlone(ticket)) || (await useBills.getState().refetch(ticket.bill.key)) !== null) {
      resumed = resumed.filter((one) => one !== key);
      await retryTicket(key);
    }
  }
}

/** Looks once for tickets and transfer notices left by an earlier page and prints them. Requires an open outlet with its bills read as far as possible. */
export async function printResumedTickets(): Promise<void> {
  await loadTickets();
  for (const fired of await firedBefore()) noteFired(fired);
  await wait(graceMs);
  await followOtherTabs();
  await keepUnticketedItems();
  await keepUnprintedCourses();
  await tellMovesResumed();
  const { outletId } = useApp.getState();
  const failed = useTickets
    .getState()
    .tickets.filter((each) => each.state === 'failed' && each.outletId === outletId && !isTriedHere(each.key));
  resumed = [...new Set([...resumed, ...failed.map(({ key }) => key)])];
  await printResumed();
}

/** Continues whenever the server returns. Runs until the returned function is called. */
export const keepPrintingResumed = (): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (now.isOnline && !before.isOnline) void printResumed();
  });
