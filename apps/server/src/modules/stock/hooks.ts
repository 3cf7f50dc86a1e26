/** Hooks of inventory items and storages. Source: docs/rules.md#stock-items, docs/rules.md#storages. */
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { ResourceHooks, ResourceWrite } from '../../resource/hooks.ts';
import { stockTermsChanged } from './movement/terms.ts';

type Place = 'item_id' | 'storage_id';

async function hasMoved(tx: OutletTx, by: Place, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('stock_movement')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where(by, '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isUsedInRecipes(tx: OutletTx, itemId: number): Promise<boolean> {
  const recipes = await tx.db
    .selectFrom('recipe')
    .select('lines')
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .execute();
  return recipes.some(({ lines }) => lines.some((line) => line.itemId === itemId));
}

async function isOnHand(tx: OutletTx, itemId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('stock_level')
    .select('item_id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('item_id', '=', itemId)
    .where('on_hand', '<>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the stock unit of an item that has moved, and keeps an item active that is on hand or in a recipe. */
export const itemHooks: ResourceHooks = {
  async beforeWrite(tx: OutletTx, write: ResourceWrite) {
    if (write.before && write.changed.includes('stockUnit') && (await hasMoved(tx, 'item_id', write.id)))
      throw refused('invalid', { errors: { stockUnit: 'Unit cannot be changed after a stock movement' } });
    if (write.action !== 'Deactivated') return undefined;
    if (await isOnHand(tx, write.id))
      throw refused('inUse', { details: 'There is still stock on hand. Adjust it to 0 first' });
    if (await isUsedInRecipes(tx, write.id)) throw refused('inUse', { details: 'A recipe uses it' });
    return undefined;
  },
  async afterWrite(tx: OutletTx) {
    stockTermsChanged(tx);
  },
};

/** Keeps one default storage for issuing and one for receiving, and keeps a storage active that had movements. */
export const storageHooks: ResourceHooks = {
  async beforeWrite(tx: OutletTx, write: ResourceWrite) {
    if (write.action === 'Deactivated' && (await hasMoved(tx, 'storage_id', write.id)))
      throw refused('inUse', { details: 'This storage already has stock movements' });
    return undefined;
  },
  async afterWrite(tx: OutletTx, write: ResourceWrite) {
    const flags = { isDefaultIssue: 'is_default_issue', isDefaultReceiving: 'is_default_receiving' } as const;
    for (const [field, column] of Object.entries(flags) as [keyof typeof flags, (typeof flags)[keyof typeof flags]][]) {
      if (!write.changed.includes(field) || write.after[field] !== true) continue;
      tx.write(
        tx.db
          .updateTable('storage')
          .set({ [column]: false })
          .where('outlet_id', '=', tx.head.outletId)
          .where('id', '<>', write.id)
          .where(column, '=', true),
      );
    }
    stockTermsChanged(tx);
  },
};
