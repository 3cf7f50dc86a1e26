/** All back-office entities. Endpoints, screens and search derive from this list. */
import { account } from './account.ts';
import { category } from './category.ts';
import { choiceGroup } from './choice-group.ts';
import { customer } from './customer.ts';
import { customerGroup } from './customer-group.ts';
import type { ResourceDefinition } from './define-resource.ts';
import { inventoryItem } from './inventory-item.ts';
import { menu } from './menu.ts';
import { menuItem } from './menu-item.ts';
import { modifierGroup } from './modifier-group.ts';
import { page } from './page.ts';
import { pointsRule } from './points-rule.ts';
import { pointsTier } from './points-tier.ts';
import { priceChange } from './price-change.ts';
import { priceList } from './price-list.ts';
import { promotion } from './promotion.ts';
import { station } from './station.ts';
import { storage } from './storage.ts';
import { vendor } from './vendor.ts';
import { zone } from './zone.ts';

const resources = [
  menu,
  category,
  menuItem,
  modifierGroup,
  customerGroup,
  priceList,
  priceChange,
  promotion,
  choiceGroup,
  pointsRule,
  pointsTier,
  customer,
  account,
  vendor,
  storage,
  inventoryItem,
  zone,
  station,
  page,
] as const;

/** The tables of all entities. */
export type ResourceTable = (typeof resources)[number]['table'];

export const allResources: readonly (ResourceDefinition & { readonly table: ResourceTable })[] = resources;

/** Returns the entity of a table, or undefined. */
export function findResource(table: string): ResourceDefinition | undefined {
  return allResources.find((one) => one.table === table);
}
