/** The outlet's locked row: counters, head of the history chain and head of the change log. */
import { prepared } from '../prepared.ts';
import type { OutletHead } from '../store.ts';

type Columns = {
  outlet_id: number;
  seq: number;
  bill_number: number;
  shift_number: number;
  z_number: number;
  invoices: Record<string, number>;
  item_id: number;
  history_seq: number;
  history_hash: string;
  shift_id: number | null;
  terms_version: number;
  last_at: number | null;
  practice_of: number | null;
};

/** Locks (PostgreSQL) and reads the outlet's row, with the time of its last history entry. */
export const lockHead = prepared<{ outletId: number }>()((db, p, engine) => {
  const query = db
    .selectFrom('outlet_cursor')
    .selectAll()
    .select((eb) => {
      const entries = eb.selectFrom('history').select('at').where('history.outlet_id', '=', p('outletId'));
      // After a wait for the lock, PostgreSQL sees the row as it is now, but the history as it was before.
      const last =
        engine === 'postgres'
          ? entries.orderBy('seq', 'desc').limit(1)
          : entries.whereRef('history.seq', '=', 'outlet_cursor.history_seq');
      return last.as('last_at');
    })
    .select((eb) =>
      eb.selectFrom('outlet').select('practice_of').where('outlet.id', '=', p('outletId')).as('practice_of'),
    )
    .where('outlet_id', '=', p('outletId'));
  return engine === 'postgres' ? query.forUpdate() : query;
});

/** Creates the row of a new outlet. */
export const createHead = prepared<{ outletId: number }>()((db, p) =>
  db
    .insertInto('outlet_cursor')
    .values({
      outlet_id: p('outletId'),
      seq: 0,
      bill_number: 0,
      shift_number: 0,
      z_number: 0,
      invoices: '{}',
      item_id: 0,
      history_seq: 0,
      history_hash: '',
      shift_id: null,
      terms_version: 0,
    })
    .onConflict((conflict) => conflict.column('outlet_id').doNothing()),
);

/** Writes the row at the end of a group. */
export const saveHead = prepared<Omit<OutletHead, 'invoices' | 'lastAt' | 'isPractice'> & { invoices: string }>()(
  (db, p) =>
    db
      .updateTable('outlet_cursor')
      .set({
        seq: p('seq'),
        bill_number: p('billNumber'),
        shift_number: p('shiftNumber'),
        z_number: p('zNumber'),
        invoices: p('invoices'),
        item_id: p('itemId'),
        history_seq: p('historySeq'),
        history_hash: p('historyHash'),
        shift_id: p('shiftId'),
        terms_version: p('termsVersion'),
      })
      .where('outlet_id', '=', p('outletId')),
);

/** Rows of the change log that are looked at in one step: twice as many as are written between two steps of a busy outlet. */
const changesAtOnce = 2048;

/** Deletes the oldest rows of the change log, as far as they are old; a device that was offline for longer loads everything again. */
export const expireChanges = prepared<{ outletId: number; before: number }>()((db, p) =>
  db
    .deleteFrom('change_log')
    .where('outlet_id', '=', p('outletId'))
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change_log')
        .select('seq')
        .where('outlet_id', '=', p('outletId'))
        .orderBy('seq')
        .limit(changesAtOnce),
    )
    .where('at', '<', p('before')),
);

export const changeRetentionMs = 48 * 3600 * 1000;

/** Returns the row as the commands of a group see it. */
export function toHead(row: Columns): OutletHead {
  return {
    outletId: row.outlet_id,
    isPractice: (row.practice_of ?? 0) > 0,
    seq: row.seq,
    billNumber: row.bill_number,
    shiftNumber: row.shift_number,
    zNumber: row.z_number,
    invoices: { ...row.invoices },
    itemId: row.item_id,
    historySeq: row.history_seq,
    historyHash: row.history_hash,
    shiftId: row.shift_id,
    termsVersion: row.terms_version,
    lastAt: row.last_at ?? 0,
  };
}

/** Returns a copy to restore when a command fails. */
export function copyHead(head: OutletHead): OutletHead {
  return { ...head, invoices: { ...head.invoices } };
}

/** Writes a copy's values into the head that the group shares. */
export function restoreHead(head: OutletHead, copy: OutletHead): void {
  Object.assign(head, copy, { invoices: { ...copy.invoices } });
}
