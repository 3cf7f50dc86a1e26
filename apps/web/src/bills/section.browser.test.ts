import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOutbox } from '../outbox/store.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { at, bills, checkIn, elsewhere, sent, startBillsTill, till } from './testing/bills-till.ts';

startBillsTill();
const terrace = { id: 1, name: 'Terrace', waiterId: 9, waiterName: 'Ibrahim' };
beforeEach(() => {
  const places = ['1', '2'].map((slot) => ({ ...newPlace('Table', slot, []), sectionId: slot === '1' ? 1 : 0 }));
  useApp.setState({ floor: { version: 1, sections: [terrace], places } });
});
afterEach(() => useApp.setState({ floor: { version: 0, sections: [], places: [] } }));

it('[R23.5] a check-in without the server names the waiter of the section, else who checks in', async () => {
  till.server.network = 'dead';
  for (const slot of ['1', '2', '3']) await checkIn(slot);
  expect(at('1')).toMatchObject({ waiterId: 9, waiterName: 'Ibrahim', createdByName: 'Aisha' });
  for (const slot of ['2', '3']) expect(at(slot)).not.toHaveProperty('waiterId');
  expect(await readOutbox()).toHaveLength(3);
});

it('[R23.5] takes the waiter that the server answers', async () => {
  const key = await checkIn('1');
  await sent(key);
  elsewhere(key, () => ({ waiterId: 7, waiterName: 'Aisha' }));
  await bills().refetch(key);
  expect(at('1')).toMatchObject({ waiterId: 7, waiterName: 'Aisha' });
});

it('[R23.5] who may not see bills of others serves what they open', async () => {
  const { user } = useSession.getState();
  if (!user) throw new Error('Nobody is signed in');
  const permissions = user.permissions.filter((one) => one !== 'bill.viewOthers');
  useSession.setState({ user: { ...user, permissions } });
  await checkIn('1');
  expect(at('1')).not.toHaveProperty('waiterId');
});
