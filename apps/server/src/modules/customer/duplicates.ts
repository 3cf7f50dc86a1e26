/** Likely duplicates: customers with the same phone, email or name. Source: docs/rules.md#customers. */
import type { CustomerBeside, CustomerDuplicates } from '@atoll/domain/contract/people/customer-record';
import type { Store } from '../../platform/store/store.ts';
import { plainText } from '../../search/search-words.ts';
import { localNumber } from './local-number.ts';

type Reason = CustomerDuplicates['groups'][number]['reason'];

const maxCustomers = 10_000;
const maxGroups = 100;
/** What duplicates have in common, by reason. A name of a single word is too common to count. */
const marks: readonly (readonly [Reason, (one: CustomerBeside) => readonly string[]])[] = [
  ['Phone', ({ phone, phone2 }) => [...new Set([localNumber(phone), localNumber(phone2)])]],
  ['Email', ({ email }) => [email.trim().toLowerCase()]],
  ['Name', ({ name }) => [plainText(name).includes(' ') ? plainText(name) : '']],
];

/** Returns groups of likely duplicates, each set of customers once, under its strongest reason. */
export function groupDuplicates(customers: readonly CustomerBeside[]): CustomerDuplicates['groups'] {
  const known = new Set<string>();
  const groups: CustomerDuplicates['groups'] = [];
  for (const [reason, marksOf] of marks) {
    const marked = customers.flatMap((one) => marksOf(one).map((mark) => ({ mark, one })));
    for (const [mark, those] of Map.groupBy(marked, (each) => each.mark)) {
      const group = those.map(({ one }) => one);
      const ids = group.map(({ id }) => id).join(' ');
      if (mark === '' || group.length < 2 || known.has(ids)) continue;
      known.add(ids);
      groups.push({ reason, customers: group });
    }
  }
  return groups;
}

/** Returns likely duplicates among the latest customers of an outlet. */
export function findDuplicates(store: Store, outletId: number): Promise<CustomerDuplicates> {
  return store.readForLists(outletId, async (db) => {
    const rows = await db
      .selectFrom('customer')
      .select(['id', 'code', 'name', 'phone', 'phone2', 'email', 'company', 'created_at'])
      .where('outlet_id', '=', outletId)
      .where('is_active', '=', true)
      .orderBy('id', 'desc')
      .limit(maxCustomers + 1)
      .execute();
    const customers = rows
      .slice(0, maxCustomers)
      .map(({ created_at, ...row }) => ({ ...row, createdAt: new Date(created_at).toISOString() }));
    const groups = groupDuplicates(customers);
    return {
      groups: groups.slice(0, maxGroups),
      isWhole: rows.length <= maxCustomers && groups.length <= maxGroups,
    };
  });
}
