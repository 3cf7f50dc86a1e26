import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import type { ReportColumn, ReportDefinition, ReportRow } from '@atoll/domain/report/report';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/display/button.tsx';
import { useSideways } from '../../ui/hook/sideways.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { billsOfRow } from './drill.ts';
import css from './report-table.module.css';
import { changeText, isNumber, valueText } from './value.ts';

interface TableProps {
  readonly report: ReportDefinition;
  readonly result: ReportResult;
  readonly timezone: string;
}

/** Rows shown at first; more are shown on request. */
const shownAtOnce = 300;

interface Sort {
  readonly key: string;
  readonly isDown: boolean;
}

/** Returns the rows in the order of a column; words in the order of what the reader sees. */
function sorted(rows: readonly ReportRow[], sort: Sort | null, columns: readonly ReportColumn[]): readonly ReportRow[] {
  if (sort === null) return rows;
  const turn = sort.isDown ? -1 : 1;
  const word = columns.find(({ key, isWord }) => key === sort.key && isWord);
  const valueOf = (row: ReportRow) => (word ? valueText(word, row[sort.key], '') : (row[sort.key] ?? ''));
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (typeof one === 'number' && typeof other === 'number') return (one - other) * turn;
    return String(one).localeCompare(String(other)) * turn;
  });
}

/** Shows the rows with their sums below and the comparison. A tap on a heading sorts by its column. */
export function ReportTable({ report, result, timezone }: TableProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<Sort | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const isSideways = useSideways(sheet);
  const { columns } = report;
  const rows = useMemo(() => sorted(result.rows, sort, columns), [result.rows, sort, columns]);
  const shown = isWhole ? rows : rows.slice(0, shownAtOnce);
  const hasTotals = columns.some(({ hasTotal }) => hasTotal) && result.rows.length > 0;
  return (
    <>
      <div ref={setSheet} className={css.sheet}>
        <table className={css.table}>
          <caption className="visually-hidden">{labelText(report.title)}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={sort} onSort={setSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // The index is the key: rows of a report have no identity.
              <tr key={index}>
                {columns.map((column, place) => (
                  <td key={column.key} className={isNumber(column) ? css.num : undefined}>
                    {place === 0 ? (
                      <ToBills report={report} result={result} row={row}>
                        {valueText(column, row[column.key], timezone)}
                      </ToBills>
                    ) : (
                      valueText(column, row[column.key], timezone)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasTotals && <Sums report={report} result={result} timezone={timezone} />}
        </table>
      </div>
      {isSideways && <p className={css.sideways}>{t('grid.sideways')}</p>}
      {shown.length < rows.length && (
        <Button block onClick={() => setWhole(true)}>
          {t('report.showAll', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

/** Shows the name of a row; it links to the bills behind it where there are any. */
function ToBills({
  report,
  result,
  row,
  children,
}: Omit<TableProps, 'timezone'> & { row: ReportRow; children: string }) {
  const canOpenBills = useSession((state) => state.user?.permissions.includes('Billing History')) === true;
  const search = canOpenBills ? billsOfRow(report.key, row, result) : null;
  if (!search || !children) return children;
  return (
    <Link to={pathTo('Billing History')} search={search as never} className={css.toBills}>
      {children}
    </Link>
  );
}

function Head({ column, sort, onSort }: { column: ReportColumn; sort: Sort | null; onSort: (sort: Sort) => void }) {
  const { t } = useTranslation();
  const isSorted = sort?.key === column.key;
  const label = labelText(column.label);
  return (
    <th
      scope="col"
      className={isNumber(column) ? css.num : undefined}
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        title={t('report.sortBy', { label })}
        onClick={() => onSort({ key: column.key, isDown: isSorted ? !sort.isDown : isNumber(column) })}
      >
        {label}
        {isSorted && <span aria-hidden="true">{sort.isDown ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
}

function Sums({ report, result, timezone }: TableProps) {
  const { t } = useTranslation();
  const { compared, totals } = result;
  const line = (name: string, of: (column: ReportColumn) => string) => (
    <tr>
      {report.columns.map((column, index) => (
        <td key={column.key} className={isNumber(column) ? css.num : undefined}>
          {index === 0 ? name : column.key in totals ? of(column) : ''}
        </td>
      ))}
    </tr>
  );
  return (
    <tfoot>
      {line(t('report.total'), (column) => valueText(column, totals[column.key], timezone))}
      {compared && line(t('report.compared'), (column) => valueText(column, compared.totals[column.key], timezone))}
      {compared && line(t('report.change'), ({ key }) => changeText(totals[key] ?? 0, compared.totals[key] ?? 0))}
    </tfoot>
  );
}
