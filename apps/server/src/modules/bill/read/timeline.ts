/** The timeline of a bill: its history events with names. Source: docs/rules.md#history. */

import { isOfflineApproval } from '@atoll/domain/access/offline-approval';
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { refundableLines, refundBill } from '@atoll/domain/bill/split/refund';
import type { BillEvent, billTimeline as timelineContract } from '@atoll/domain/contract/bill/bill';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { Kysely } from 'kysely';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { walletsOfRefund } from '../../wallet/service.ts';
import { instant } from '../input/device-time.ts';
import { findBill } from './find.ts';
import { historyOfBill } from './history.ts';
import { doneOf, refundableOf } from './refunded.ts';
import { type BillViewer, requireView } from './viewed.ts';

export type Timeline = AnswerOf<typeof timelineContract>;

/** Returns the events of a bill in order, its refunds, and what can still be refunded. Refused: 'notFound', 'servedByOther'. */
export async function billTimeline(
  store: Store,
  caller: BillViewer & { readonly outletId: number },
  ref: string,
): Promise<Timeline> {
  const { outletId } = caller;
  const bill = await findBill(store, outletId, ref);
  requireView(caller, bill);
  const { rows, refunds, done, byMethod, toWallets, approvers } = await store.readOutlet(outletId, async (db) => ({
    ...(await historyOfBill(db, outletId, bill)),
    refunds: await refundsOf(db, outletId, bill),
    done: await doneOf(db, outletId, bill),
    byMethod: await refundableOf(db, outletId, bill),
    toWallets: await walletsOfRefund(db, outletId, bill, toPay(bill)),
  }));
  const shown = [...rows.flatMap((row) => [row.user_id, senderOf(row.data)]), ...approvers.values()];
  const names = await store.readOrg((db) => peopleNames(db, shown));
  const events = rows.map((row): BillEvent => {
    const data = JSON.parse(String(row.data)) as { before?: unknown; after?: unknown; isRevoked?: true };
    const approver = row.approval_key === null ? undefined : approvers.get(row.approval_key);
    return {
      seq: row.seq,
      at: instant(row.at),
      action: row.action,
      userName: names.get(row.user_id ?? 0) ?? '',
      ...sentIn(row.data, names),
      isRevoked: data.isRevoked ?? false,
      deviceId: row.device_id,
      approverName: approver === undefined ? null : (names.get(approver) ?? ''),
      ...(isOfflineApproval(row.approval_key ?? '') && { isOfflineApproval: true }),
      before: data.before ?? null,
      after: data.after ?? null,
    };
  });
  const isPaid = bill.status === 'Complete' && bill.refundOfId === null;
  const left = isPaid ? refundableLines(bill, done) : [];
  const all = refundBill(bill, null, done, {
    key: '',
    now: instant(0),
    user: { id: 0, name: '' },
    newKey: (key) => key,
  });
  return {
    events,
    refunds,
    left: left.map(({ item, left: qty }) => ({ key: item.key, qty })),
    byMethod: [...(isPaid ? byMethod : [])],
    ...(toWallets.length > 0 && {
      toWallets: toWallets.reduce((sum, { amount }) => sum + amount, 0),
      wallets: toWallets.flatMap(({ walletId, amount }) => namedWallet(bill, walletId, amount)),
    }),
    owed: all.ok ? Math.abs(all.value.bill.total + all.value.bill.roundingAmount) : 0,
  };
}

/** Returns what goes back to a wallet, with the letters and the method by which it paid. */
const namedWallet = ({ payments }: Bill, walletId: number, amount: number) =>
  payments
    .filter(({ wallet }) => wallet?.id === walletId)
    .slice(0, 1)
    .map(({ wallet, method }) => ({ last4: wallet?.last4 ?? '', method, amount }));

const senderOf = (data: unknown): number | null => (JSON.parse(String(data)) as { sentBy?: number }).sentBy ?? null;

/** Returns the name of who sent an event in the name of its author. */
function sentIn(data: unknown, names: ReadonlyMap<number, string>): Pick<BillEvent, 'sentBy'> {
  const sender = senderOf(data);
  return sender === null ? {} : { sentBy: names.get(sender) ?? '' };
}

async function refundsOf(db: Kysely<Database>, outletId: number, bill: Bill): Promise<Timeline['refunds']> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'refund.outlet_id').onRef('bill.id', '=', 'refund.refund_id'),
    )
    .select(['bill.id', 'bill.invoice_number', 'bill.total', 'bill.created_at', 'refund.reason'])
    .where('refund.outlet_id', '=', outletId)
    .where('refund.bill_id', '=', bill.id ?? 0)
    .orderBy('refund.refund_id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    invoiceNumber: row.invoice_number,
    total: row.total,
    at: instant(row.created_at),
    reason: row.reason,
  }));
}
