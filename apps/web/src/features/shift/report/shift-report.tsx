import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, dayAndTime } from '../../../locale/instant.ts';
import { labelText } from '../../../locale/label.ts';
import { useApp } from '../../../sync/app-store.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Money } from '../../../ui/display/money.tsx';
import css from './shift-report.module.css';

interface ShiftReportProps {
  readonly shift: Shift;
  readonly totals: ShiftTotals;
  /** For example 'X report' or 'Z report 12'. */
  readonly title: string;
}

type Row = readonly [label: string, laari: number];

/** Shows every figure of a shift: X at any time, Z finally. It prints on any paper size. */
export function ShiftReport({ shift, totals, title }: ShiftReportProps) {
  const { t } = useTranslation();
  const outlet = useApp((state) => state.outlet);
  const timezone = useTimezone();
  const sums: readonly Row[] = [
    [t('shift.gross'), totals.gross],
    [t('shift.discount'), -totals.discount],
    [t('shift.serviceCharge'), totals.serviceCharge],
    [t('shift.gst'), totals.gst],
    [t('bill.rounding'), totals.rounding],
    [t('bill.tip'), totals.tip],
  ];
  return (
    <article className={css.report} data-report="">
      <header className={css.head}>
        <h3>{title}</h3>
        <p>{outlet?.name}</p>
        <p>
          {t('shifts.number')} {shift.number} · {dayAndTime(shift.createdAt, timezone)}
          {shift.closedAt && ` – ${dayAndTime(shift.closedAt, timezone)}`}
        </p>
        <p>{[shift.createdByName, shift.closedByName].filter(Boolean).join(' · ')}</p>
      </header>
      <Sums rows={sums} total={[t('shift.total'), totals.total]} />
      <BillCounts totals={totals} />
      <Block title={t('shift.sales')}>
        {totals.byMethod.map((row) => (
          <Line
            key={row.method}
            label={`${labelText(methodLabel(row.method))} (${row.count})`}
            value={<Money laari={row.amount} />}
          />
        ))}
      </Block>
      <Block title={t('zReport.byType')}>
        {totals.byType.map((row) => (
          <Line
            key={row.type}
            label={`${t(`bill.types.${row.type}` as 'bill.types.Table', row.type)} (${row.bills})`}
            value={<Money laari={row.total} />}
          />
        ))}
      </Block>
      <GstByRate rows={totals.gstByRate} />
      <CashFigures shift={shift} totals={totals} timezone={timezone} />
    </article>
  );
}

/** Shows the number of bills and guests, the average, the invoices, and what was voided, given free and refunded. */
function BillCounts({ totals }: { totals: ShiftTotals }) {
  const { t } = useTranslation();
  const counted: readonly (readonly [string, number, number])[] = [
    [t('zReport.voids'), totals.voids.count, totals.voids.amount],
    [t('zReport.comps'), totals.comps.count, totals.comps.amount],
    [t('service.refunds'), totals.refunds.count, totals.refunds.amount],
  ];
  const average = totals.bills > 0 ? Math.round(totals.total / totals.bills) : 0;
  return (
    <Block title={t('zReport.bills')}>
      <Line label={t('shift.bills')} value={totals.bills} />
      <Line label={t('zReport.covers')} value={totals.covers} />
      <Line label={t('zReport.average')} value={<Money laari={average} />} />
      {totals.firstInvoice && (
        <Line label={t('zReport.invoices')} value={`${totals.firstInvoice} – ${totals.lastInvoice ?? ''}`} />
      )}
      {counted.map(([label, count, amount]) => (
        <Line key={label} label={`${label} (${count})`} value={<Money laari={amount} />} />
      ))}
    </Block>
  );
}

function GstByRate({ rows }: { rows: ShiftTotals['gstByRate'] }) {
  const { t } = useTranslation();
  return (
    <Block title={t('zReport.gstByRate')}>
      {rows.map((row) => (
        <Line
          key={`${row.gstMode} ${row.gstPct}`}
          label={t('zReport.gstRow', {
            mode: t(`zReport.gstModes.${row.gstMode}` as 'zReport.gstModes.Exempt'),
            pct: row.gstPct,
          })}
          value={
            <>
              <Money laari={row.base} /> → <Money laari={row.gst} />
            </>
          }
        />
      ))}
    </Block>
  );
}

/** Returns the label of a counted method; 'Cash USD' is foreign cash. */
function countedLabel(method: string): string {
  const [name = '', currency = ''] = method.split(' ');
  return [labelText(methodLabel(name)), currency].filter(Boolean).join(' ');
}

/** Shows the cash movements of a shift, the expected cash, and what was counted at its closing. */
function CashFigures({ shift, totals, timezone }: { shift: Shift; totals: ShiftTotals; timezone: string }) {
  const { t } = useTranslation();
  const { closing } = shift;
  const prefixOf = (type: string): string =>
    type === 'NoSale' ? `${t('floor.drawerOpened')}: ` : type === 'Drop' ? `${t('floor.drop')}: ` : '';
  return (
    <Block title={t('shift.cash')}>
      <Line label={t('shift.openingBalance')} value={<Money laari={shift.openingBalance} />} />
      {shift.cash.map((event) => (
        <Line
          key={event.key}
          label={`${clockTime(event.at, timezone)} ${prefixOf(event.type)}${event.reason} · ${event.byName}`}
          value={<Money laari={event.kind === 'In' ? event.amount : -event.amount} />}
        />
      ))}
      {totals.byCurrency?.map((row) => (
        <Line
          key={row.currency}
          label={t('floor.foreignCash', { currency: row.currency, units: formatAmount(laari(row.units)) })}
          value={<Money laari={row.amount} />}
        />
      ))}
      <Line label={t('shift.expected')} value={<Money laari={totals.expectedCash} />} strong />
      {closing?.counted.map((row) => (
        <Line
          key={row.method}
          label={`${t('shift.counted')} · ${countedLabel(row.method)}`}
          value={<Money laari={row.amount} />}
        />
      ))}
      {closing && <Line label={t('shift.difference')} value={<Money laari={closing.difference} />} strong />}
      {closing?.differenceReason && <p className={css.note}>{closing.differenceReason}</p>}
      {closing && closing.carried > 0 && <Line label={t('zReport.carried')} value={closing.carried} />}
    </Block>
  );
}

function Sums({ rows, total }: { rows: readonly Row[]; total: Row }) {
  return (
    <dl className={css.sums}>
      {rows.map(([label, laari]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <Money laari={laari} />
          </dd>
        </Fragment>
      ))}
      <dt className={css.total}>{total[0]}</dt>
      <dd className={css.total}>
        <Money laari={total[1]} currency />
      </dd>
    </dl>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={css.block}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function Line({ label, value, strong = false }: { label: string; value: React.ReactNode; strong?: boolean }) {
  return (
    <p className={css.line} data-strong={strong}>
      <span>{label}</span>
      <span>{value}</span>
    </p>
  );
}
