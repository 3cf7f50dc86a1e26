import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { countedPieces, piecesWorth } from '@atoll/domain/money/denominations';
import { foreignMethod } from '@atoll/domain/shift/shift';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../../api/api.ts';
import { useConnection } from '../../../api/connection.ts';
import { ApprovalDeclined, approvalHeaders, withApproval } from '../../../approval/approval.ts';
import { CashButtons } from '../../../cash/cash-buttons.tsx';
import { showAttention } from '../../../outbox/attention.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { DifferenceWord } from '../report/difference-word.tsx';
import { SalesTable } from '../report/sales-table.tsx';
import { CashCount } from './cash-count.tsx';
import { CloseAnyway } from './close-anyway.tsx';
import styles from './close-shift-screen.module.css';
import type { ClosedShift } from './closed-panel.tsx';
import { useKeptCount } from './kept-count.ts';
import { type OpenBill, OpenBills } from './open-bills.tsx';
import { OtherTills, useOtherTills } from './other-tills.tsx';
import { RiderCash } from './rider-cash.tsx';

interface CloseShiftFormProps {
  shift: Shift;
  /** null: the expected cash is hidden from the person who counts. */
  totals: ShiftTotals | null;
  /** Foreign cash counts at the rate at which it was taken, in laari per unit. */
  currencies: readonly { readonly currency: string; readonly rate: number }[];
  bills: readonly OpenBill[];
  onClosed: (closed: ClosedShift) => void;
  /** Called when the server refused because something changed in the meantime. */
  onChanged: () => void;
}

export function CloseShiftForm({ shift, totals, currencies, bills, onClosed, onChanged }: CloseShiftFormProps) {
  const { t } = useTranslation();
  const { count, change, drop } = useKeptCount(shift.key);
  const { by, amount, pieces, units, isCarried, reason } = count;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const others = useOtherTills(shift);
  const [mustExplain, setMustExplain] = useState(false);
  const waiting = useConnection((state) => state.waiting);
  const isOnline = useConnection((state) => state.isOnline);

  const counted = by === 'amount' ? amount : piecesWorth(pieces);
  const foreignCash = currencies.map(({ currency, rate }) => ({
    currency,
    amount: Math.round((units[currency] ?? 0) * rate),
  }));
  const isForeignCashCounted = foreignCash.every(({ currency }) => typeof units[currency] === 'number');
  const difference =
    counted === null || totals === null
      ? null
      : counted + foreignCash.reduce((sum, one) => sum + one.amount, 0) - totals.expectedCash;
  const blocked = !isOnline
    ? t('shift.needsServer')
    : waiting > 0
      ? t('shift.waitingFirst', { count: waiting })
      : counted === null || !isForeignCashCounted
        ? t('shift.countFirst')
        : bills.length > 0 && !isCarried
          ? t('shift.carryFirst')
          : undefined;

  async function close(): Promise<void> {
    if (counted === null) return;
    setBusy(true);
    setError(undefined);
    try {
      const denominations = by === 'pieces' ? { denominations: countedPieces(pieces) } : {};
      const closed = await withApproval(
        { permission: 'drawer.open', subjectType: 'Shift', subjectKey: shift.key, reason: reason.trim() || undefined },
        (approvalKey) =>
          call('shift.close', {
            quiet: true,
            headers: approvalHeaders(approvalKey),
            body: {
              id: shift.id > 0 ? shift.id : shift.key,
              counted: [
                { method: 'Cash', amount: counted },
                ...foreignCash.map(({ currency, amount: worth }) => ({
                  method: foreignMethod(currency),
                  amount: worth,
                })),
              ],
              ...denominations,
              ...(isCarried ? { openBills: 'carry' as const } : {}),
              ...(reason.trim() ? { differenceReason: reason.trim() } : {}),
            },
          }),
      );
      drop();
      onClosed(closed);
    } catch (caught) {
      if (caught instanceof ApprovalDeclined) return;
      if (caught instanceof CallError && caught.body?.reason === 'reasonMissing') setMustExplain(true);
      setError(
        caught instanceof CallError
          ? [caught.message, caught.body?.details].filter(Boolean).join('. ')
          : t('shift.needsServer'),
      );
      onChanged();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {totals && <SalesTable totals={totals} />}
        <RiderCash shiftId={shift.id} />
        <CashButtons onDone={onChanged} />
        {totals && <ExpectedCash shift={shift} totals={totals} />}
        <OpenBills bills={bills} isCarried={isCarried} onCarried={(next) => change({ isCarried: next })} />
      </div>
      <div className={styles.column}>
        <OtherTills {...others} />
        <section className={styles.panel} aria-labelledby="cash-title">
          <h2 id="cash-title">{t('shift.count')}</h2>
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
          {totals && (
            <p className={styles.line}>
              <span>{t('shift.difference')}</span>
              {difference === null ? <span className={styles.quiet}>–</span> : <DifferenceWord laari={difference} />}
            </p>
          )}
          {(mustExplain || (difference !== null && difference !== 0)) && (
            <TextField
              label={t('shift.reason')}
              maxLength={300}
              value={reason}
              onChange={(event) => change({ reason: event.currentTarget.value })}
            />
          )}
          {error && (
            <p role="alert" className={styles.alert}>
              {error}
            </p>
          )}
          <Button
            look="main"
            size="l"
            block
            busy={busy}
            disabled={blocked !== undefined}
            aria-describedby="close-hint"
            onClick={() => (others.tills.length > 0 ? setAsks(true) : void close())}
          >
            {t('shift.closeTitle')}
          </Button>
          <p id="close-hint" className={styles.quiet}>
            {blocked}
          </p>
          {waiting > 0 && <Button onClick={showAttention}>{t('outbox.show')}</Button>}
        </section>
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

/** Shows how the expected cash is computed. */
function ExpectedCash({ shift, totals }: { shift: Shift; totals: ShiftTotals }) {
  const { t } = useTranslation();
  const cashSales = totals.byMethod.find((row) => row.method === 'Cash')?.amount ?? 0;
  const rows: [string, number][] = [
    [t('shift.openingBalance'), shift.openingBalance],
    [t('shift.cashSales'), cashSales],
    ...(totals.cashIn === 0 ? [] : [[t('shift.cashIn'), totals.cashIn] as [string, number]]),
    ...(totals.cashOut === 0 ? [] : [[t('shift.cashOut'), -totals.cashOut] as [string, number]]),
  ];
  return (
    <section className={styles.panel} aria-labelledby="expected-title">
      <h2 id="expected-title">{t('shift.cash')}</h2>
      <dl className={styles.sums}>
        {rows.map(([label, laari]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money laari={laari} />
            </dd>
          </div>
        ))}
        <div className={styles.expected}>
          <dt>{t('shift.expected')}</dt>
          <dd>
            <Money laari={totals.expectedCash} currency />
          </dd>
        </div>
      </dl>
    </section>
  );
}
