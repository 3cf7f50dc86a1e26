/** The first owner of a shop's own store: one Admin and one outlet with the defaults of a restaurant. */
import { defaultFeatures } from '@atoll/domain/outlet/outlet';
import type { Owner } from '../platform/config/config.ts';
import type { Store } from '../platform/store/store.ts';
import { seedOutlet } from './seed-outlet.ts';
import { seedUser } from './seed-user.ts';

/** Creates the owner and the outlet. */
export async function seedOwner(store: Store, owner: Owner, now: number): Promise<void> {
  const outletId = await seedOutlet(
    store,
    {
      name: owner.outlet,
      businessType: 'Restaurant',
      legalName: owner.outlet,
      address: '',
      phone: '',
      tin: '',
      invoicePrefix: '',
      receiptHeader: '',
      receiptFooter: '',
      features: defaultFeatures('Restaurant'),
    },
    now,
  );
  await seedUser(
    store,
    {
      email: owner.email.trim().toLowerCase(),
      name: owner.name,
      role: 'Admin',
      jobTitle: 'Owner',
      department: '',
      password: owner.password,
      passcode: '',
      outletIds: [outletId],
    },
    now,
  );
}
