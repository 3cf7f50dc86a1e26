/** The list of a person's outlets. */
import type { OwnOutlet } from '@atoll/domain/contract/outlet/outlet';
import type { ListQueryText } from '@atoll/domain/grid/query';
import { containsPattern, type Page, pageAnswer, readList } from '../../platform/http/list.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentOwnOutlet } from './present.ts';

/** Returns the outlets of a user by the grid's query, including inactive ones. */
export function listOutlets(
  store: Store,
  userId: number,
  query: ListQueryText,
): Promise<Page<OwnOutlet> | OwnOutlet[]> {
  const request = readList(query, ['name']);
  return store.readOrg(async (db) => {
    const own = db
      .selectFrom('outlet')
      .innerJoin('user_outlet', 'user_outlet.outlet_id', 'outlet.id')
      .where('user_outlet.user_id', '=', userId)
      .$if(request.search !== '', (found) =>
        found.where((eb) =>
          eb(eb.fn<string>('lower', ['outlet.name']), 'like', containsPattern(request.search.toLowerCase())),
        ),
      );
    const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await own
      .selectAll('outlet')
      .orderBy(request.sort === 'name' ? 'outlet.name' : 'outlet.id', request.direction)
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    return pageAnswer(request, rows.map(presentOwnOutlet), Number(count));
  });
}
