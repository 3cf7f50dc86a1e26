/** Hooks of price lists: what bad input gets, and the version that tills apply. Source: R21.1, R21.2, docs/rules.md#price-lists. */
import { priceListOf } from '@atoll/domain/price/list-of';
import { priceRoundings } from '@atoll/domain/price/rules';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import type { Values } from '../../resource/row.ts';
import { writeRule } from './rules.ts';

interface Row {
  readonly menuItemId: number;
  readonly categoryId: number;
  readonly size: string;
  readonly price: number | null;
  readonly percent: number | null;
}

/** Returns what is wrong with the prices of a list, by field. */
function priceErrors(rows: readonly Row[]): Errors {
  const errors: Errors = {};
  const seen = new Set<string>();
  for (const [index, { menuItemId, categoryId, size, price, percent }] of rows.entries()) {
    const at = (key: keyof Row) => `prices[${index}].${key}`;
    if (menuItemId > 0 === categoryId > 0) errors[at('menuItemId')] = 'Choose an item or a category';
    if ((price === null) === (percent === null)) errors[at('price')] = 'Type a price or a percentage';
    const name = `${menuItemId} ${categoryId} ${size.toLowerCase()}`;
    if (seen.has(name)) errors[at(menuItemId > 0 ? 'menuItemId' : 'categoryId')] = 'Price is listed twice';
    seen.add(name);
  }
  return errors;
}

/** Returns what is wrong with the times of a rule, by field. */
export function timeErrors(after: Values): Errors {
  const errors: Errors = {};
  const [first, last] = [after['fromDate'], after['toDate']] as (string | null)[];
  if (first && last && last < first) errors['toDate'] = 'Last day is before First day';
  return errors;
}

export const priceListHooks: ResourceHooks = {
  async beforeWrite(_tx, { after }) {
    const rounding = Number(after['roundTo'] ?? 0);
    const errors: Errors = { ...priceErrors(after['prices'] as Row[]), ...timeErrors(after) };
    if (!priceRoundings.some((step) => step === rounding))
      errors['roundTo'] = 'Round percentages to 0.05, 0.10, 0.25, 0.50 or 1.00, or 0';
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return undefined;
  },
  async afterWrite(tx, { action, id, after }) {
    const isUsed = action !== 'Deactivated' && after['status'] === 'Published';
    await writeRule(tx, {
      kind: 'List',
      id,
      rule: isUsed ? priceListOf(id, after) : null,
    });
  },
};
