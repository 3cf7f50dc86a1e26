/** Merges duplicate customers. Their bills do not change; they only reference the other customer. Source: docs/rules.md#customers. */
import type { MergePreview } from '@atoll/domain/contract/people/customer-record';
import { customer } from '@atoll/domain/resources/customer';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { isOfCustomer, isOpenRow } from '../../platform/store/open-bills.ts';
import { recallBills } from '../../platform/store/outlet/recall.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import { presentRecords } from '../../resource/present.ts';
import { type ResourceDb, type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import { planMove, writeMove } from '../points/service.ts';
import { planCreditMove, writeCreditMove } from '../wallet/service.ts';
import { localNumber } from './local-number.ts';
import { ownRow, recordNote, writeRow } from './own-row.ts';
import { refuseTerms } from './terms.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0);

const maxAddresses = 10;

/** Returns the values of the first with missing ones from the second. The second phone keeps a number that would be lost. */
function mergeValues(mine: Values, theirs: Values): Values {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(mine).map(([key, value]) => [key, isEmpty(value) ? theirs[key] : value]),
  );
  const isOther = (phone: unknown) => localNumber(String(phone)) !== localNumber(String(values['phone']));
  const phones = [theirs['phone'], theirs['phone2']].filter((one) => !isEmpty(one) && isOther(one));
  if (isEmpty(mine['phone2'])) values['phone2'] = phones[0] ?? '';
  values['addresses'] = [...(mine['addresses'] as Values[]), ...(theirs['addresses'] as Values[])].slice(
    0,
    maxAddresses,
  );
  return values;
}

const phonesOf = (values: Values): ReadonlySet<string> =>
  new Set([values['phone'], values['phone2']].map((one) => localNumber(String(one))));

interface Pair {
  readonly to: ResourceRow;
  readonly from: ResourceRow;
  /** This merge was done before. */
  readonly isDone: boolean;
}

async function pairOf(db: ResourceDb, outletId: number, toId: number, fromId: number): Promise<Pair> {
  if (toId === fromId) throw invalid({ fromId: 'Choose two different customers' });
  const [to, from] = [await ownRow(db, outletId, toId), await ownRow(db, outletId, fromId)];
  const isDone = from['merged_into'] === toId;
  if (!isDone && (!to.is_active || !from.is_active)) throw refused('notFound');
  return { to, from, isDone };
}

/** Returns what a merge would do. Refused: 'notFound', 'invalid'. */
export function previewMerge(store: Store, outletId: number, toId: number, fromId: number): Promise<MergePreview> {
  return store.readOutlet(outletId, async (plain) => {
    const db = resourceDb(plain);
    const { to, from } = await pairOf(db, outletId, toId, fromId);
    const [mine, theirs] = [valuesOf(customer, to), valuesOf(customer, from)];
    const sum = Number(mine['loyaltyPoints'] ?? 0) + Number(theirs['loyaltyPoints'] ?? 0);
    const now: Values = { ...mergeValues(mine, theirs), loyaltyPoints: sum };
    const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    const keys = customer.fields.map(({ key }) => key).filter((key) => key !== 'code');
    const isKept = (key: string) =>
      same(now[key], theirs[key]) || (key.startsWith('phone') && phonesOf(now).has(localNumber(String(theirs[key]))));
    const { bills } = await plain
      .selectFrom('bill')
      .select((eb) => eb.fn.countAll<number>().as('bills'))
      .where('outlet_id', '=', outletId)
      .where(isOfCustomer(outletId, fromId))
      .executeTakeFirstOrThrow();
    const [record] = await presentRecords(db, customer, [from]);
    return {
      bills: Number(bills),
      taken: keys.filter((key) => !same(mine[key], now[key])),
      left: keys.filter((key) => !isEmpty(theirs[key]) && same(mine[key], now[key]) && !isKept(key)),
      from: { ...record },
      after: now,
    };
  });
}

/** Updates the customer on open bills, because their next change writes the whole document; a closed bill keeps the customer it was paid with. */
async function pointOpenBills(tx: OutletTx, to: ResourceRow, fromId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('bill')
    .select(['id', 'doc'])
    .where('outlet_id', '=', to.outlet_id)
    .where(isOpenRow)
    .where(sql<boolean>`cast(doc ->> 'customerId' as bigint) in (${fromId}, ${to.id})`)
    .execute();
  for (const { id, doc } of open) {
    const { name, phone, tin } = valuesOf(customer, to) as Record<'name' | 'phone' | 'tin', string>;
    const applied = doc.applied?.map((one) => (one.customerId === fromId ? { ...one, customerId: to.id } : one));
    const shown = { id: to.id, key: to.key, name, phone, tin };
    const now = { ...doc, customerId: to.id, customer: shown, ...(applied && { applied }) };
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ doc: JSON.stringify(now) })
        .where('outlet_id', '=', to.outlet_id)
        .where('id', '=', id),
    );
  }
}

function moveRows(tx: OutletTx, table: 'wallet' | 'promotion_use', toId: number, fromId: number): void {
  tx.write(
    tx.db
      .updateTable(table)
      .set({ customer_id: toId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('customer_id', '=', fromId)
      .where(sql<boolean>`customer_id > 0`),
  );
}

async function mergeRows(tx: OutletTx, actor: Actor, { to, from }: Pair): Promise<void> {
  const mine = valuesOf(customer, to);
  const values = mergeValues(mine, valuesOf(customer, from));
  await refuseTerms(tx, actor, mine, values);
  await recallBills(tx, { customerId: from.id });
  const points = await planMove(tx, to.id, from.id);
  const credit = await planCreditMove(tx, actor, to.id, from.id);
  writeRow(tx, actor, to, values);
  writeRow(tx, actor, from, valuesOf(customer, from), { is_active: false, merged_into: to.id });
  tx.write(
    tx.db
      .updateTable('bill')
      .set({ customer_id: to.id })
      .where('outlet_id', '=', actor.outletId)
      .where('customer_id', '=', from.id)
      .where(sql<boolean>`customer_id > 0 and not is_open`),
  );
  moveRows(tx, 'wallet', to.id, from.id);
  moveRows(tx, 'promotion_use', to.id, from.id);
  writeMove(tx, actor, points);
  writeCreditMove(tx, actor, credit);
  await pointOpenBills(tx, to, from.id);
  await removeRecord(tx, { entity: customer.name, id: from.id });
  const words = customer.views.search.map((key) => values[key] as string).filter((word) => word !== '');
  const name = (values['name'] as string) || words[0] || to.key;
  await indexRecord(tx, { entity: customer.name, id: to.id, name, words, permission: customer.screen });
  recordNote(tx, actor, to, 'Merged', { fromId: from.id });
}

/** Merges one customer into another: the first gets the missing values and the bills of the second. Refused: 'notFound', 'invalid', 'forbidden'. */
export function mergeCustomers(store: Store, actor: Actor, toId: number, fromId: number): Promise<Values> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const db = resourceDb(tx.db);
    const pair = await pairOf(db, actor.outletId, toId, fromId);
    if (!pair.isDone) await mergeRows(tx, actor, pair);
    const [record] = await presentRecords(db, customer, [await ownRow(db, actor.outletId, toId)]);
    return record as Values;
  });
}
