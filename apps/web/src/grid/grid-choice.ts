/** Columns and layout that the user chose for a list on this device. They are kept after sign-out. */
import { useState } from 'react';
import { breakpoints } from '../styles/breakpoints.ts';
import type { GridColumn } from './grid.ts';

export type GridView = 'table' | 'card';

interface SavedChoice {
  readonly view?: GridView;
  /** Columns turned off, and extra ones turned on. */
  readonly off?: readonly string[];
  readonly on?: readonly string[];
}

const keyOf = (title: string): string => `atoll.grid.${title}`;

function savedChoice(title: string): SavedChoice {
  try {
    return JSON.parse(localStorage.getItem(keyOf(title)) ?? '{}') as SavedChoice;
  } catch {
    // The stored text is not ours: the defaults apply.
    return {};
  }
}

export interface GridChoice<Row> {
  readonly view: GridView;
  readonly setView: (view: GridView) => void;
  readonly columns: readonly GridColumn<Row>[];
  readonly isShown: (column: GridColumn<Row>) => boolean;
  readonly toggle: (column: GridColumn<Row>) => void;
}

/** Returns the saved choice of columns and layout of a list; the default on a phone is cards. */
export function useGridChoice<Row>(title: string, columns: readonly GridColumn<Row>[]): GridChoice<Row> {
  const [choice, setChoice] = useState(() => savedChoice(title));
  const keep = (next: SavedChoice) => {
    setChoice(next);
    localStorage.setItem(keyOf(title), JSON.stringify(next));
  };
  const { off = [], on = [] } = choice;
  const isShown = ({ key, isExtra }: GridColumn<Row>) => (isExtra ? on.includes(key) : !off.includes(key));
  const shown = columns.filter(isShown);
  return {
    view: choice.view ?? (matchMedia(breakpoints.phone).matches ? 'card' : 'table'),
    setView: (view) => keep({ ...choice, view }),
    // At least one column is always shown.
    columns: shown.length > 0 ? shown : columns.slice(0, 1),
    isShown,
    toggle: ({ key, isExtra }) => {
      const turn = (list: readonly string[]) =>
        list.includes(key) ? list.filter((each) => each !== key) : [...list, key];
      keep(isExtra ? { ...choice, on: turn(on) } : { ...choice, off: turn(off) });
    },
  };
}
