import { expect, it } from 'vitest';
import { type Access, isAllowed } from './endpoint.ts';

const may = (access: Access, ...held: string[]) => isAllowed(access, new Set(held));

it('[R17.3] allows a call to somebody with one permission of anyOf and all of allOf', () => {
  const access: Access = { who: 'member', anyOf: ['Customers', 'New Bill'], allOf: ['export', 'customer.merge'] };
  expect(may(access, 'New Bill', 'export', 'customer.merge')).toBe(true);
  expect(may(access, 'export', 'customer.merge')).toBe(false);
  expect(may(access, 'Customers', 'export')).toBe(false);
});

it('[R17.3] allows a public call, and one without permissions, to anybody', () => {
  expect(may({ who: 'public' })).toBe(true);
  expect(may({ who: 'signedIn' })).toBe(true);
  expect(may({ who: 'member' })).toBe(true);
});
