/**
 * Replaces the contract of the API by what a browser needs of it: method, path and access of each call. The schemas are
 * for the server and for types, and would be a tenth of what a till loads.
 */
import { contract } from '@atoll/domain/contract/contract';
import { allResources } from '@atoll/domain/resources/registry';
import type { Plugin } from 'vite';

const contractFile = /[\\/]domain[\\/]src[\\/]contract[\\/]contract\.ts$/;

/** Methods and paths of the calls of an entity: `#` is the path of one record, `*` that of many. */
const ofEntities = [
  ['list', 'GET', '*/list'],
  ['find', 'GET', '*/find/:id'],
  ['create', 'POST', '#/create'],
  ['update', 'PUT', '#/update'],
  ['delete', 'DELETE', '#/delete/:id'],
  ['bulk', 'POST', '*/bulk'],
  ['export', 'GET', '*/export'],
  ['import', 'POST', '*/import'],
] as const;

/** Returns a module that exports the contract without schemas and documentation. */
export function contractModule(): string {
  const calls = Object.entries(contract).map(([key, { method, path, access }]) => ({ key, method, path, access }));
  const accesses = [...new Set(calls.map(({ access }) => JSON.stringify(access)))];
  const rest = new Map(calls.map((one) => [one.key, { ...one, access: accesses.indexOf(JSON.stringify(one.access)) }]));
  const entities = allResources.map(({ table, area, one, many }) => {
    const held = ofEntities.map(([call, method, path]) => {
      const found = rest.get(`${table}.${call}` as never);
      const full = path.replace('#', `/${area}/${one}`).replace('*', `/${area}/${many}`);
      if (found?.method !== method || found.path !== full) return '';
      rest.delete(found.key);
      return String(found.access);
    });
    return [table, `/${area}/${one}`, `/${area}/${many}`, ...held].join(' ');
  });
  const rows = [...rest.values()].map(({ key, method, path, access }) => [key, method, path, access].join(' '));
  return `const accesses = ${JSON.stringify(accesses.map((text) => JSON.parse(text) as unknown))};
const rowsOf = (text) => text.split('\\n').map((row) => row.split(' '));
const rows = rowsOf(${JSON.stringify(rows.join('\n'))});
for (const [table, one, many, ...held] of rowsOf(${JSON.stringify(entities.join('\n'))}))
  ${JSON.stringify(ofEntities)}.forEach(([call, method, path], index) => {
    if (held[index]) rows.push([table + '.' + call, method, path.replace('#', one).replace('*', many), held[index]]);
  });
export const contract = Object.fromEntries(rows.map(([key, method, path, access]) => [key, { key, method, path, access: accesses[access] }]));
`;
}

/** Returns the Vite plugin. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return contractFile.test(id) ? contractModule() : undefined;
    },
  };
}
