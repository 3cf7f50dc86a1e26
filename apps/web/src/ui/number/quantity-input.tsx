import type { Widget } from '../field/widget.ts';
import { NumberInput } from './number-input.tsx';

/** Edits a quantity with at most three decimals; it may be negative. */
export function QuantityInput({ signed = true, ...props }: Widget<number | null> & { readonly signed?: boolean }) {
  return <NumberInput {...props} decimals={3} signed={signed} />;
}
