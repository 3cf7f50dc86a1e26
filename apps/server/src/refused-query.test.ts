import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { filterKeyOf } from '@atoll/domain/contract/platform/resource';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const keys = Object.keys(contract) as ContractKey[];
const reads = keys.filter((key) => contract[key].method === 'GET' && contract[key].access.who !== 'public');
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
const senseless = ['abc', '-1', '9007199254740993', '0190c0de-0000-7000-8000-000000000000'];

eachEngine('calls with a query that makes no sense', (on) => {
  let t: TestApp;
  let as: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    as = await t.signIn('Admin');
  });

  it('[R35.66] answers 400 to an export with a filter that its list refuses, never 500', async () => {
    const answers: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const definition of allResources) {
      for (const filter of definition.views.filters ?? []) {
        const field = fieldOf(definition, filter);
        const query = { [filterKeyOf(field)]: 'abc' };
        const list = await t.call(`${definition.table}.list` as ContractKey, { as, query });
        const { status } = await t.call(`${definition.table}.export` as ContractKey, { as, query });
        answers[`${definition.table} ${filter}`] = status;
        wanted[`${definition.table} ${filter}`] = list.status;
      }
    }
    expect(answers).toEqual(wanted);
    expect(new Set(Object.values(answers))).toContain(400);
    expect(Math.max(...Object.values(answers).map(Number))).toBeLessThan(500);
  });

  it('[R35.66] answers 400 or 404 to a session list or an outlet with an invalid number', async () => {
    for (const word of senseless) {
      const sessions = await t.call('auth.sessions', { as, query: { userId: word } });
      expect([400, 404], `userId=${word}`).toContain(sessions.status);
      const outlet = await t.call('app.findOutlet', { as, params: { id: word } });
      expect([400, 404], `find/${word}`).toContain(outlet.status);
    }
  });

  it('[R35.66] answers no read call with 500 for senseless parameters and queries', async () => {
    const faults: string[] = [];
    for (const key of reads) {
      const { path, query } = contract[key] as { path: string; query?: { def?: { shape?: object } } };
      const names = Object.keys(query?.def?.shape ?? {});
      for (const word of senseless) {
        const params = Object.fromEntries(namesIn(path).map((name) => [name, word]));
        const all = Object.fromEntries(names.map((name) => [name, word]));
        for (const asked of [all, ...names.map((name) => ({ [name]: word }))]) {
          const { status } = await t.call(key, { as, params, query: asked });
          if (status >= 500) faults.push(`${key} ${JSON.stringify(params)} ${JSON.stringify(asked)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
