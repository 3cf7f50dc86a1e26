/** What a form sends: its fields as plain values. Source: R18.2. */
import type { FieldDefinition } from './field.ts';

/** A field as a form holds it: its definition's properties, and what was typed or chosen. */
export interface FormField extends Partial<Omit<FieldDefinition, 'label'>> {
  readonly label: string;
  /** Text, number, date, file; of a dropdown the chosen item, its id, or several. */
  readonly value: unknown;
}

type Group = Readonly<Record<string, unknown>>;

/** Answers whether a value is a plain object, as a group of a form is; dates and files are values. */
export function isGroup(value: unknown): value is Group {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Answers whether something in a form is a field: it has a label and a value. */
export function isFormField(one: unknown): one is FormField {
  return isGroup(one) && typeof one['label'] === 'string' && Object.hasOwn(one, 'value');
}

const idOf = (chosen: unknown): number => {
  const id = isGroup(chosen) ? chosen['id'] : chosen;
  return typeof id === 'number' && Number.isFinite(id) ? id : Number(id) || 0;
};

/** The name of a foreign key: `vendor` → `vendorId`; of several `vendorIds`. One that ends so already stays. */
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
 * Answers a form as plain values: a field that carries a value as that value, a dropdown over an entity as `{name}Id` with the chosen item's id
 * (0 for none; several as `{name}Ids`), other dropdowns as the chosen item or value, groups and lists of groups the same way inside. What is no
 * form passes through as it is.
 */
export function plainValues(form: unknown): unknown {
  if (Array.isArray(form)) return form.map(plainValues);
  if (isFormField(form)) return fieldEntry('', form)[1];
  if (!isGroup(form)) return form;
  return Object.fromEntries(
    Object.entries(form).map(([name, one]) => (isFormField(one) ? fieldEntry(name, one) : [name, plainValues(one)])),
  );
}
