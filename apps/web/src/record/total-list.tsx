import type { ReactNode } from 'react';
import styles from './total-list.module.css';

/** Shows sums at the end of a record, one below the other. `data-grand` marks the label and value of the last one. */
export function TotalList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.total}>{children}</dl>;
}
