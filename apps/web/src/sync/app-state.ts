/** What the app store holds and does. Source: R13.4, R15.6, R19.5. */
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { Setting } from '@atoll/domain/contract/platform/app';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ItemCount } from '@atoll/domain/menu/item-count';
import type { Menu } from '@atoll/domain/menu/menu';
import type { FloorPlan } from '@atoll/domain/outlet/floor/floor-plan';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { ErrorBody } from '../api/api.ts';
import type { Toast } from '../api/event.ts';

export interface Notification extends Toast {
  readonly id: string;
  readonly at: string;
  readonly isRead: boolean;
}

export interface Loaded {
  readonly settings: readonly Setting[];
  readonly features: readonly string[];
  readonly menus: readonly Menu[];
  readonly shift: Shift | null;
  readonly outlet: Outlet | null;
  /** Where the slots are; version 0 without a plan. */
  readonly floor: FloorPlan;
  /** Price lists and planned price changes; version 0 without any. */
  readonly prices: PriceRules;
  /** How many of each counted item were left when the server was asked; none where nothing is counted. */
  readonly counts: readonly ItemCount[];
  /** Inventory items, for persons who see Inventory. */
  readonly inventoryItems: readonly ResourceRecord[];
}

export interface App extends Loaded {
  /** True from the choice of an outlet until its data is available (R1.8). */
  readonly initialising: boolean;
  /** The outlet of this state. */
  readonly outletId: number | null;
  readonly error: ErrorBody | null;
  readonly notifications: readonly Notification[];
  readonly pageSizes: readonly number[];
  initialise(): Promise<void>;
  loadShift(): Promise<void>;
  loadMenus(): Promise<void>;
  loadSettings(): Promise<void>;
  loadFloor(): Promise<void>;
  loadCounts(): Promise<void>;
  /** Loads every part that this person may see. */
  loadAll(): Promise<void>;
  /** Sets a shift before the server returns it (started offline). */
  setShift(shift: Shift | null): void;
  /** Puts the error among the notifications and shows it (R19.5), unless it is shown where it happened (R35.68). */
  setError(error: ErrorBody, isInPlace?: boolean): void;
  /** Puts a message among the notifications, and shows it as a toast unless it is shown in place. `ofFields`: one entry is kept, whichever fields were refused. */
  notify(toast: Toast, isInPlace?: boolean, ofFields?: boolean): void;
  markRead(): void;
  clearNotifications(): void;
}
