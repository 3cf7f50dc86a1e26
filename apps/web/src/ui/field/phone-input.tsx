import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** A telephone number, with the keyboard for it. */
export function PhoneInput(props: Widget<string>) {
  return <TextInput {...props} type="tel" inputMode="tel" />;
}
