/**
 * Tells the kitchen that items stand at another slot than on their ticket: those that were printed at once, those whose ticket is printed later
 * after it. Source: R35.39, docs/rules.md#moved-slip.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { type KeptTicket, ticketsMade, useTickets } from './tickets.ts';
import { printTransferNotice } from './transfer-notice.ts';

const isOrder = ({ change }: KeptTicket): boolean => change === 'New' || change === 'Add';
const isPrinted = ({ state }: KeptTicket): boolean => state === 'printed' || state === 'waiting';

/** Returns the tickets on which these items were ordered at this slot. */
const ticketsOf = (bill: Bill, keys: ReadonlySet<string>): readonly KeptTicket[] =>
  useTickets
    .getState()
    .tickets.filter(
      (ticket) =>
        isOrder(ticket) &&
        ticket.bill.type === bill.type &&
        ticket.bill.slot === bill.slot &&
        ticket.lines.some(({ item }) => keys.has(item.key)),
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
export async function tellKitchenMoved(
  bill: Bill,
  to: Pick<Bill, 'type' | 'slot'>,
  keys?: readonly string[],
): Promise<void> {
  if (bill.type === to.type && bill.slot === to.slot) return;
  const items = bill.items.filter((item) => !item.isVoid && (keys?.includes(item.key) ?? true));
  const moved = new Set(items.map((item) => item.key));
  await ticketsMade(bill.key);
  await until(() => ticketsOf(bill, moved).every(({ state }) => state !== 'printing'));
  const tickets = ticketsOf(bill, moved);
  const onPaper = new Set(tickets.filter(isPrinted).flatMap(({ lines }) => lines.map(({ item }) => item.key)));
  const move = { bill, to, isWhole: keys === undefined };
  const key = `${bill.key} ${bill.version} ${bill.type} ${bill.slot} ${to.type} ${to.slot}`;
  printTransferNotice({ ...move, key, items: items.filter((item) => item.sentQty > 0 || onPaper.has(item.key)) });
  for (const late of tickets.filter(({ state }) => state === 'failed')) {
    const own = new Set(late.lines.map(({ item }) => item.key));
    const now = () => useTickets.getState().tickets.find((ticket) => ticket.key === late.key);
    void until(() => now()?.state !== 'failed' && now()?.state !== 'printing').then(() => {
      const ticket = now();
      // Its items went on to the other bill, whose slot it names.
      const isThere = ticket?.bill.type === to.type && ticket.bill.slot === to.slot;
      if (ticket && isPrinted(ticket) && !isThere)
        printTransferNotice({ ...move, key: `${key} ${late.key}`, items: items.filter((item) => own.has(item.key)) });
    });
  }
}
