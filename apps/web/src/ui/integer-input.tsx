import { NumberInput } from './number-input.tsx';
import type { Widget } from './widget.ts';

/** A whole number. */
export function IntegerInput({ signed, ...props }: Widget<number | null> & { readonly signed?: boolean }) {
  return <NumberInput {...props} decimals={0} signed={signed ?? false} />;
}
