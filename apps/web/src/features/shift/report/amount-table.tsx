import type { ReactNode } from 'react';
import styles from './amount-table.module.css';

/** Shows a table of amounts: `head` has the names of its columns, `children` its body and foot. */
export function AmountTable({ head, children }: { head: readonly string[]; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}
