import type { ReactNode } from 'react';
import css from './alert.module.css';

/** Shows a failure in a coloured box that screen readers announce. */
export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={css.alert}>
      {children}
    </p>
  );
}
