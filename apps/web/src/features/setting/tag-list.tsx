import type { ReactNode } from 'react';
import css from './tag-list.module.css';

/** Lists short texts beside each other, each in an `li` with its button. */
export function TagList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.tags} aria-label={label}>
      {children}
    </ul>
  );
}
