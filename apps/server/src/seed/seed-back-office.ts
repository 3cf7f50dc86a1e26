/** Back office records of a demo outlet: vendors, storages, inventory, accounts, zones, modifiers. */

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

interface BackOffice {
  readonly store: Store;
  readonly actor: Actor;
}

/** Creates records unless they exist; returns their ids in order. */
async function make(
  { store, actor }: BackOffice,
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

/** Sets fields of the record with that name. A missing record, or one that has the values already, stays unchanged. */
async function change(
  { store, actor }: BackOffice,
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

async function seedModifiers(office: BackOffice): Promise<void> {
  const groups = demoModifiers.map(({ items: _, ...group }) => group);
  const ids = await make(office, modifierGroup, groups, modifierGroupHooks);
  const names = new Set(demoModifiers.flatMap(({ items }) => items as readonly string[]));
  for (const name of names) {
    const wanted = ids.filter((_, index) =>
      (demoModifiers[index]?.items as readonly string[] | undefined)?.includes(name),
    );
    await change(office, menuItem, name, { modifierGroupIds: wanted }, menuItemHooks);
  }
}

/** Fills the back office of an outlet; menu and customers exist already. */
export async function seedBackOffice(store: Store, actor: Actor, kind: 'cafe' | 'store'): Promise<void> {
  const office = { store, actor };
  const vendors = await make(
    office,
    vendor,
    demoVendors.map(([name, phone, contactPerson, termsDays]) => ({ name, phone, contactPerson, termsDays })),
  );
  const storages = await make(office, storage, demoStorages);
  await make(
    office,
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
  await make(office, zone, demoZones);
  const accounts = demoAccounts.map((one) => ('signer' in one ? { ...one, signer: undefined } : one));
  const ids = await make(office, account, accounts, accountHooks);
  for (const [index, one] of demoAccounts.entries())
    if ('signer' in one) await change(office, customer, one.signer, { accountId: ids[index] }, customerHooks);
  if (kind === 'cafe') await seedModifiers(office);
}
