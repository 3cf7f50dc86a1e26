import { type ReactNode, type Ref, useId, useState } from 'react';
import styles from './amount-field.module.css';
import {
  isNumberText,
  keptWhileTyped,
  moneyShape,
  type NumberShape,
  numberFromText,
  type PadKey,
  pressKey,
  textFromNumber,
  withPoint,
} from './number-entry.ts';
import { NumberPad } from './number-pad.tsx';

interface AmountFieldProps {
  label: string;
  /** Units of the last decimal: laari for money, thousandths for quantities; null while empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  shape?: NumberShape;
  /** Text before the figures, such as MVR. */
  prefix?: string | undefined;
  /** Shows the number pad below. */
  pad?: boolean;
  size?: 'm' | 'l';
  hint?: ReactNode;
  error?: string | undefined;
  autoFocus?: boolean;
  onEnter?: (() => void) | undefined;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Edits a number by pad or keyboard. A tap on the pad after the value was set from outside starts over. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, shape = moneyShape, prefix, pad = false, size = 'm', hint, error, onEnter } = props;
  const id = useId();
  const [text, setText] = useState(() => textFromNumber(value, shape));
  const [fresh, setFresh] = useState(true);
  // Typed text stays as typed ('12.', '12.50' or '12,5'); a value set from outside replaces it.
  const isTyped = numberFromText(text, shape) === value;
  const shown = isTyped ? text : textFromNumber(value, shape);

  function write(next: string) {
    setText(next);
    setFresh(false);
    onChange(numberFromText(next, shape));
  }

  function press(key: PadKey) {
    const isDigit = key !== 'back' && key !== 'clear';
    write(pressKey((fresh || !isTyped) && isDigit ? '' : withPoint(shown, shape), key, shape));
  }

  return (
    <div className={styles.wrap}>
      <div className={styles.field}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <div className={`${styles.box} ${styles[`size-${size}`]}`} data-invalid={error ? true : undefined}>
          {prefix && (
            <span className={styles.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <input
            ref={props.ref}
            id={id}
            className={styles.input}
            inputMode={pad ? 'none' : shape.decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            autoFocus={props.autoFocus}
            data-autofocus={props.autoFocus || undefined}
            disabled={props.disabled}
            value={shown}
            placeholder={textFromNumber(0, shape, true)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? `${id}-note` : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              if (isNumberText(withPoint(typed, shape), shape)) write(keptWhileTyped(typed, shape));
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && onEnter) {
                event.preventDefault();
                onEnter();
              }
            }}
          />
        </div>
        {(error || hint) && (
          <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
            {error ?? hint}
          </p>
        )}
      </div>
      {pad && <NumberPad onKey={press} corner={shape.decimals > 0 ? '.' : '00'} disabled={props.disabled ?? false} />}
    </div>
  );
}
