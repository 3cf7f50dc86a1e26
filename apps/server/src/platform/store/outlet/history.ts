/** The outlet's history: appended rows, each with a hash over the one before. Source: docs/rules.md#history, docs/rules.md#history-chain. */
import { hash } from 'node:crypto';
import { prepared } from '../prepared.ts';
import type { HistoryTable } from '../schema/schema.ts';
import type { HistoryNote, OutletHead, Store } from '../store.ts';

/** Appends a row. */
export const insertHistory = prepared<HistoryTable>()((db, p) =>
  db.insertInto('history').values({
    outlet_id: p('outlet_id'),
    seq: p('seq'),
    at: p('at'),
    subject: p('subject'),
    subject_key: p('subject_key'),
    action: p('action'),
    user_id: p('user_id'),
    device_id: p('device_id'),
    approval_key: p('approval_key'),
    data: p('data'),
    hash: p('hash'),
  }),
);

/** Returns the next row of the chain and moves the head to it. */
export function nextHistoryRow(head: OutletHead, note: HistoryNote, at: number): HistoryTable {
  const row = {
    outlet_id: head.outletId,
    seq: head.historySeq + 1,
    at,
    subject: note.subject,
    subject_key: note.subjectKey,
    action: note.action,
    user_id: note.userId,
    device_id: note.deviceId,
    approval_key: note.approvalKey ?? null,
    data: dataOf(note),
  };
  head.historySeq = row.seq;
  head.historyHash = rowHash(head.historyHash, row);
  head.lastAt = at;
  return { ...row, hash: head.historyHash };
}

const dataOf = ({ before, after, sentBy, isRevoked, written }: HistoryNote): string =>
  JSON.stringify({ before, after, sentBy, isRevoked, written });

/** Returns the hash of a row: it covers the hash of the row before it and all values of the row. */
export function rowHash(before: string, row: Omit<HistoryTable, 'hash'>): string {
  const { outlet_id, seq, at, subject, subject_key, action, user_id, device_id, approval_key, data } = row;
  return hash(
    'sha256',
    JSON.stringify([before, outlet_id, seq, at, subject, subject_key, action, user_id, device_id, approval_key, data]),
  );
}

/** Rows that are verified at once: other calls run between two pages. */
const rowsAtOnce = 250;

/** Returns the row of a chain before its last rows; that before the first one when there are no more. */
async function rowBefore(store: Pick<Store, 'readOutlet'>, outletId: number, last: number) {
  const found = Number.isFinite(last)
    ? await store.readOutlet(outletId, (db) =>
        db
          .selectFrom('history')
          .select(['seq', 'hash'])
          .where('outlet_id', '=', outletId)
          .orderBy('seq', 'desc')
          .offset(last)
          .limit(1)
          .executeTakeFirst(),
      )
    : undefined;
  return found ?? { seq: 0, hash: '' };
}

/**
 * Checks an outlet's chain from its first row, or at its end only, its `last` rows. Returns the number of rows, or the first row whose hash, number or end
 * does not agree.
 */
export async function verifyHistory(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  last = Number.POSITIVE_INFINITY,
): Promise<{ ok: true; rows: number } | { ok: false; seq: number }> {
  let { seq, hash: before } = await rowBefore(store, outletId, last);
  for (;;) {
    const { page, head } = await store.readOutlet(outletId, async (db) => ({
      page: await db
        .selectFrom('history')
        .selectAll()
        .where('outlet_id', '=', outletId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(rowsAtOnce)
        .execute(),
      head: await db
        .selectFrom('outlet_cursor')
        .select(['history_seq', 'history_hash'])
        .where('outlet_id', '=', outletId)
        .executeTakeFirst(),
    }));
    for (const { hash: stored, ...row } of page) {
      if (row.seq !== seq + 1 || stored !== rowHash(before, row)) return { ok: false, seq: seq + 1 };
      seq = row.seq;
      before = stored;
    }
    if (page.length === rowsAtOnce) continue;
    const ends = seq === (head?.history_seq ?? 0) && before === (head?.history_hash ?? '');
    return ends ? { ok: true, rows: seq } : { ok: false, seq: seq + 1 };
  }
}
