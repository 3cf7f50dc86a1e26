import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Dropdown } from '../ui/choice/dropdown.tsx';
import { Button, IconButton } from '../ui/display/button.tsx';
import { SelectField } from '../ui/field/field.tsx';
import { AmountField } from '../ui/number/amount-field.tsx';
import type { GridColumn, GridFilter, GridQuery } from './grid.ts';
import type { GridChoice } from './grid-choice.ts';
import { useGridExport } from './grid-export.ts';
import type { GridHeadProps } from './grid-props.ts';
import css from './grid-tools.module.css';

interface Asking {
  readonly query: GridQuery;
  readonly onQuery: (query: GridQuery) => void;
}

/** Edits 'From' or 'To' in the outlet's local time. */
export function Instant({ name, query, onQuery }: Asking & { name: 'from' | 'to' }) {
  const { t } = useTranslation();
  return (
    <label className={css.instant}>
      <span>{t(`grid.${name}`)}</span>
      <input
        type="datetime-local"
        value={query[name]}
        onChange={(event) => onQuery({ ...query, [name]: event.currentTarget.value, page: 1 })}
      />
    </label>
  );
}

/** Shows the filters of a list, one below the other. */
export function Filters({ filters, query, onQuery }: Asking & { filters: readonly GridFilter[] }) {
  return filters.map((filter) => <Filter key={filter.key} {...{ filter, query, onQuery }} />);
}

function Filter({ filter, query, onQuery }: Asking & { filter: GridFilter }) {
  const { t } = useTranslation();
  const { key, label, options, load, isAmount } = filter;
  const take = (value: string) => onQuery({ ...query, filters: { ...query.filters, [key]: value }, page: 1 });
  if (load) {
    return <RecordFilter label={label} load={load} value={query.filters[key] ?? ''} onChange={take} />;
  }
  if (isAmount) {
    const value = query.filters[key] ?? '';
    const change = (laari: number | null) => take(laari === null ? '' : String(laari));
    return <AmountField {...{ label }} value={value === '' ? null : Number(value)} onChange={change} />;
  }
  return (
    <SelectField
      label={label}
      value={query.filters[key] ?? ''}
      onChange={(event) => take(event.currentTarget.value)}
      options={[{ value: '', label: t('grid.any') }, ...(options ?? [])]}
    />
  );
}

interface RecordFilterProps {
  readonly label: string;
  readonly load: NonNullable<GridFilter['load']>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RecordFilter({ label, load, value, onChange }: RecordFilterProps) {
  const [picked, setPicked] = useState<{ readonly id: number; readonly name: string } | null>(null);
  // A filter that the address named: its record is found by id.
  const isKnown = value === '' || String(picked?.id) === value;
  const named = useQuery({ queryKey: ['filter', label, value], enabled: !isKnown, queryFn: () => load('') });
  const found = isKnown ? picked : (named.data?.find(({ id }) => String(id) === value) ?? null);
  return (
    <Dropdown
      label={label}
      keyField="name"
      data={load}
      value={value === '' ? null : found}
      onChange={(next) => {
        setPicked(next);
        onChange(next ? String(next.id) : '');
      }}
    />
  );
}

interface ColumnPicksProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly choice: GridChoice<Row>;
}

/** Chooses which columns are shown. */
export function ColumnPicks<Row>({ columns, choice }: ColumnPicksProps<Row>) {
  return columns.map((column) => (
    <label key={column.key} className={css.pick}>
      <input type="checkbox" checked={choice.isShown(column)} onChange={() => choice.toggle(column)} />
      {column.label}
    </label>
  ));
}

/** Switches between 'Table view' and 'Card view'; with labels where there is room for them. */
export function Views<Row>({ choice, isWorded = false }: { choice: GridChoice<Row>; isWorded?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={css.views} data-worded={isWorded || undefined}>
      {(['table', 'card'] as const).map((view) => {
        const shared = {
          icon: view === 'table' ? ('rows' as const) : ('cards' as const),
          'aria-pressed': choice.view === view,
          onClick: () => choice.setView(view),
        };
        const label = t(`grid.${view}View`);
        return isWorded ? (
          <Button key={view} look="plain" {...shared}>
            {label}
          </Button>
        ) : (
          <IconButton key={view} label={label} {...shared} />
        );
      })}
    </div>
  );
}

/** Shows 'Export All', 'Export selected', or the progress. */
export function ExportButton<Row>(props: GridHeadProps<Row>) {
  const { t } = useTranslation();
  const { run, progress } = useGridExport(props);
  const { chosen } = props;
  return (
    <Button look="outline" disabled={progress !== null} onClick={() => void run(chosen)}>
      {progress ?? t(chosen.length > 0 ? 'grid.exportSelected' : 'grid.exportAll')}
    </Button>
  );
}
