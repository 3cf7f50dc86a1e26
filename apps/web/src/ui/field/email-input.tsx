import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** Edits an e-mail address, with the matching keyboard. */
export function EmailInput(props: Widget<string>) {
  return <TextInput {...props} type="email" inputMode="email" />;
}
