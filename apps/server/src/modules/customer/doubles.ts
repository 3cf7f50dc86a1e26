/** Customers that are likely to be one person: the same phone, email or name. Source: docs/rules.md#customers. */
import type { CustomerBeside, CustomerDoubles } from '@atoll/domain/contract/customer-record';
import type { Store } from '../../platform/store/store.ts';
import { plainText } from '../../search/search-words.ts';
import { localNumber } from './local-number.ts';

type Reason = CustomerDoubles['groups'][number]['reason'];

const lookedThrough = 10_000;
const mostGroups = 100;
/** What two records of a person would have in common, by reason; a name of one word says too little. */
const marks: readonly (readonly [Reason, (one: CustomerBeside) => readonly string[]])[] = [
  ['Phone', ({ phone, phone2 }) => [...new Set([localNumber(phone), localNumber(phone2)])]],
  ['Email', ({ email }) => [email.trim().toLowerCase()]],
  ['Name', ({ name }) => [plainText(name).includes(' ') ? plainText(name) : '']],
];

/** Answers the groups, each set of customers once: the strongest reason first. */
export function groupDoubles(customers: readonly CustomerBeside[]): CustomerDoubles['groups'] {
  const known = new Set<string>();
  const groups: CustomerDoubles['groups'] = [];
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

/** Answers likely doubles among the latest customers of an outlet. */
export function findDoubles(store: Store, outletId: number): Promise<CustomerDoubles> {
  return store.readOutlet(outletId, async (db) => {
    const rows = await db
      .selectFrom('customer')
      .select(['id', 'code', 'name', 'phone', 'phone2', 'email', 'company', 'created_at'])
      .where('outlet_id', '=', outletId)
      .where('is_active', '=', true)
      .orderBy('id', 'desc')
      .limit(lookedThrough + 1)
      .execute();
    const customers = rows
      .slice(0, lookedThrough)
      .map(({ created_at, ...row }) => ({ ...row, createdAt: new Date(created_at).toISOString() }));
    const groups = groupDoubles(customers);
    return {
      groups: groups.slice(0, mostGroups),
      isWhole: rows.length <= lookedThrough && groups.length <= mostGroups,
    };
  });
}
