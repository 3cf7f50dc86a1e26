import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTill } from '../sync/testing/till.ts';
import { loadPerson } from './load-person.ts';
import { useSession } from './session.ts';

const { fetch } = globalThis;
let server: FakeServer;
const own = { user: { id: 7, email: 'aisha@atoll.test', avatar: null }, jobTitle: 'Waiter', department: 'Floor' };
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
});
afterEach(() => {
  globalThis.fetch = fetch;
});
const user = () => useSession.getState().user;

it('[R35.69] takes a new name and new permissions of the signed-in person from the server', async () => {
  const permissions = ['New Bill', 'bill.open', 'bill.void'];
  server.handler = ({ path }) =>
    path === '/app/user' ? { body: { ...own, name: 'Aisha Ali', role: 'User', outlets: [], permissions } } : undefined;
  await loadPerson();
  expect(user()).toMatchObject({ name: 'Aisha Ali', permissions });
  const known = user();
  await loadPerson();
  expect(user()).toBe(known);
});

it('[R35.69] keeps what it knows of the person without the server, and ignores the answer for another person', async () => {
  const known = user();
  server.network = 'dead';
  await loadPerson();
  server.network = 'fine';
  server.handler = ({ path }) =>
    path === '/app/user'
      ? { body: { ...own, user: { ...own.user, id: 8 }, name: 'Ibrahim', role: 'User', outlets: [], permissions: [] } }
      : undefined;
  await loadPerson();
  expect(user()).toBe(known);
});
