/** The menu as a till reads it. Source: R18.12, docs/rules.md#menus, docs/rules.md#menu-items. */
import type { GstMode, SlotTypeName } from '../outlet/outlet.ts';
import type { Availability } from './availability.ts';
import type { ModifierGroup } from './modifier.ts';

export const menuItemTypes = ['NA', 'Kitchen', 'Bar', 'Grill'] as const;
/** The kitchen station of an item; NA prints no ticket. */
export type MenuItemType = (typeof menuItemTypes)[number];

export const sizeNames = ['Small', 'Medium', 'Large'] as const;

/** One portion of an item; `sellingPrice` in laari. `value` is Small, Medium, Large or free text. */
export interface MenuSize {
  readonly value: string;
  readonly sellingPrice: number;
  readonly isDefault: boolean;
  /** The cost of making one, laari; absent on tills. */
  readonly costPrice?: number | null | undefined;
  readonly barcode?: string | undefined;
}

/** An item of a category; its list is sorted. */
export interface MenuItem {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly nameLocal: string;
  readonly kitchenName: string;
  readonly code: string;
  readonly barcode: string;
  readonly type: MenuItemType;
  readonly sizes: readonly MenuSize[];
  readonly description: string;
  readonly image: string | null;
  /** null: the category's, else the outlet's. */
  readonly gstMode: GstMode | null;
  /** null: the slot type's. Plain percent. */
  readonly gstPct: number | null;
  readonly serviceChargeable: boolean;
  readonly printable: boolean;
  readonly openPrice: boolean;
  readonly soldByWeight: boolean;
  readonly isAvailable: boolean;
  /** Modifier groups, in order; absent: none. */
  readonly modifierGroups?: readonly ModifierGroup[] | undefined;
  readonly allergens?: readonly string[] | undefined;
  /** From 1, mild, to 3; absent: not spicy. */
  readonly spicy?: number | undefined;
  readonly isVegetarian?: boolean | undefined;
  readonly isHalal?: boolean | undefined;
  /** Plain percent; absent: only the person's limit applies. */
  readonly maxDiscountPct?: number | undefined;
  /** Of a set menu: what a guest chooses, in order. Absent: it is not a set. */
  readonly choiceGroupIds?: readonly number[] | undefined;
}

export interface MenuCategory {
  readonly id: number;
  readonly name: string;
  readonly nameLocal: string;
  readonly color: string;
  readonly gstMode: GstMode | null;
  readonly sort: number;
  /** The course of its items at a table; absent: none. */
  readonly courseNo?: number | undefined;
  readonly menuItems: readonly MenuItem[];
}

export interface Menu {
  readonly id: number;
  readonly name: string;
  /** When it is offered; absent: always. */
  readonly availability?: readonly Availability[] | undefined;
  /** The slot types for which it is offered; absent: all. */
  readonly orderTypes?: readonly SlotTypeName[] | undefined;
  /** The first and the last business day of it, 'YYYY-MM-DD'; absent: no limit. */
  readonly publishFrom?: string | undefined;
  readonly publishTo?: string | undefined;
  /** How many minutes after its hours an item is ordered again; absent: 15. */
  readonly graceMinutes?: number | undefined;
  readonly categories: readonly MenuCategory[];
}
