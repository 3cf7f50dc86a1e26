/** Fields of forms: the closed set of kinds, and their definition. Source: R10, R11, docs/rules.md#definitions. */
export const fieldKinds = [
  'text',
  'multiline',
  'integer',
  'quantity',
  'money',
  'percent',
  'date',
  'dateTime',
  'boolean',
  'choice',
  'reference',
  'references',
  'image',
  'email',
  'phone',
  'url',
  'secret',
  'list',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A field of a form; data only. Lengths are in characters, `min` and `max` in the kind's own unit (money: laari). */
export interface FieldDefinition {
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** choice: what is offered. */
  readonly options?: readonly string[];
  /** reference, references: the entity whose records are offered. */
  readonly entity?: string;
  readonly allowCreate?: boolean;
  readonly allowMultiple?: boolean;
  /** list: the fields of each of its rows, at most `max` of them and at least `min`. */
  readonly fields?: readonly FieldDefinition[];
  /** A sentence under the field that says what it does. */
  readonly hint?: string;
}

/** Answers the label as the form shows it: a required field has an asterisk after it. */
export function shownLabel(field: Pick<FieldDefinition, 'label' | 'required'>): string {
  return field.required ? `${field.label} *` : field.label;
}
