import type { ReactNode } from 'react';
import fields from './setting-fields.module.css';
import { SettingError, SettingHint } from './setting-note.tsx';
import css from './setting-row.module.css';

interface SettingRowProps {
  label: string;
  /** Says what the setting does. */
  hint: string;
  error?: string | undefined;
  /** The setting's control. If it is a single field, `id` is the field's id. */
  id?: string;
  children: ReactNode;
}

/** Shows one setting: its name and what it does on one side, its control on the other. */
export function SettingRow({ label, hint, error, id, children }: SettingRowProps) {
  const name = id ? (
    <label htmlFor={id} className={css.name}>
      {label}
    </label>
  ) : (
    <span className={css.name}>{label}</span>
  );
  return (
    <div className={css.row}>
      <div className={css.words}>
        {name}
        <SettingHint id={id && `${id}-hint`}>{hint}</SettingHint>
        {error && <SettingError>{error}</SettingError>}
      </div>
      <div className={`${fields.fields} ${css.control}`}>{children}</div>
    </div>
  );
}

/** Shows the settings of a part of a section in a frame, with a heading. */
export function SettingGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.group} aria-label={title}>
      {title && <h3>{title}</h3>}
      {children}
    </section>
  );
}
