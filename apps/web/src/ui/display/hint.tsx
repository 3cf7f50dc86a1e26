import type { ReactNode } from 'react';
import css from './hint.module.css';

interface HintProps {
  readonly children: ReactNode;
  /** 'status' for a hint that appears while people enter something, which screen readers then announce. */
  readonly role?: 'status';
}

/** Shows a quiet sentence that helps with what is beside it. */
export function Hint({ children, role }: HintProps) {
  return (
    <p className={css.hint} role={role}>
      {children}
    </p>
  );
}
