import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { cashSum } from '@atoll/domain/shift/cash-sum';
import { useState } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { WaiterTables } from '../../../bill/waiter/waiter-tables.tsx';
import { CashButtons } from '../../../cash/cash-buttons.tsx';
import { useTranslation } from '../../../locale/use-translation.ts';
import { showAttention } from '../../../outbox/attention.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { cashSumLabel, currencyLines } from '../report/cash-block.ts';
import { SalesTable } from '../report/sales-table.tsx';
import { ShiftNote, ShiftSection } from '../report/shift-section.tsx';
import { UnsetRates } from '../report/unset-rates.tsx';
import { CloseAnyway } from './close-anyway.tsx';
import styles from './close-shift-form.module.css';
import type { ClosedShift } from './closed-panel.tsx';
import { compareCash, type ForeignRate } from './compare-cash.ts';
import { CountPanel } from './count-panel.tsx';
import { useKeptCount } from './kept-count.ts';
import { type OpenBill, OpenBills } from './open-bills.tsx';
import { OtherTills, useOtherTills } from './other-tills.tsx';
import { OthersShift } from './others-shift.tsx';
import { RiderCash } from './rider-cash.tsx';
import { useCloseBlock, useCloseShift } from './use-close-shift.ts';

interface CloseShiftFormProps {
  shift: Shift;
  /** null: the expected cash is hidden from the person who counts. */
  totals: ShiftTotals | null;
  currencies: readonly ForeignRate[];
  /** Foreign cash at rates that the outlet had not set. */
  unsetRates?: NonNullable<ShiftTotals['unsetRates']>;
  bills: readonly OpenBill[];
  onClosed: (closed: ClosedShift) => void;
  /** Called when the server refused because something changed in the meantime. */
  onChanged: () => void;
}

/** Shows what came in during a shift, takes the counted cash and closes the shift. */
export function CloseShiftForm({
  shift,
  totals,
  currencies,
  unsetRates = [],
  bills,
  onClosed,
  onChanged,
}: CloseShiftFormProps) {
  const { count, change, drop } = useKeptCount(shift.key);
  const [asks, setAsks] = useState(false);
  const others = useOtherTills(shift);
  const cash = compareCash(count, currencies, totals);
  const { close, busy, error, mustExplain } = useCloseShift({
    shift,
    count,
    cash,
    onClosed: (closed) => {
      drop();
      onClosed(closed);
    },
    onChanged,
  });
  const blocked = useCloseBlock(shift, cash.isComplete, bills.length > 0 && !count.isCarried);
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {totals && <SalesTable totals={totals} />}
        <RiderCash shiftId={shift.id} />
        <CashButtons onDone={onChanged} />
        {totals && <ExpectedCash shift={shift} totals={totals} />}
        <WaiterTables />
        <OpenBills bills={bills} isCarried={count.isCarried} onCarried={(next) => change({ isCarried: next })} />
        <OthersShift shift={shift} />
        <OtherTills {...others} />
        <UnsetRates rates={unsetRates} />
      </div>
      <div className={styles.column}>
        <CountPanel {...{ totals, currencies, count, change, cash, mustExplain }}>
          <CloseButton
            {...{ error, busy, blocked }}
            onPress={() => (others.tills.length > 0 ? setAsks(true) : void close())}
          />
        </CountPanel>
      </div>
      {asks && (
        <CloseAnyway
          tills={others.tills}
          onGo={() => {
            setAsks(false);
            void close();
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}

interface CloseButtonProps {
  readonly error: string | undefined;
  readonly busy: boolean;
  /** Why the shift cannot be closed yet. */
  readonly blocked: string | undefined;
  readonly onPress: () => void;
}

/** Shows the button that closes the shift, with the reason why it is disabled. */
function CloseButton({ error, busy, blocked, onPress }: CloseButtonProps) {
  const { t } = useTranslation();
  const waiting = useConnection((state) => state.waiting);
  return (
    <>
      {error && <Alert>{error}</Alert>}
      <Button
        look="main"
        size="l"
        block
        busy={busy}
        disabled={blocked !== undefined}
        aria-describedby="close-hint"
        onClick={onPress}
      >
        {t('shift.closeTitle')}
      </Button>
      <ShiftNote id="close-hint">{blocked}</ShiftNote>
      {waiting > 0 && <Button onClick={showAttention}>{t('outbox.show')}</Button>}
    </>
  );
}

/** Shows how the expected cash is computed, and what of it is in each currency. */
function ExpectedCash({ shift, totals }: { shift: Shift; totals: ShiftTotals }) {
  const { t } = useTranslation();
  return (
    <ShiftSection id="expected-title" title={t('shift.cash')}>
      <dl className={styles.sums}>
        {cashSum(totals, shift.openingBalance, shift.cash).map(({ part, amount }) => (
          <div key={part}>
            <dt>{cashSumLabel(part, t)}</dt>
            <dd>
              <Money laari={amount} />
            </dd>
          </div>
        ))}
        <div className={styles.expected}>
          <dt>{t('shift.expected')}</dt>
          <dd>
            <Money laari={totals.expectedCash} currency />
          </dd>
        </div>
        {currencyLines(totals, t).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </ShiftSection>
  );
}
