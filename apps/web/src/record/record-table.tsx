import type { ReactNode } from 'react';
import styles from './record-table.module.css';

/**
 * Shows the rows of a record. Cells carry attributes: `data-end` (numbers), `data-name`, and `data-wide` (left out on
 * a phone); text in a cell carries `data-small` (below the name) or `data-narrow` (on a phone only).
 */
export function RecordTable({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>{children}</table>
    </div>
  );
}
