import type { ReactNode } from 'react';
import styles from './chip.module.css';

export type ChipTone = 'plain' | 'good' | 'open' | 'saved' | 'printed' | 'late';

/** Shows a state by colour and word. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>;
}
