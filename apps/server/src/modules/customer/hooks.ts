/** The rules of a customer beyond the definition. Source: docs/rules.md#customers. */
import { permissionEffect } from '@atoll/domain/access/can';
import { businessDate } from '@atoll/domain/date/business-day';
import { refused } from '../../platform/errors/refused.ts';
import { invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

export const customerHooks: ResourceHooks = {
  authorize({ actor, before, after }) {
    const isOther = (field: string): boolean => (after[field] ?? 0) !== (before?.[field] ?? 0);
    // Who links a customer to a house account makes it pay for them; group and discount lower what the customer pays on each bill.
    const isAllowed =
      (!isOther('accountId') || actor.permissions.has('payment.credit')) &&
      (!isOther('groupId') || actor.permissions.has('price.manage')) &&
      (!isOther('discountPct') || permissionEffect(actor, 'bill.discount', Number(after['discountPct'])) === 'allow');
    if (!isAllowed) throw refused('forbidden', { details: 'You are not authorized to change this' });
  },
  async beforeWrite(tx, { before, after }) {
    if (!after['name'] && !after['phone']) throw invalid({ name: 'Name or phone is required' });
    const isAllowed = after['isMarketingAllowed'] === true;
    if (isAllowed === (before?.['isMarketingAllowed'] ?? false)) return undefined;
    return { marketingSince: isAllowed ? businessDate(tx.now, 'UTC', '00:00') : null };
  },
};
