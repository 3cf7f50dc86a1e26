/** SQL statements of kitchen tickets, compiled once. */
import { sql } from 'kysely';
import { inCreationOrder, isOpenRow } from '../../platform/store/open-bills.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { KitchenTicketTable } from '../../platform/store/schema/schema-delivery-kitchen.ts';

type Written = Omit<KitchenTicketTable, 'doc' | 'kind' | 'station' | 'state'> & {
  readonly doc: string;
  readonly kind: string;
  readonly station: string;
  readonly state: string;
};

export const insertTicket = prepared<Written>()((db, p) =>
  db
    .insertInto('kitchen_ticket')
    .values({
      outlet_id: p('outlet_id'),
      key: p('key'),
      bill_id: p('bill_id'),
      number: p('number'),
      business_date: p('business_date'),
      station: p('station') as 'KITCHEN',
      kind: p('kind') as 'New',
      state: p('state') as 'New',
      is_open: p('is_open'),
      created_at: p('created_at'),
      changed_at: p('changed_at'),
      doc: p('doc'),
    })
    .onConflict((conflict) => conflict.columns(['outlet_id', 'key']).doNothing()),
);

/** Selects the last number of each station of a business day; each inserted ticket is counted by a trigger. */
export const lastNumbers = prepared<{ outletId: number; businessDate: string }>()((db, p) =>
  db
    .selectFrom('ticket_number')
    .select(['station', 'number'])
    .where('outlet_id', '=', p('outletId'))
    .where('business_date', '=', p('businessDate')),
);

/** Selects the open tickets of a bill that were created after an instant (epoch ms). Few tickets are open, so they need no index by bill. */
export const openTicketsOfBill = prepared<{ outletId: number; billId: number; since: number }>()((db, p) =>
  db
    .selectFrom('kitchen_ticket')
    .select(['state', 'doc'])
    .where('outlet_id', '=', p('outletId'))
    .where(sql<boolean>`is_open`)
    .where('created_at', '>', p('since'))
    .where('bill_id', '=', p('billId')),
);

export const ticketByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  db
    .selectFrom('kitchen_ticket')
    .select(['state', 'doc'])
    .where('outlet_id', '=', p('outletId'))
    .where('key', '=', p('key')),
);

/** Updates a ticket of the same bill. */
export const updateTicket = prepared<{
  outlet_id: number;
  key: string;
  state: string;
  is_open: boolean;
  changed_at: number;
  doc: string;
}>()((db, p) =>
  db
    .updateTable('kitchen_ticket')
    .set({
      state: p('state') as 'New',
      is_open: p('is_open'),
      changed_at: p('changed_at'),
      doc: p('doc'),
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where('key', '=', p('key')),
);

/** Points a ticket to another bill: the index of bills is written only then. */
export const moveTicket = prepared<{ outletId: number; key: string; billId: number }>()((db, p) =>
  db
    .updateTable('kitchen_ticket')
    .set({ bill_id: p('billId') })
    .where('outlet_id', '=', p('outletId'))
    .where('key', '=', p('key')),
);

/** Selects when a kitchen screen was used. */
export const screenUse = prepared<{ outletId: number }>()((db, p) =>
  db.selectFrom('kitchen_screen').select(['shown_at', 'moved_at']).where('outlet_id', '=', p('outletId')),
);

/** Selects the open tickets that were created after an instant (epoch ms). */
export const openTickets = prepared<{ outletId: number; since: number }>()((db, p) =>
  db
    .selectFrom('kitchen_ticket')
    .select(['doc'])
    .where('outlet_id', '=', p('outletId'))
    .where(sql<boolean>`is_open`)
    .where('created_at', '>', p('since')),
);

/** Selects the open tickets that were created after an instant, and those served after another that a cook may recall (epoch ms). */
export const movableTickets = prepared<{ outletId: number; since: number; servedSince: number }>()((db, p) =>
  db
    .selectFrom('kitchen_ticket')
    .select(['doc'])
    .where('outlet_id', '=', p('outletId'))
    .where(sql<boolean>`is_open`)
    .where('created_at', '>', p('since'))
    .unionAll(
      db
        .selectFrom('kitchen_ticket')
        .select(['doc'])
        .where('outlet_id', '=', p('outletId'))
        .where(sql<boolean>`not is_open`)
        .where('state', '=', 'Served')
        .where('changed_at', '>', p('servedSince')),
    ),
);

/** Selects the items of a bill by its key. */
export const billItems = prepared<{ outletId: number; key: string }>()((db, p) =>
  db.selectFrom('bill').select(['doc']).where('outlet_id', '=', p('outletId')).where('key', '=', p('key')),
);

/** Selects the open bills with courses. */
export const openCourses = prepared<{ outletId: number }>()((db, p) =>
  db
    .selectFrom('bill')
    .select(['doc'])
    .where('outlet_id', '=', p('outletId'))
    .where(isOpenRow)
    .where(sql<string>`cast(doc as text)`, 'like', '%"courseNo":%')
    .orderBy(inCreationOrder),
);

interface ShownTickets {
  readonly outletId: number;
  readonly since: number;
  readonly closedSince: number;
  readonly changedSince: number;
}

/**
 * Selects tickets open since `since` and tickets closed after `closedSince`, if they or their bill changed at `changedSince` or later
 * (epoch ms).
 */
export const shownTickets = prepared<ShownTickets>()((db, p) => {
  const tickets = db
    .selectFrom('kitchen_ticket')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'kitchen_ticket.outlet_id').onRef('bill.id', '=', 'kitchen_ticket.bill_id'),
    )
    .select([
      'kitchen_ticket.doc',
      'bill.type',
      'bill.slot',
      'kitchen_ticket.created_at',
      sql<number | null>`coalesce(bill.waiter_id, bill.created_by)`.as('waiter_id'),
    ])
    .where('kitchen_ticket.outlet_id', '=', p('outletId'));
  return tickets
    .where(sql<boolean>`kitchen_ticket.is_open`)
    .where('kitchen_ticket.created_at', '>', p('since'))
    .where((where) =>
      where.or([
        where('kitchen_ticket.changed_at', '>=', p('changedSince')),
        where('bill.modified_at', '>=', p('changedSince')),
      ]),
    )
    .unionAll(
      tickets
        .where(sql<boolean>`not kitchen_ticket.is_open`)
        .where('kitchen_ticket.changed_at', '>', p('closedSince'))
        .where('kitchen_ticket.changed_at', '>=', p('changedSince')),
    );
});
