/** Shared functions of requests, counts and purchase invoices: numbers by month, steps, and history. */

import { businessDate } from '@atoll/domain/date/business-day';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { sql } from 'kysely';
import type { StepNote } from '../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { StockActor } from './actor.ts';
import { instant } from './api-value.ts';
import { stockTerms } from './movement/terms.ts';

type Numbered = 'stock_request' | 'stock_count' | 'purchase_invoice';

/** Returns the next number of a month: `REQ-2603-0007`. */
export async function nextNumber(tx: OutletTx, table: Numbered, prefix: string): Promise<string> {
  const { timezone, businessDayCutoff } = await stockTerms(tx);
  const month = businessDate(tx.now, timezone, businessDayCutoff).slice(2, 7).replace('-', '');
  const start = `${prefix}-${month}-`;
  const last = await tx.db
    .selectFrom(table)
    .select('number')
    .where('outlet_id', '=', tx.head.outletId)
    .where('number', '>=', start)
    .where('number', '<', `${prefix}-${month}.`)
    .orderBy(sql`length(number)`, 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = last === undefined ? 0 : Number(last.number.slice(start.length));
  return `${start}${String(count + 1).padStart(4, '0')}`;
}

/** Returns the steps with one appended. */
export function withStep(
  steps: readonly StepNote[],
  tx: OutletTx,
  actor: StockActor,
  to: string,
  reason = '',
  key?: string,
): readonly StepNote[] {
  const step = { to, at: tx.now, by: actor.userId, byName: actor.name, reason: reason.trim() };
  return [...steps, key === undefined ? step : { ...step, key }];
}

/** Returns steps as the API sends them. */
export function presentSteps(
  steps: readonly StepNote[],
): { readonly to: string; readonly at: string; readonly byName: string; readonly reason: string }[] {
  return steps.map(({ to, at, byName, reason }) => ({ to, at: instant(at), byName, reason }));
}

/** Appends an action on a record to the outlet's history. */
export function appendHistory(
  tx: OutletTx,
  actor: StockActor,
  subject: string,
  record: { readonly key: string; readonly before?: unknown; readonly after?: unknown },
  action: HistoryAction,
): void {
  tx.history({
    subject,
    subjectKey: record.key,
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    before: record.before,
    after: record.after,
  });
}

/** Appends the removal of a record to the outlet's history. */
export function appendRemoval(tx: OutletTx, actor: StockActor, subject: string, key: string): void {
  appendHistory(tx, actor, subject, { key, before: { isActive: true }, after: { isActive: false } }, 'Deactivated');
}

/** Returns the columns that differ, before and after a change. Lists, which are stored as JSON text, are parsed. */
export function changedColumns(row: object, change: object): { readonly before: object; readonly after: object } {
  const was = row as Readonly<Record<string, unknown>>;
  const listed = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as unknown) : value;
  const after = Object.entries(change)
    .map(([name, value]) => [name, listed(value)] as const)
    .filter(([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value));
  return {
    before: Object.fromEntries(after.map(([name]) => [name, was[name]] as const)),
    after: Object.fromEntries(after),
  };
}
