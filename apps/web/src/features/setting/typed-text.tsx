import { type InputHTMLAttributes, useState } from 'react';

interface TypedTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** As it is shown when nobody types. */
  value: string;
  /** What the typed text means; null while it means nothing. */
  read: (text: string) => string | null;
  onRead: (value: string) => void;
}

/** A field whose text is read on every key; what was typed stays as typed until the field is left. */
export function TypedText({ value, read, onRead, ...rest }: TypedTextProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const meant = read(text.trim());
        if (meant !== null) onRead(meant);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
