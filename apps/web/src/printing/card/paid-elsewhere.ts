/** Slips of cards that this till made and another till took the payment for: their codes are here alone. Source: R22.2, docs/rules.md#wallet-codes. */
import { soldCards } from '@atoll/domain/bill/card/sold-card';
import { useBills } from '../../bills/bills.ts';
import { wasPaidHere } from '../receipts.ts';
import { useCardCodes } from './card-codes.ts';
import { printCards } from './card-slips.ts';

/** Prints them once the server says that the bill is paid, until the returned function is called. */
export function followPaidCards(): () => void {
  const seen = new Set<string>();
  return useBills.subscribe(({ server }, before) => {
    const codes = useCardCodes.getState();
    if (server === before.server || Object.keys(codes).length === 0) return;
    for (const bill of Object.values(server)) {
      const isPaid = bill.status === 'Complete' && !bill.isVoid && soldCards(bill).some(({ key }) => key in codes);
      if (!isPaid || seen.has(bill.key) || wasPaidHere(bill.key)) continue;
      seen.add(bill.key);
      void printCards(bill).catch((error: unknown) => console.error('The slip of a card was not printed', error));
    }
  });
}
