import { NumberInput } from '../number/number-input.tsx';
import { TextField } from './field.tsx';
import { inputKinds, isNumberKind, type NumberFormat, type NumberKind, type TextKind } from './input-kinds.ts';
import type { Widget } from './widget.ts';

interface TextProps extends Widget<string> {
  readonly kind: TextKind;
}

interface NumberProps extends Widget<number | null> {
  readonly kind: NumberKind;
  /** Allows a minus; absent: as the kind says. */
  readonly signed?: boolean | undefined;
}

const isNumber = (props: TextProps | NumberProps): props is NumberProps => isNumberKind(props.kind);

/** Edits a line of text or a number of a kind, with the matching keyboard. */
export function Input(props: TextProps | NumberProps) {
  if (isNumber(props)) {
    const { kind, signed, ...rest } = props;
    const format: NumberFormat = inputKinds[kind].attributes;
    return <NumberInput {...format} {...rest} signed={signed ?? format.signed} />;
  }
  const { kind, onChange, ...rest } = props;
  const { attributes } = inputKinds[kind];
  return <TextField {...attributes} {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}
