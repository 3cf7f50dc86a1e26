/** Reads a first menu by the import of items, which also reads it on the server. */
import { checkTable, type TableCheck } from '@atoll/domain/resources/csv/check-table';
import { menuItem } from '@atoll/domain/resources/menu-item';
import type { StartValues } from './start-draft.ts';

type Table = Pick<StartValues, 'csv' | 'columns'>;

let last: { readonly table: Table; readonly check: TableCheck } | undefined;

/** Returns what is in the list: its items, its lines with mistakes, and the categories that it makes. The last one is kept: it is asked for often. */
export function readMenu({ csv, columns }: Table): TableCheck {
  if (last && last.table.csv === csv && last.table.columns === columns) return last.check;
  const check = checkTable(menuItem, csv, columns ?? undefined);
  last = { table: { csv, columns }, check };
  return check;
}
