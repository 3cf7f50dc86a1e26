/** The rules of a customer beyond the definition. Source: docs/rules.md#customers. */
import { businessDate } from '@atoll/domain/date/business-day';
import { invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { writeSignup } from '../points/service.ts';
import { numberColumns } from './local-number.ts';
import { refuseTerms } from './terms.ts';

export const customerHooks: ResourceHooks = {
  async beforeWrite(tx, { actor, before, after }) {
    await refuseTerms(tx, actor, before, after);
    if (!after['name'] && !after['phone']) throw invalid({ name: 'Name or phone is required' });
    const isAllowed = after['isMarketingAllowed'] === true;
    if (isAllowed === (before?.['isMarketingAllowed'] ?? false)) return undefined;
    return { marketingSince: isAllowed ? businessDate(tx.now, 'UTC', '00:00') : null };
  },
  async afterWrite(tx, { id, after, changed }) {
    if (!changed.some((key) => key === 'phone' || key === 'phone2')) return;
    const customers = tx.db.updateTable('customer').set(numberColumns(after));
    tx.write(customers.where('outlet_id', '=', tx.head.outletId).where('id', '=', id));
  },
  afterNew: (tx, { actor, id }) => writeSignup(tx, actor, id),
};
