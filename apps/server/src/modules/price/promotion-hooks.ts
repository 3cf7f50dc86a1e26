/** Hooks of promotions: what bad input gets, and the version that tills apply. Source: R21.6, docs/rules.md#promotions. */
import type { PromotionType } from '@atoll/domain/price/promotion';
import { promotionOf } from '@atoll/domain/price/promotion-of';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import type { Values } from '../../resource/row.ts';
import { timeErrors } from './hooks.ts';
import { writeRule } from './rules.ts';

interface Part {
  readonly menuItemId: number;
  readonly categoryId: number;
  readonly qty: number;
}

const has = (after: Values, key: string): boolean => Number(after[key] ?? 0) > 0;

/** Returns what is wrong with the parts of a bundle, by field. */
function bundleErrors(after: Values): Errors {
  const errors: Errors = {};
  const parts = after['parts'] as Part[];
  if (after['price'] === null) errors['price'] = 'Type the price';
  if (parts.length === 0) errors['parts'] = 'Choose items or categories';
  for (const [index, { menuItemId, categoryId }] of parts.entries())
    if (menuItemId > 0 === categoryId > 0) errors[`parts[${index}].menuItemId`] = 'Choose an item or a category';
  if (after['combines'] === 'Stacks') errors['combines'] = 'A set of items cannot be on top of others';
  return errors;
}

/** Returns what is wrong with a promotion of its type, by field. */
function typeErrors(after: Values): Errors {
  const [isPercent, isAmount] = [has(after, 'percent'), has(after, 'amount')];
  switch (after['type'] as PromotionType) {
    case 'PercentOff':
      return isPercent ? {} : { percent: 'Type a percentage' };
    case 'AmountOff':
      return isAmount ? {} : { amount: 'Type an amount' };
    case 'BillOff':
      return isPercent === isAmount ? { percent: 'Type a percentage or an amount' } : {};
    case 'BuyGet':
      return {
        ...(has(after, 'buyQty') ? {} : { buyQty: 'Type how many' }),
        ...(has(after, 'getQty') ? {} : { getQty: 'Type how many' }),
        ...(isPercent ? {} : { percent: 'Type a percentage' }),
        ...(after['combines'] === 'Stacks' && { combines: 'A set of items cannot be on top of others' }),
      };
    case 'Bundle':
      return bundleErrors(after);
  }
}

/** Returns what is wrong with a reward, by field. One of single items would count for each of them, and cost its points once. */
function rewardErrors(after: Values): Errors {
  if (after['trigger'] !== 'Reward') return {};
  const isOfItems = after['type'] === 'PercentOff' || after['type'] === 'AmountOff';
  return {
    ...(has(after, 'pointsCost') ? {} : { pointsCost: 'Type how many' }),
    ...(isOfItems && { type: 'A reward takes an amount or a percentage off the bill, or is a set of items' }),
  };
}

export const promotionHooks: ResourceHooks = {
  async beforeWrite(_tx, { after }) {
    const errors: Errors = { ...typeErrors(after), ...timeErrors(after), ...rewardErrors(after) };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return undefined;
  },
  async afterWrite(tx, { action, id, after }) {
    const isUsed = action !== 'Deactivated' && after['status'] === 'Published';
    await writeRule(tx, { kind: 'Promotion', id, rule: isUsed ? promotionOf(id, after) : null });
  },
};
