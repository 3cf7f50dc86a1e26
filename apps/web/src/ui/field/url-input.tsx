import { TextInput } from './text-input.tsx';
import type { Widget } from './widget.ts';

/** Edits a web address, with the matching keyboard. */
export function UrlInput(props: Widget<string>) {
  return <TextInput {...props} type="url" inputMode="url" />;
}
