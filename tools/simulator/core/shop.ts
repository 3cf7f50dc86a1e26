/** The server of the pure core: the domain's own merging, states and payments over bills in memory, without app or store. */
import { type Bill, type BillItem } from '@atoll/domain/bill/bill';
import { type BillInputLike, mergeInput } from '@atoll/domain/bill/merge/merge-input';
import { inState, isOpenBill, transitBill } from '@atoll/domain/bill/states';
import { line } from '@atoll/domain/bill/testing/bills';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { checkTender } from '@atoll/domain/payment/check-tender';
import type { OutboxEntry } from '../../../apps/web/src/outbox/entry.ts';

export type Reply =
  | { readonly status: 200; readonly bill: Bill }
  | { readonly status: 409 | 422 | 404; readonly reason: string; readonly bill?: Bill };

export interface CoreShop {
  readonly bills: Map<string, Bill>;
  /** Processes a request of a till, which may be a repeated one. */
  take: (entry: OutboxEntry) => Reply;
}

const now = '2026-03-10T07:00:00.000Z';

interface Sent {
  readonly key: string;
  readonly slot: string;
  readonly items?: readonly (BillItem & { readonly key: string })[];
  readonly payments?: readonly PaymentInput[];
  readonly seen?: { readonly total: number };
}

export function makeCoreShop(): CoreShop {
  const bills = new Map<string, Bill>();
  const absorbed = new Map<string, string>();
  let ids = 0;
  let invoices = 0;
  const nextId = (): number => {
    ids += 1;
    return ids;
  };
  const makeItem = ({ key, qty, sellingPrice }: { key: string; qty: number; sellingPrice?: number | undefined }) =>
    line(key, { id: nextId(), index: ids, qty, sellingPrice: sellingPrice ?? 5000 });

  function merge(stored: Bill, body: object): Reply {
    const merged = mergeInput(stored, body as BillInputLike, { now, userId: 1, makeItem });
    if (merged.refused !== null) return { status: 409, reason: merged.refused, bill: stored };
    bills.set(stored.key, merged.bill);
    return { status: 200, bill: merged.bill };
  }

  function create(sent: Sent, body: object): Reply {
    const known = bills.get(absorbed.get(sent.key) ?? sent.key);
    if (known) return merge(known, { ...body, status: undefined });
    const there = [...bills.values()].find((bill) => bill.slot === sent.slot && isOpenBill(bill));
    if (there) {
      absorbed.set(sent.key, there.key);
      const joined = merge(there, { items: sent.items ?? [], changed: [] });
      return joined.status === 200 ? { status: 409, reason: 'alreadyCheckedIn', bill: joined.bill } : joined;
    }
    const { items: _items, ...empty } = body as Bill;
    const opened: Bill = { ...empty, id: nextId(), version: 1, status: 'CheckedIn', isOpen: true, items: [] };
    bills.set(opened.key, opened);
    return merge(opened, { items: sent.items ?? [], changed: [] });
  }

  function pay(sent: Sent): Reply {
    const bill = bills.get(absorbed.get(sent.key) ?? sent.key);
    if (!bill) return { status: 404, reason: 'notFound' };
    const payments = sent.payments ?? [];
    if (payments.every(({ key }) => bill.payments.some((one) => one.key === key))) return { status: 200, bill };
    const allowed = transitBill(bill, 'pay');
    if (!allowed.ok) return { status: 409, reason: allowed.refusal.reason, bill };
    const tender = checkTender(bill.total, payments);
    if (!tender.ok) return { status: 422, reason: tender.refusal.reason, bill };
    invoices += 1;
    const money = tender.value.map((one) => ({ ...one, receivedBy: 1, shiftId: 1, at: now }));
    const paid = {
      ...inState(bill, 'Complete'),
      isOpen: false,
      version: bill.version + 1,
      payments: money,
    } as unknown as Bill;
    bills.set(bill.key, { ...paid, invoiceNumber: `2026-${String(invoices).padStart(6, '0')}` });
    return { status: 200, bill: bills.get(bill.key) as Bill };
  }

  return {
    bills,
    take({ kind, body }) {
      const sent = body as unknown as Sent;
      if (kind === 'create') return create(sent, body);
      if (kind === 'pay') return pay(sent);
      const stored = bills.get(absorbed.get(sent.key) ?? sent.key);
      return stored ? merge(stored, body) : { status: 404, reason: 'notFound' };
    },
  };
}
