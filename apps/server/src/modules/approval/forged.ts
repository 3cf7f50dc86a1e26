/** The refusal of an approval that nobody gave, or that somebody else was given; it is reported. Source: docs/rules.md#attempts. */
import { refusal } from '@atoll/domain/refusal/refusal';
import { Refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { ApprovedActor } from './need.ts';

/** Creates the refusal. */
export const forgedApproval = (
  { head: { outletId } }: Pick<OutletTx, 'head'>,
  { userId, sentBy }: Pick<ApprovedActor, 'userId' | 'sentBy'>,
  approvalKey: string,
  extra: Readonly<Record<string, unknown>>,
): Refused =>
  new Refused(refusal('approvalInvalid', { extra }), {
    kind: 'approval',
    userId: sentBy ?? userId,
    outletId,
    approvalKey,
  });
