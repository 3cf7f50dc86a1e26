import type { ReactNode } from 'react';
import styles from './list-box.module.css';

/** Frames the rows of a list in a form. */
export function ListBox({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

interface ListNoteProps {
  readonly id?: string;
  readonly isError?: boolean;
  readonly children: ReactNode;
}

/** Shows a hint, or what is wrong, in small text. */
export function ListNote({ id, isError = false, children }: ListNoteProps) {
  return (
    <p id={id} className={isError ? styles.error : styles.hint}>
      {children}
    </p>
  );
}
