/** The kinds of one-line inputs: the attributes of text, and how numbers are typed and shown. To add a kind, add a row. Source: R11.1. */
import type { FieldKind } from '@atoll/domain/form/field';

interface TextRow {
  readonly value: 'text';
  readonly attributes: {
    readonly type?: 'email' | 'tel' | 'url' | 'password';
    /** The keyboard of a touch screen. */
    readonly inputMode?: 'email' | 'tel' | 'url';
    readonly autoComplete: 'off' | 'new-password';
  };
}

/** How a number is typed and shown. */
export interface NumberFormat {
  /** Digits after the point. */
  readonly decimals: number;
  /** Allows a minus. */
  readonly signed?: boolean | undefined;
  /** Text after the figures, such as %. */
  readonly suffix?: string;
  /** Shows all decimals after the field is left: 45.50. */
  readonly full?: boolean;
  /** Value units per shown unit: 100 for laari. */
  readonly scale?: number;
  readonly placeholder?: string;
}

interface NumberRow {
  readonly value: 'number';
  readonly attributes: NumberFormat;
}

export const inputKinds = {
  text: { value: 'text', attributes: { autoComplete: 'off' } },
  email: { value: 'text', attributes: { type: 'email', inputMode: 'email', autoComplete: 'off' } },
  phone: { value: 'text', attributes: { type: 'tel', inputMode: 'tel', autoComplete: 'off' } },
  url: { value: 'text', attributes: { type: 'url', inputMode: 'url', autoComplete: 'off' } },
  secret: { value: 'text', attributes: { type: 'password', autoComplete: 'new-password' } },
  integer: { value: 'number', attributes: { decimals: 0 } },
  quantity: { value: 'number', attributes: { decimals: 3, signed: true } },
  /** Typed in rufiyaa; the value is in laari. */
  money: { value: 'number', attributes: { decimals: 2, scale: 100, full: true, placeholder: '0.00' } },
  /** Plain percent. */
  percent: { value: 'number', attributes: { decimals: 2, suffix: '%' } },
} as const satisfies Partial<Record<FieldKind, TextRow | NumberRow>>;

type Kinds = typeof inputKinds;
type KindsOf<Value> = { [Kind in keyof Kinds]: Kinds[Kind]['value'] extends Value ? Kind : never }[keyof Kinds];

/** Kinds whose value is text. */
export type TextKind = KindsOf<'text'>;
/** Kinds whose value is a number, or null while the input is empty. */
export type NumberKind = KindsOf<'number'>;

/** Returns whether a kind of field is a one-line text. */
export const isTextKind = (kind: FieldKind): kind is TextKind =>
  kind in inputKinds && inputKinds[kind as keyof Kinds].value === 'text';

/** Returns whether a kind of field is a number. */
export const isNumberKind = (kind: FieldKind): kind is NumberKind =>
  kind in inputKinds && inputKinds[kind as keyof Kinds].value === 'number';
