/**
 * Hooks of menus, categories, menu items and modifier groups: tills are notified to fetch the menu again, and past prices are kept. Source:
 * docs/rules.md#menu-items, docs/rules.md#prices.
 */
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { ModifierOption } from '@atoll/domain/menu/modifier';
import type { OutletTx } from '../../platform/store/store.ts';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks, ResourceWrite } from '../../resource/hooks.ts';
import { barcodeErrors } from './barcodes.ts';
import { initialCategory, initialItem } from './initial-ticket.ts';
import { countItems } from './item-counts.ts';

async function notifyTills(tx: OutletTx, { action, id, version, actor }: ResourceWrite): Promise<void> {
  const reported = action === 'Created' ? 'Created' : 'Updated';
  tx.change({ entity: 'Menu', id, version, action: reported }, actor.connectionId);
}

function refuseAny(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Returns an error for each value of a list that occurs again, by the path of its field. Case does not matter. */
function duplicates(list: string, key: string, label: string, values: readonly string[]): Errors {
  const plain = values.map((value) => value.toLowerCase());
  return Object.fromEntries(
    plain.flatMap((value, index) =>
      plain.indexOf(value) < index ? [[`${list}[${index}].${key}`, `${label} is listed twice`]] : [],
    ),
  );
}

export const menuHooks: ResourceHooks = {
  async beforeWrite(_tx, { after }) {
    const errors: Errors = {};
    const [first, last] = [after['publishFrom'], after['publishTo']] as (string | null)[];
    if (first && last && last < first) errors['publishTo'] = 'Published until is before Published from';
    refuseAny(errors);
    return undefined;
  },
  afterWrite: notifyTills,
};

export const categoryHooks: ResourceHooks = { initial: initialCategory, afterWrite: notifyTills };

/** Writes the previous price of a size, valid from its last change, or since the item was created, until now. */
async function keepPrice(tx: OutletTx, itemId: number, size: MenuSize): Promise<void> {
  const outlet_id = tx.head.outletId;
  const [last, item] = await Promise.all([
    tx.db
      .selectFrom('menu_price')
      .select('valid_until')
      .where('outlet_id', '=', outlet_id)
      .where('menu_item_id', '=', itemId)
      .where('size', '=', size.value)
      .orderBy('valid_until', 'desc')
      .limit(1)
      .executeTakeFirst(),
    tx.db
      .selectFrom('menu_item')
      .select('created_at')
      .where('outlet_id', '=', outlet_id)
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow(),
  ]);
  const valid_from = last?.valid_until ?? item.created_at;
  if (valid_from >= tx.now) return;
  const row = { outlet_id, menu_item_id: itemId, size: size.value, price: size.sellingPrice };
  tx.write(tx.db.insertInto('menu_price').values({ ...row, valid_from, valid_until: tx.now }));
}

/** Returns what is wrong with a set menu, by field: it holds something, but no set, and has one price. */
async function setErrors(tx: OutletTx, { after, id, action }: ResourceWrite): Promise<Errors> {
  if (!after['isSet']) return {};
  const errors: Errors = {};
  if ((after['choiceGroupIds'] as readonly number[]).length === 0)
    errors['choiceGroupIds'] = 'Choose the parts of the set';
  if (after['isOpenPrice']) errors['isOpenPrice'] = 'A set cannot have an open price';
  if (after['isSoldByWeight']) errors['isSoldByWeight'] = 'A set cannot be sold by weight';
  if (action === 'Created') return errors;
  const groups = await tx.db
    .selectFrom('choice_group')
    .select('choices')
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .execute();
  if (groups.some(({ choices }) => choices.some(({ menuItemId }) => menuItemId === id)))
    errors['isSet'] = 'A set cannot hold a set';
  return errors;
}

export const menuItemHooks: ResourceHooks = {
  initial: initialItem,
  async beforeWrite(tx, write) {
    const sizes = write.after['sizes'] as MenuSize[];
    const names = sizes.map(({ value }) => value);
    refuseAny({
      ...(await barcodeErrors(tx, write)),
      ...duplicates('sizes', 'value', 'Size', names),
      ...(await setErrors(tx, write)),
    });
    // Exactly one size is the default: the first one marked, otherwise the first.
    const chosen = Math.max(
      0,
      sizes.findIndex(({ isDefault }) => isDefault),
    );
    return { sizes: sizes.map((size, index) => ({ ...size, isDefault: index === chosen })) };
  },
  async afterWrite(tx, write) {
    const { before, after, id } = write;
    const now = new Map((after['sizes'] as MenuSize[]).map((size) => [size.value, size.sellingPrice]));
    for (const size of (before?.['sizes'] ?? []) as MenuSize[])
      if (now.get(size.value) !== size.sellingPrice) await keepPrice(tx, id, size);
    await notifyTills(tx, write);
    if ((before?.['dailyQty'] ?? null) !== (after['dailyQty'] ?? null)) {
      countItems(tx);
      tx.change({ entity: 'Countdown', id, version: write.version, action: 'Updated' });
    }
  },
};

/** Returns options with ids. A renamed option keeps its id unless options are added or removed in the same change. */
async function withIds(
  tx: OutletTx,
  options: readonly ModifierOption[],
  known: readonly ModifierOption[],
): Promise<ModifierOption[]> {
  const byName = new Map(known.map((option) => [option.name, option.optionId]));
  const taken = new Set(options.flatMap(({ name }) => byName.get(name) ?? []));
  const found: ModifierOption[] = [];
  for (const [index, option] of options.entries()) {
    const there = options.length === known.length ? known[index]?.optionId : undefined;
    const renamed = there !== undefined && !taken.has(there) ? there : undefined;
    const optionId = byName.get(option.name) ?? renamed ?? (await tx.nextId('modifier_option'));
    found.push({ ...option, optionId, priceDelta: option.priceDelta ?? 0 });
  }
  return found;
}

export const modifierGroupHooks: ResourceHooks = {
  async beforeWrite(tx, { before, after }) {
    const options = after['options'] as ModifierOption[];
    const min = (after['minChoices'] as number | null) ?? 0;
    const max = after['maxChoices'] as number;
    const errors = duplicates(
      'options',
      'name',
      'Name',
      options.map(({ name }) => name),
    );
    if (min > max) errors['maxChoices'] = `“At most” must be ${min} or more`;
    refuseAny(errors);
    const known = (before?.['options'] ?? []) as ModifierOption[];
    return { minChoices: min, freeCount: after['freeCount'] ?? 0, options: await withIds(tx, options, known) };
  },
  afterWrite: notifyTills,
};
