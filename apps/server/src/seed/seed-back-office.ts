/** What the back office of a demo outlet knows: vendors, storages, inventory, accounts, zones, modifiers. */

import { account } from '@atoll/domain/resources/account';
import { customer } from '@atoll/domain/resources/customer';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import { storage } from '@atoll/domain/resources/storage';
import { vendor } from '@atoll/domain/resources/vendor';
import { zone } from '@atoll/domain/resources/zone';
import { accountHooks } from '../modules/account/service.ts';
import { customerHooks } from '../modules/customer/service.ts';
import { menuItemHooks, modifierGroupHooks } from '../modules/menu/service.ts';
import type { Actor } from '../platform/http/actor.ts';
import type { Store } from '../platform/store/store.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import type { Values } from '../resource/row.ts';
import { createRecord, updateRecord } from '../resource/write.ts';
import { demoAccounts, demoInventory, demoModifiers, demoStorages, demoVendors, demoZones } from './demo-stock.ts';
import { seedKey } from './seed-key.ts';

interface Desk {
  readonly store: Store;
  readonly actor: Actor;
}

/** Makes records, unless they are there; answers their ids in order. */
async function make(
  { store, actor }: Desk,
  definition: ResourceDefinition,
  records: readonly Values[],
  hooks: ResourceHooks = {},
): Promise<number[]> {
  const made = records.map((values) => {
    const key = seedKey(`${definition.table} ${actor.outletId} ${String(values['name'])}`);
    return createRecord(store, actor, { definition, hooks }, { ...values, key });
  });
  return (await Promise.all(made)).map(({ id }) => id);
}

/** Sets fields of the record of a name; one that is not there, or has them, stays as it is. */
async function change(
  { store, actor }: Desk,
  definition: ResourceDefinition,
  name: string,
  values: Values,
  hooks: ResourceHooks = {},
): Promise<void> {
  const { outletId } = actor;
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom(definition.table as 'customer')
      .select(['id', 'version'])
      .where('outlet_id', '=', outletId)
      .where('name', '=', name)
      .executeTakeFirst(),
  );
  if (row) await updateRecord(store, actor, { definition, hooks }, { ...values, id: row.id, version: row.version });
}

async function seedModifiers(desk: Desk): Promise<void> {
  const groups = demoModifiers.map(({ items: _, ...group }) => group);
  const ids = await make(desk, modifierGroup, groups, modifierGroupHooks);
  const names = new Set(demoModifiers.flatMap(({ items }) => items as readonly string[]));
  for (const name of names) {
    const wanted = ids.filter((_, index) =>
      (demoModifiers[index]?.items as readonly string[] | undefined)?.includes(name),
    );
    await change(desk, menuItem, name, { modifierGroupIds: wanted }, menuItemHooks);
  }
}

/** Fills the back office of an outlet; menu and customers are there already. */
export async function seedBackOffice(store: Store, actor: Actor, kind: 'cafe' | 'store'): Promise<void> {
  const desk = { store, actor };
  const vendors = await make(
    desk,
    vendor,
    demoVendors.map(([name, phone, contactPerson, termsDays]) => ({ name, phone, contactPerson, termsDays })),
  );
  const storages = await make(desk, storage, demoStorages);
  await make(
    desk,
    inventoryItem,
    demoInventory.map(([name, category, stockUnit, purchaseUnit, purchaseFactor, reorderLevel, from, place]) => ({
      name,
      category,
      stockUnit,
      purchaseUnit,
      purchaseFactor,
      reorderLevel,
      parLevel: reorderLevel * 3,
      defaultVendorId: vendors[from],
      defaultStorageId: storages[place],
    })),
  );
  await make(desk, zone, demoZones);
  const accounts = demoAccounts.map((one) => ('signer' in one ? { ...one, signer: undefined } : one));
  const ids = await make(desk, account, accounts, accountHooks);
  for (const [index, one] of demoAccounts.entries())
    if ('signer' in one) await change(desk, customer, one.signer, { accountId: ids[index] }, customerHooks);
  if (kind === 'cafe') await seedModifiers(desk);
}
