/** Defaults of a new outlet. Source: R20.1, R20.2, docs/rules.md#gst-maldives. */
import type { BusinessType, DatedRates, SlotType, SlotTypeName } from './outlet.ts';

export const defaultBusinessType: BusinessType = 'Restaurant';
export const defaultCurrency = 'MVR';
export const defaultTimezone = 'Indian/Maldives';
export const defaultBusinessDayCutoff = '04:00';
/** Plain percent. */
export const defaultGstPct = 8;
/** The slot that a till opens first. */
export const defaultSlot = { type: 'Table', slot: '1' } as const;

/** GST rates of the two tax sectors by start date, midnight in the Maldives. Source: docs/rules.md#gst-maldives. */
const gstRows: Readonly<Record<'General' | 'Tourism', readonly { readonly from: string; readonly gstPct: number }[]>> =
  {
    General: [{ from: '2022-12-31T19:00:00.000Z', gstPct: 8 }],
    Tourism: [
      { from: '2022-12-31T19:00:00.000Z', gstPct: 16 },
      { from: '2025-06-30T19:00:00.000Z', gstPct: 17 },
    ],
  };

/** Slot count (slots are numbered from 1 and below it) and service charge percent by business type. */
const slotRows: Readonly<Record<BusinessType, readonly (readonly [SlotTypeName, number, number])[]>> = {
  Restaurant: [
    ['Table', 41, 10],
    ['Delivery', 41, 0],
    ['Takeaway', 41, 0],
  ],
  Retail: [
    ['Counter', 24, 0],
    ['Delivery', 24, 0],
  ],
};

/** Returns the slot types of a new outlet, in order, with the dated rates of its tax sector. Plain percents. */
export function defaultSlotTypes(
  businessType: BusinessType = defaultBusinessType,
  taxSector: 'General' | 'Tourism' = 'General',
): SlotType[] {
  return slotRows[businessType].map(([type, slotCount, serviceChargePct]) => ({
    type,
    slotCount,
    rates: gstRows[taxSector].map(({ from, gstPct }): DatedRates => ({ from, serviceChargePct, gstPct })),
  }));
}
