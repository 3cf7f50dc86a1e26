/** Promotions as tills apply them, from the fields of their record: without what limits nothing, and what their type does not use. Source: R21.6, docs/rules.md#promotions. */
import type { Availability } from '../menu/availability.ts';
import type { SlotTypeName } from '../outlet/outlet.ts';
import type { PriceTimes } from './price-times.ts';
import type { BundlePart, Promotion, PromotionType } from './promotion.ts';

/** The values of a record's fields, references as ids with 0 for none. */
type Values = Readonly<Record<string, unknown>>;

const items = ['itemIds', 'categoryIds', 'exceptItemIds'];

/** The fields that only some types use. */
export const fieldsOfType: Readonly<Record<PromotionType, readonly string[]>> = {
  PercentOff: ['percent', ...items],
  AmountOff: ['amount', ...items],
  BuyGet: ['percent', 'buyQty', 'getQty', ...items, 'getItemIds', 'getCategoryIds', 'maxPerBill'],
  Bundle: ['price', 'parts', 'exceptItemIds', 'maxPerBill'],
  BillOff: ['percent', 'amount', 'minSpend'],
};

const limits = ['maxPerCustomer', 'maxTotal'];

const someUse = new Set(Object.values(fieldsOfType).flat());

/** Returns whether promotions of a type use a field; without a type, only those that all use. */
export const usesField = (type: PromotionType | null, key: string): boolean =>
  !someUse.has(key) || (type !== null && fieldsOfType[type].includes(key));

/** Returns when a rule counts, without what limits nothing. */
export function timesOf(values: Values): PriceTimes {
  const availability = values['availability'] as Availability[];
  const orderTypes = values['orderTypes'] as SlotTypeName[];
  const groupIds = values['groupIds'] as number[];
  const [fromDate, toDate] = [values['fromDate'], values['toDate']] as (string | null)[];
  const graceMinutes = Number(values['graceMinutes'] ?? 0);
  return {
    ...(availability.length > 0 && { availability }),
    ...(orderTypes.length > 0 && { orderTypes }),
    ...(groupIds.length > 0 && { groupIds }),
    ...(fromDate && { fromDate }),
    ...(toDate && { toDate }),
    ...(graceMinutes > 0 && availability.length > 0 && { graceMinutes }),
  };
}

const partOf = ({ menuItemId = 0, categoryId = 0, qty }: BundlePart): BundlePart => ({
  ...(menuItemId > 0 ? { menuItemId } : { categoryId }),
  qty,
});

/** Returns the value of a field as a promotion has it; undefined: it limits nothing. */
function termOf(key: string, value: unknown): unknown {
  if (key === 'parts') return (value as BundlePart[]).map(partOf);
  if (key === 'price') return Number(value ?? 0);
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  return Number(value ?? 0) > 0 ? Number(value) : undefined;
}

/** Returns what makes a promotion count. A reward of items counts once on a bill: it is paid for once. */
function triggerOf(values: Values, type: PromotionType): Pick<Promotion, 'trigger' | 'pointsCost' | 'maxPerBill'> {
  const trigger = values['trigger'];
  if (trigger === 'Coupon' || trigger === 'Birthday') return { trigger };
  if (trigger !== 'Reward') return {};
  const isOfItems = usesField(type, 'maxPerBill');
  return { trigger: 'Reward', pointsCost: Number(values['pointsCost'] ?? 0), ...(isOfItems && { maxPerBill: 1 }) };
}

/** Returns the promotion of a record. */
export function promotionOf(id: number, values: Values): Promotion {
  const type = values['type'] as PromotionType;
  const terms = [...fieldsOfType[type], ...limits].flatMap((key) => {
    const term = termOf(key, values[key]);
    return term === undefined ? [] : [[key, term]];
  });
  return {
    id,
    name: String(values['name']),
    type,
    priority: Number(values['priority'] ?? 0),
    combines: values['combines'] as Promotion['combines'],
    ...timesOf(values),
    ...(Object.fromEntries(terms) as Partial<Promotion>),
    ...triggerOf(values, type),
  };
}
