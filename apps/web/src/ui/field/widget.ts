import type { FieldFrame } from './field.tsx';

/** Props of every form widget (R11.1). A message is shown as soon as it is set; the form sets it only after the field was focused once (`onBlur`). */
export interface Widget<Value> extends FieldFrame {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}
