import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addOutlet } from '../../platform/store/testing/outlet.ts';
import { demoUsers } from '../../seed/demo-people.ts';
import { seedHashed } from '../../seed/seed-user.ts';
import { quickHashes } from '../../testing/quick-hashes.ts';
import { findDemo } from './service.ts';

eachEngine('the people of the demo on the sign-in screen', (on) => {
  it('lists the demo’s own people with the role that they have now, and nobody whom the owner made', async () => {
    const store = await on.open();
    const outletIds = [await addOutlet(store)];
    const add = (user: { email: string; name: string; role: 'Admin' | 'Manager' | 'User' }) =>
      seedHashed(store, { ...user, jobTitle: '', department: '', outletIds }, quickHashes, Date.now());
    expect(await findDemo(store)).toBeUndefined();
    await add({ email: `${randomUUID()}@atoll.test`, name: 'Hassan', role: 'User' });
    expect((await findDemo(store))?.users).toEqual([]);
    for (const { email, name, role } of demoUsers.toReversed()) await add({ email, name, role });
    await store.writeOrg((db) =>
      db.updateTable('app_user').set({ role: 'Manager' }).where('email', '=', 'user@atoll.test').execute(),
    );
    const roles = (await findDemo(store))?.users.map(({ email, role }) => [email, role]);
    expect(roles?.[0]).toEqual(['admin@atoll.test', 'Admin']);
    expect(new Map(roles as [string, string][])).toEqual(
      new Map([
        ['admin@atoll.test', 'Admin'],
        ['manager@atoll.test', 'Manager'],
        ['user@atoll.test', 'Manager'],
      ]),
    );
  });
});
