/** Where a field of an entity is kept, and what an empty one has in it. Source: docs/rules.md#store-values. */
import type { FieldDefinition } from '../form/field.ts';
import type { ResourceDefinition, ResourceField } from './define-resource.ts';

/** Answers the column of a field: its key in snake case; a percentage stands in basis points under '…_bp'. */
export function columnOf(field: Pick<FieldDefinition, 'key' | 'kind'>): string {
  const snake = field.key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return field.kind === 'percent' ? `${snake.replace(/_pct$/, '')}_bp` : snake;
}

/** Answers whether a field holds several values: it is kept as JSON and never sorted by. */
export function isMany(field: Pick<FieldDefinition, 'kind' | 'allowMultiple'>): boolean {
  return field.kind === 'list' || field.kind === 'references' || (field.kind === 'choice' && !!field.allowMultiple);
}

/** Answers the key under which a record also says the name of what a reference names: `vendorId` → `vendorName`, `categoryIds` → `categoryNames`. */
export function nameKeyOf(field: Pick<FieldDefinition, 'key'>): string {
  return field.key.replace(/Ids$/, 'Names').replace(/Id$/, 'Name');
}

const textKinds: readonly FieldDefinition['kind'][] = ['text', 'multiline', 'email', 'phone', 'url', 'secret'];

/** Answers whether a field of this kind is text. */
export function isText(field: Pick<FieldDefinition, 'kind'>): boolean {
  return textKinds.includes(field.kind);
}

/** Answers what a new record has in a field. */
export function initialOf(field: FieldDefinition & Pick<ResourceField, 'initial'>): unknown {
  if (field.initial !== undefined) return field.initial;
  if (isMany(field)) return [];
  if (isText(field)) return '';
  if (field.kind === 'reference') return 0;
  return field.kind === 'boolean' ? false : null;
}

/** Answers the keys that a list of the entity may be sorted by besides the id: the fields of its grid that hold one value. */
export function sortKeysOf(definition: ResourceDefinition): string[] {
  return definition.views.grid.filter((key) => {
    const field = definition.fields.find((one) => one.key === key);
    return field !== undefined && !isMany(field) && field.kind !== 'reference' && field.kind !== 'image';
  });
}
