import type { ReactNode } from 'react';
import styles from './shift-section.module.css';

interface ShiftSectionProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows one part of a shift on a card with a heading. */
export function ShiftSection({ id, title, children }: ShiftSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Shows a note in small, quiet text. Takes no room while it is empty. */
export function ShiftNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.note}>
      {children}
    </p>
  );
}
