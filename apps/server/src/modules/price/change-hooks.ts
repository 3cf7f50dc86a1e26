/** Hooks of price changes. Source: R21.5, docs/rules.md#price-lists. */
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { PriceChangePlan } from '@atoll/domain/price/rules';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks, ResourceWrite } from '../../resource/hooks.ts';
import { writeRule } from './rules.ts';

interface Row {
  readonly menuItemId: number;
  readonly size: string;
  readonly price: number;
}

/** Returns the business day of an outlet now. */
export const dayNow = (tx: OutletTx): Promise<string> => todayOf(tx.db, tx.head.outletId, tx.now);

/** Returns the sizes of items by id. */
async function sizesOf(tx: OutletTx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly MenuSize[]>> {
  const rows = await tx.db
    .selectFrom('menu_item')
    .select(['id', 'sizes'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, sizes }) => [id, sizes]));
}

/** Returns the rows with the size of items that have only one. Throws the refusal of sizes that an item does not have, and of what is listed twice. */
async function namedRows(tx: OutletTx, rows: readonly Row[]): Promise<Row[]> {
  const sizes = await sizesOf(tx, [...new Set(rows.map(({ menuItemId }) => menuItemId))]);
  const errors: Errors = {};
  const seen = new Set<string>();
  const named = rows.map((row, index) => {
    const own = sizes.get(row.menuItemId) ?? [];
    const size = row.size === '' && own.length === 1 ? (own[0]?.value ?? '') : row.size;
    if (!own.some(({ value }) => value === size)) errors[`prices[${index}].size`] = 'Choose a size of the item';
    const name = `${row.menuItemId} ${size}`;
    if (seen.has(name)) errors[`prices[${index}].menuItemId`] = 'Price is listed twice';
    seen.add(name);
    return { ...row, size };
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return named;
}

/** Throws the refusal of a state or a day that a person may not give a price change. */
async function checkState(tx: OutletTx, { before, after, changed }: ResourceWrite): Promise<void> {
  if (before?.['status'] === 'Applied') throw invalid({ status: 'This price change is applied. Plan another one' });
  if (after['status'] === 'Applied') throw invalid({ status: 'Atoll applies a price change when its day begins' });
  const isNew = changed.includes('fromDate') || changed.includes('status');
  if (after['status'] === 'Planned' && isNew && String(after['fromDate']) <= (await dayNow(tx)))
    throw invalid({ fromDate: 'First day must be after today' });
}

async function afterWrite(tx: OutletTx, { action, id, after }: ResourceWrite): Promise<void> {
  const isPlanned = action !== 'Deactivated' && after['status'] === 'Planned';
  const plan: PriceChangePlan = {
    id,
    fromDate: String(after['fromDate']),
    prices: (after['prices'] as Row[]).map(({ menuItemId, size, price }) => ({ menuItemId, size, price })),
  };
  await writeRule(tx, { kind: 'Change', id, rule: isPlanned ? plan : null });
}

export const priceChangeHooks: ResourceHooks = {
  async beforeWrite(tx, write) {
    await checkState(tx, write);
    return { prices: await namedRows(tx, write.after['prices'] as Row[]) };
  },
  afterWrite,
};

/** The hooks of the program, which alone may mark a price change as applied. */
export const appliedHooks: ResourceHooks = { afterWrite };
