import type { ReactNode } from 'react';
import css from './setting.module.css';

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
        <p id={id && `${id}-hint`} className={css.hint}>
          {hint}
        </p>
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  );
}

/** Shows a heading of a part of a section. */
export function SettingGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.group} aria-label={title}>
      {title && <h3>{title}</h3>}
      {children}
    </section>
  );
}
