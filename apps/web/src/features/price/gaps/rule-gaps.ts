/** What a price rule names that is on no menu now: the rule skips it. Source: R21.6, docs/rules.md#price-lists. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import type { Menu } from '@atoll/domain/menu/menu';
import type { Chosen, FormValues } from '../../../form/form-values.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';

/** Names of what is missing, each once. */
export interface RuleGaps {
  /** Items and categories that are on no menu. */
  readonly items: readonly string[];
  /** Items with a size that they do not have. */
  readonly sizes: readonly string[];
}

const noGaps: RuleGaps = { items: [], sizes: [] };

/** An item or a category that a rule names. */
interface Named extends Chosen {
  readonly entity: string;
  /** '' for all sizes. */
  readonly size: string;
}

/** Returns the items and categories in values, with the size of their row. */
function namedIn(fields: readonly FieldDefinition[], values: FormValues): Named[] {
  const size = typeof values['size'] === 'string' ? values['size'].trim() : '';
  return fields.flatMap(({ key, kind, entity = '', fields: ofRow = [] }) => {
    const value = values[key];
    if (kind === 'list') return ((value ?? []) as readonly FormValues[]).flatMap((row) => namedIn(ofRow, row));
    if (kind !== 'reference' && kind !== 'references') return [];
    const chosen = (Array.isArray(value) ? value : value ? [value] : []) as readonly Chosen[];
    return chosen.map((one) => ({ ...one, entity, size }));
  });
}

/** Returns whether a rule counts no more: nothing of it needs to be put right. */
const isOver = ({ status, toDate }: FormValues, today: string): boolean =>
  status === 'Applied' || status === 'Cancelled' || (typeof toDate === 'string' && toDate !== '' && toDate < today);

/** Returns what the values of a rule name that no menu has. Nothing where this device has no menu yet, or the rule is over on `today`. */
export function ruleGaps(
  fields: readonly FieldDefinition[],
  values: FormValues,
  { menus, today }: { readonly menus: readonly Menu[]; readonly today: string },
): RuleGaps {
  if (menus.length === 0 || isOver(values, today)) return noGaps;
  const index = menuIndexOf(menus);
  const categories = new Set(menus.flatMap((menu) => menu.categories.map(({ id }) => id)));
  const items = new Set<string>();
  const sizes = new Set<string>();
  for (const { entity, id, name, size } of namedIn(fields, values)) {
    if (entity === 'category' && !categories.has(id)) items.add(name);
    if (entity !== 'menu_item') continue;
    const found = index.find(id);
    if (!found) items.add(name);
    else if (size !== '' && !found.item.sizes.some(({ value }) => value === size)) sizes.add(`${name} ${size}`);
  }
  return { items: [...items], sizes: [...sizes] };
}
