import type { ReactNode } from 'react';
import parts from './record-parts.module.css';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly title: string;
  /** 'ol' where the order has a meaning. */
  readonly list: 'ol' | 'ul';
  readonly children: ReactNode;
}

/** Shows what happened to a record, beside a line. */
export function Timeline({ title, list: List, children }: TimelineProps) {
  return (
    <section>
      <h3 className={parts.heading}>{title}</h3>
      <List className={styles.steps}>{children}</List>
    </section>
  );
}
