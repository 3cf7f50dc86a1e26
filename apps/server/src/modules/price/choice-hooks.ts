/** Hooks of choice groups: what bad input gets, and the version that tills apply. Source: R21.25, docs/rules.md#set-menus. */
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import type { OutletTx } from '../../platform/store/store.ts';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import type { Values } from '../../resource/row.ts';
import { writeRule } from './rules.ts';

interface Row {
  readonly menuItemId: number;
  readonly size: string;
  readonly extraPrice: number | null;
  readonly isDefault: boolean;
}

interface Choosable {
  readonly id: number;
  readonly sizes: readonly MenuSize[];
  readonly is_set: boolean;
  readonly is_open_price: boolean;
  readonly is_sold_by_weight: boolean;
}

/** Returns what is wrong with the items of a group, by field. */
async function choiceErrors(tx: OutletTx, rows: readonly Row[]): Promise<Errors> {
  const items: readonly Choosable[] = await tx.db
    .selectFrom('menu_item')
    .select(['id', 'sizes', 'is_set', 'is_open_price', 'is_sold_by_weight'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', 'in', [0, ...rows.map(({ menuItemId }) => menuItemId)])
    .execute();
  const errors: Errors = {};
  const seen = new Set<string>();
  for (const [index, { menuItemId, size }] of rows.entries()) {
    const item = items.find(({ id }) => id === menuItemId);
    const at = `choices[${index}].menuItemId`;
    if (item?.is_set) errors[at] = 'A set cannot hold a set';
    if (item?.is_open_price || item?.is_sold_by_weight) errors[at] = 'A part of a set has a price of its own for one';
    if (size !== '' && !item?.sizes.some(({ value }) => value === size))
      errors[`choices[${index}].size`] = 'Choose a size of the item';
    const name = `${menuItemId} ${size}`;
    if (seen.has(name)) errors[at] = 'Item is listed twice';
    seen.add(name);
  }
  return errors;
}

function groupOf(id: number, after: Values): ChoiceGroup {
  const courseNo = Number(after['courseNo'] ?? 0);
  return {
    id,
    name: String(after['name']),
    choose: Number(after['choose'] ?? 1),
    ...(courseNo > 0 && { courseNo }),
    choices: (after['choices'] as Row[]).map(({ menuItemId, size, extraPrice, isDefault }) => ({
      menuItemId,
      size,
      extraPrice: extraPrice ?? 0,
      isDefault,
    })),
  };
}

export const choiceGroupHooks: ResourceHooks = {
  async beforeWrite(tx, { after }) {
    const rows = after['choices'] as Row[];
    const errors = await choiceErrors(tx, rows);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return {
      courseNo: after['courseNo'] ?? 0,
      choices: rows.map((row) => ({ ...row, extraPrice: row.extraPrice ?? 0 })),
    };
  },
  async afterWrite(tx, { action, id, after }) {
    await writeRule(tx, { kind: 'Choice', id, rule: action === 'Deactivated' ? null : groupOf(id, after) });
  },
};
