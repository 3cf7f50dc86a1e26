/** Payments on a house account: charged to the account of the bill's customer within its limit, above it with permission. Source: docs/rules.md#house-accounts, docs/rules.md#payments. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { ExchangedPayments } from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { type AccountMove, chargeAccount, refundAccount } from '../../account/service.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { customerAccount } from '../read/queries.ts';

const isOnAccount = (payment: Payment): boolean => payment.method === 'HouseAccount';

/** Charges the house account payments of a bill; reads before anything is written. Returns the approval for exceeding the limit. */
export async function chargeBill(tx: OutletTx, actor: BillActor, bill: Bill, at: number): Promise<string | null> {
  const payments = bill.payments.filter(isOnAccount);
  if (payments.length === 0) return null;
  const accountId = await accountOf(tx, bill);
  let approval: string | null = null;
  for (const payment of payments) {
    const move = moveOf(actor, bill, payment, { accountId, at });
    try {
      await chargeAccount(tx, move);
    } catch (error) {
      // Over the limit: continues with the permission or an approval.
      const isOver = error instanceof Refused && error.refusal.errors?.['accountId'] !== undefined;
      if (!isOver) throw error;
      approval = await allowOver(tx, actor, bill, payment, error.refusal.details);
      await chargeAccount(tx, move, true);
    }
  }
  return approval;
}

/** Returns the approval for exceeding the limit; a refusal says by how much (R35.20). */
async function allowOver(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { amount }: Payment,
  details: Refusal['details'],
): Promise<string | null> {
  try {
    return await allow(tx, actor, [{ permission: 'payment.credit', subjectKey: bill.key, amount }]);
  } catch (error) {
    if (error instanceof Refused && details) throw new Refused({ ...error.refusal, details });
    throw error;
  }
}

/** Refunds payments to the account. `refund` is the bill of negative amounts. */
export async function refundOnAccount(tx: OutletTx, actor: BillActor, refund: Bill, at: number): Promise<void> {
  const payments = refund.payments.filter(isOnAccount);
  if (payments.length === 0) return;
  const accountId = await accountOf(tx, refund);
  for (const payment of payments) await refundAccount(tx, moveOf(actor, refund, payment, { accountId, at }));
}

interface AccountExchange extends ExchangedPayments {
  /** The payment that is replaced. */
  readonly of: Payment;
  readonly at: number;
  readonly date: string;
  readonly reason: string;
}

/**
 * Books an exchange of payments on the house account that was or will be charged. Refused: 'invalid' without an active account, and over the credit
 * limit, which nobody can approve here. Reads before anything is written.
 */
export async function exchangeOnAccount(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { of, reversed, captured, at, date, reason }: AccountExchange,
): Promise<void> {
  const today = { ...bill, businessDate: date, shiftId: tx.head.shiftId };
  if (isOnAccount(of)) {
    const charge = await chargedEntry(tx, of.key);
    if (charge !== undefined)
      await refundAccount(tx, {
        ...moveOf(actor, today, reversed, { accountId: charge.account_id, at }),
        note: reason,
      });
  }
  if (isOnAccount(captured)) {
    const accountId = await accountOf(tx, bill);
    await chargeAccount(tx, { ...moveOf(actor, today, captured, { accountId, at }), note: reason });
  }
}

/** Returns the entry that charged a payment. */
const chargedEntry = (tx: OutletTx, key: string) =>
  tx.db
    .selectFrom('account_entry')
    .select('account_id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();

async function accountOf(tx: OutletTx, { customerId }: Bill): Promise<number> {
  const [row] =
    customerId > 0 ? await tx.load(customerAccount, { outletId: tx.head.outletId, id: customerId }) : [undefined];
  if (!row?.account_id) {
    const message = 'Choose a customer who has a house account';
    throw refused('invalid', { details: message, errors: { customerId: message } });
  }
  return row.account_id;
}

function moveOf(
  actor: BillActor,
  bill: Bill,
  payment: Payment,
  { accountId, at }: { readonly accountId: number; readonly at: number },
): AccountMove {
  return {
    key: payment.key,
    accountId,
    amount: Math.abs(payment.amount),
    at,
    businessDate: bill.businessDate ?? '',
    billId: bill.id,
    shiftId: bill.shiftId,
    method: payment.method,
    reference: bill.invoiceNumber ?? '',
    author: { userId: actor.userId, name: actor.name, deviceId: actor.deviceId, sentBy: actor.sentBy },
  };
}
