/**
 * A payment without the server of a bill whose percentage takes off more than when it was given. The server would ask about it when the payment arrives, so
 * the till asks before the money is taken. Source: R36.9, docs/rules.md#discount-share.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { allowShare, type GrownDiscount, grownDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { fetchMoreWords, t } from '../../locale/locale.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { offlineApprovers } from '../../session/approval-code.ts';
import { effectOf } from '../../session/refused-change.ts';
import { useSession } from '../../session/session.ts';
import type { BillsState } from '../state.ts';
import { afterEntry, isShown } from '../view.ts';
import type { Approve } from './pay-asked.ts';

const isGiven = (fields: readonly string[] = []): boolean =>
  fields.some((name) => name === 'discountPercentage' || name === 'discountAmount');

/** Returns a bill with what its percentage took off when it was given, also where that waits on this device. */
function asGiven({ server, drafts }: Pick<BillsState, 'server' | 'drafts'>, bill: Bill): Bill {
  if (isGiven(Object.keys(drafts[bill.key]?.changes ?? {}))) return allowShare(bill);
  let known = server[bill.key];
  for (const entry of useOutbox.getState().entries) {
    if (entry.billKey !== bill.key || !isShown(entry)) continue;
    known = afterEntry(known, entry);
    const isHere = entry.kind === 'create' || isGiven(entry.body['changed'] as readonly string[] | undefined);
    if (known && isHere) known = allowShare(known);
  }
  return { ...bill, discountSeen: known?.discountSeen };
}

/** Returns the percentage of a bill that takes off more than when it was given, as this device knows it; null when it does not. */
export const grownHere = (state: Pick<BillsState, 'server' | 'drafts'>, bill: Bill): GrownDiscount | null =>
  grownDiscount(asGiven(state, bill));

/** Returns the key of the approval with which a bill is paid without the server; undefined where none is needed. Refused: 'approvalNeeded', 'forbidden'. */
export async function grownApproved(
  state: BillsState,
  bill: Bill,
  approve: Approve | undefined,
): Promise<Result<string | undefined>> {
  const grown = grownHere(state, bill);
  const effect = grown ? effectOf('bill.discount', grown.percentage) : 'allow';
  if (!grown || effect === 'allow') return ok(undefined);
  const extra = { permission: 'bill.discount', subjectKey: bill.key, amount: grown.percentage } as const;
  if (effect === 'deny') return refuse('forbidden', { extra });
  const { user, scope } = useSession.getState();
  const people =
    user && scope ? await offlineApprovers(extra.permission, { outletId: scope.outletId, userId: user.id }) : [];
  await fetchMoreWords().catch(() => undefined);
  const money = (amount: number) => formatMoney(laari(amount));
  const values = { percentage: grown.percentage, seen: money(grown.seen), now: money(grown.now) };
  const details = people.length > 0 ? t('approval.grown', values) : t('approval.nobodyOffline', values);
  const refused = refuse('approvalNeeded', { extra, details: named(details) });
  if (refused.ok || people.length === 0 || !approve) return refused;
  const { status, message, reason } = refused.refusal;
  const approval = await approve({ ...extra, message, reason, details, code: status, isOffline: true });
  return approval === null ? refused : ok(approval);
}
