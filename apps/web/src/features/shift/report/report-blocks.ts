import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { TFunction } from 'i18next';
import { foreignCashText, ratesText } from '../../../cash/unset-rate-text.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { labelText } from '../../../locale/label.ts';
import { cashLines, cashMoves, countedLabel } from './cash-block.ts';
import { amount, line, type ReportLine, type ReportSubject } from './report-line.ts';

export interface ReportBlock {
  /** '' for the sums at the top. */
  readonly title: string;
  readonly lines: readonly ReportLine[];
}

/** Returns the lines at the top of a report: shift with its times, and people. */
export function reportHead({ shift, timezone }: ReportSubject, t: TFunction): readonly string[] {
  const end = shift.closedAt ? ` – ${dayAndTime(shift.closedAt, timezone)}` : '';
  return [
    `${t('shifts.number')} ${shift.number} · ${dayAndTime(shift.createdAt, timezone)}${end}`,
    [shift.createdByName, shift.closedByName].filter(Boolean).join(' · '),
  ];
}

/** Returns every figure of a shift in blocks; blocks without lines are left out. */
export function reportBlocks(subject: ReportSubject, t: TFunction): readonly ReportBlock[] {
  const { totals, isBlind } = subject;
  const blocks: readonly ReportBlock[] = [
    { title: '', lines: sums(totals, t) },
    { title: t('zReport.bills'), lines: billCounts(totals, t) },
    { title: t('shift.sales'), lines: isBlind ? [] : methods(totals) },
    { title: t('service.corrections'), lines: isBlind ? [] : corrections(totals, t) },
    { title: t('zReport.unsetRates'), lines: unsetRates(totals, t) },
    { title: t('zReport.byType'), lines: types(totals, t) },
    { title: t('zReport.gstByRate'), lines: gstByRate(totals, t) },
    { title: t('shift.cash'), lines: cashLines(subject, t) },
    { title: t('zReport.cashMoves'), lines: cashMoves(subject, t) },
    { title: t('zReport.signedHead'), lines: headLines(subject) },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** Characters of a signed head that fit beside their number on narrow paper. */
const headPart = 24;

/** Returns the signed end of the history in numbered parts, to be compared later (R36.23). */
function headLines({ shift }: ReportSubject): readonly ReportLine[] {
  const parts = shift.signedHead?.match(new RegExp(`.{1,${headPart}}`, 'g')) ?? [];
  return parts.map((part, index) => line(String(index + 1), part));
}

/** Returns the sums up to the total, then what is taken besides it: cash rounding and tip. */
function sums(totals: ShiftTotals, t: TFunction): readonly ReportLine[] {
  return [
    amount(t('shift.gross'), totals.gross),
    amount(t('shift.discount'), -totals.discount),
    amount(t('shift.serviceCharge'), totals.serviceCharge),
    amount(t('shift.gst'), totals.gst),
    line(t('shift.total'), formatMoney(laari(totals.total)), true),
    amount(t('bill.rounding'), totals.rounding),
    amount(t('bill.tip'), totals.tip),
    ...(totals.cardsSold ? [amount(t('zReport.cardsSold'), totals.cardsSold)] : []),
    ...(totals.deposits ? [amount(t('zReport.deposits'), totals.deposits)] : []),
  ];
}

/** Returns the number of bills and guests, the average, the invoices, and what was voided, given free and refunded. */
function billCounts(totals: ShiftTotals, t: TFunction): readonly ReportLine[] {
  const counted: readonly (readonly [string, number, number])[] = [
    [t('zReport.voids'), totals.voids.count, totals.voids.amount],
    [t('zReport.comps'), totals.comps.count, totals.comps.amount],
    [t('service.refunds'), totals.refunds.count, totals.refunds.amount],
  ];
  return [
    line(t('shift.bills'), totals.bills),
    line(t('zReport.covers'), totals.covers),
    amount(t('zReport.average'), totals.bills > 0 ? Math.round(totals.total / totals.bills) : 0),
    ...(totals.firstInvoice
      ? [line(t('zReport.invoices'), `${totals.firstInvoice} – ${totals.lastInvoice ?? ''}`)]
      : []),
    ...counted.map(([label, count, value]) => amount(`${label} (${count})`, value)),
  ];
}

const methods = (totals: ShiftTotals): readonly ReportLine[] =>
  totals.byMethod.map((row) => amount(`${labelText(methodLabel(row.method))} (${row.count})`, row.amount));

/** Returns the corrections of payment methods; the methods above contain them. */
const corrections = ({ corrections: made = [] }: ShiftTotals, t: TFunction): readonly ReportLine[] =>
  made.map(({ from, to, count, amount: value }) => {
    const words = t('service.fromTo', { before: countedLabel(from), after: countedLabel(to) });
    return amount(`${words} (${count})`, value);
  });

/** Returns the foreign cash that was taken at rates which the outlet had not set. */
const unsetRates = ({ unsetRates: found = [] }: ShiftTotals, t: TFunction): readonly ReportLine[] =>
  found.map((one) => line(foreignCashText(one), ratesText(one, t)));

const types = (totals: ShiftTotals, t: TFunction): readonly ReportLine[] =>
  totals.byType.map((row) =>
    amount(`${t(`bill.types.${row.type}` as 'bill.types.Table', row.type)} (${row.bills})`, row.total),
  );

const gstByRate = (totals: ShiftTotals, t: TFunction): readonly ReportLine[] =>
  totals.gstByRate.map((row) =>
    line(
      t('zReport.gstRow', {
        mode: t(`zReport.gstModes.${row.gstMode}` as 'zReport.gstModes.Exempt'),
        pct: row.gstPct,
      }),
      `${formatAmount(laari(row.base))} → ${formatAmount(laari(row.gst))}`,
    ),
  );
