/** Open, select and move between the rows of a table, by mouse and keys. Source: R9.10. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isPressed, shortcuts } from '../ui/hook/shortcut.ts';
import type { RowsProps } from './grid-props.ts';
import type { RowCallbacks } from './grid-row.tsx';

const withKey = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

/**
 * Returns the callbacks of the rows, the index of the row that takes the focus, and a ref for the body of the table. `reveal` renders a row
 * that is not visible.
 */
export function useRowCallbacks<Row>(
  props: RowsProps<Row>,
  reveal: (index: number) => void,
): {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly active: number;
  readonly acts: RefObject<RowCallbacks<Row>>;
} {
  'use no memo';
  const { page, rowKey, onOpen, rowActions, selected, onSelect } = props;
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const rowCount = page?.items.length ?? 0;

  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-at="${active}"]`);
    if (row) {
      wantsFocus.current = false;
      row.focus();
    }
  });

  function move(to: number) {
    const index = Math.max(0, Math.min(rowCount - 1, to));
    wantsFocus.current = true;
    setActive(index);
    reveal(index);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) {
    if (props.keys === false || event.target !== event.currentTarget) return;
    const { next, previous, first, last, open, select } = shortcuts.list;
    if (isPressed(event, open)) onOpen(row);
    if (isPressed(event, select)) onSelect(withKey(selected, rowKey(row)));
    if (isPressed(event, next)) move(index + 1);
    if (isPressed(event, previous)) move(index - 1);
    if (isPressed(event, first)) move(0);
    if (isPressed(event, last)) move(rowCount - 1);
    if (!isPressed(event, open) && Object.values(shortcuts.list).some((keys) => isPressed(event, keys)))
      event.preventDefault();
  }

  const now: RowCallbacks<Row> = {
    open: onOpen,
    toggle: (row) => onSelect(withKey(selected, rowKey(row))),
    focus: setActive,
    press: onKeyDown,
    actions: (row) => rowActions?.(row) ?? [],
  };
  const acts = useRef(now);
  acts.current = now;
  return { body, active, acts };
}
