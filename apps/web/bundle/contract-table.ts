/**
 * Replaces the contract of the API by what a browser needs of it: method, path and access of each call. The schemas are
 * for the server and for types, and would be a tenth of what a till loads.
 */
import { contract } from '@atoll/domain/contract/contract';
import type { Plugin } from 'vite';

const contractFile = /[\\/]domain[\\/]src[\\/]contract[\\/]contract\.ts$/;

/** Returns a module that exports the contract without schemas and documentation. */
export function contractModule(): string {
  const calls = Object.values(contract);
  const accesses = [...new Set(calls.map(({ access }) => JSON.stringify(access)))];
  const rows = Object.entries(contract).map(([name, { method, path, access }]) =>
    [name, method, path, accesses.indexOf(JSON.stringify(access))].join(' '),
  );
  return `const accesses = [${accesses.join(',')}];
export const contract = Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
  const [key, method, path, access] = row.split(' ');
  return [key, { key, method, path, access: accesses[access] }];
}));
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
