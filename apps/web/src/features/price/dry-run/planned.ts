import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { call } from '../../../api/api.ts';

/** Something that can be planned: a price change, a list, a promotion or a menu. */
export interface Draft {
  readonly id: number;
  readonly name: string;
}

type ListKey = 'price_change.list' | 'price_list.list' | 'promotion.list' | 'menu.list';

/** Returns the search of the records that are not in force yet. */
const search =
  (key: ListKey, states: readonly string[]) =>
  async (text: string): Promise<readonly Draft[]> => {
    const records = (await call(key, { inPlace: true })) as unknown as readonly ResourceRecord[];
    const found = records.filter(({ status }) => states.includes(String(status)));
    return found
      .map(({ id, name }) => ({ id, name: String(name) }))
      .filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  };

/** What can be planned, by kind. */
export const planned = {
  changes: search('price_change.list', ['Planned']),
  lists: search('price_list.list', ['Draft']),
  promotions: search('promotion.list', ['Draft']),
  menus: search('menu.list', ['Draft']),
};
