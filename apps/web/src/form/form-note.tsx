import type { ReactNode } from 'react';
import styles from './form-note.module.css';

interface FormNoteProps {
  /** 'late': something failed; 'saved': something needs a decision; 'accent': something is good to know. */
  readonly tone: 'late' | 'saved' | 'accent';
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

/** Shows a message above the fields of a form. */
export function FormNote({ tone, role, children }: FormNoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      {children}
    </div>
  );
}
