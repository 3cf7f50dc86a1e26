import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { Fragment } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { differenceLabel, differencesOf } from './cash-block.ts';
import { DifferenceWord } from './difference-word.tsx';

interface DifferencesProps {
  readonly closing: NonNullable<Shift['closing']>;
  readonly totals: ShiftTotals;
}

/** Shows the difference of each currency that differs, where a shift took foreign cash, and the difference of the sum. */
export function Differences({ closing, totals }: DifferencesProps) {
  const { t } = useTranslation();
  const each = differencesOf(closing.counted, totals).filter(({ amount }) => amount !== 0);
  return (
    <>
      {each.map((one) => (
        <Fragment key={one.method}>
          <dt>
            {t('shift.difference')} · <bdi dir="ltr">{differenceLabel(one)}</bdi>
          </dt>
          <dd>
            <DifferenceWord laari={one.amount} />
          </dd>
        </Fragment>
      ))}
      <dt>{t('shift.difference')}</dt>
      <dd>
        <DifferenceWord laari={closing.difference} />
      </dd>
    </>
  );
}
