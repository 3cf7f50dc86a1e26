/** Lists the outlet's history, filtered by days, person, record, action, device and approver. Source: docs/rules.md#audit. */

import type { AuditEntry, listAudit as listContract } from '@atoll/domain/contract/outlet/audit';
import type { AnswerOf, QueryOf } from '@atoll/domain/contract/platform/endpoint';
import { settingDefinitions } from '@atoll/domain/outlet/settings';
import { type HistoryEntry, referenceKey, referencesIn } from '@atoll/domain/resources/history-lines';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { countedUpTo, type ListRequest, pageAnswer, readList, refuseLongSort } from '../../platform/http/list.ts';
import { peopleNames } from '../../platform/store/outlet/people.ts';
import type { Database, HistoryTable } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { keysNamed, recordNames, referredNames } from './names.ts';

type AuditQuery = QueryOf<typeof listContract>;

/** What the history can be sorted by besides its time, which alone has an index. */
const sorts = {
  at: sql`at`,
  person: sql`coalesce((select name from app_user where app_user.id = user_id), '')`,
  subject: sql`subject`,
  action: sql`action`,
  approvedBy: sql`coalesce((select name from approval join app_user on app_user.id = approver_id
    where approval.outlet_id = history.outlet_id and approval.key = approval_key), '')`,
  device: sql`coalesce(device_id, '')`,
  key: sql`subject_key`,
} as const;

/** The most bills that a search text may match: bill numbers start again each year. */
const maxBills = 50;

/** Returns a page of the history, or its latest rows without a page. Refused: 'pageSizeUnknown', 'malformed', 'reportTooLong'. */
export async function listAudit(
  store: Store,
  caller: Pick<Actor, 'outletId' | 'permissions'>,
  query: AuditQuery,
): Promise<AnswerOf<typeof listContract>> {
  const { outletId } = caller;
  const request = readList(query, Object.keys(sorts) as (keyof typeof sorts)[]);
  const { rows, count, names, records, referred } = await store.readForReports(outletId, async (db) => {
    const keys = request.search === '' ? null : await keysOf(db, outletId, request.search);
    const matching = matchingRows(db, outletId, { ...request, query, keys }).where(readable(caller));
    const found = await pageOfHistory(db, outletId, matching, request);
    const some = matching.select('seq').limit(countedUpTo + 1);
    const counted = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const states = found.map(stateOf);
    return {
      rows: found,
      count: Number(counted.count),
      names: await namesIn(db, outletId, found),
      records: await recordNames(db, outletId, states),
      referred: await referredNames(db, outletId, states),
    };
  });
  const entries = rows.map((row): AuditEntry => {
    const { sentBy, isRevoked = false } = JSON.parse(String(row.data)) as Record<string, unknown>;
    const state = stateOf(row);
    const mine = referencesIn(state).map(({ table, ref }) => referenceKey(table, ref));
    return {
      id: row.seq,
      at: new Date(row.at).toISOString(),
      person: names.people.get(row.user_id ?? 0) ?? '',
      sentBy: names.people.get(Number(sentBy ?? 0)) ?? '',
      isRevoked: isRevoked === true,
      subject: row.subject,
      key: row.subject_key,
      record: records.get(row.subject_key) ?? '',
      action: row.action,
      device: names.devices.get(row.device_id ?? '') || (row.device_id ?? ''),
      approvedBy: names.approvers.get(row.approval_key ?? '') ?? '',
      before: state.before,
      after: state.after,
      names: Object.fromEntries(mine.flatMap((name) => (referred[name] ? [[name, referred[name]]] : []))),
    };
  });
  const page = pageAnswer(request, entries, count);
  return Array.isArray(page) ? page : Object.assign(page, { isCountExact: count <= countedUpTo });
}

type Matching = ReturnType<typeof matchingRows>;
type Sorting = ListRequest<keyof typeof sorts | 'id'>;

/** Returns the rows of a page in their order. The index alone finds the latest ones; only the rows of the page are fetched. */
async function pageOfHistory(db: Kysely<Database>, outletId: number, matching: Matching, request: Sorting) {
  const { sort, direction, limit, offset } = request;
  const other = sort === 'id' || sort === 'at' ? undefined : sorts[sort];
  if (other) {
    const some = (upTo: number) => matching.select('seq').limit(upTo).execute();
    await refuseLongSort(async (upTo) => (await some(upTo)).length);
  }
  const shown = await matching
    .select('seq')
    .$if(other !== undefined, (rows) => rows.orderBy(other ?? sql`at`, direction))
    .orderBy('at', direction)
    .orderBy('seq', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  if (shown.length === 0) return [];
  const places = new Map(shown.map(({ seq }, place) => [seq, place]));
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('seq', 'in', [...places.keys()])
    .execute();
  return rows.toSorted((one, two) => (places.get(one.seq) ?? 0) - (places.get(two.seq) ?? 0));
}

/** Returns the record of a row with its states before and after. */
export function stateOf(row: Pick<HistoryTable, 'subject' | 'subject_key' | 'data'>): HistoryEntry {
  const { before = null, after = null } = JSON.parse(String(row.data)) as Record<string, unknown>;
  return { subject: row.subject, key: row.subject_key, before, after };
}

/** Returns the keys of settings that begin with a text, as the log names them: 'Negative stock' for NegativeStock. */
function settingsNamed(text: string): string[] {
  const plain = text.replace(/\s/g, '').toLowerCase();
  return Object.keys(settingDefinitions).filter((key) => key.toLowerCase().startsWith(plain));
}

/**
 * Returns the keys that a search text may mean: the text itself, the keys of bills with that number or invoice number, and those of records whose
 * name begins with it.
 */
async function keysOf(db: Kysely<Database>, outletId: number, text: string): Promise<string[]> {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  const bills = await db
    .selectFrom('bill')
    .select('key')
    .where('outlet_id', '=', outletId)
    .where((eb) => eb.or([eb('number', '=', number), eb('invoice_number', '=', text.toUpperCase())]))
    .limit(maxBills)
    .execute();
  const named = /\p{L}{2}/u.test(text) ? [...settingsNamed(text), ...(await keysNamed(db, outletId, text))] : [];
  return [...new Set([text, text.toLowerCase(), ...bills.map(({ key }) => key), ...named])];
}

interface Filters {
  readonly query: AuditQuery;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly keys: readonly string[] | null;
}

function matchingRows(db: Kysely<Database>, outletId: number, { query, keys, from, to }: Filters) {
  let rows = db.selectFrom('history').where('outlet_id', '=', outletId);
  // The history of one record is searched without a start.
  if (keys !== null) rows = rows.where('subject_key', 'in', keys);
  else if (from !== undefined) rows = rows.where('at', '>=', from);
  if (to !== undefined) rows = rows.where('at', '<=', to);
  if (query.userId) rows = rows.where('user_id', '=', numberIn(query.userId));
  if (query.subject) rows = rows.where('subject', '=', query.subject);
  if (query.action) rows = rows.where('action', '=', query.action);
  if (query.deviceId) rows = rows.where('device_id', '=', query.deviceId);
  if (query.approverId === 'any') rows = rows.where('approval_key', 'is not', null);
  else if (query.approverId)
    rows = rows.where('approval_key', 'in', (eb) =>
      eb
        .selectFrom('approval')
        .select('key')
        .where('outlet_id', '=', outletId)
        .where('approver_id', '=', numberIn(query.approverId)),
    );
  return rows;
}

/** Returns the condition on entries that the caller may read: those about bills need 'bill.viewOthers' (docs/rules.md#waiter). */
const readable = ({ permissions }: Pick<Actor, 'permissions'>): RawBuilder<boolean> =>
  permissions.has('bill.viewOthers') ? sql`1 = 1` : sql`subject not in ('Bill', 'Ticket', 'Approval')`;

/** A user's id from the query; 0 is nobody. */
const numberIn = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

interface ReferencingRow {
  readonly approval_key: string | null;
  readonly device_id: string | null;
}

async function namesIn(db: Kysely<Database>, outletId: number, rows: readonly ReferencingRow[]) {
  const names = await peopleNames(db);
  const keys = [...new Set(rows.flatMap((row) => row.approval_key ?? []))];
  const approvals = keys.length
    ? await db
        .selectFrom('approval')
        .select(['key', 'approver_id'])
        .where('outlet_id', '=', outletId)
        .where('key', 'in', keys)
        .execute()
    : [];
  const ids = [...new Set(rows.flatMap((row) => row.device_id ?? []))];
  const devices = ids.length
    ? await db
        .selectFrom('session')
        .select(['device_id', sql<string>`max(device_name)`.as('name')])
        .where('device_id', 'in', ids)
        .groupBy('device_id')
        .execute()
    : [];
  return {
    people: names,
    approvers: new Map(approvals.map((one) => [one.key, names.get(one.approver_id) ?? ''])),
    devices: new Map(devices.map((one) => [one.device_id, one.name])),
  };
}
