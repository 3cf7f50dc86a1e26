/** The database column of an entity's field, and its initial value. Source: docs/rules.md#store-values. */
import { type FieldDefinition, isMany } from '../form/field.ts';
import type { ResourceDefinition, ResourceField } from './define-resource.ts';

/** Returns the column of a field: its key in snake case; a percentage is stored in basis points under '…_bp'. */
export function columnOf(field: Pick<FieldDefinition, 'key' | 'kind'>): string {
  const snake = field.key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return field.kind === 'percent' ? `${snake.replace(/_pct$/, '')}_bp` : snake;
}

/** Returns the key under which a record has the name of a referenced record: `vendorId` → `vendorName`, `categoryIds` → `categoryNames`. */
export function nameKeyOf(field: Pick<FieldDefinition, 'key'>): string {
  return field.key.replace(/Ids$/, 'Names').replace(/Id$/, 'Name');
}

const textKinds: readonly FieldDefinition['kind'][] = ['text', 'multiline', 'email', 'phone', 'url', 'secret'];

/** Returns whether a field is text. */
export function isText(field: Pick<FieldDefinition, 'kind'>): boolean {
  return textKinds.includes(field.kind);
}

/** Returns the initial value of a field in a new record. */
export function initialOf(field: FieldDefinition & Pick<ResourceField, 'initial'>): unknown {
  if (field.initial !== undefined) return field.initial;
  if (isMany(field)) return [];
  if (isText(field)) return '';
  if (field.kind === 'reference') return 0;
  return field.kind === 'boolean' ? false : null;
}

/**
 * Returns the fields that several records can be given at once: those that the list shows or can show, without what the server sets and what
 * must differ between records. Source: R35.53.
 */
export function bulkFieldsOf({ fields, views }: ResourceDefinition): ResourceField[] {
  return [...new Set([...views.grid, ...views.card])].flatMap((key) => {
    const field = fields.find((one) => one.key === key);
    const isOwn = !field || field.isReadOnly || field.isFixed || field.unique || field.kind === 'secret';
    return isOwn ? [] : [field];
  });
}

/**
 * Returns the keys by which a list of the entity can be sorted besides the id: the fields that it shows or can show, with a single value; a
 * reference is sorted by its name. Source: R35.59.
 */
export function sortKeysOf(definition: ResourceDefinition): string[] {
  const { grid, card } = definition.views;
  return [...new Set([...grid, ...card])].filter((key) => {
    const field = definition.fields.find((one) => one.key === key);
    return field !== undefined && !isMany(field) && field.kind !== 'image' && field.kind !== 'secret';
  });
}
