import type { Widget } from '../field/widget.ts';
import { NumberInput } from './number-input.tsx';

/** Edits a plain percentage with at most two decimals. */
export function PercentInput(props: Widget<number | null>) {
  return <NumberInput {...props} decimals={2} suffix="%" />;
}
