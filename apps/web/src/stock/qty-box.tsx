import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { isNumberText, keptWhileTyped, quantityShape, withPoint } from '../ui/number/number-entry.ts';
import css from './qty-box.module.css';

interface QtyBoxProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onLeft?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
  readonly disabled?: boolean | undefined;
  /** What is wrong with the quantity. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

const numberOf = (text: string): number | null => (/\d/.test(text) ? Number(withPoint(text, quantityShape)) : null);

/** Edits a quantity in a table row, with at most three decimals. */
export function QtyBox({ label, value, onChange, onLeft, onKeyDown, disabled, error, ref }: QtyBoxProps) {
  const faultId = useId();
  const [text, setText] = useState(value === null ? '' : String(value));
  // A value set from outside replaces what was typed.
  const shown = numberOf(text) === value ? text : value === null ? '' : String(value);
  const box = (
    <input
      ref={ref}
      className={css.qty}
      aria-label={label}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : faultId}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      value={shown}
      disabled={disabled}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={onLeft}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        if (!isNumberText(withPoint(typed, quantityShape), quantityShape)) return;
        setText(keptWhileTyped(typed, quantityShape));
        onChange(numberOf(typed));
      }}
    />
  );
  if (error === undefined) return box;
  return (
    <>
      {box}
      <small id={faultId} role="alert" className={css.fault}>
        {error}
      </small>
    </>
  );
}
