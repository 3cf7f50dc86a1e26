/** The search box. Source: R5, R18.19, docs/rules.md#search, docs/rules.md#access. */
import { type SearchResult, searchLimit } from '@atoll/domain/contract/outlet/search';
import { allScreens, findScreen, maySee } from '@atoll/domain/nav/nav';
import type { Store } from '../../platform/store/store.ts';
import { findBills, findShifts } from './find-bills.ts';
import { findRecords } from './find-records.ts';
import { findUsers } from './find-users.ts';
import { bestOf, type Ranked } from './ranked.ts';

interface Caller {
  readonly userId: number;
  readonly outletId: number;
  readonly permissions: ReadonlySet<string>;
}

/** Permissions of the screens that show one record. Only records with such a screen are found. */
const viewPermissions = new Set(
  allScreens.filter(({ name }) => name.startsWith('View ')).flatMap(({ anyOf }) => anyOf ?? []),
);

function isShown(entityName: string, permissions: readonly string[]): boolean {
  const screen = findScreen(`View ${entityName}`);
  return screen !== undefined && maySee(screen, permissions);
}

/** Returns the records whose name, code or number matches the value, best first. An empty value finds nothing. */
export function search(store: Store, caller: Caller, value: string): Promise<SearchResult[]> {
  if (!value.trim()) return Promise.resolve([]);
  const { outletId } = caller;
  const own = [...caller.permissions];
  const permissions = [...viewPermissions].filter((one) => one !== 'Users' && caller.permissions.has(one));
  // What was entered some seconds ago may be missing.
  return store.readOlder(outletId, async (db) => {
    const found: Ranked[] = await findRecords(db, { outletId, permissions, value, limit: searchLimit });
    if (caller.permissions.has('Billing History')) found.push(...(await findBills(db, caller, value)));
    if (caller.permissions.has('Shift History')) found.push(...(await findShifts(db, outletId, value)));
    if (caller.permissions.has('Users')) found.push(...(await findUsers(db, outletId, value)));
    return bestOf(
      found.filter(({ entityName }) => isShown(entityName, own)),
      searchLimit,
    );
  });
}
