/** What the history says of orders. */
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { OutletTx } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';

/** Writes what happened to an order, with the values of the rows that were written, to the history. */
export function noteOrder(
  tx: OutletTx,
  { userId, deviceId }: BillActor,
  key: string,
  action: HistoryAction,
  what: { readonly after: object; readonly written: Readonly<Record<string, object>>; readonly approvalKey?: string },
): void {
  tx.history({ subject: 'Advance order', subjectKey: key, action, userId, deviceId, ...what });
}
