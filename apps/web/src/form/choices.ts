/**
 * Sources of a dropdown's choices (R11.6): an inline list, a named entry of the app store or a part of it,
 * or a path that returns a list.
 */
import type { Setting } from '@atoll/domain/contract/platform/app';
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import { findResource } from '@atoll/domain/resources/registry';
import { useMemo } from 'react';
import { request } from '../api/api.ts';
import type { App } from '../sync/app-state.ts';
import { useApp } from '../sync/app-store.ts';
import type { DropdownData } from '../ui/choice/dropdown-data.ts';
import type { Chosen } from './form-values.ts';

export type ChoiceSource<Item> = readonly Item[] | { readonly store: keyof App } | { readonly path: string };

/** Configuration of a dropdown's data (R11.6). */
export interface ChoiceConfig<Item> {
  readonly data: ChoiceSource<Item>;
  /** Which part of a named store entry to take: see `entryItems`. */
  readonly subkey?: string;
}

/** The choices of a setting: each of its values under `name`. */
const settingItems = ({ value, values = [] }: Setting): { readonly name: string }[] =>
  (values.length > 0 ? values : [value ?? '']).filter((name) => name !== '').map((name) => ({ name }));

const isSetting = (record: unknown): record is Setting =>
  typeof record === 'object' && record !== null && 'key' in record && 'value' in record;

/**
 * Returns the choices in an entry of the app store. Without `subkey` these are its items. With it: the values of the setting with that key
 * (`settings`, `BillPrinter`), or what the entry or each of its records has under it, each record once (`menus`, `categories`).
 */
export function entryItems<Item>(entry: unknown, subkey?: string): readonly Item[] {
  const list: readonly unknown[] = Array.isArray(entry) ? entry : entry === null || entry === undefined ? [] : [entry];
  if (subkey === undefined) return list as readonly Item[];
  if (list.some(isSetting))
    return list
      .filter(isSetting)
      .filter(({ key }) => key === subkey)
      .flatMap(settingItems) as readonly unknown[] as readonly Item[];
  const found = list.flatMap((record) => (record as Record<string, unknown>)[subkey] ?? []) as {
    readonly id?: unknown;
  }[];
  const ids = found.map(({ id }) => id);
  return found.filter(
    ({ id }, index) => id === undefined || ids.indexOf(id) === index,
  ) as readonly unknown[] as readonly Item[];
}

/** Returns the data of a dropdown from a source. A path is called without a page, so it returns a plain list. */
export function choicesFrom<Item>({ data, subkey }: ChoiceConfig<Item>): DropdownData<Item> {
  if ('store' in data) return entryItems<Item>(useApp.getState()[data.store], subkey);
  if (!('path' in data)) return data;
  return async (text) => {
    const { answer } = await request('GET', data.path, { query: text ? { search: text } : {}, inPlace: true });
    return answer as readonly Item[];
  };
}

/** Returns the choices in a named entry of the app store, and again when the entry changes. */
export function useEntryItems<Item>(store: keyof App, subkey?: string): readonly Item[] {
  const entry = useApp((state) => state[store]);
  return useMemo(() => entryItems<Item>(entry, subkey), [entry, subkey]);
}

/** Returns a function that finds active records of an entity by name, for dropdowns and filters. */
export function recordsOf(entity: string): (text: string) => Promise<readonly Chosen[]> {
  return async (text) => {
    const definition = findResource(entity);
    if (!definition) return [];
    const found = choicesFrom<Readonly<Record<string, unknown>>>({ data: { path: endpointsOf(definition).list.path } });
    const records = typeof found === 'function' ? await found(text) : found;
    return records.map((record) => ({ id: record['id'] as number, name: String(record[definition.label]) }));
  };
}
