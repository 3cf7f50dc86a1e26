/** An outlet of its own for each test: opening one takes a tenth of the time in which an app is built. */
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { demoOutlets, seedOutlet } from '../seed/seed-outlet.ts';
import { emailOf, type TestApp } from './test-app.ts';

/** Opens an empty restaurant, and signs the Admin in there. */
export async function freshOutlet(t: TestApp): Promise<{ outlet: number; admin: SignedIn }> {
  const outlet = await seedOutlet(t.store, { ...demoOutlets.cafe, name: `Café ${randomUUID()}` }, t.now());
  await t.store.writeOrg((db) =>
    db
      .insertInto('user_outlet')
      .columns(['user_id', 'outlet_id', 'sort'])
      .expression((eb) =>
        eb
          .selectFrom('app_user')
          .select(['id', eb.val(outlet).as('outlet_id'), eb.val(0).as('sort')])
          .where('email', '=', emailOf('Admin')),
      )
      .execute(),
  );
  return { outlet, admin: await t.signIn('Admin') };
}
