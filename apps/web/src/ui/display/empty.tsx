import type { ReactNode } from 'react';
import styles from './empty.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  icon: IconName;
  title: string;
  /** One sentence with the next step. */
  hint?: string | undefined;
  /** The button for the next step. */
  action?: ReactNode;
  /** 'late' when something went wrong. */
  tone?: 'calm' | 'late';
  level?: 1 | 2;
}

/** Shows an empty state with the next step and its button. */
export function Empty({ icon, title, hint, action, tone = 'calm', level = 2 }: EmptyProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={tone === 'late' ? styles.badgeLate : styles.badge}>
        <Icon name={icon} size={30} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
