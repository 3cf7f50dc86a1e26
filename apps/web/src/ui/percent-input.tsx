import { NumberInput } from './number-input.tsx';
import type { Widget } from './widget.ts';

/** A plain percent with at most two decimals. */
export function PercentInput(props: Widget<number | null>) {
  return <NumberInput {...props} decimals={2} suffix="%" />;
}
