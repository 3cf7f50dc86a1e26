import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** Edits a telephone number, with the matching keyboard. */
export function PhoneInput(props: Widget<string>) {
  return <TextInput {...props} type="tel" inputMode="tel" />;
}
