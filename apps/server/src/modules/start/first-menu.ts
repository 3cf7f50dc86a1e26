/** The first menu of an outlet: the import of items reads it, as it reads every list of items. Source: R35.54, docs/rules.md#csv. */
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import { csvRow } from '@atoll/domain/grid/csv';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { checkTable } from '@atoll/domain/resources/csv/check-table';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { refused } from '../../platform/errors/refused.ts';
import { ownerActor } from '../../platform/http/owner-actor.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { runImport } from '../csv/service.ts';

export type Resources = ReadonlyMap<string, Resource>;

/** The table of a first menu. */
export interface FirstTable {
  readonly csv: string;
  readonly columns?: readonly string[] | undefined;
  readonly leavesOut: boolean;
}

const wrong = (message: Sentence) => refused('invalid', { details: message, errors: { menu: message } });

/** Returns the table that the menu of a start is, or undefined. Refused: 'invalid' for one with mistakes that nobody agreed to leave out. */
export function firstTable(menu: StartBody['menu']): FirstTable | undefined {
  if (menu.from === 'rows') {
    const rows = menu.rows.map(({ category, name, size, price, type }) => [category, name, size, price / 100, type]);
    const csv = [['Category', 'Item', 'Size', 'Price', 'Type'], ...rows].map((row) => csvRow(row)).join('');
    return { csv, leavesOut: true };
  }
  if (menu.from !== 'table') return undefined;
  const { csv, columns, leavesOut = false } = menu;
  const { problem, good, bad } = checkTable(menuItem, csv, columns);
  if (problem) throw wrong(problem);
  const [first] = bad;
  if (first && !leavesOut) throw wrong(`Row ${first.row}: ${String(Object.values(first.errors)[0])}`);
  if (good.length === 0) throw wrong('Add at least one line');
  return { csv, columns, leavesOut };
}

interface FirstOwner {
  readonly userId: number;
  readonly outletId: number;
  readonly name: string;
}

/** Imports the first menu with its categories. */
export async function writeFirstMenu(
  store: Store,
  owner: FirstOwner,
  resources: Resources,
  { csv, columns, leavesOut }: FirstTable,
): Promise<void> {
  const resource = resources.get(menuItem.table);
  if (!resource) return;
  const source = () => [csv];
  const actor = ownerActor({ id: owner.userId, name: owner.name }, owner.outletId);
  const task = { store, actor, resource, resources, source, columns, leavesOut };
  await runImport({ ...task, isPreview: false, makesMissing: true });
}
