import { TextField } from './field.tsx';
import type { Widget } from './widget.ts';

interface TextInputProps extends Widget<string> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
}

/** Edits a line of text. */
export function TextInput({ onChange, autoComplete = 'off', ...rest }: TextInputProps) {
  return <TextField {...rest} autoComplete={autoComplete} onChange={(event) => onChange(event.currentTarget.value)} />;
}
