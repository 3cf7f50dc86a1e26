/**
 * A till that stopped between 'Saved' and its ticket: when it runs again, the lines that it saved and that stand on no ticket come out by
 * themselves, and so do tickets that were under way. Once, though another till may have printed them meanwhile: of what the server may have had, it
 * is asked first. What is too old waits in sight for a person. Source: R16.2, docs/rules.md#tickets.
 */
import type { BillItem } from '@atoll/domain/bill/bill';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { useConnection } from '../api/connection.ts';
import { useBills } from '../bills/bills.ts';
import { steadyNow } from '../clock/steady.ts';
import { tillNow } from '../clock/till-clock.ts';
import { isUntouched } from '../outbox/entry.ts';
import type { SentEntry } from '../outbox/sent.ts';
import { readOutbox } from '../outbox/store.ts';
import { newLines } from '../outbox/unsynced-amount.ts';
import { deviceId } from '../session/device.ts';
import { readAll } from '../storage/idb.ts';
import { useApp } from '../sync/app-store.ts';
import {
  followOtherTabs,
  isTriedHere,
  type KeptTicket,
  keepUnprinted,
  loadTickets,
  retryTicket,
  ticketsKeptMs,
  useTickets,
} from './tickets.ts';

/** What was saved before this belongs to a life of this till that is over, or to another tab. */
const openedAt = steadyNow();
const startedAt = (): number => tillNow() - (steadyNow() - openedAt);
/** Another tab has brought its own lines to a ticket by then. */
const graceMs = 2000;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Lines that this device saved in this outlet before the page was opened, whether they are sent or not, as they were saved together. */
async function savedBefore(): Promise<readonly (readonly BillItem[])[]> {
  const { outletId } = useApp.getState();
  const entries = [...(await readAll<SentEntry>('sent')), ...(await readOutbox())];
  const own = entries.filter((entry) => entry.outletId === outletId && entry.deviceId === deviceId());
  const isOfBefore = ({ createdAt }: BillItem): boolean => {
    const at = Date.parse(createdAt);
    return at < startedAt() && at > tillNow() - ticketsKeptMs;
  };
  return own.map((entry) => newLines(entry).filter(isOfBefore));
}

/** Puts each line that was saved and stands on no ticket onto one. */
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

/** Whether no other till can know of the ticket's lines. */
async function isOnlyHere({ lines }: KeptTicket): Promise<boolean> {
  const own = new Set(
    (await readOutbox())
      .filter(isUntouched)
      .flatMap(newLines)
      .map(({ key }) => key),
  );
  return lines.every(({ item }) => own.has(item.key));
}

/** Tickets that go out by themselves, until they have. */
let resumed: readonly string[] = [];

/** Brings them out as far as it is certain that no other till has: the others when the server is back. */
async function printResumed(): Promise<void> {
  for (const key of resumed) {
    const ticket = useTickets.getState().tickets.find((each) => each.key === key);
    const isFresh = ticket && Date.parse(ticket.madeAt) > tillNow() - ticketStaleMs;
    if (ticket?.state !== 'failed' || !isFresh) resumed = resumed.filter((one) => one !== key);
    else if ((await isOnlyHere(ticket)) || (await useBills.getState().refetch(ticket.bill.key)) !== null) {
      resumed = resumed.filter((one) => one !== key);
      await retryTicket(key);
    }
  }
}

/** Looks once for what a life of this till that is over has left, and prints it. The outlet is open, its bills are read as far as they can be. */
export async function printResumedTickets(): Promise<void> {
  await loadTickets();
  await wait(graceMs);
  await followOtherTabs();
  await keepUnticketedItems();
  const { outletId } = useApp.getState();
  const failed = useTickets
    .getState()
    .tickets.filter((each) => each.state === 'failed' && each.outletId === outletId && !isTriedHere(each.key));
  resumed = [...new Set([...resumed, ...failed.map(({ key }) => key)])];
  await printResumed();
}

/** Goes on with it whenever the server is back. Until the answer is called. */
export const keepPrintingResumed = (): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (now.isOnline && !before.isOnline) void printResumed();
  });
