/** Computes the shown bill: the server's state, then the outbox, then the draft. */
import { type Bill, type BillItem, type MergeableField, mergeableFields } from '@atoll/domain/bill/bill';
import { replaceKeepingUnsaved } from '@atoll/domain/bill/merge/rebase';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { afterPrint } from '@atoll/domain/bill/printed';
import { endedForGroup, withDeclined } from '@atoll/domain/bill/promotion/decline';
import type { Payment } from '@atoll/domain/payment/payment';
import type { OutboxEntry } from '../outbox/entry.ts';
import { promoteBill } from './price/line-price.ts';
import type { Draft } from './state.ts';

/** An entry's body as this device made it: a bill or parts of one, with whole items. */
interface Body extends Partial<Omit<Bill, 'payments'>> {
  readonly changed?: readonly MergeableField[];
  readonly payments?: readonly Partial<Payment>[];
}

const localPayment = ({ wallet, ...payment }: Partial<Payment>): Payment => ({
  key: '',
  method: 'Cash',
  amount: 0,
  reference: '',
  status: 'Captured',
  receivedBy: null,
  shiftId: null,
  at: null,
  ...payment,
  // What proves that a card's code is known stays in the call: a bill is kept on tickets too.
  ...(wallet && { wallet: { id: wallet.id, last4: wallet.last4, left: wallet.left } }),
  tendered: payment.tendered ?? payment.amount ?? 0,
  change: Math.max(0, (payment.tendered ?? payment.amount ?? 0) - (payment.amount ?? 0)),
});

/** Returns the bill without the promotions that an entry takes off. */
const declined = (bill: Bill, body: Pick<Body, 'declined'>): Bill =>
  body.declined ? applyTotals(withDeclined(bill, body.declined)) : bill;

/** Turns an unsent check-in into a bill; items coalesced into it are saved items. */
const opened = (bill: Bill): Bill =>
  applyTotals({ ...declined(bill, bill), status: bill.items.length ? 'Saved' : 'CheckedIn', pending: true });

/** Returns the bill after one outbox entry. An update of an unknown bill cannot be shown. */
export function afterEntry(known: Bill | undefined, entry: OutboxEntry): Bill | undefined {
  const body = entry.body as Body;
  if (!known) return entry.kind === 'create' ? opened(entry.body as unknown as Bill) : undefined;
  const bill: Bill = { ...known, pending: true };
  const sentItems = new Map((body.items ?? []).map((item) => [item.key, item]));
  const changed = body.changed ?? [];
  const joined =
    sentItems.size || changed.length
      ? replaceKeepingUnsaved(
          bill,
          { ...bill, ...body, payments: [], items: [...sentItems.values()] } as Bill,
          new Set(changed),
        )
      : bill;
  const withItems = declined(joined, body);
  switch (entry.kind) {
    case 'create':
      return withItems.items.length > bill.items.length ? { ...withItems, status: 'Saved' } : withItems;
    case 'update': {
      const isPrint = body.status === 'BillPrinted';
      const hasNew = withItems.items.length > bill.items.length;
      const status = isPrint ? 'BillPrinted' : hasNew ? 'Saved' : bill.status;
      const printCount = bill.printCount + (isPrint ? 1 : 0);
      const shown = { ...withItems, status, printCount, lastSavedAt: entry.madeAt };
      return isPrint ? afterPrint(shown) : shown;
    }
    case 'pay': {
      const payments = (body.payments ?? []).map(localPayment);
      return {
        ...withItems,
        payments,
        payment: payments.at(-1) ?? null,
        tip: body.tip ?? bill.tip,
        roundingAmount: body.roundingAmount ?? bill.roundingAmount,
        status: 'Complete',
        isOpen: false,
        completedAt: entry.madeAt,
      };
    }
    case 'void':
      return { ...bill, isVoid: true, isOpen: false };
    case 'shift.create':
    case 'shift.cash':
    case 'customer.create':
    case 'order.create':
      return known;
  }
}

/** Returns true for entries that are applied: those that will still be sent, and a refused check-in, so that its items stay visible. */
export const isShown = (entry: OutboxEntry): boolean => entry.state !== 'rejected' || entry.kind === 'create';

/** Returns whether a draft changes which promotions its bill gets. What is saved keeps those that it has. */
export const isPromoted = ({ items, changes }: Draft): boolean =>
  items.length > 0 || 'customer' in changes || 'coupons' in changes;

/** Returns the bill without promotions of the bill for groups in which its customer is not. */
function forItsCustomer(bill: Bill): Bill {
  const applied = bill.isOpen && bill.pending && bill.applied ? endedForGroup(bill) : bill.applied;
  return applied === bill.applied ? bill : applyTotals({ ...bill, ...(applied && { applied }) });
}

function afterDraft(bill: Bill, draft: Draft | undefined): Bill {
  if (!draft || !bill.isOpen) return bill;
  const dirty = mergeableFields.filter((name) => name in draft.changes);
  const edited: BillItem[] = [];
  for (const item of bill.items) {
    const edit = draft.edits[item.key];
    if (edit) edited.push({ ...item, ...edit });
  }
  if (dirty.length === 0 && edited.length === 0 && draft.items.length === 0) return bill;
  const drafted = { ...bill, ...draft.changes, items: [...edited, ...draft.items] };
  const shown = replaceKeepingUnsaved(bill, drafted, new Set(dirty));
  return isPromoted(draft) ? promoteBill(shown) : shown;
}

/** Returns the bill to show; undefined when nothing is known. `entries` are the bill's, in order. */
export function viewOf(
  server: Bill | undefined,
  entries: readonly OutboxEntry[],
  draft: Draft | undefined,
): Bill | undefined {
  let bill = server;
  for (const entry of entries) if (isShown(entry)) bill = afterEntry(bill, entry);
  return bill && afterDraft(forItsCustomer(bill), draft);
}
