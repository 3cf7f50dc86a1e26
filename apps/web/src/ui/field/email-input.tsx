import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** An e-mail address, with the keyboard for it. */
export function EmailInput(props: Widget<string>) {
  return <TextInput {...props} type="email" inputMode="email" />;
}
