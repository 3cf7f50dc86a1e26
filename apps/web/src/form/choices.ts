/**
 * Sources of a dropdown's choices (R11.6): an inline list, a named entry of the app store, or a path that returns a
 * list.
 */
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import { findResource } from '@atoll/domain/resources/registry';
import { request } from '../api/api.ts';
import { uuidv7 } from '../session/id.ts';
import type { App } from '../sync/app-state.ts';
import { useApp } from '../sync/app-store.ts';
import type { DropdownData } from '../ui/choice/dropdown-data.ts';
import type { Chosen } from './form-values.ts';

export type ChoiceSource<Item> = readonly Item[] | { readonly store: keyof App } | { readonly path: string };

/** Returns the data of a dropdown from a source. A path is called without a page, so it returns a plain list. */
export function choicesFrom<Item>(source: ChoiceSource<Item>): DropdownData<Item> {
  if ('store' in source) return useApp.getState()[source.store] as unknown as readonly Item[];
  if (!('path' in source)) return source;
  return async (text) => {
    const { answer } = await request('GET', source.path, { query: text ? { search: text } : {}, quiet: true });
    return answer as readonly Item[];
  };
}

/** Returns a function that finds active records of an entity by name, for dropdowns and filters. */
export function recordsOf(entity: string): (text: string) => Promise<readonly Chosen[]> {
  return async (text) => {
    const definition = findResource(entity);
    if (!definition) return [];
    const found = choicesFrom<Readonly<Record<string, unknown>>>({ path: endpointsOf(definition).list.path });
    const records = typeof found === 'function' ? await found(text) : found;
    return records.map((record) => ({ id: record['id'] as number, name: String(record[definition.label]) }));
  };
}

/** Creates a record of an entity with the typed name and returns it as a choice. */
export async function createByName(entity: string, text: string): Promise<Chosen> {
  const definition = findResource(entity);
  if (!definition) throw new Error(`There is no entity ${entity}`);
  const { method, path } = endpointsOf(definition).create;
  const { answer } = await request(method, path, { body: { key: uuidv7(), [definition.label]: text } });
  return { id: (answer as { id: number }).id, name: text };
}
