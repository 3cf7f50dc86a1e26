/** Tells a person which promotions of this till the server does not count, or counts for less. Source: R21.24, docs/rules.md#promotion-proof. */
import { type Applied, isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { endedForGroup } from '@atoll/domain/bill/promotion/decline';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { customerDiscountId } from '@atoll/domain/price/promotion';
import { fetchMoreWords, t } from '../../locale/locale.ts';
import type { SentEvent } from '../../outbox/outbox.ts';
import { hasLines } from '../../outbox/unsynced-amount.ts';
import { notify, useApp } from '../../sync/app-store.ts';

type Answer = Bill & { readonly conflicts?: readonly { readonly field: string }[] };

/** Returns whether an application of this till ended since by what people did: its item is void or elsewhere, the bill is for somebody else, or it was removed. */
function isOver(one: Applied, { items, customer, declined = [] }: Bill): boolean {
  const here = new Set(items.flatMap(({ key, isVoid }) => (isVoid ? [] : key)));
  return (
    one.parts?.some(({ itemKey }) => !here.has(itemKey)) === true ||
    declined.some(({ promotionId }) => promotionId === one.promotionId) ||
    !endedForGroup({ applied: [one], customer }).every(isLive)
  );
}

const offOf = (applied: readonly Applied[]): number =>
  applied.flatMap(({ parts = [] }) => parts).reduce((sum, { amount }) => sum + amount, 0);

/** Returns whether what counts of a promotion takes off as much as this till gave. */
function isCounted(given: readonly Applied[], counted: readonly Applied[]): boolean {
  if (counted.length === 0) return false;
  if (given.some(({ parts }) => parts)) return offOf(counted) >= offOf(given);
  const [mine] = given;
  // A promotion of the bill whose bill was divided since has shares.
  return counted.some(
    ({ parts, terms }) =>
      parts ||
      ((terms?.percent ?? 0) >= (mine?.terms?.percent ?? 0) && (terms?.amount ?? 0) >= (mine?.terms?.amount ?? 0)),
  );
}

/** Returns the names of promotions that a till gave, and that do not count on the bill as it gave them. The discount of a customer is in no rules. */
function changedPromotions(sent: readonly Applied[], bill: Answer): string[] {
  const { promotions = [] } = useApp.getState().prices;
  // A coupon or a reward that is refused has a message of its own.
  const hasMessage = bill.conflicts?.some(({ field }) => field === 'coupons') === true;
  const isTold = ({ promotionId }: Applied): boolean =>
    promotionId === customerDiscountId ||
    (hasMessage && promotions.some(({ id, trigger }) => id === promotionId && trigger !== undefined));
  const given = sent.filter((one) => isLive(one) && !isTold(one) && !isOver(one, bill));
  const live = (bill.applied ?? []).filter(isLive);
  return [...Map.groupBy(given, ({ promotionId }) => promotionId)].flatMap(([id, own]) =>
    isCounted(
      own,
      live.filter(({ promotionId }) => promotionId === id),
    )
      ? []
      : (own[0]?.words ?? ''),
  );
}

/** Says after a save what the server counts otherwise than this till did, with the total. */
export async function tellChangedPromotions({ entry, answer }: SentEvent): Promise<void> {
  const sent = (entry.body['applied'] ?? []) as readonly Applied[];
  // Warnings were already shown when it was sent first.
  if (sent.length === 0 || entry.again || !hasLines(entry) || entry.outletId !== useApp.getState().outletId) return;
  const bill = answer as Answer;
  const names = changedPromotions(sent, bill);
  if (names.length === 0) return;
  await fetchMoreWords();
  const total = formatMoney(laari(bill.total));
  for (const name of names) notify({ kind: 'warning', message: t('outbox.promotionChanged', { name, total }) });
}
