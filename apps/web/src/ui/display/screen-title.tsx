import type { ReactNode } from 'react';
import css from './screen-title.module.css';

/** Renders the heading of a screen. */
export function ScreenTitle({ children }: { readonly children: ReactNode }) {
  return <h1 className={css.title}>{children}</h1>;
}
