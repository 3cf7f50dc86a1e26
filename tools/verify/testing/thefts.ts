/** Edits of a store by somebody who has its file, with what is named. */
import { formatMoney } from '@atoll/domain/money/money';
import type { Sales } from './sales.ts';

export interface Theft {
  readonly edits: string;
  readonly sql: string;
  readonly undo: string;
  readonly named: string;
}

/** Returns an edit of one column of the rows of a condition; `was` and `is` are SQL. */
function edit(column: string, where: string, was: string | number, is: string | number, named: string): Theft {
  const [table = '', name = ''] = column.split('.');
  const set = (value: string | number) => `update ${table} set ${name} = ${value} where ${where}`;
  return { edits: column, sql: set(is), undo: set(was), named };
}

const json = (value: unknown): string => `'${JSON.stringify(value)}'`;

/** Returns an edit of each kind of row that says how much money there was. */
export function thefts({ bill, refund, shiftId, z, closing, totals }: Sales): readonly Theft[] {
  const paid = formatMoney(bill.total);
  const name = `bill ${bill.number} (${bill.invoiceNumber})`;
  const payment = `key = '${bill.payments[0]?.key}'`;
  const day = `day ${bill.businessDate}`;
  const less = { ...closing, counted: [{ method: 'Cash', amount: 90_000 }] };
  const document = { ...bill, total: 100 };
  return [
    edit('bill.total', `key = '${bill.key}'`, bill.total, 100, `${name}: total is MVR 1.00, the history says ${paid}`),
    edit(
      'bill.doc',
      `key = '${bill.key}'`,
      json(bill),
      json(document),
      `${name}: total of its document is MVR 1.00, the history says ${paid}`,
    ),
    edit(
      'payment.amount',
      payment,
      bill.total,
      100,
      `${name}: amount of the payment by Cash is MVR 1.00, the history says ${paid}`,
    ),
    edit(
      'payment.method',
      payment,
      "'Cash'",
      "'Card'",
      `${name}: method of the payment of ${paid} is Card, the history says Cash`,
    ),
    edit(
      'refund.amount',
      `refund_id = ${refund.id}`,
      refund.total,
      -100,
      `bill ${refund.number} (${refund.invoiceNumber}): refunded amount is MVR −1.00, the history says ${formatMoney(refund.total)}`,
    ),
    edit(
      'cash_event.amount',
      "kind = 'Out'",
      3000,
      9000,
      'shift 1: cash out of MVR 30.00: amount is MVR 90.00, the history says MVR 30.00',
    ),
    edit(
      'shift.opening_balance',
      `id = ${shiftId}`,
      100_000,
      90_000,
      'shift 1: cash at the start is MVR 900.00, the history says MVR 1,000.00',
    ),
    edit(
      'shift.closing',
      `id = ${shiftId}`,
      json(closing),
      json(less),
      'Z 1 of shift 1: counted is Cash MVR 900.00, the history says Cash MVR 1,000.00',
    ),
    edit(
      'z_report.totals',
      `number = ${z}`,
      json(totals),
      json({ ...totals, total: 100 }),
      'Z 1: total is MVR 1.00, the bills and the cash say MVR',
    ),
    edit('sale_hour.total', "type = 'Table'", 'total + 5000', 'total - 5000', `${day}: total of Table is MVR`),
    edit('sale_method.amount', "method = 'Cash'", 'amount + 5000', 'amount - 5000', `${day}: payments by Cash is MVR`),
    edit('sale_tax.base', "gst_mode <> ''", 'base + 100', 'base - 100', `${day}: value with GST`),
    edit(
      'sale_item.amount',
      "size = 'Large' or size <> ''",
      'amount + 100',
      'amount - 100',
      `${day}: sales of menu item`,
    ),
    edit(
      'sale_gift.bill_discount',
      'giver_id = 1',
      'bill_discount + 100',
      'bill_discount - 100',
      `${day}: discounts of bills by user 1 is MVR`,
    ),
    {
      edits: 'sale_gift.giver_id',
      sql: 'update sale_gift set giver_id = 2 where giver_id = 1',
      undo: 'update sale_gift set giver_id = 1 where giver_id = 2',
      named: `${day}: number of gifts by user 2 is 1, the bills say 0`,
    },
    {
      edits: 'sale_person.bill_discount',
      sql: `update sale_person set bill_discount = bill_discount + (case user_id when 1 then -100 else 100 end) where user_id in (1, 2)`,
      undo: `update sale_person set bill_discount = bill_discount - (case user_id when 1 then -100 else 100 end) where user_id in (1, 2)`,
      named: `${day}: discounts of bills of user`,
    },
    edit('sale_person.total', 'user_id = 2', 'total + 100', 'total - 100', `${day}: sales of user 2 is MVR`),
  ];
}
