/** What a list is given, and what its parts are given by it. */
import type { ReactNode } from 'react';
import type { MenuAction } from '../ui/overlay/action-menu.tsx';
import type { ExportEndpoint, GridColumn, GridFilter, GridSource, RowActions } from './grid.ts';
import type { GridChoice } from './grid-choice.ts';
import type { ColumnSizes } from './use-column-sizes.ts';

export interface DataGridProps<Row> extends GridSource<Row> {
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Returns the name of a row for screen readers, as in 'Select Coral Foods'; the first strong column when absent. */
  readonly rowName?: (row: Row) => string;
  /** The row whose details are open. */
  readonly openKey?: string | undefined;
  /** Opens a row: click, or Enter. */
  readonly onOpen: (row: Row) => void;
  /** Shows 'New'. */
  readonly onNew?: (() => void) | undefined;
  /** Shows 'Row actions'. */
  readonly rowActions?: RowActions<Row> | undefined;
  readonly filters?: readonly GridFilter[] | undefined;
  /** If false, this list cannot be exported. */
  readonly exportEndpoint?: ExportEndpoint | false | undefined;
  /** The heading of a list without rows; absent: 'Nothing here yet'. */
  readonly empty?: string | undefined;
  readonly emptyHint: string;
  /** Content beside the search. */
  readonly tools?: ReactNode;
  /** Content between the head and the rows. */
  readonly above?: ReactNode;
  /** Actions on the list and on the selected rows. */
  readonly listActions?: ((chosen: readonly Row[]) => readonly MenuAction[]) | undefined;
  /** For a list over another one: keeps their pages in the address apart. */
  readonly within?: string | undefined;
  /** If false, arrows and Enter do nothing (R9.10). */
  readonly keys?: boolean;
}

/** Props of the head of a list. */
export interface GridHeadProps<Row> extends DataGridProps<Row> {
  readonly choice: GridChoice<Row>;
  readonly chosen: readonly Row[];
}

/** Props of the rows of a list, as a table or as cards. */
export interface RowsProps<Row> extends DataGridProps<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** The element that scrolls. */
  readonly sheet: HTMLDivElement | null;
  readonly sizes: ColumnSizes;
}

/** Returns the name of a row for screen readers. */
export function nameOf<Row>({ rowName, columns, rowKey }: DataGridProps<Row>, row: Row): string {
  const cell = rowName?.(row) ?? columns.find((column) => column.strong)?.cell(row);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : rowKey(row);
}
