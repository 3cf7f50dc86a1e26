import type { Widget } from '../field/widget.ts';
import { NumberInput } from './number-input.tsx';

/** Edits an amount: typed in rufiyaa, the value is in laari. */
export function MoneyInput({ signed, ...props }: Widget<number | null> & { readonly signed?: boolean }) {
  return <NumberInput placeholder="0.00" {...props} decimals={2} scale={100} full signed={signed ?? false} />;
}
