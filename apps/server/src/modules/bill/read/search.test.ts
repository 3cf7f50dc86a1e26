import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { addShop, newKey, person, type Shop } from '../testing/shop.ts';
import { listBills } from './list.ts';
import { fewNumbered } from './search.ts';

interface Row {
  readonly id: number;
  readonly number: number;
  readonly invoice_number: string | null;
  readonly customer_name: string;
  readonly is_void: boolean;
  readonly is_open: boolean;
}

const paidBills = fewNumbered + 40;
const names = ['', '', '', 'Aishath Lagoon', 'MOHAMED 100%', 'Ali_1', ''] as const;

const rows: readonly Row[] = [
  ...Array.from({ length: paidBills }, (_, at) => ({
    id: at + 1,
    number: at + 11,
    invoice_number: `RC-2026-${String(at + 1).padStart(6, '0')}`,
    customer_name: names[at % names.length] as string,
    is_void: at % 500 === 0,
    is_open: false,
  })),
  { id: 5001, number: 5001, invoice_number: null, customer_name: 'Aishath Lagoon', is_void: false, is_open: true },
  { id: 5002, number: 5002, invoice_number: null, customer_name: 'mohamed', is_void: true, is_open: false },
];

const dayOf = ({ id }: Row): string => `2026-0${1 + (id % 9)}-15`;

function stored(outlet_id: number, row: Row) {
  const { is_open, is_void, customer_name, invoice_number } = row;
  return {
    ...row,
    outlet_id,
    key: newKey(),
    version: 1,
    type: 'Table' as const,
    slot: is_open ? 1 : row.id,
    check_no: 1,
    status: invoice_number === null ? ('Saved' as const) : ('Complete' as const),
    is_void: is_void && invoice_number === null,
    customer_id: 0,
    shift_id: null,
    business_date: is_open ? null : dayOf(row),
    created_at: row.id,
    created_by: null,
    completed_at: null,
    modified_at: 0,
    total: 1000,
    print_jobs: '[]',
    moved_keys: '[]',
    doc: JSON.stringify({ id: row.id, customer: { name: customer_name } }),
  };
}

eachEngine('a search of the billing history', (on) => {
  let store: Store;
  let shop: Shop;
  beforeAll(async () => {
    store = await on.open();
    shop = await addShop(store);
    await store.writeOutlet(shop.outletId, async (tx) => {
      for (let at = 0; at < rows.length; at += 500) {
        const some = rows.slice(at, at + 500).map((row) => stored(shop.outletId, row));
        tx.write(tx.db.insertInto('bill').values(some as never));
      }
    });
  }, 60_000);

  it.each([
    ['few invoice numbers', '000012'],
    ['an invoice number as it is printed', 'RC-2026-000777'],
    ['letters of any case', 'rc-2026-00202'],
    ['almost every invoice number', '2026'],
    ['every invoice number', 'rc'],
    ['a name that paid, open and void bills have', 'mohamed'],
    ['a name', 'LAGOON'],
    ['a percent sign', '%'],
    ['an underscore', '_1'],
    ['a quote', "'"],
    ['a bill by its number', '2049'],
    ['nothing', 'no such text'],
  ])('[R18.11] [R34.26] finds %s in numbers and names, with and without business days', async (_what, search) => {
    const text = search.toLowerCase();
    const matches = rows.filter(
      ({ invoice_number, customer_name, number }) =>
        (invoice_number ?? '').toLowerCase().includes(text) ||
        customer_name.toLowerCase().includes(text) ||
        (/^\d+$/.test(text) && number === Number(text)),
    );
    const page = { limit: 50, offset: 0, sort: 'id', direction: 'desc', isCounted: true } as const;
    const found = async (days: { fromDay?: string; toDay?: string }) => {
      const request = { ...page, ...days, search, from: undefined, to: undefined };
      const { bills, count } = await listBills(store, person(shop.outletId, 'Admin'), request);
      return { ids: bills.map((bill) => (JSON.parse(bill) as { id: number }).id), count };
    };
    const expected = (some: readonly Row[]) => {
      const ids = some.map(({ id }) => id).toSorted((a, b) => b - a);
      return { ids: ids.slice(0, page.limit), count: ids.length };
    };
    expect(await found({})).toEqual(expected(matches));
    const march = matches.filter((row) => !row.is_open && dayOf(row) === '2026-03-15');
    expect(await found({ fromDay: '2026-03-01', toDay: '2026-03-31' })).toEqual(expected(march));
  });
});
