import { useId } from 'react';
import { describe } from '../field/field.tsx';
import type { Widget } from '../field/widget.ts';
import styles from './checkbox.module.css';

interface CheckboxProps extends Widget<boolean> {
  /** 'switch' for a setting that is on or off. */
  readonly look?: 'box' | 'switch';
}

/** Renders a checkbox; the whole row is the target. */
export function Checkbox({ label, value, onChange, hint, error, required, look = 'box', ...rest }: CheckboxProps) {
  const id = useId();
  const { disabled, autoFocus, onBlur } = rest;
  return (
    <div className={styles.field}>
      <label className={styles.row}>
        <input
          {...describe(id, hint, error)}
          {...{ disabled, autoFocus, onBlur, required }}
          type="checkbox"
          role={look === 'switch' ? 'switch' : undefined}
          className={look === 'switch' ? styles.switch : styles.box}
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {label}
          {required && (
            <span className={styles.star} aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
