/** The rules of an account beyond its definition. Source: docs/rules.md#house-accounts. */
import { maySetDiscount } from '@atoll/domain/access/standing-discount';
import { refused } from '../../platform/errors/refused.ts';
import { invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

export const accountHooks: ResourceHooks = {
  authorize({ actor, before, after }) {
    // It is taken off each bill of the customers of the account.
    if (!maySetDiscount(actor, before?.['discountPct'], after['discountPct']))
      throw refused('forbidden', { details: 'You are not authorized to change this' });
  },
  async beforeWrite(_tx, { action, before, after, changed }) {
    if (before?.['isSystem'] && (action === 'Deactivated' || changed.includes('financialType')))
      throw refused('inUse', { details: 'Atoll manages this account' });
    const isEnding = action === 'Deactivated' || (after['status'] === 'Closed' && before?.['status'] !== 'Closed');
    if (isEnding && before?.['balance'] !== undefined && before['balance'] !== 0)
      throw invalid({ status: 'The balance must be 0 before the account is closed' });
    const isHouse = after['kind'] === 'House';
    if (isHouse && !after['accountType']) throw invalid({ accountType: 'Account type is required' });
    if (!isHouse && !after['financialType']) throw invalid({ financialType: 'Financial type is required' });
    return isHouse ? { financialType: null } : { accountType: null };
  },
};
