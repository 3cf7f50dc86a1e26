/** Lists of deliveries for the board and the history. Source: R2.15, R9. */
import { boardColumns, endedStatuses } from '@atoll/domain/delivery/states';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { containsPattern, refuseLongSort } from '../../platform/http/list.ts';
import {
  billCustomerName,
  billDelivery,
  billTotal,
  closedOrOpen,
  isOfCustomer,
} from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { type BillViewer, viewable, withLaterFacts } from '../bill/service.ts';

/** Columns by which the list may be sorted, under their API names. */
export const deliverySorts = {
  id: 'id',
  number: 'number',
  createdAt: 'created_at',
  total: billTotal,
  type: 'type',
  deliveryStatus: billDelivery,
  name: sql<string>`lower(coalesce(nullif(doc -> 'delivery' ->> 'name', ''), ${billCustomerName}, ''))`,
  address: sql<string>`lower(coalesce(doc -> 'delivery' ->> 'address', ''))`,
  rider: sql<string>`lower(coalesce(doc -> 'delivery' ->> 'riderName', ''))`,
} as const;

export interface DeliveryRequest {
  readonly type: string | undefined;
  /** A delivery status, 'Active' or 'Ended'. */
  readonly status: string | undefined;
  readonly customerId: number | undefined;
  readonly shiftId: number | undefined;
  readonly riderId: number | undefined;
  readonly search: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly sort: keyof typeof deliverySorts;
  readonly direction: 'asc' | 'desc';
  /** Epoch ms. */
  readonly now: number;
}

const active = [...new Set(Object.values(boardColumns).flat())];

/** Returns a page of the bills that the caller may see (as JSON texts) and the number of all matches. */
export function listDeliveries(
  store: Store,
  caller: BillViewer & { readonly outletId: number },
  request: DeliveryRequest,
): Promise<{ bills: readonly string[]; count: number }> {
  const { outletId } = caller;
  return store.readForLists(outletId, async (db) => {
    const found = matching(db, outletId, request).where(viewable(caller));
    if (request.sort !== 'id') {
      const some = (limit: number) => found.select('id').limit(limit).execute();
      await refuseLongSort(async (limit) => (await some(limit)).length);
    }
    const rows = await found
      .select(['id', sql<string>`cast(doc as text)`.as('text')])
      .orderBy(deliverySorts[request.sort], request.direction)
      .$if(request.sort !== 'id', (query) => query.orderBy('id', request.direction))
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return { bills: await withLaterFacts(db, outletId, rows), count: Number(count) };
  });
}

/** Paid orders that were not ended within this time count as history. */
const maxUnendedMs = 18 * 3_600_000;

const oneOf = (statuses: readonly string[]): RawBuilder<unknown> => sql.join(statuses);

/** Returns the condition on orders: those of a status, 'Active' or 'Ended', all when it is undefined. */
function ofStatus(outletId: number, status: string | undefined, now: number): RawBuilder<boolean> {
  const fresh = sql`created_at > ${now - maxUnendedMs}`;
  if (status === undefined)
    return closedOrOpen(outletId, { closed: sql`delivery_status is not null`, open: sql`${billDelivery} is not null` });
  // A finished order stays until its bill is paid.
  if (status === 'Active')
    return closedOrOpen(outletId, {
      closed: sql`delivery_status in (${oneOf(active)}) and ${fresh}`,
      open: sql`${billDelivery} in (${oneOf([...active, ...endedStatuses])})`,
    });
  if (status === 'Ended')
    return closedOrOpen(outletId, {
      closed: sql`delivery_status is not null and (delivery_status in (${oneOf(endedStatuses)}) or not ${fresh})`,
      open: sql`${billDelivery} in (${oneOf(endedStatuses)})`,
    });
  return closedOrOpen(outletId, {
    closed: sql`delivery_status = ${status}`,
    open: sql`${billDelivery} = ${status}`,
  });
}

function matching(db: Kysely<Database>, outletId: number, request: DeliveryRequest) {
  const { type, status, customerId, shiftId, riderId, search, from, to } = request;
  let query = db
    .selectFrom('bill')
    .where('outlet_id', '=', outletId)
    .where(ofStatus(outletId, status, request.now));
  if (type !== undefined) query = query.where('type', '=', type as 'Delivery');
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  if (customerId !== undefined) query = query.where(isOfCustomer(outletId, customerId));
  if (shiftId !== undefined) query = query.where('shift_id', '=', shiftId);
  if (riderId !== undefined) query = query.where(sql<boolean>`cast(doc as text) like ${`%"riderId":${riderId},%`}`);
  if (search === '') return query;
  const words = containsPattern(search.toLowerCase());
  return query.where((eb) =>
    eb.or([
      ...(/^\d{1,15}$/.test(search) ? [eb('number', '=', Number(search))] : []),
      sql<boolean>`lower(${billCustomerName}) like ${words} escape '\\'`,
      sql<boolean>`lower(cast(doc as text)) like ${`%"delivery":{"name":"${words.slice(1)}`} escape '\\'`,
    ]),
  );
}
