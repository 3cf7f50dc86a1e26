import type { ReactNode } from 'react';
import css from './button-row.module.css';

/** Shows buttons beside each other. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>;
}
