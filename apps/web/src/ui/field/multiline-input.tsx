import { TextArea } from './field.tsx';
import type { Widget } from './widget.ts';

/** Edits several lines of text. */
export function MultilineInput({ onChange, ...rest }: Widget<string>) {
  return <TextArea {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}
