import { type KeyboardEvent, type Ref, useState } from 'react';
import css from './qty-box.module.css';

interface QtyBoxProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onLeft?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
  readonly disabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

const shape = /^\d{0,6}(\.\d{0,3})?$/;
const numberOf = (text: string): number | null => (/\d/.test(text) ? Number(text) : null);

/** Edits a quantity in a table row, with at most three decimals. */
export function QtyBox({ label, value, onChange, onLeft, onKeyDown, disabled, ref }: QtyBoxProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  // A value set from outside replaces what was typed.
  const shown = numberOf(text) === value ? text : value === null ? '' : String(value);
  return (
    <input
      ref={ref}
      className={css.qty}
      aria-label={label}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      value={shown}
      disabled={disabled}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={onLeft}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const next = event.currentTarget.value.replaceAll(',', '').trim();
        if (!shape.test(next)) return;
        setText(next);
        onChange(numberOf(next));
      }}
    />
  );
}
