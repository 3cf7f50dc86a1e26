/** History of stock records. */

import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { OutletTx } from '../../platform/store/store.ts';
import type { StockActor } from './actor.ts';

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
