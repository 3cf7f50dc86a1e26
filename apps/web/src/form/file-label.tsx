import type { ReactNode } from 'react';
import styles from './file-label.module.css';

/** Shows a file input with its label in a dashed frame. */
export function FileLabel({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles.file}>
      {label}
      {children}
    </label>
  );
}
