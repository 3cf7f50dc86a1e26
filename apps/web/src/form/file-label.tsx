import type { ReactNode } from 'react';
import styles from './file-label.module.css';

/** Labels a file input, which it frames with a dashed line. */
export function FileLabel({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles.file}>
      {label}
      {children}
    </label>
  );
}
