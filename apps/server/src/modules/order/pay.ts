/** What is paid of an order ahead: an instalment or a deposit, each a paid bill of its own. Source: R22.13, R22.14, docs/rules.md#orders. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type * as contract from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { atToday, type BillActor, findStored, outletTerms, sellInstalment, type TakenPart } from '../bill/service.ts';
import { noteOrder } from './note.ts';
import { checkOpen, loadOrder, type OrderRow, orderOf, paidOf } from './row.ts';

/** Returns the paid bill of an instalment or a deposit, the same one for its key. Refused: 'orderClosed', 'overpaid' for more than the rest, and as `sellInstalment`. */
export function payOrder(store: Store, actor: BillActor, input: BodyOf<typeof contract.payOrder>): Promise<Bill> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadOrder(tx, input.orderKey);
    const known = await findStored(tx, key);
    if (known) {
      if (known.bill.order?.key !== row.key || toPay(known.bill) !== input.amount) throw refused('keyReused');
      return known.bill;
    }
    checkOpen(row);
    const paid = await paidOf(tx, row);
    const due = atToday(tx, row.doc, await outletTerms(tx)).total - paid;
    return payPart(tx, actor, row, { ...input, key, paid, due });
  });
}

type Part = Pick<BodyOf<typeof contract.payOrder>, 'key' | 'amount' | 'payments'> & {
  /** What was paid of the order before, laari. */
  readonly paid: number;
  readonly due: number;
  readonly taken?: TakenPart;
};

/** Writes the paid bill of an instalment or a deposit of an order. Refused: 'overpaid' for more than is due, and as `sellInstalment`. */
export async function payPart(tx: OutletTx, actor: BillActor, row: OrderRow, part: Part): Promise<Bill> {
  const { key, amount, payments, paid, due, taken } = part;
  if (amount > due) throw refused('overpaid', { extra: { due } });
  const kind = row.tax === 'Refundable' ? 'Deposit' : 'Instalment';
  const sold = { key, order: orderOf(row), of: row.doc, amount, payments, kind, ...(taken && { taken }) } as const;
  const bill = await sellInstalment(tx, actor, sold);
  const { id, invoiceNumber } = bill;
  const advance = {
    outlet_id: tx.head.outletId,
    id: await tx.nextId('order_advance'),
    key,
    order_id: row.id,
    bill_id: id ?? 0,
    invoice_number: invoiceNumber ?? '',
    amount,
    at: taken?.at ?? tx.now,
  };
  tx.write(tx.db.insertInto('order_advance').values(advance));
  const { outlet_id: _, ...written } = advance;
  noteOrder(tx, actor, row.key, 'Paid', {
    after: { number: row.number, amount, invoiceNumber, paid: paid + amount },
    written: { order_advance: written },
  });
  return bill;
}
