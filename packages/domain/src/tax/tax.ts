/** Determines the GST and service charge rates of bills and items. Source: docs/rules.md#gst-rates, docs/rules.md#terms, docs/rules.md#gst-maldives. */
import { defaultGstPct } from '../outlet/defaults.ts';
import type { DatedRates, GstMode, Outlet, SlotType, SlotTypeName } from '../outlet/outlet.ts';

/** Terms that a bill copies at check-in. Plain percents. A Bill satisfies it. */
export interface BillTerms {
  readonly serviceChargePct: number;
  readonly gstPct: number;
  readonly gstMode: GstMode;
  readonly gstOnServiceCharge: boolean;
}

/** Terms that an item copies when it is created. */
export interface LineTerms {
  readonly gstMode: GstMode;
  readonly gstPct: number;
  readonly serviceChargeable: boolean;
}

/**
 * Returns the rates of a slot type that apply at an instant (ISO-8601): the row with the latest `from` that is not after it;
 * before all rows the earliest one; without rows no service charge and the default GST.
 */
export function ratesAt(slotType: Pick<SlotType, 'rates'>, instant: string): DatedRates {
  const at = Date.parse(instant);
  let best: DatedRates | undefined;
  let earliest: DatedRates | undefined;
  for (const row of slotType.rates) {
    const from = Date.parse(row.from);
    if (from <= at && (!best || from > Date.parse(best.from))) best = row;
    if (!earliest || from < Date.parse(earliest.from)) earliest = row;
  }
  return best ?? earliest ?? { from: instant, serviceChargePct: 0, gstPct: defaultGstPct };
}

/** Returns the terms of a bill that is checked in at an instant in a slot of a type, or null when the outlet has no such type. */
export function billTerms(
  outlet: Pick<Outlet, 'slotTypes' | 'gstMode' | 'gstOnServiceCharge'>,
  type: SlotTypeName,
  instant: string,
): BillTerms | null {
  const slotType = outlet.slotTypes.find((one) => one.type === type);
  if (!slotType) return null;
  const { serviceChargePct, gstPct } = ratesAt(slotType, instant);
  return { serviceChargePct, gstPct, gstMode: outlet.gstMode, gstOnServiceCharge: outlet.gstOnServiceCharge };
}

/**
 * Returns the terms of an item. The rate is the menu item's, otherwise the bill's (the slot type's at check-in). The kind is the menu item's,
 * otherwise the category's, otherwise the bill's (the outlet's at check-in).
 */
export function lineTerms(
  item: { readonly gstMode: GstMode | null; readonly gstPct: number | null; readonly serviceChargeable: boolean },
  category: { readonly gstMode: GstMode | null } | null,
  bill: Pick<BillTerms, 'gstMode' | 'gstPct'>,
): LineTerms {
  return {
    gstMode: item.gstMode ?? category?.gstMode ?? bill.gstMode,
    gstPct: item.gstPct ?? bill.gstPct,
    serviceChargeable: item.serviceChargeable,
  };
}
