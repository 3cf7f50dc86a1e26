import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { sortKeysOf } from '@atoll/domain/resources/column';
import { allResources } from '@atoll/domain/resources/registry';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { type Call, type TestApp, testApp } from './testing/test-app.ts';

const roads = ['readOutlet', 'readForLists', 'readForReports', 'readOlder'] as const;
type Road = (typeof roads)[number];

const page = { page: '1', size: '10' };
const ofResources = allResources.flatMap((one): [ContractKey, Call][] => {
  const list = `${one.table}.list` as ContractKey;
  const far = sortKeysOf(one).find((key) => key !== 'id' && !(one.indexed ?? []).includes(key));
  return [
    [list, { query: { ...page, search: 'tea' } }],
    ...(far === undefined ? [] : [[list, { query: { ...page, sort: far } }] as [ContractKey, Call]]),
    [`${one.table}.export` as ContractKey, {}],
  ];
});

/** Calls that may read much: what is searched, sorted without an index, exported, or looked up over years. */
const long: [ContractKey, Call][] = [
  ...ofResources,
  ['bill.list', { query: { ...page, search: 'tea' } }],
  ['bill.list', { query: { ...page, sort: 'slot' } }],
  ['bill.list', { query: { ...page, method: 'Cash' } }],
  ['delivery.list', { query: { ...page, search: 'tea' } }],
  ['shift.list', { query: { ...page, search: 'tea' } }],
  ['stock.list', { query: { ...page, search: 'tea' } }],
  ['stock.levels', { query: { ...page, search: 'tea' } }],
  ['request.list', { query: { ...page, search: 'tea' } }],
  ['count.list', { query: { ...page, search: 'tea' } }],
  ['recipe.list', { query: { ...page, search: 'tea' } }],
  ['invoice.list', { query: { ...page, search: 'tea' } }],
  ['audit.list', { query: page }],
  ['audit.check', {}],
  ['kitchen.tickets', {}],
  ['customer.doubles', {}],
  ['search', { query: { value: 'tea' } }],
];

eachEngine('reads that may be long', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });

  /** Returns by which roads a call reads rows of its outlet, besides the settings of a guard. */
  async function roadsOf(key: ContractKey, call: Call): Promise<Road[]> {
    const spies = roads.map((name) => vi.spyOn(t.store, name));
    const { status, body } = await t.call(key, { as: admin, ...call });
    expect([key, status, body.message]).toEqual([key, 200, undefined]);
    const used = roads.filter((_, place) => (spies[place]?.mock.calls.length ?? 0) > 0);
    for (const spy of spies) spy.mockRestore();
    return used;
  }

  it.each(long)('[R34.27] %s with %o is read where no till waits for it', async (key, call) => {
    // A small read beside it, such as the day of the outlet, may go the other way.
    expect((await roadsOf(key, call)).filter((road) => road !== 'readOutlet')).not.toEqual([]);
  });

  it('[R34.27] a page that an index gives is read at once', async () => {
    expect(await roadsOf('bill.list', { query: page })).toEqual(['readOutlet']);
    expect(await roadsOf('customer.list', { query: page })).toEqual(['readOutlet']);
  });
});
