/** Every back-office entity. What derives from definitions, derives from this list. */
import { category } from './category.ts';
import type { ResourceDefinition } from './define-resource.ts';
import { menu } from './menu.ts';
import { storage } from './storage.ts';
import { vendor } from './vendor.ts';

export const allResources: readonly ResourceDefinition[] = [menu, category, vendor, storage];

/** Answers the entity of a table, or undefined for a name that is none. */
export function findResource(table: string): ResourceDefinition | undefined {
  return allResources.find((one) => one.table === table);
}
