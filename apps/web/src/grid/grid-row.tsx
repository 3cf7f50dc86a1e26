import type { TFunction } from 'i18next';
import { type KeyboardEvent, memo, type RefObject, useState } from 'react';
import { IconButton } from '../ui/display/button.tsx';
import { ActionMenu, type MenuAction } from '../ui/overlay/action-menu.tsx';
import type { GridColumn } from './grid.ts';
import { RowCheck } from './row-check.tsx';

/** Callbacks of a row. Their object keeps its identity, so that a row is rendered again only when it changes. */
export interface RowCallbacks<Row> {
  readonly open: (row: Row) => void;
  readonly toggle: (row: Row) => void;
  readonly focus: (index: number) => void;
  readonly press: (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => void;
  readonly actions: (row: Row) => readonly MenuAction[];
}

interface GridRowProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly index: number;
  readonly rowIndex: number | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly isChosen: boolean;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly hasActions: boolean;
  readonly acts: RefObject<RowCallbacks<Row>>;
  /** The table's `t`: fetched once instead of by each of a thousand rows. */
  readonly t: TFunction;
}

function PlainRow<Row>(props: GridRowProps<Row>) {
  const { row, name, index, rowIndex, columns, isChosen, isOpen, isTabStop, hasActions, acts, t } = props;
  return (
    <tr
      data-at={index}
      aria-rowindex={rowIndex}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isOpen || isChosen}
      onFocus={() => acts.current.focus(index)}
      onClick={() => acts.current.open(row)}
      onKeyDown={(event) => acts.current.press(event, row, index)}
    >
      <td data-cell="check" onClick={(event) => event.stopPropagation()}>
        <RowCheck label={t('grid.selectRow', { name })} checked={isChosen} onChange={() => acts.current.toggle(row)} />
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          data-end={column.align ? true : undefined}
          data-strong={column.strong || undefined}
          data-wraps={column.wraps}
        >
          {column.cell(row)}
        </td>
      ))}
      {hasActions && (
        <td data-cell="actions" onClick={(event) => event.stopPropagation()}>
          <RowMenu label={t('grid.rowActions')} actions={() => acts.current.actions(row)} />
        </td>
      )}
    </tr>
  );
}

/** Shows a row of a list. */
export const GridRow = memo(PlainRow) as typeof PlainRow;

/** Shows the menu of a row. The menu itself is rendered on first use, because a page has up to a thousand rows. */
export function RowMenu({ label, actions }: { label: string; actions: () => readonly MenuAction[] }) {
  const [isWanted, setWanted] = useState(false);
  const button = <IconButton icon="more" label={label} onClick={() => setWanted(true)} />;
  return isWanted ? <ActionMenu button={button} actions={actions()} portal defaultOpened /> : button;
}
