import { useState } from 'react';
import { TextField } from '../field/field.tsx';
import type { NumberFormat } from '../field/input-kinds.ts';
import type { Widget } from '../field/widget.ts';
import { withPoint } from './number-entry.ts';
import styles from './number-input.module.css';

const isBegun = (text: string, decimals: number, signed: boolean): boolean =>
  new RegExp(`^${signed ? '-?' : ''}\\d{0,9}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`).test(text);

const valueOf = (text: string, scale: number): number | null =>
  /\d/.test(text) ? Math.round(Number(text) * scale * 1000) / 1000 : null;

/** Edits a number as text: typed text stays until the field is left; text that is no number is rejected. */
export function NumberInput(props: Widget<number | null> & Omit<NumberFormat, 'placeholder'>) {
  const { value, onChange, onBlur, decimals, signed = false, suffix, full = false, scale = 1, ...rest } = props;
  const shownOf = (n: number | null) => (n === null ? '' : full ? (n / scale).toFixed(decimals) : String(n / scale));
  const [text, setText] = useState(() => shownOf(value));
  // A value set from outside replaces what was typed.
  const shown = valueOf(text, scale) === value ? text : shownOf(value);
  return (
    <div className={styles.wrap} data-suffix={suffix}>
      <TextField
        {...rest}
        className={styles.input}
        inputMode={signed ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={shown}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const next = withPoint(event.currentTarget.value, { decimals });
          if (!isBegun(next, decimals, signed)) return;
          setText(next);
          onChange(valueOf(next, scale));
        }}
        onBlur={() => {
          setText(shownOf(value));
          onBlur?.();
        }}
      />
    </div>
  );
}
