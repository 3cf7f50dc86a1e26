/** Links from a report's row to the bills behind it. */
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import type { BillSearch } from '../../bill/bill-search.ts';

interface Asked {
  readonly config: ReportConfig;
  readonly range: { readonly from: string; readonly to: string };
}

type Drill = (row: ReportRow, asked: Asked) => BillSearch;

const text = (row: ReportRow, key: string): string => String(row[key] ?? '');

const paid = ({ range, config }: Asked): BillSearch => ({
  status: 'Complete',
  fromDay: range.from,
  toDay: range.to,
  ...(config.filters.type ? { type: config.filters.type } : {}),
});

const ofDay: Drill = (row, asked) => ({ ...paid(asked), fromDay: text(row, 'date'), toDay: text(row, 'date') });
const numbered =
  (key: string): Drill =>
  (row) => ({ search: text(row, key) });

/** Rows of other reports are about items, goods or entries rather than bills. */
const drills: Readonly<Record<string, Drill>> = {
  sales: ofDay,
  tips: ofDay,
  'service-charge': (row, asked) => ({ ...ofDay(row, asked), type: text(row, 'type') }),
  'sales-by-type': (row, asked) => ({ ...paid(asked), type: text(row, 'type') }),
  delivery: (row, asked) => ({ ...paid(asked), type: text(row, 'type') }),
  slots: (row, asked) => {
    const [type = '', slot = ''] = text(row, 'slot').split(' ');
    return { ...paid(asked), type, slot };
  },
  'sales-by-server': (row, asked) => ({ ...paid(asked), userId: text(row, 'userId') }),
  customers: (row, asked) => ({ ...paid(asked), customerId: text(row, 'customerId') }),
  shifts: (row) => ({ status: 'Complete', shiftId: text(row, 'shiftId') }),
  payments: (row, asked) => ({ ...paid(asked), method: text(row, 'method') }),
  'payments-by-day': (row, asked) => ({ ...ofDay(row, asked), method: text(row, 'method') }),
  'tax-invoices': numbered('invoice'),
  refunds: numbered('bill'),
  voids: numbered('bill'),
  'payment-corrections': numbered('bill'),
  'paid-less': numbered('bill'),
};

/** Returns the search for the bills behind a row, or null when the row is not about bills. */
export function billsOfRow(reportKey: string, row: ReportRow, asked: Asked): BillSearch | null {
  return drills[reportKey]?.(row, asked) ?? null;
}
