/**
 * Definition of a back-office entity, data only: grid, form, detail card, endpoints, validation, search and CSV derive from it.
 * It has no conditions or expressions; when a screen needs more, its feature replaces the whole view. Source: docs/rules.md#definitions, R9–R11.
 */
import type { ActionPermission, ScreenPermission } from '../access/permission.ts';
import type { FieldDefinition } from '../form/field.ts';

/** A field of an entity. It is stored in the column of its key in snake case (a boolean's key starts with `is`). */
export interface ResourceField extends FieldDefinition {
  /** Unique among the active records of an outlet (of the organisation, if the entity is org-wide), ignoring case and surrounding spaces. */
  readonly unique?: true;
  /** Set by the server: shown, never sent. */
  readonly isReadOnly?: true;
  /** Only people with one of these permissions get the value; others get null. */
  readonly readBy?: readonly (ScreenPermission | ActionPermission)[];
  /** Cannot be changed after the record is created. */
  readonly isFixed?: true;
  /** Stored, and read and written by the API and by imports, but in no view: the feature that uses it does not exist yet (R35.46). */
  readonly isStoredOnly?: true;
  /** The value in a new record; absent: null, '' for texts, 0 for references, false, an empty list. */
  readonly initial?: string | number | boolean | null;
}

export interface ResourceDefinition {
  /** Title of one record: 'Vendor'; its view route is named 'View Vendor'. */
  readonly name: string;
  /** Title of the list and name of its screen: 'Vendors'. */
  readonly title: string;
  readonly table: string;
  readonly area: 'app' | 'bis' | 'ims' | 'crm' | 'fin';
  /** Path segments of the API: `/{area}/{many}/list`, `/{area}/{one}/create`. */
  readonly many: string;
  readonly one: string;
  /** Path of the list's screen: '/vendors'. */
  readonly path: string;
  /** Any of these permissions allows reading; absent: that of the screen. */
  readonly readBy?: readonly (ScreenPermission | ActionPermission)[];
  /** Writing requires the permission of this screen, and `action` if present. */
  readonly screen: ScreenPermission;
  readonly action?: ActionPermission;
  /** Any of these permissions also allows creating a record. */
  readonly createdBy?: readonly (ScreenPermission | ActionPermission)[];
  /** This action permission allows changing only these fields of a record. */
  readonly partly?: { readonly action: ActionPermission; readonly fields: readonly string[] };
  /** Shared by all outlets. */
  readonly isOrgWide?: true;
  /** Personal data: the history, which is never rewritten, records the names of changed fields but not their values. */
  readonly isPersonal?: true;
  /** The key of the field with the record's name, used by dropdowns, search and dialogs. */
  readonly label: string;
  /** The server numbers new records in this field, unless a number was entered: `C00042`. */
  readonly code?: { readonly field: string; readonly prefix: string; readonly digits: number };
  readonly fields: readonly ResourceField[];
  /** `sizes` have selling prices that can be changed together. */
  readonly hasPrices?: true;
  /** Fields by which an index sorts any number of records; by another field a list of more than 10,000 is not sorted (R35.59). */
  readonly indexed?: readonly string[];
  /** Keys of fields, in order. The form shows `more` collapsed; `filters` are choices, references and booleans that the grid filters by. */
  readonly views: {
    readonly grid: readonly string[];
    readonly form: readonly string[];
    readonly more?: readonly string[];
    readonly card: readonly string[];
    readonly search: readonly string[];
    readonly csv: readonly string[];
    readonly filters?: readonly string[];
  };
}

/** Keys of fields: a list, or all fields in their order, or all but `without`, those of `first` before the others. */
export type FieldKeys =
  | readonly string[]
  | 'all'
  | { readonly without?: readonly string[]; readonly first?: readonly string[] };

type Views = ResourceDefinition['views'];
type DerivedView = 'more' | 'card' | 'csv';

/** An entity as it is declared: its views may be derived from the fields. */
export interface ResourceInput extends Omit<ResourceDefinition, 'views'> {
  /** Fields that are stored only, by key: they move to `fields` when a feature uses them. */
  readonly stored?: Readonly<Record<string, Omit<ResourceField, 'key' | 'isStoredOnly'>>>;
  readonly views: Omit<Views, DerivedView> & {
    /** 'rest': the fields that are not in `form` and not read-only. */
    readonly more?: readonly string[] | 'rest';
    readonly card: FieldKeys;
    readonly csv: FieldKeys;
  };
}

/** A declared entity with its views as lists. */
export type Resource<Input extends ResourceInput> = Omit<Input, 'views' | 'fields'> & {
  readonly fields: readonly ResourceField[];
  readonly views: Omit<Input['views'], DerivedView> & Pick<Views, DerivedView>;
};

/** Returns an entity with its views as lists. Throws for a view, label or code that names an unknown field, and for two fields with the same key. */
export function defineResource<const Input extends ResourceInput>(input: Input): Resource<Input> {
  const { more, card, csv, ...views } = input.views;
  const rest = input.fields
    .filter(({ key, isReadOnly }) => !isReadOnly && !views.form.includes(key))
    .map(({ key }) => key);
  const definition = {
    ...input,
    fields: [...input.fields, ...Object.entries(input.stored ?? {}).map(storedField)],
    views: {
      ...views,
      ...(more ? { more: more === 'rest' ? rest : more } : {}),
      card: keysOf(input, card),
      csv: keysOf(input, csv),
    },
  };
  check(definition);
  return definition;
}

const storedField = ([key, field]: [string, Omit<ResourceField, 'key'>]): ResourceField => ({
  key,
  ...field,
  isStoredOnly: true,
});

function keysOf({ name, fields }: ResourceInput, chosen: FieldKeys): readonly string[] {
  if (typeof chosen === 'object' && 'length' in chosen) return chosen;
  const { without = [], first = [] } = chosen === 'all' ? {} : chosen;
  const keys = fields.map(({ key }) => key);
  const unknown = without.find((key) => !keys.includes(key));
  if (unknown) throw new Error(`${name} has no field ${unknown}`);
  return [...first, ...keys.filter((key) => !without.includes(key) && !first.includes(key))];
}

function check(definition: ResourceDefinition): void {
  const keys = definition.fields.map((field) => field.key);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated) throw new Error(`${definition.name} has two fields ${repeated}`);
  const named = [
    definition.label,
    ...(definition.code ? [definition.code.field] : []),
    ...(definition.partly?.fields ?? []),
    ...(definition.indexed ?? []),
    ...Object.values(definition.views).flat(),
  ];
  const unknown = named.find((key) => key !== 'id' && !keys.includes(key));
  if (unknown) throw new Error(`${definition.name} has no field ${unknown}`);
}

/** Returns a field of an entity. Throws for an unknown key. */
export function fieldOf(definition: ResourceDefinition, key: string): ResourceField {
  const field = definition.fields.find((one) => one.key === key);
  if (!field) throw new Error(`${definition.name} has no field ${key}`);
  return field;
}

/** Returns whether a person with these permissions may read a field. Source: R35.67. */
export const isReadable = ({ readBy }: ResourceField, permissions: ReadonlySet<string>): boolean =>
  !readBy || readBy.some((permission) => permissions.has(permission));
