import { useId } from 'react';
import { Avatar } from '../ui/display/avatar.tsx';
import { passcodeLength } from '../ui/number/passcode.ts';
import css from './code-field.module.css';

interface CodeFieldProps {
  readonly person: { readonly name: string; readonly avatar: string | null };
  /** Says whose code it is. */
  readonly label: string;
  readonly length: number;
  readonly value: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onWrite: (text: string) => void;
}

/** Shows whose passcode or approval code is asked for and how many digits are typed. */
export function CodeField({ person, label, length, value, busy, error, onWrite }: CodeFieldProps) {
  const id = useId();
  return (
    <div className={css.who} data-long={length > passcodeLength || undefined}>
      <Avatar name={person.name} image={person.avatar} size={44} />
      <label htmlFor={id}>{label}</label>
      <div className={css.entry}>
        <input
          id={id}
          type="password"
          className={css.input}
          inputMode="none"
          autoComplete="off"
          autoFocus
          maxLength={length}
          value={value}
          aria-busy={busy}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />
        <span className={css.dots} aria-hidden="true">
          {Array.from({ length }, (_, i) => (
            <i key={i} data-filled={i < value.length || undefined} />
          ))}
        </span>
      </div>
    </div>
  );
}
