import { type InputHTMLAttributes, useState } from 'react';

interface TypedTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** The text while nobody types. */
  value: string;
  /** Returns the value of the typed text, or null when it is not valid. */
  read: (text: string) => string | null;
  onRead: (value: string) => void;
}

/** A field that parses its text on every key; the typed text stays as typed until the field is left. */
export function TypedText({ value, read, onRead, ...rest }: TypedTextProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const parsed = read(text.trim());
        if (parsed !== null) onRead(parsed);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
