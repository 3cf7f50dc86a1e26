import type { Widget } from '../field/widget.ts';
import { NumberInput } from './number-input.tsx';

/** Edits a whole number. */
export function IntegerInput({ signed, ...props }: Widget<number | null> & { readonly signed?: boolean }) {
  return <NumberInput {...props} decimals={0} signed={signed ?? false} />;
}
