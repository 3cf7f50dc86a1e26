/** Reads many bills of an outlet without holding all of them. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';

const pageSize = 500;

type Named = Pick<Selectable<Database['bill']>, 'id' | 'status' | 'is_open' | 'doc'>;

/** Reads the bills of a business day or of a shift, in the order of their ids. */
export async function* billPages(
  db: Kysely<Database>,
  outletId: number,
  [column, value]: readonly ['business_date', string] | readonly ['shift_id', number],
): AsyncGenerator<Named> {
  for (let last = 0; ; ) {
    const page = await db
      .selectFrom('bill')
      .select(['id', 'status', 'is_open', 'doc'])
      .where('outlet_id', '=', outletId)
      .where(column, '=', value)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
