import type { AriaAttributes, ReactNode } from 'react';
import styles from './quick-choice.module.css';

interface QuickChoiceProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  readonly children: ReactNode;
}

/** Shows the buttons it contains in a row; each of them chooses a value in one tap. */
export function QuickChoice({ children, ...name }: QuickChoiceProps) {
  return (
    <div className={styles.quick} role="group" {...name}>
      {children}
    </div>
  );
}
