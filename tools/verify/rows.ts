/** Compares the rows of money of every outlet with the history. Source: R36.21. */
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { compareAccounts } from './accounts.ts';
import { compareApprovals } from './approvals.ts';
import { compareBills } from './bills.ts';
import type { Chain } from './chains.ts';
import { compareDays } from './days.ts';
import { Findings } from './findings.ts';
import { compareLedgers } from './ledgers.ts';
import { findMissing } from './missing.ts';
import { compareOpenBills } from './open-bills.ts';
import { compareShifts } from './shifts.ts';
import { findStrays } from './strays.ts';

/**
 * Compares bills, payments, corrections, refunds, house accounts, gift cards, orders, points, cash events, Z reports, approvals and daily sums. Calls `say` with each difference as soon as it is found, and
 * with a summary of each outlet: only one page of rows is in memory at a time.
 */
export async function verifyRows(
  store: Pick<Store, 'readOutlet' | 'readOrg'>,
  say: (found: Chain) => void,
): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select(['id', 'name']).orderBy('id').execute());
  for (const { id, name } of outlets) {
    const place = `${name} (outlet ${id})`;
    const findings = new Findings((words) => say({ ok: false, words: `${place}: ${words}` }));
    const hours = await compareBills(store, id, findings);
    await compareOpenBills(store, id, findings);
    await compareAccounts(store, id, findings);
    await compareLedgers(store, id, findings);
    await findMissing(store, id, findings);
    await compareShifts(store, id, findings);
    await compareDays(store, id, hours, findings);
    await compareApprovals(store, id, findings);
    await findStrays(store, id, findings);
    const compared = findings.checkedWords() || 'no sales';
    const { differences } = findings;
    const outcome =
      differences === 0
        ? 'agree with the history'
        : `${differences} ${differences === 1 ? 'difference' : 'differences'}`;
    say({ ok: differences === 0, words: `${place}: ${compared}: ${outcome}` });
    const skipped = findings.skippedWords();
    if (skipped !== '')
      say({ ok: true, words: `${place}: not comparable, because an earlier release recorded less: ${skipped}` });
  }
}
