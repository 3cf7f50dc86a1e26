import { type RouterHistory, useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../locale/use-translation.ts';
import type { RowActions } from './grid.ts';

interface GridRoutes<Row> {
  /** Path of the list's screen, such as '/vendors'. */
  readonly path: string;
  readonly idOf: (row: Row) => number | string;
  /** The user may create, change and delete. */
  readonly canWrite?: boolean;
  /** Actions before Edit and Delete. */
  readonly more?: RowActions<Row> | undefined;
}

/**
 * Returns where the rows of a list lead (R9.1, R9.5): `view/{id}` on click, `create` by New, `edit/{id}` and
 * `delete/{id}` in the row menu. The list's query is part of `r`, so that closing returns to it.
 */
export function useGridRoutes<Row>({ path, idOf, canWrite = true, more }: GridRoutes<Row>) {
  const { t } = useTranslation();
  const router = useRouter();
  const here = useRouterState({ select: (state) => state.location });
  const go = (rest: string) => {
    const asked = here.pathname === path && here.searchStr ? `?r=${encodeURIComponent(path + here.searchStr)}` : '';
    (router.history as RouterHistory).push(`${path}/${rest}${asked}`);
  };
  const openKey = /^\/(?:view|edit|delete)\/([^/?]+)/.exec(here.pathname.slice(path.length))?.[1];
  const rowActions: RowActions<Row> = (row) => [
    ...(more?.(row) ?? []),
    ...(canWrite
      ? [
          { label: t('grid.edit'), icon: 'note' as const, onSelect: () => go(`edit/${idOf(row)}`) },
          { label: t('grid.delete'), icon: 'trash' as const, danger: true, onSelect: () => go(`delete/${idOf(row)}`) },
        ]
      : []),
  ];
  return {
    rowKey: (row: Row) => String(idOf(row)),
    openKey: here.pathname.startsWith(`${path}/`) ? openKey : undefined,
    onOpen: (row: Row) => go(`view/${idOf(row)}`),
    onNew: canWrite ? () => go('create') : undefined,
    rowActions: canWrite || more ? rowActions : undefined,
  };
}
