import type { ReactNode } from 'react';
import { ScreenTabs } from '../../grid/screen-tabs.tsx';
import css from './price-page.module.css';

/** Shows a screen of Prices that is no list: its title, the tabs of Prices, and what it is about. */
export function PricePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={css.screen}>
      <div className={css.head}>
        <h1 className={css.title}>{title}</h1>
        <ScreenTabs />
      </div>
      {children}
    </div>
  );
}
