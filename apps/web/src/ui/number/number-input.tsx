import { useState } from 'react';
import { TextField } from '../field/field.tsx';
import type { NumberFormat } from '../field/input-kinds.ts';
import type { Widget } from '../field/widget.ts';
import { keptWhileTyped, withPoint } from './number-entry.ts';
import styles from './number-input.module.css';

const isBegun = (text: string, decimals: number, signed: boolean): boolean =>
  new RegExp(`^${signed ? '-?' : ''}\\d{0,9}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`).test(text);

function valueOf(text: string, scale: number, decimals: number): number | null {
  return /\d/.test(text) ? Math.round(Number(withPoint(text, { decimals })) * scale * 1000) / 1000 : null;
}

/** Edits a number as text: typed text stays until the field is left; text that is no number is rejected. */
export function NumberInput(props: Widget<number | null> & Omit<NumberFormat, 'placeholder'>) {
  const { value, onChange, onBlur, decimals, signed = false, suffix, full = false, scale = 1, ...rest } = props;
  const shownOf = (n: number | null) => (n === null ? '' : full ? (n / scale).toFixed(decimals) : String(n / scale));
  const [text, setText] = useState(() => shownOf(value));
  // A value set from outside replaces what was typed.
  const shown = valueOf(text, scale, decimals) === value ? text : shownOf(value);
  return (
    <TextField
      {...rest}
      suffix={suffix}
      className={styles.input}
      inputMode={signed ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        if (!isBegun(withPoint(typed, { decimals }), decimals, signed)) return;
        setText(keptWhileTyped(typed, { decimals }));
        onChange(valueOf(typed, scale, decimals));
      }}
      onBlur={() => {
        setText(shownOf(value));
        onBlur?.();
      }}
    />
  );
}
