/** The outlet: where work happens, with its slot types and tax terms. Source: specification 9, decisions B2. */

/** How GST is reckoned for a line. */
export const gstModes = ['Inclusive', 'Exclusive', 'Exempt'] as const;
export type GstMode = (typeof gstModes)[number];

export const businessTypes = ['Restaurant', 'Retail'] as const;
export type BusinessType = (typeof businessTypes)[number];

export const slotTypeNames = ['Table', 'Delivery', 'Takeaway', 'Counter'] as const;
export type SlotTypeName = (typeof slotTypeNames)[number];

/** Rates in force from an instant on; percentages are plain numbers (`8`, `12.5`). `from` is an ISO instant. */
export interface DatedRates {
  readonly from: string;
  readonly serviceChargePct: number;
  readonly gstPct: number;
}

/** A kind of slot; slots are numbered from 1 and below `slotCount`. `rates` is sorted or not: `ratesAt` chooses. */
export interface SlotType {
  readonly type: SlotTypeName;
  readonly slotCount: number;
  readonly rates: readonly DatedRates[];
}

/** An outlet as the wire carries it. */
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
  /** 'HH:mm', when a business day ends. */
  readonly businessDayCutoff: string;
  readonly slotTypes: readonly SlotType[];
  readonly gstMode: GstMode;
  readonly gstOnServiceCharge: boolean;
  readonly receiptHeader: string;
  readonly receiptFooter: string;
  readonly invoicePrefix: string;
  readonly version: number;
}
