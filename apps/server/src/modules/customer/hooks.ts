/** The rules of a customer beyond the definition. Source: docs/rules.md#customers. */
import { businessDate } from '@atoll/domain/date/business-day';
import { invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { writeSignup } from '../points/service.ts';
import { refuseTerms } from './terms.ts';

export const customerHooks: ResourceHooks = {
  async beforeWrite(tx, { actor, before, after }) {
    await refuseTerms(tx, actor, before, after);
    if (!after['name'] && !after['phone']) throw invalid({ name: 'Name or phone is required' });
    const isAllowed = after['isMarketingAllowed'] === true;
    if (isAllowed === (before?.['isMarketingAllowed'] ?? false)) return undefined;
    return { marketingSince: isAllowed ? businessDate(tx.now, 'UTC', '00:00') : null };
  },
  afterNew: (tx, { actor, id }) => writeSignup(tx, actor, id),
};
