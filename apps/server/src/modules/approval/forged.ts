/** The refusals of an approval that nobody gave, or that somebody else was given; they are reported. Source: docs/rules.md#attempts. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { restoredMark } from '../../platform/store/store-name.ts';
import type { ApprovedActor } from './need.ts';

/** Creates the refusal. */
export const forgedApproval = (
  { head: { outletId } }: Pick<OutletTx, 'head'>,
  { userId, sentBy }: Pick<ApprovedActor, 'userId' | 'sentBy'>,
  approvalKey: string,
  extra: Readonly<Record<string, unknown>>,
): Refused =>
  new Refused(anyRefusal('approvalInvalid', { extra }), {
    kind: 'approval',
    userId: sentBy ?? userId,
    outletId,
    approvalKey,
  });

/** What tills sent in this time before a restore they send again, with approvals that the restored store does not have. */
const sentAgainMs = 72 * 3_600_000;

/** Returns the refusal of an approval that the store does not have. It is reported, unless a restore may be the reason. */
export async function unknownApproval(
  tx: OutletTx,
  actor: ApprovedActor,
  approvalKey: string,
  extra: Readonly<Record<string, unknown>>,
): Promise<Refused> {
  const mark = await tx.db.selectFrom('secret').select('value').where('name', '=', restoredMark).executeTakeFirst();
  const isRestored = mark !== undefined && tx.clockNow - Number(mark.value) < sentAgainMs;
  return isRestored ? refused('approvalInvalid', { extra }) : forgedApproval(tx, actor, approvalKey, extra);
}
