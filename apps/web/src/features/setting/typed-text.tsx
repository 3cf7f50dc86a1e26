import { type InputHTMLAttributes, useState } from 'react';
import { SettingError } from './setting-note.tsx';

interface TypedTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** The text while nobody types. */
  value: string;
  /** Returns the value of the typed text, or null when it is not valid. */
  read: (text: string) => string | null;
  onRead: (value: string) => void;
  /** Says what to type instead of a text that is not valid. */
  fault: string;
}

/**
 * A field that parses its text on every key. The typed text stays as typed until the field is left; one that is not valid stays longer, with what to
 * type instead.
 */
export function TypedText({ value, read, onRead, fault, ...rest }: TypedTextProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && read(typed.trim()) === null;
  return (
    <>
      <input
        {...rest}
        aria-invalid={isWrong || rest['aria-invalid']}
        value={typed ?? value}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const parsed = read(text.trim());
          if (parsed !== null) onRead(parsed);
        }}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      {isWrong && <SettingError>{fault}</SettingError>}
    </>
  );
}
