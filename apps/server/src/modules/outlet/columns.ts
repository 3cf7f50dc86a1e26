/** The columns of an outlet's details, and how they are written. */
import type { OutletChange } from '@atoll/domain/contract/outlet/outlet';
import type { SlotType } from '@atoll/domain/outlet/outlet';
import type { Updateable } from 'kysely';
import type { OutletTable } from '../../platform/store/schema/schema.ts';

const texts = {
  name: 'name',
  legalName: 'legal_name',
  address: 'address',
  phone: 'phone',
  email: 'email',
  tin: 'tin',
  gstActivityNo: 'gst_activity_no',
  timezone: 'timezone',
  businessDayCutoff: 'business_day_cutoff',
  receiptHeader: 'receipt_header',
  receiptFooter: 'receipt_footer',
  invoicePrefix: 'invoice_prefix',
  languageBill: 'language_bill',
  languageKitchen: 'language_kitchen',
} as const satisfies Partial<Record<keyof OutletChange, keyof OutletTable>>;

/** Returns slot types with their rates sorted, oldest first. */
function inOrder(slotTypes: readonly SlotType[]): SlotType[] {
  return slotTypes.map(({ type, slotCount, rates }) => ({
    type,
    slotCount,
    rates: rates.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)),
  }));
}

/** Returns the columns of the given details. Texts are trimmed. */
export function columnsOf(change: OutletChange): Updateable<OutletTable> {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(texts)) {
    const value = change[field as keyof typeof texts];
    if (value !== undefined) columns[column] = value.trim();
  }
  const { logo, taxSector, gstMode, gstOnServiceCharge, slotTypes, features } = change;
  return {
    ...(columns as Updateable<OutletTable>),
    ...(logo !== undefined && { logo }),
    ...(taxSector !== undefined && { tax_sector: taxSector }),
    ...(gstMode !== undefined && { gst_mode: gstMode }),
    ...(gstOnServiceCharge !== undefined && { is_gst_on_service_charge: gstOnServiceCharge }),
    ...(slotTypes && { slot_types: JSON.stringify(inOrder(slotTypes)) }),
    ...(features && { features: JSON.stringify([...new Set(features)]) }),
  };
}
