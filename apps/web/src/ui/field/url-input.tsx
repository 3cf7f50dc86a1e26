import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** An address of the web, with the keyboard for it. */
export function UrlInput(props: Widget<string>) {
  return <TextInput {...props} type="url" inputMode="url" />;
}
