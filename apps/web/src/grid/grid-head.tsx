import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../ui/action-menu.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { SelectField } from '../ui/field.tsx';
import { Popup } from '../ui/popup.tsx';
import css from './data-grid.module.css';
import type { DataGridProps } from './data-grid.tsx';
import type { GridFilter, GridQuery } from './grid.ts';
import type { GridChoice } from './grid-choice.ts';
import { useGridExport } from './grid-export.ts';
import { ScreenTabs } from './screen-tabs.tsx';

interface GridHeadProps<Row> extends DataGridProps<Row> {
  readonly choice: GridChoice<Row>;
  readonly chosen: readonly Row[];
}

/** Title, search, From and To, filters, columns, layout, export, New. */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { title, query, onQuery, hasTime, filters = [], choice, chosen, onNew, tools } = props;
  const { t } = useTranslation();
  const actions = props.listActions?.(chosen) ?? [];
  const set = Object.values(query.filters).filter((value) => value !== '').length;
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1>{title}</h1>
        <ScreenTabs />
      </div>
      <div className={css.tools}>
        <input
          className={css.search}
          type="search"
          aria-label={t('grid.search')}
          placeholder={t('grid.search')}
          value={query.search}
          onChange={(event) => onQuery({ ...query, search: event.currentTarget.value, page: 1 })}
        />
        {hasTime && (
          <>
            <Instant name="from" {...{ query, onQuery }} />
            <Instant name="to" {...{ query, onQuery }} />
          </>
        )}
        {filters.length > 0 && (
          <Popup
            label={set > 0 ? t('grid.filterCount', { count: set }) : t('grid.filter')}
            button={
              <Button look={set > 0 ? 'accent' : 'outline'}>
                {t('grid.filter')}
                {set > 0 ? ` · ${set}` : ''}
              </Button>
            }
          >
            {filters.map((filter) => (
              <Filter key={filter.key} {...{ filter, query, onQuery }} />
            ))}
          </Popup>
        )}
        <Popup label={t('grid.columns')} button={<Button look="outline">{t('grid.columns')}</Button>}>
          {props.columns.map((column) => (
            <label key={column.key} className={css.pick}>
              <input type="checkbox" checked={choice.isShown(column)} onChange={() => choice.toggle(column)} />
              {column.label}
            </label>
          ))}
        </Popup>
        {props.exportRoad !== false && <Export {...props} chosen={chosen} />}
        {tools}
        {actions.length > 0 && (
          <ActionMenu button={<IconButton icon="more" label={t('grid.more')} />} actions={actions} portal />
        )}
        <div className={css.views}>
          {(['table', 'card'] as const).map((view) => (
            <IconButton
              key={view}
              icon={view === 'table' ? 'rows' : 'cards'}
              label={t(`grid.${view}View`)}
              aria-pressed={choice.view === view}
              onClick={() => choice.setView(view)}
            />
          ))}
        </div>
        {onNew && (
          <Button look="main" icon="plus" onClick={onNew}>
            {t('grid.new')}
          </Button>
        )}
      </div>
    </header>
  );
}

interface Asking {
  readonly query: GridQuery;
  readonly onQuery: (query: GridQuery) => void;
}

function Instant({ name, query, onQuery }: Asking & { name: 'from' | 'to' }) {
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

function Filter({ filter, query, onQuery }: Asking & { filter: GridFilter }) {
  const { t } = useTranslation();
  const { key, label, options, load } = filter;
  const take = (value: string) => onQuery({ ...query, filters: { ...query.filters, [key]: value }, page: 1 });
  if (load) {
    return <RecordFilter label={label} load={load} value={query.filters[key] ?? ''} onChange={take} />;
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
  return (
    <Dropdown
      label={label}
      keyField="name"
      data={load}
      value={value === '' ? null : picked}
      onChange={(next) => {
        setPicked(next);
        onChange(next ? String(next.id) : '');
      }}
    />
  );
}

function Export<Row>(props: GridHeadProps<Row>) {
  const { t } = useTranslation();
  const { run, progress } = useGridExport(props);
  const { chosen } = props;
  return (
    <Button look="outline" disabled={progress !== null} onClick={() => void run(chosen)}>
      {progress ?? t(chosen.length > 0 ? 'grid.exportSelected' : 'grid.exportAll')}
    </Button>
  );
}
