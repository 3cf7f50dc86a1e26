/** SQL statements of bills, compiled once. */
import type { Bill, BillStatus } from '@atoll/domain/bill/bill';
import { type Kysely, sql } from 'kysely';
import { prepared } from '../../../platform/store/prepared.ts';
import { preparedRows } from '../../../platform/store/prepared-rows.ts';
import type { Database, PaymentTable, SoldItemTable } from '../../../platform/store/schema/schema.ts';
import type { TaxInvoiceTable } from '../../../platform/store/schema/schema-report.ts';

const isOpen = sql<boolean>`is_open`;

/** Selects the bill of a key, or of the key of a bill that was merged into it. */
export const billByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', p('outletId'))
    .where('key', '=', p('key'))
    .unionAll(
      db
        .selectFrom('bill_alias')
        .innerJoin('bill', (join) =>
          join.onRef('bill.outlet_id', '=', 'bill_alias.outlet_id').onRef('bill.id', '=', 'bill_alias.bill_id'),
        )
        .select(['bill.doc', 'bill.print_jobs', 'bill.moved_keys'])
        .where('bill_alias.outlet_id', '=', p('outletId'))
        .where('bill_alias.key', '=', p('key')),
    ),
);

/** Selects the bill of an id. */
export const billById = prepared<{ outletId: number; id: number }>()((db, p) =>
  db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', p('outletId'))
    .where('id', '=', p('id')),
);

/** Selects the open bill of a slot and check number. */
export const billInSlot = prepared<{ outletId: number; type: string; slot: number; checkNo: number }>()((db, p) =>
  db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', p('outletId'))
    .where('type', '=', p('type') as 'Table')
    .where('slot', '=', p('slot'))
    .where('check_no', '=', p('checkNo'))
    .where(isOpen),
);

/** Selects every open bill of a slot. */
export const billsInSlot = prepared<{ outletId: number; type: string; slot: number }>()((db, p) =>
  db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', p('outletId'))
    .where('type', '=', p('type') as 'Table')
    .where('slot', '=', p('slot'))
    .where(isOpen)
    .orderBy('check_no'),
);

/** Selects the bill that has a payment with this key. */
export const paymentByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  db
    .selectFrom('payment')
    .select(['key', 'bill_id'])
    .where('outlet_id', '=', p('outletId'))
    .where('key', '=', p('key')),
);

export interface BillColumns {
  outlet_id: number;
  id: number;
  key: string;
  version: number;
  number: number;
  invoice_number: string | null;
  type: 'Table' | 'Delivery' | 'Takeaway' | 'Counter';
  slot: number;
  check_no: number;
  status: BillStatus;
  is_void: boolean;
  is_open: boolean;
  customer_id: number;
  customer_name: string;
  shift_id: number | null;
  business_date: string | null;
  created_at: number;
  created_by: number | null;
  waiter_id: number | null;
  completed_at: number | null;
  modified_at: number;
  total: number;
  delivery_status: Bill['deliveryStatus'];
  print_jobs: string;
  moved_keys: string;
  doc: string;
}

export const insertBill = prepared<BillColumns>()((db, p) =>
  db.insertInto('bill').values({
    outlet_id: p('outlet_id'),
    id: p('id'),
    key: p('key'),
    version: p('version'),
    number: p('number'),
    invoice_number: p('invoice_number'),
    type: p('type'),
    slot: p('slot'),
    check_no: p('check_no'),
    status: p('status'),
    is_void: p('is_void'),
    is_open: p('is_open'),
    customer_id: p('customer_id'),
    customer_name: p('customer_name'),
    shift_id: p('shift_id'),
    business_date: p('business_date'),
    created_at: p('created_at'),
    created_by: p('created_by'),
    waiter_id: p('waiter_id'),
    completed_at: p('completed_at'),
    modified_at: p('modified_at'),
    total: p('total'),
    delivery_status: p('delivery_status'),
    print_jobs: p('print_jobs'),
    moved_keys: p('moved_keys'),
    doc: p('doc'),
  }),
);

/** Updates the columns that may change when a bill is closed or moved; only an open bill has any. */
export const updateBill = prepared<Omit<BillColumns, 'key' | 'number' | 'created_at' | 'created_by'>>()((db, p) =>
  db
    .updateTable('bill')
    .set({
      version: p('version'),
      invoice_number: p('invoice_number'),
      type: p('type'),
      slot: p('slot'),
      check_no: p('check_no'),
      status: p('status'),
      is_void: p('is_void'),
      is_open: p('is_open'),
      customer_id: p('customer_id'),
      customer_name: p('customer_name'),
      shift_id: p('shift_id'),
      business_date: p('business_date'),
      waiter_id: p('waiter_id'),
      completed_at: p('completed_at'),
      modified_at: p('modified_at'),
      total: p('total'),
      delivery_status: p('delivery_status'),
      print_jobs: p('print_jobs'),
      moved_keys: p('moved_keys'),
      doc: p('doc'),
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where('id', '=', p('id'))
    .where(isOpen),
);

type OpenColumns =
  | 'outlet_id'
  | 'id'
  | 'version'
  | 'status'
  | 'waiter_id'
  | 'modified_at'
  | 'print_jobs'
  | 'moved_keys'
  | 'doc';

/** Updates a bill that stays open in its slot. No index contains any of these columns (R34.3). */
export const updateOpenBill = prepared<Pick<BillColumns, OpenColumns>>()((db, p) =>
  db
    .updateTable('bill')
    .set({
      version: p('version'),
      status: p('status'),
      waiter_id: p('waiter_id'),
      modified_at: p('modified_at'),
      print_jobs: p('print_jobs'),
      moved_keys: p('moved_keys'),
      doc: p('doc'),
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where('id', '=', p('id'))
    .where(isOpen),
);

/** Selects the open bill to which a slot is joined. */
export const billOfJoinedSlot = prepared<{ outletId: number; type: string; slot: number }>()((db, p) =>
  db
    .selectFrom('slot_join')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'slot_join.outlet_id').onRef('bill.id', '=', 'slot_join.bill_id'),
    )
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('slot_join.outlet_id', '=', p('outletId'))
    .where('slot_join.type', '=', p('type'))
    .where('slot_join.slot', '=', p('slot')),
);

export const insertSlotJoin = prepared<{ outletId: number; type: string; slot: number; billId: number }>()((db, p) =>
  db
    .insertInto('slot_join')
    .values({ outlet_id: p('outletId'), type: p('type'), slot: p('slot'), bill_id: p('billId') }),
);

export const deleteSlotJoins = prepared<{ outletId: number; billId: number }>()((db, p) =>
  db.deleteFrom('slot_join').where('outlet_id', '=', p('outletId')).where('bill_id', '=', p('billId')),
);

export const insertAlias = prepared<{ outletId: number; key: string; billId: number }>()((db, p) =>
  db.insertInto('bill_alias').values({ outlet_id: p('outletId'), key: p('key'), bill_id: p('billId') }),
);

export const insertPayment = prepared<PaymentTable>()((db, p) =>
  db.insertInto('payment').values({
    outlet_id: p('outlet_id'),
    key: p('key'),
    bill_id: p('bill_id'),
    shift_id: p('shift_id'),
    business_date: p('business_date'),
    method: p('method'),
    amount: p('amount'),
    tendered: p('tendered'),
    change_given: p('change_given'),
    reference: p('reference'),
    received_by: p('received_by'),
    received_at: p('received_at'),
  }),
);

export const insertTaxInvoice = prepared<Omit<TaxInvoiceTable, 'seller'> & { seller: string }>()((db, p) =>
  db.insertInto('tax_invoice').values({
    outlet_id: p('outlet_id'),
    bill_id: p('bill_id'),
    key: p('key'),
    business_date: p('business_date'),
    issued_at: p('issued_at'),
    issued_by: p('issued_by'),
    is_reissue: p('is_reissue'),
    buyer_name: p('buyer_name'),
    buyer_address: p('buyer_address'),
    buyer_tin: p('buyer_tin'),
    seller: p('seller'),
  }),
);

export const insertSoldItems = preparedRows<'sold_item', SoldItemTable>('sold_item', {
  outlet_id: 'int',
  bill_id: 'int',
  item_id: 'int',
  menu_item_id: 'int',
  name: 'text',
  size: 'text',
  qty: 'int',
  price: 'int',
  amount: 'int',
  discount: 'int',
  gst_mode: 'text',
  gst_bp: 'int',
  tax: 'int',
  is_void: 'bool',
  is_comp: 'bool',
  sold_by: 'int',
  business_date: 'text',
});

const customerColumns = [
  'customer.id',
  'customer.key',
  'customer.name',
  'customer.phone',
  'customer.tin',
  'customer.allergies',
  'customer.birthday',
  'customer.company',
  'customer.address',
  'customer.addresses',
  'customer.merged_into',
  'customer.group_id',
  'customer.discount_bp',
  'customer.loyalty_points',
  'customer.points_tier',
  'account.discount_bp as account_discount_bp',
] as const;

const customersWithAccount = (db: Kysely<Database>) =>
  db
    .selectFrom('customer')
    .leftJoin('account', (join) =>
      join
        .onRef('account.outlet_id', '=', 'customer.outlet_id')
        .onRef('account.id', '=', 'customer.account_id')
        .on('account.status', '!=', 'Closed'),
    )
    .select(customerColumns);

/** Selects what a bill contains of a customer. */
export const customerById = prepared<{ outletId: number; id: number }>()((db, p) =>
  customersWithAccount(db).where('customer.outlet_id', '=', p('outletId')).where('customer.id', '=', p('id')),
);

export const customerByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  customersWithAccount(db).where('customer.outlet_id', '=', p('outletId')).where('customer.key', '=', p('key')),
);

/** Selects the house account of a customer. */
export const customerAccount = prepared<{ outletId: number; id: number }>()((db, p) =>
  db.selectFrom('customer').select('account_id').where('outlet_id', '=', p('outletId')).where('id', '=', p('id')),
);

/** Selects the start of the open shift. */
export const shiftStart = prepared<{ outletId: number; id: number }>()((db, p) =>
  db.selectFrom('shift').select('created_at').where('outlet_id', '=', p('outletId')).where('id', '=', p('id')),
);
