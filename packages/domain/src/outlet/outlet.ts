/** The outlet: where work happens, with its slot types and tax terms. Source: R20.1, docs/rules.md#outlets. */
import type { Station } from './station.ts';

/** How GST is computed for an item: in the price, on top, or none. */
export const gstModes = ['Inclusive', 'Exclusive', 'Exempt'] as const;
export type GstMode = (typeof gstModes)[number];

export const businessTypes = ['Restaurant', 'Retail'] as const;
export type BusinessType = (typeof businessTypes)[number];

export const slotTypeNames = ['Table', 'Delivery', 'Takeaway', 'Counter'] as const;
export type SlotTypeName = (typeof slotTypeNames)[number];

/** Names of features that an outlet may have stored. Source: docs/rules.md#features. */
export const outletFeatures = [
  'Delivery',
  'Kitchen',
  'Inventory',
  'Website',
  'HouseAccounts',
  'Tips',
  'Wallets',
] as const;

/** The features that an outlet switches on or off; the others are always there. */
export const switchedFeatures = [
  'Kitchen',
  'Inventory',
  'Wallets',
] as const satisfies readonly (typeof outletFeatures)[number][];

/** Returns the features of a new outlet: a shop has no kitchen. */
export const defaultFeatures = (businessType: BusinessType): (typeof outletFeatures)[number][] =>
  businessType === 'Restaurant' ? ['Delivery', 'Kitchen', 'Inventory'] : ['Delivery', 'Inventory'];

/** Languages for printing. */
export const printLanguages = ['en', 'dv'] as const;

/** Rates that apply from an instant on; percentages are plain numbers (`8`, `12.5`). `from` is an ISO instant. */
export interface DatedRates {
  readonly from: string;
  readonly serviceChargePct: number;
  readonly gstPct: number;
}

/** A kind of slot; slots are numbered from 1 and below `slotCount`. `rates` need not be sorted: `ratesAt` chooses. */
export interface SlotType {
  readonly type: SlotTypeName;
  readonly slotCount: number;
  readonly rates: readonly DatedRates[];
}

/** An outlet as the API sends it. */
export interface Outlet {
  readonly outletId: number;
  readonly name: string;
  readonly logo: string | null;
  readonly businessType: BusinessType;
  readonly legalName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly tin: string;
  readonly gstActivityNo: string;
  readonly taxSector: 'General' | 'Tourism';
  readonly currency: string;
  readonly timezone: string;
  /** 'HH:mm'; when a business day ends. */
  readonly businessDayCutoff: string;
  readonly slotTypes: readonly SlotType[];
  readonly gstMode: GstMode;
  readonly gstOnServiceCharge: boolean;
  readonly receiptHeader: string;
  readonly receiptFooter: string;
  readonly invoicePrefix: string;
  /** Languages for printing to guests and to the kitchen. Absent in data of an older release: English. */
  readonly languageBill?: string;
  readonly languageKitchen?: string;
  /** Absent in data of an older release: use `GET /app/features`. */
  readonly features?: readonly string[];
  readonly isActive?: boolean;
  /** The version of the floor plan; absent while nobody drew one. */
  readonly floorVersion?: number | undefined;
  /** The version of the price rules; absent while there are none. */
  readonly pricesVersion?: number | undefined;
  /** Some of its items are counted; absent where none is. */
  readonly countsItems?: true | undefined;
  /** Its stations, in order; absent while they are those that every outlet has. */
  readonly stations?: readonly Station[] | undefined;
  /** The outlet whose menus and taxes people practice with; absent for an outlet that sells. */
  readonly practiceOf?: number | undefined;
  readonly version: number;
}
