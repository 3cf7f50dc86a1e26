import type { FieldFrame } from './field.tsx';

/**
 * What every widget of a form takes (R11.1). A message is shown as soon as it is given; who gives it waits until the field was
 * focused once (`onBlur`).
 */
export interface Widget<Value> extends FieldFrame {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}
