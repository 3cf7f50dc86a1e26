/** Hooks of points rules and tiers. A change makes the next payment read them again. Source: docs/rules.md#points. */
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { timeErrors } from '../price/service.ts';

const readAgain: NonNullable<ResourceHooks['afterWrite']> = async (tx, { version }) => {
  tx.change({ entity: 'Settings', id: null, version, action: 'Updated' });
};

export const pointsRuleHooks: ResourceHooks = {
  async beforeWrite(_tx, { after }) {
    const { kind, per, itemIds, categoryIds } = after as Record<string, unknown>;
    const isForAll = (itemIds as number[]).length === 0 && (categoryIds as number[]).length === 0;
    const errors: Errors = {
      ...timeErrors(after),
      ...(kind === 'PerSpend' && !per ? { per: 'Type an amount' } : {}),
      ...(kind === 'PerItem' && isForAll ? { itemIds: 'Choose items or categories' } : {}),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return undefined;
  },
  afterWrite: readAgain,
};

export const pointsTierHooks: ResourceHooks = { afterWrite: readAgain };
