/** Form fields: the closed set of kinds, and their definition. Source: R10, R11, docs/rules.md#definitions. */
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
  /** The label of earlier releases: CSV files that have it as a heading can still be imported. */
  readonly formerLabel?: string;
  readonly kind: FieldKind;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** text: a time of day, 'HH:MM'. */
  readonly isTime?: true;
  readonly min?: number;
  readonly max?: number;
  /** choice: the options to choose from. */
  readonly options?: readonly string[];
  /** reference, references: the entity to choose records from. */
  readonly entity?: string;
  /** reference, references: values of a record that is created from the field, besides its name. */
  readonly newRecord?: Readonly<Record<string, string>>;
  /** choice: other texts than the options are accepted. */
  readonly allowCreate?: boolean;
  readonly allowMultiple?: boolean;
  /** list: the fields of each row. A list has `min` to `max` rows. */
  readonly fields?: readonly FieldDefinition[];
  /** list: a field of a row that forms keep and do not show: nothing depends on it yet. */
  readonly isHidden?: boolean;
  /** list: a field of a row whose values are unique together with those of the record's field of this key. */
  readonly isUniquePart?: true;
  /** list: the fields of a row that tell rows apart, so that a list of one row is shown without them. */
  readonly tellApart?: readonly string[];
  /** Help text shown below the field. */
  readonly hint?: string;
}

/** Returns whether a field has several values. Such a field is stored as JSON and cannot be sorted by. */
export function isMany(field: Pick<FieldDefinition, 'kind' | 'allowMultiple'>): boolean {
  return field.kind === 'list' || field.kind === 'references' || (field.kind === 'choice' && !!field.allowMultiple);
}

/** Returns the label that the form shows, with an asterisk after it for a required field. */
export function shownLabel(field: Pick<FieldDefinition, 'label' | 'required'>): string {
  return field.required ? `${field.label} *` : field.label;
}
