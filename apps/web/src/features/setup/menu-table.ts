/** Reads a first menu by the import of items, which also reads it on the server. */
import { checkTable, type TableCheck } from '@atoll/domain/resources/csv/check-table';
import { columnsFrom, otherSystems } from '@atoll/domain/resources/csv/other-system';
import { menuItem } from '@atoll/domain/resources/menu-item';
import type { StartValues } from './start-draft.ts';

/** Returns the columns of a list as the system that exported it names them; null: by their headings. */
export function columnsOf(comesFrom: StartValues['comesFrom'], csv: string): readonly string[] | null {
  const system = otherSystems.find((one) => one === comesFrom);
  return system ? columnsFrom(system, readMenu({ csv, columns: null }).heading) : null;
}

type Table = Pick<StartValues, 'csv' | 'columns'>;

let last: { readonly table: Table; readonly check: TableCheck } | undefined;

/** Returns what is in the list: its items, its lines with mistakes, and the categories that it makes. The last one is kept: it is asked for often. */
export function readMenu({ csv, columns }: Table): TableCheck {
  if (last && last.table.csv === csv && last.table.columns === columns) return last.check;
  const check = checkTable(menuItem, csv, columns ?? undefined);
  last = { table: { csv, columns }, check };
  return check;
}
