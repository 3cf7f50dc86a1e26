/** Converts a form to the plain values that it sends. Source: R18.2. */
import type { FieldDefinition } from './field.ts';

/** A field in a form: the properties of its definition, and the value that was typed or chosen. */
export interface FormField extends Partial<Omit<FieldDefinition, 'label'>> {
  readonly label: string;
  /** Text, number, date, file; for a dropdown the chosen item, its id, or several. */
  readonly value: unknown;
}

type Group = Readonly<Record<string, unknown>>;

/** Returns whether a value is a plain object, like a group of a form. Dates and files are not. */
export function isGroup(value: unknown): value is Group {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Returns whether a part of a form is a field: it has a label and a value. */
export function isFormField(one: unknown): one is FormField {
  return isGroup(one) && typeof one['label'] === 'string' && Object.hasOwn(one, 'value');
}

const idOf = (chosen: unknown): number => {
  const id = isGroup(chosen) ? chosen['id'] : chosen;
  return typeof id === 'number' && Number.isFinite(id) ? id : Number(id) || 0;
};

/** Returns the name of a foreign key: `vendor` → `vendorId`, for several `vendorIds`. An existing ending is not repeated. */
function foreignName(name: string, isMany: boolean): string {
  const stem = name.replace(/Ids?$/, '');
  return isMany ? `${stem}Ids` : `${stem}Id`;
}

function fieldEntry(name: string, field: FormField): [string, unknown] {
  const { entity, kind, value, allowMultiple } = field;
  if (entity === undefined) return [name, value];
  const isMany = kind === 'references' || allowMultiple === true;
  if (!isMany) return [foreignName(name, false), idOf(value)];
  return [foreignName(name, true), (Array.isArray(value) ? value : []).map(idOf).filter((id) => id !== 0)];
}

/**
 * Returns a form as plain values: a field as its value, a dropdown of an entity as `{name}Id` with the chosen item's id (0 for none; several as
 * `{name}Ids`), other dropdowns as the chosen item or value. Groups and lists of groups are converted recursively. Values that are not forms
 * are unchanged.
 */
export function plainValues(form: unknown): unknown {
  if (Array.isArray(form)) return form.map(plainValues);
  if (isFormField(form)) return fieldEntry('', form)[1];
  if (!isGroup(form)) return form;
  return Object.fromEntries(
    Object.entries(form).map(([name, one]) => (isFormField(one) ? fieldEntry(name, one) : [name, plainValues(one)])),
  );
}
