/** Entries of house accounts without a bill; cash goes into the drawer of the open shift. Source: docs/rules.md#account-entries, docs/rules.md#cash-events. */
import type { AccountEntry, accountPay } from '@atoll/domain/contract/people/account';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import { findHouseAccount, knownEntry, moveAccount, type NewEntry } from '../account/service.ts';
import type { BillActor } from '../bill/service.ts';
import { moveCash } from './cash.ts';

type PayInput = BodyOf<typeof accountPay>;

/** The sign by which each type changes the debt; the amount of an adjustment has its own sign. */
const signs = { Payment: -1, WriteOff: -1, OpeningBalance: 1, Adjustment: 1 } as const;

function refuseWrong({ type, amount, method, note }: PayInput): void {
  if (amount === 0 || (amount < 0 && type !== 'Adjustment')) throw invalid({ amount: 'Amount must be at least 0.01' });
  if (type === 'Payment' && !method) throw invalid({ method: 'Method is required' });
  if (type !== 'Payment' && !note) throw invalid({ note: 'Note is required' });
}

/** Records a cash payment in the drawer, under the key of the payment. */
async function takeCash(tx: OutletTx, actor: BillActor, entry: NewEntry): Promise<void> {
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  const { name } = await findHouseAccount(tx, entry.accountId);
  const reason = `House account ${name}`;
  const { key, amount } = entry;
  const cash = {
    key,
    shiftId: tx.head.shiftId,
    kind: 'In' as const,
    amount: -amount,
    reason,
    payee: name.slice(0, 80),
  };
  await moveCash(tx, actor, { ...cash, type: 'AccountPayment' });
}

/** Writes an entry, once per key, and returns it. Refused: 'invalid', 'notFound', 'keyReused', 'noShiftActive' for cash. */
export function payOnAccount(store: Store, actor: BillActor, body: PayInput): Promise<AccountEntry> {
  refuseWrong(body);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { id: accountId, type, amount, method = '', reference = '', note = '' } = body;
    const isPayment = type === 'Payment';
    const entry: NewEntry = {
      key: body.key.toLowerCase(),
      accountId,
      type,
      amount: signs[type] * amount,
      at: tx.now,
      businessDate: await todayOf(tx.db, actor.outletId, tx.now),
      shiftId: isPayment ? tx.head.shiftId : null,
      method,
      reference,
      note,
      author: actor,
    };
    const known = await knownEntry(tx, entry);
    if (known) return known;
    if (isPayment && method === 'Cash') await takeCash(tx, actor, entry);
    return moveAccount(tx, entry);
  });
}
