import type { AriaAttributes, ReactNode } from 'react';
import styles from './quick-choice.module.css';

interface QuickChoiceProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  readonly children: ReactNode;
}

/** Shows a row of buttons that each choose a value in one tap. */
export function QuickChoice({ children, ...name }: QuickChoiceProps) {
  return (
    <div className={styles.quick} role="group" {...name}>
      {children}
    </div>
  );
}
