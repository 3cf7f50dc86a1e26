/** The ticket of new items and categories that name none, as in a file. Source: docs/rules.md#menu-items. */
import type { MenuItemType } from '@atoll/domain/menu/menu';
import { newItemType } from '@atoll/domain/menu/new-item-type';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Values } from '../../resource/row.ts';

/** Returns the ticket for new items of a category; undefined when there is no such category. */
async function ticketOf(tx: OutletTx, categoryId: unknown): Promise<MenuItemType | undefined> {
  if (typeof categoryId !== 'number' || categoryId <= 0) return undefined;
  const row = await tx.db
    .selectFrom('category')
    .select('default_type')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', categoryId)
    .executeTakeFirst();
  return row?.default_type;
}

/** Returns the ticket with which a new item or category starts in this outlet. */
async function ticketHere(tx: OutletTx): Promise<MenuItemType> {
  const { outletId } = tx.head;
  const [outlet, settings] = await Promise.all([
    tx.db.selectFrom('outlet').select('business_type').where('id', '=', outletId).executeTakeFirst(),
    tx.db.selectFrom('setting').select(['key', 'value', 'value_list']).where('outlet_id', '=', outletId).execute(),
  ]);
  const entries = settings.map(({ key, value, value_list: values }) => ({
    key,
    value: value ?? undefined,
    values: values ?? undefined,
  }));
  return newItemType(outlet?.business_type, entries);
}

/** Returns the ticket of a new item that names none: that of its first category. */
export async function initialItem(tx: OutletTx, sent: Values): Promise<Values> {
  if (sent['type'] !== undefined) return {};
  const [first] = (sent['categoryIds'] ?? []) as readonly unknown[];
  return { type: (await ticketOf(tx, first)) ?? (await ticketHere(tx)) };
}

/** Returns the ticket for new items of a new category that names none: that of the category above it. */
export async function initialCategory(tx: OutletTx, sent: Values): Promise<Values> {
  if (sent['defaultType'] !== undefined) return {};
  return { defaultType: (await ticketOf(tx, sent['parentId'])) ?? (await ticketHere(tx)) };
}
