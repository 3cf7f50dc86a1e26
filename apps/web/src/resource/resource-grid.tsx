import { endpointsOf, filterKeyOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { isMany } from '@atoll/domain/form/field';
import { sortKeysOf } from '@atoll/domain/resources/column';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ImportDrawer } from '../csv/import-drawer.tsx';
import { recordsOf } from '../form/choices.ts';
import { displayValueOf, formatField } from '../form/formatted.ts';
import { localizeField } from '../form/localized.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { type GridColumn, type GridFilter, idWidth, type RowActions } from '../grid/grid.ts';
import type { DataGridProps } from '../grid/grid-props.ts';
import { useGridRoutes } from '../grid/grid-routes.ts';
import { useGridPage } from '../grid/use-grid-page.ts';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { useListSource } from './list-source.ts';
import css from './resource-grid.module.css';
import { useCanWrite, useHasPermission, useRefresh } from './use-record.ts';

export interface ResourceGridProps {
  readonly definition: ResourceDefinition;
  /** Actions before Edit and Delete. */
  readonly rowActions?: RowActions<ResourceRecord> | undefined;
  /** Columns after the definition's own; they replace those with the same key. */
  readonly columns?: readonly GridColumn<ResourceRecord>[] | undefined;
  /** Offers to import a CSV file. */
  readonly canImport?: boolean | undefined;
  readonly tools?: ReactNode;
  /** Actions before Import. */
  readonly listActions?: DataGridProps<ResourceRecord>['listActions'];
}

const figures = ['money', 'integer', 'quantity', 'percent'];
const widths: Readonly<Record<string, number>> = { boolean: 110, date: 120, dateTime: 160, image: 72 };

/** Returns the width of a heading in px: its letters without combining marks, its margins and the arrow. */
const headingWidth = (label: string): number => 44 + 7 * label.replace(/\p{M}/gu, '').length;

/** Shows the list of an entity: columns, filters, sort and search come from its definition. */
export function ResourceGrid({
  definition,
  rowActions,
  columns = [],
  canImport,
  tools,
  listActions,
}: ResourceGridProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { path, title } = definition;
  const timezone = useTimezone();
  const canWrite = useCanWrite(definition);
  const mayExport = useHasPermission('export');
  const endpoints = endpointsOf(definition);
  const list = useGridPage<ResourceRecord>({ key: endpoints.list.key, path: endpoints.list.path });
  const routes = useGridRoutes<ResourceRecord>({ path, idOf: (row) => row.id, canWrite, more: rowActions });
  const refresh = useRefresh(definition);
  const [isImporting, setImporting] = useState(false);
  const items = list.page?.items;
  useEffect(() => {
    if (items) useListSource.setState({ path, rows: items });
  }, [items, path]);

  const made = columnsOf(definition, timezone, t('grid.id'), localize);
  const replaced = made.map((column) => {
    const own = columns.find(({ key }) => key === column.key);
    return own ? { ...own, label: column.label, ...(column.sortable && { sortable: true as const }) } : column;
  });
  const added = columns.filter(({ key }) => made.every((column) => column.key !== key));
  return (
    <>
      <DataGrid
        title={localize(title)}
        columns={[...replaced, ...added]}
        {...list}
        {...routes}
        rowName={(row) => String(row[definition.label])}
        filters={filtersOf(definition, t('grid.yes'), t('grid.no'), localize)}
        exportEndpoint={mayExport ? { path: endpoints.exportCsv.path, takesIds: true } : false}
        empty={t(`resource.none.${definition.name}` as 'resource.none.Promotion', { defaultValue: t('grid.empty') })}
        emptyHint={t('resource.emptyHint')}
        tools={tools}
        listActions={(chosen) => [
          ...(listActions?.(chosen) ?? []),
          ...(canImport && canWrite
            ? [{ label: t('grid.import'), icon: 'upload' as const, onSelect: () => setImporting(true) }]
            : []),
        ]}
      />
      {isImporting && (
        <ImportDrawer definition={definition} onImported={refresh} onClosed={() => setImporting(false)} />
      )}
      <Outlet />
    </>
  );
}

/** Returns the columns of an entity: those of its grid, and the other fields of its card as extra columns. */
export function columnsOf(
  definition: ResourceDefinition,
  timezone: string,
  idLabel: string,
  say: (word: string) => string,
): GridColumn<ResourceRecord>[] {
  const { views, label } = definition;
  const sorts = sortKeysOf(definition);
  const extra = views.card.filter((key) => !views.grid.includes(key));
  const column = (own: ResourceField, isExtra: boolean): GridColumn<ResourceRecord> => {
    const field = localizeField(own, say);
    const shown = (row: ResourceRecord) => {
      const value = displayValueOf(field, row);
      return value === null || value === '' || value === undefined ? '' : formatField(field, value, timezone, true);
    };
    const isPicture = field.kind === 'image';
    const wraps = field.kind === 'list' && (field.fields ?? []).some(({ kind }) => kind === 'money');
    // Stock below zero is coloured (R35.60).
    const colored = (row: ResourceRecord) => {
      const value = row[field.key];
      const isMinus = field.kind === 'quantity' && typeof value === 'number' && value < 0;
      return isMinus ? <span className={css.minus}>{shown(row)}</span> : shown(row);
    };
    return {
      key: field.key,
      label: field.label,
      cell: isPicture ? (row) => <Picture src={row[field.key]} /> : wraps ? (row) => unbroken(shown(row)) : colored,
      text: isPicture ? (row) => row[field.key] as string | null : shown,
      width: Math.max(
        headingWidth(field.label),
        field.key === label
          ? 220
          : (widths[field.kind] ?? (isMany(field) ? 180 : figures.includes(field.kind) ? 110 : 150)),
      ),
      ...(isPicture ? { isPicture: true as const } : {}),
      ...(wraps ? { wraps: true as const } : {}),
      ...(figures.includes(field.kind) ? { align: 'end' as const } : {}),
      ...(field.key === label ? { strong: true as const } : {}),
      ...(sorts.includes(field.key) ? { sortable: true as const } : {}),
      ...(isExtra ? { isExtra: true as const } : {}),
    };
  };
  const id: GridColumn<ResourceRecord> = {
    key: 'id',
    label: idLabel,
    sortable: true,
    width: idWidth,
    cell: (row) => row.id,
  };
  return [
    id,
    ...views.grid.filter((key) => key !== 'id').map((key) => column(fieldOf(definition, key), false)),
    ...extra.map((key) => column(fieldOf(definition, key), true)),
  ];
}

/** Returns the entries of a list so that a line ends only between them: a name and its price stay together. */
const unbroken = (entries: string): string =>
  entries
    .split(', ')
    .map((entry) => entry.replaceAll(' ', '\u00A0'))
    .join(', ');

function Picture({ src }: { src: unknown }) {
  return typeof src === 'string' && src ? (
    <img src={src} alt="" width={40} height={40} loading="lazy" style={{ borderRadius: 8, objectFit: 'cover' }} />
  ) : null;
}

/**
 * Returns the filters of an entity by the kind of each field: choices, records, yes or no; and whether it is active.
 */
export function filtersOf(
  definition: ResourceDefinition,
  yes: string,
  no: string,
  say: (word: string) => string,
): GridFilter[] {
  const yesNo = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  return (definition.views.filters ?? []).map((key) => {
    const field = localizeField(fieldOf(definition, key), say);
    const { label, kind, entity, options = [] } = field;
    const filter = { key: filterKeyOf(field), label };
    if (kind === 'boolean') return { ...filter, options: yesNo };
    if (entity) return { ...filter, load: recordsOf(entity) };
    return { ...filter, options: options.map((value) => ({ value, label: say(value) })) };
  });
}
