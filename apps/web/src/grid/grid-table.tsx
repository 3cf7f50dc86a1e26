import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from '../locale/use-translation.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import type { GridColumn, GridQuery } from './grid.ts';
import { nameOf, type RowsProps } from './grid-props.ts';
import { GridRow } from './grid-row.tsx';
import css from './grid-table.module.css';
import { useRowCallbacks } from './row-callbacks.ts';
import { RowCheck } from './row-check.tsx';
import { actionsWidth, checkWidth } from './use-column-sizes.ts';

const rowHeight = 49;
/** Up to this number all rows are in the page, so that the browser's search and screen readers cover them. */
const plainRows = 100;

/** Shows the rows of a page; of many only the visible ones are rendered. Up and Down move, Enter opens (R9.10). */
export function GridTable<Row>(props: RowsProps<Row>) {
  'use no memo';
  const { columns, page, loading, rowKey, openKey, rowActions, selected, sheet, sizes } = props;
  const { t } = useTranslation();
  const items = page?.items ?? [];
  const isVirtual = items.length > plainRows;
  // oxlint-disable-next-line react/incompatible-library -- 'use no memo' above excludes this component
  const virtual = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => sheet,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: 44,
  });
  const visibleRows = virtual.getVirtualItems();
  const first = isVirtual ? (visibleRows[0]?.index ?? 0) : 0;
  const last = isVirtual ? (visibleRows.at(-1)?.index ?? -1) : items.length - 1;
  const total = columns.length + 1 + (rowActions ? 1 : 0);
  const { body, active, acts } = useRowCallbacks(props, (index) => {
    if (isVirtual) virtual.scrollToIndex(index);
  });

  return (
    <table
      className={css.table}
      aria-busy={loading}
      aria-rowcount={isVirtual ? items.length + 1 : undefined}
      data-wide={sizes.isWide || undefined}
      style={{ minInlineSize: sizes.least }}
    >
      <colgroup>
        <col style={{ inlineSize: checkWidth }} />
        {columns.map((column, index) => (
          <col key={column.key} style={{ inlineSize: sizes.widths[index] }} />
        ))}
        {rowActions && <col style={{ inlineSize: actionsWidth }} />}
      </colgroup>
      <TableHead {...props} />
      <tbody ref={body}>
        {first > 0 && <Gap height={first * rowHeight} span={total} />}
        {items.slice(first, last + 1).map((row, place) => {
          const index = first + place;
          const key = rowKey(row);
          return (
            <GridRow
              key={key}
              {...{ row, index: index, columns, acts, t }}
              name={nameOf(props, row)}
              rowIndex={isVirtual ? index + 2 : undefined}
              isTabStop={index === active || (index === first && (active < first || active > last))}
              isChosen={selected.has(key)}
              isOpen={key === openKey}
              hasActions={rowActions !== undefined}
            />
          );
        })}
        {isVirtual && last < items.length - 1 && <Gap height={(items.length - 1 - last) * rowHeight} span={total} />}
        {!page && <SkeletonRows columns={total} />}
      </tbody>
    </table>
  );
}

/** Fills the space of rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ blockSize: height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** Shows rows in the shape of those that are being loaded. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, i) => (
    <tr key={i} aria-hidden="true">
      {Array.from({ length: columns }, (__, n) => (
        <td key={n}>
          <Skeleton width={n === 0 ? 20 : '60%'} height={14} />
        </td>
      ))}
    </tr>
  ));
}

/** Shows the headings, and the box that selects all rows of the page. */
function TableHead<Row>({ columns, query, onQuery, page, rowKey, rowActions, selected, onSelect }: RowsProps<Row>) {
  const { t } = useTranslation();
  const items = page?.items ?? [];
  const isAll = items.length > 0 && items.every((row) => selected.has(rowKey(row)));
  return (
    <thead>
      <tr>
        <th scope="col" data-cell="check">
          <RowCheck
            label={t('grid.selectAll')}
            checked={isAll}
            onChange={() => onSelect(isAll ? new Set() : new Set(items.map(rowKey)))}
          />
        </th>
        {columns.map((column) => (
          <Head key={column.key} column={column} query={query} onQuery={onQuery} />
        ))}
        {rowActions && (
          <th scope="col" data-cell="actions">
            <span className="visually-hidden">{t('grid.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function Head<Row>(props: { column: GridColumn<Row>; query: GridQuery; onQuery: (query: GridQuery) => void }) {
  const { column, query, onQuery } = props;
  const descending = query.sort === `-${column.key}`;
  const sorted = descending || query.sort === column.key;
  return (
    <th
      scope="col"
      data-end={column.align ? true : undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onQuery({ ...query, sort: descending ? column.key : `-${column.key}`, page: 1 })}
        >
          {column.label}
          <span aria-hidden="true">{sorted ? (descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}
