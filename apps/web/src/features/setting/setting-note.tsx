import type { ReactNode } from 'react';
import css from './setting-note.module.css';

/** Shows a small text that explains a setting. */
export function SettingHint({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className={css.hint}>
      {children}
    </p>
  );
}

/** Shows what is wrong, and reads it out at once. */
export function SettingError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={css.error}>
      {children}
    </p>
  );
}

/** Shows how something ended that the user tried. */
export function SettingResult({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  return isBad ? (
    <SettingError>{children}</SettingError>
  ) : (
    <p role="status" className={css.good}>
      {children}
    </p>
  );
}
