/** The example menu that a new outlet may start with: that of the demo outlets, with pictures. */
import type { BusinessType } from '@atoll/domain/outlet/outlet';
import type { Store } from '../platform/store/store.ts';
import { cafeMenu } from './cafe-menu.ts';
import { seedMenu } from './seed-menu.ts';
import { storeMenu } from './store-menu.ts';

/** Writes the menu of a kind of business into an outlet. */
export function seedExample(store: Store, outletId: number, businessType: BusinessType): Promise<void> {
  return businessType === 'Restaurant'
    ? seedMenu(store, outletId, { name: 'All day', codePrefix: 'C', categories: cafeMenu })
    : seedMenu(store, outletId, { name: 'Shop', codePrefix: 'S', isScanned: true, categories: storeMenu });
}
