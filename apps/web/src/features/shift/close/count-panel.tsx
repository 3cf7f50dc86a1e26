import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Money } from '../../../ui/display/money.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { differenceLabel } from '../report/cash-block.ts';
import { DifferenceWord } from '../report/difference-word.tsx';
import { ShiftNote, ShiftSection } from '../report/shift-section.tsx';
import { CashCount } from './cash-count.tsx';
import type { CashComparison, ForeignRate } from './compare-cash.ts';
import styles from './count-panel.module.css';
import type { Count } from './kept-count.ts';

interface CountPanelProps {
  /** null: the expected cash is hidden from the person who counts. */
  readonly totals: ShiftTotals | null;
  readonly currencies: readonly ForeignRate[];
  readonly count: Count;
  readonly change: (part: Partial<Count>) => void;
  readonly cash: CashComparison;
  /** Whether the server asks for a reason of the difference. */
  readonly mustExplain: boolean;
  readonly children: ReactNode;
}

/** Takes the counted cash and, if it differs from the expected cash, the reason. */
export function CountPanel({ totals, currencies, count, change, cash, mustExplain, children }: CountPanelProps) {
  const { t } = useTranslation();
  const { by, amount, pieces, units, reason } = count;
  const { counted, difference, each } = cash;
  const isDifferent = difference !== 0 || each.some((one) => one.amount !== 0);
  return (
    <ShiftSection id="cash-title" title={t('shift.count')}>
      {totals === null && <ShiftNote>{t('shift.countBlind')}</ShiftNote>}
      <CashCount
        {...{ by, amount, pieces }}
        onBy={(next) => change({ by: next })}
        onAmount={(next) => change({ amount: next })}
        onPieces={(next) => change({ pieces: next })}
      />
      {currencies.map(({ currency }) => (
        <AmountField
          key={currency}
          label={t('floor.countedForeign', { currency })}
          prefix={currency}
          value={units[currency] ?? null}
          onChange={(next) => change({ units: { ...units, [currency]: next } })}
        />
      ))}
      {by === 'pieces' && (
        <p className={styles.line}>
          <span>{t('shift.counted')}</span>
          <Money laari={counted ?? 0} currency />
        </p>
      )}
      {currencies.length > 0 &&
        each.map((one) => (
          <p key={one.method} className={styles.line}>
            <span>
              {t('shift.difference')} · <bdi dir="ltr">{differenceLabel(one)}</bdi>
            </span>
            <DifferenceWord laari={one.amount} />
          </p>
        ))}
      {totals && (
        <p className={styles.line}>
          <span>{t('shift.difference')}</span>
          {difference === null ? <span className={styles.unknown}>–</span> : <DifferenceWord laari={difference} />}
        </p>
      )}
      {(mustExplain || (difference !== null && isDifferent)) && (
        <TextField
          label={t('shift.reason')}
          maxLength={300}
          value={reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
      {children}
    </ShiftSection>
  );
}
