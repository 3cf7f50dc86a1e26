import type { ReactNode } from 'react';
import { ButtonRow } from '../button-row.tsx';
import { SettingHint } from '../setting-note.tsx';
import css from './section-list.module.css';

/** Lists what a section manages, such as printers, each as a `SectionListRow`. */
export function SectionList({ children }: { children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>;
}

interface SectionListRowProps {
  name: string;
  /** A small line below the name. */
  about: ReactNode;
  /** How the last action ended. */
  result?: ReactNode;
  /** The state, as a chip. */
  state: ReactNode;
  buttons: ReactNode;
}

/** Shows one entry: its name and details, its state, and its buttons. */
export function SectionListRow({ name, about, result, state, buttons }: SectionListRowProps) {
  return (
    <li className={css.row}>
      <div className={css.words}>
        <b>{name}</b>
        <SettingHint>{about}</SettingHint>
        {result}
      </div>
      {state}
      <ButtonRow>{buttons}</ButtonRow>
    </li>
  );
}
