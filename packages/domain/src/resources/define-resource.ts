/**
 * A back-office entity, once and as data only: grid, form, detail card, endpoints, validation, search and CSV derive from it.
 * No conditions or expressions; where a screen needs more, its feature replaces the whole view. Source: docs/rules.md#definitions, R9–R11.
 */
import type { ActionPermission, ScreenPermission } from '../access/permission.ts';
import type { FieldDefinition } from '../form/field.ts';

/** A field of an entity. It is stored in the column of its key in snake case (a boolean's key begins with `is`). */
export interface ResourceField extends FieldDefinition {
  /** No two active records of an outlet (of the organisation, if the entity is org-wide) share it; case and spaces around do not count. */
  readonly unique?: true;
  /** Given by the server: shown, never sent. */
  readonly isReadOnly?: true;
  /** Once stored it stays. */
  readonly isFixed?: true;
  /** What a new record has in it; absent: null, '' for texts, 0 for references, false, an empty list. */
  readonly initial?: string | number | boolean | null;
}

export interface ResourceDefinition {
  /** Title of one: 'Vendor'; its view route is named 'View Vendor'. */
  readonly name: string;
  /** Title of many: the heading of the list and the name of its screen. */
  readonly title: string;
  readonly table: string;
  readonly area: 'app' | 'bis' | 'ims' | 'crm' | 'fin';
  /** Segments of the wire: `/{area}/{many}/list`, `/{area}/{one}/create`. */
  readonly many: string;
  readonly one: string;
  /** Path of the list's screen: '/vendors'. */
  readonly path: string;
  /** Any of these lists and finds; absent: the screen's title. */
  readonly readBy?: readonly (ScreenPermission | ActionPermission)[];
  /** The screen whose title a write needs, and the action permission besides. */
  readonly screen: ScreenPermission;
  readonly action?: ActionPermission;
  /** Any of these makes a new record besides who may write. */
  readonly createdBy?: readonly (ScreenPermission | ActionPermission)[];
  /** Who holds this action may change these fields of a record, and nothing else. */
  readonly partly?: { readonly action: ActionPermission; readonly fields: readonly string[] };
  /** Belongs to no outlet. */
  readonly isOrgWide?: true;
  /** Of a person: the chain of history, which is never rewritten, names what changed and not what it says. */
  readonly isPersonal?: true;
  /** The key of the field that names a record: what dropdowns filter by, search shows and the dialogs say. */
  readonly label: string;
  /** The server numbers new records in this field, unless one was typed: `C00042`. */
  readonly code?: { readonly field: string; readonly prefix: string; readonly digits: number };
  readonly fields: readonly ResourceField[];
  /** Keys of fields, in order. `more` is what the form folds away; `filters` are choices, references and booleans the grid filters by. */
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

/** Declares an entity; refuses (throws) a view that names no field, a label or code that is none, and two fields of one key. */
export function defineResource<const Definition extends ResourceDefinition>(definition: Definition): Definition {
  const keys = definition.fields.map((field) => field.key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw new Error(`${definition.name} has two fields ${twice}`);
  const named = [
    definition.label,
    ...(definition.code ? [definition.code.field] : []),
    ...(definition.partly?.fields ?? []),
    ...Object.values(definition.views).flat(),
  ];
  const unknown = named.find((key) => key !== 'id' && !keys.includes(key));
  if (unknown) throw new Error(`${definition.name} has no field ${unknown}`);
  return definition;
}

/** Answers a field of an entity; throws for a key that is none: a definition is checked when it is made. */
export function fieldOf(definition: ResourceDefinition, key: string): ResourceField {
  const field = definition.fields.find((one) => one.key === key);
  if (!field) throw new Error(`${definition.name} has no field ${key}`);
  return field;
}
