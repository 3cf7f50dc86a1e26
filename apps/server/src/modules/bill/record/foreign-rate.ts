/** Flags foreign cash that was taken at a rate which the outlet had not set. Source: R36.10, docs/rules.md#foreign-cash. */
import type { Setting } from '@atoll/domain/contract/platform/app';
import { settingOf } from '@atoll/domain/outlet/settings';
import type { CheckedTender } from '@atoll/domain/payment/check-tender';
import type { Payment } from '@atoll/domain/payment/payment';
import { type PeriodRates, rateDays, rateIn, ratesBetween } from '@atoll/domain/payment/unset-rate';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * Returns the payments; foreign cash carries `unsetRate` unless its rate was the outlet's at some time in the `rateDays` days before `takenAt`
 * (epoch ms).
 */
export async function flagUnsetRates(
  tx: OutletTx,
  { settings }: OutletTerms,
  tenders: readonly CheckedTender[],
  takenAt: number,
): Promise<readonly (CheckedTender & Pick<Payment, 'unsetRate'>)[]> {
  if (tenders.every(({ currency }) => currency === undefined)) return tenders;
  const { all, last } = await ratesBefore(tx, settingOf(settings, 'Currencies'), takenAt);
  return tenders.map((tender) => {
    const { currency } = tender;
    if (!currency || all.has(`${currency.code}:${currency.rate}`)) return tender;
    return { ...tender, unsetRate: { serverRate: rateIn(last, currency.code) } };
  });
}

/** Returns the outlet's rates in the days before an instant, from the current ones and the history of their changes. */
async function ratesBefore(tx: OutletTx, now: readonly string[], takenAt: number): Promise<PeriodRates> {
  const from = takenAt - rateDays * dayMs;
  const rows = await tx.db
    .selectFrom('history')
    .select(['at', 'data'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('subject', '=', 'Setting')
    .where('subject_key', '=', 'Currencies')
    .where('at', '>', from)
    .orderBy('seq', 'desc')
    .execute();
  const changes = rows.map(({ at, data }) => ({ at, before: valuesBefore(data) }));
  return ratesBetween(now, changes, { from, until: takenAt });
}

function valuesBefore(data: string): readonly string[] {
  const { before } = JSON.parse(data) as { before?: Setting | null };
  return before?.values ?? [];
}
