/**
 * Tells the kitchen that items stand at another slot than on their ticket: those that were printed at once, those whose ticket is printed later
 * after it. Source: R35.39, docs/rules.md#moved-slip.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { tillNowText } from '../clock/till-clock.ts';
import { useApp } from '../sync/app-store.ts';
import { type KeptNotice, keepNotice, type Place, replaceNotice, resumeNotices } from './kept-notices.ts';
import { isOrder, isPrinted, type KeptTicket, useTickets } from './kept-tickets.ts';
import { ticketsMade } from './tickets.ts';
import { printDueNotice } from './transfer-notice.ts';

const isAt = ({ bill }: KeptTicket, { type, slot }: Place): boolean => bill.type === type && bill.slot === slot;

/** Returns the tickets on which these items were ordered at this slot. */
const ticketsOf = (from: Place, keys: ReadonlySet<string>): readonly KeptTicket[] =>
  useTickets
    .getState()
    .tickets.filter(
      (ticket) => isOrder(ticket) && isAt(ticket, from) && ticket.lines.some(({ item }) => keys.has(item.key)),
    );

/** Resolves when the condition holds for the tickets. */
const until = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (holds()) return resolve();
    const stop = useTickets.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
    return undefined;
  });

/** Prints the notices of a move, for a bill as it was before; `keys` are the moved items, all of them when absent. */
export async function tellKitchenMoved(bill: Bill, to: Place, keys?: readonly string[]): Promise<void> {
  const { key, type, slot, number, version } = bill;
  if (type === to.type && slot === to.slot) return;
  const notice: KeptNotice = {
    key: `${key} ${version} ${type} ${slot} ${to.type} ${to.slot}`,
    outletId: useApp.getState().outletId ?? 0,
    bill: { key, type, slot, number },
    to: { type: to.type, slot: to.slot },
    items: bill.items.filter((item) => !item.isVoid && (keys?.includes(item.key) ?? true)),
    isWhole: keys === undefined,
    since: tillNowText(),
    state: 'new',
  };
  await keepNotice(notice);
  await tell(notice);
}

/** Prints the notices that an earlier page left. Requires the tickets that it left, and an open outlet. */
export async function tellMovesResumed(): Promise<void> {
  for (const notice of await resumeNotices(useApp.getState().outletId)) proceed(notice);
}

const proceed = (notice: KeptNotice): void =>
  void tell(notice).catch((error: unknown) => console.error('A transfer notice was not printed', error));

function tell(notice: KeptNotice): Promise<void> {
  if (notice.state === 'new') return separate(notice);
  return notice.state === 'afterTicket' ? tellAfterTicket(notice) : printDueNotice(notice);
}

/** Separates the items that are on paper from those whose ticket is still to be printed, once none is printing. */
async function separate(notice: KeptNotice): Promise<void> {
  const { key, bill, items } = notice;
  const moved = new Set(items.map((item) => item.key));
  await ticketsMade(bill.key);
  await until(() => ticketsOf(bill, moved).every(({ state }) => state !== 'printing'));
  const tickets = ticketsOf(bill, moved);
  const onPaper = new Set(tickets.filter(isPrinted).flatMap(({ lines }) => lines.map(({ item }) => item.key)));
  const due = { state: 'due', items: items.filter((item) => item.sentQty > 0 || onPaper.has(item.key)) } as const;
  const late = tickets.flatMap(({ key: ticketKey, state, lines }) => {
    if (state !== 'failed') return [];
    const own = new Set(lines.map(({ item }) => item.key));
    const waiting = { state: 'afterTicket', items: items.filter((item) => own.has(item.key)) } as const;
    return [{ ...notice, ...waiting, key: `${key} ${ticketKey}`, ticketKey }];
  });
  const next = [{ ...notice, ...due }, ...late].filter((one) => one.items.length > 0);
  if (await replaceNotice(key, next)) for (const one of next) proceed(one);
}

/** Prints a notice once its ticket is printed, unless that names the new slot because its items went on to the other bill. */
async function tellAfterTicket(notice: KeptNotice): Promise<void> {
  const now = () => useTickets.getState().tickets.find(({ key }) => key === notice.ticketKey);
  await until(() => now()?.state !== 'failed' && now()?.state !== 'printing');
  const ticket = now();
  const isDue = ticket !== undefined && isPrinted(ticket) && !isAt(ticket, notice.to);
  const due: KeptNotice = { ...notice, state: 'due', since: tillNowText() };
  if ((await replaceNotice(notice.key, isDue ? [due] : [])) && isDue) await printDueNotice(due);
}
