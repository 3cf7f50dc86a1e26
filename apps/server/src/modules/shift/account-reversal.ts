/** Reversals of payments received on house accounts. Source: docs/rules.md#account-entries, docs/rules.md#cash-events. */
import { isReversal } from '@atoll/domain/account/reversal';
import type { AccountEntry, accountReverse } from '@atoll/domain/contract/people/account';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import {
  findEntry,
  findHouseAccount,
  knownEntry,
  moveAccount,
  type NewEntry,
  reversalKey,
} from '../account/service.ts';
import { allow, type BillActor } from '../bill/service.ts';
import { moveCash } from './cash.ts';

type ReverseInput = BodyOf<typeof accountReverse>;

/**
 * Writes the reversal of a payment, once for each payment, and returns it: the amount is owed again, and cash leaves the drawer of the
 * open shift. Refused: 'notFound' (a reversal too), 'invalid' (a closed account), 'noShiftActive' for cash, 'forbidden', 'approvalNeeded',
 * 'approvalInvalid'.
 */
export function reverseOnAccount(store: Store, actor: BillActor, body: ReverseInput): Promise<AccountEntry> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const payment = await findEntry(tx, body.paymentKey.toLowerCase());
    if (payment?.type !== 'Payment' || payment.accountId !== body.id || isReversal(payment)) throw refused('notFound');
    const amount = -payment.amount;
    const entry: NewEntry = {
      key: reversalKey(payment.key),
      accountId: body.id,
      type: 'Payment',
      amount,
      at: tx.now,
      businessDate: await todayOf(tx.db, actor.outletId, tx.now),
      shiftId: tx.head.shiftId,
      method: payment.method,
      reference: payment.reference,
      note: body.reason,
      author: actor,
    };
    const known = await knownEntry(tx, entry);
    if (known) return known;
    const account = await findHouseAccount(tx, body.id);
    if (account.status === 'Closed') throw invalid({ status: `${account.name} is closed` });
    if (payment.method === 'Cash' && entry.shiftId === null) throw refused('noShiftActive');
    const subjectKey = `account ${payment.key}`;
    const approval = await allow(tx, actor, [{ permission: 'payment.correct', subjectKey, amount }]);
    if (payment.method === 'Cash') await giveCash(tx, actor, entry, account.name, approval);
    return moveAccount(tx, entry, approval);
  });
}

/** Records the cash that leaves the drawer, under the key of the reversal. */
async function giveCash(
  tx: OutletTx,
  actor: BillActor,
  { key, amount, shiftId }: NewEntry,
  name: string,
  approval: string | null,
): Promise<void> {
  const cash = { key, shiftId: shiftId ?? 0, kind: 'Out' as const, amount, payee: name.slice(0, 80) };
  await moveCash(tx, actor, { ...cash, reason: `House account ${name}`, type: 'AccountPayment' }, approval);
}
