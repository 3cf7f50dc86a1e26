import type { ReactNode } from 'react';
import css from './alert.module.css';

interface AlertProps {
  /** For the field that is described by it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Shows a failure in a coloured box that screen readers announce. */
export function Alert({ id, children }: AlertProps) {
  return (
    <p id={id} role="alert" className={css.alert}>
      {children}
    </p>
  );
}
