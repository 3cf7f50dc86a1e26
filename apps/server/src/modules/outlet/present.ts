/** Outlets as the API sends them. */

import type { OwnOutlet } from '@atoll/domain/contract/outlet/outlet';
import type { findOutlet } from '@atoll/domain/contract/platform/app';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { Selectable } from 'kysely';
import type { OutletTable } from '../../platform/store/schema/schema.ts';

/** Returns a row as the API sends it. */
export function presentOutlet(row: Selectable<OutletTable>): AnswerOf<typeof findOutlet> {
  return {
    outletId: row.id,
    name: row.name,
    logo: row.logo,
    businessType: row.business_type,
    legalName: row.legal_name,
    address: row.address,
    phone: row.phone,
    email: row.email,
    tin: row.tin,
    gstActivityNo: row.gst_activity_no,
    taxSector: row.tax_sector,
    currency: row.currency,
    timezone: row.timezone,
    businessDayCutoff: row.business_day_cutoff,
    slotTypes: row.slot_types.map((one) => ({ ...one, rates: [...one.rates] })),
    gstMode: row.gst_mode,
    gstOnServiceCharge: row.is_gst_on_service_charge,
    receiptHeader: row.receipt_header,
    receiptFooter: row.receipt_footer,
    invoicePrefix: row.invoice_prefix,
    languageBill: row.language_bill,
    languageKitchen: row.language_kitchen,
    features: [...row.features],
    ...(row.floor_version > 0 && { floorVersion: row.floor_version }),
    ...(row.prices_version > 0 && { pricesVersion: row.prices_version }),
    ...(row.counts_items && { countsItems: true as const }),
    ...(row.practice_of > 0 && { practiceOf: row.practice_of }),
    version: row.version,
  };
}

/** Returns a row as the API sends it to those who manage outlets: with `isActive`. */
export function presentOwnOutlet(row: Selectable<OutletTable>): OwnOutlet {
  return { ...presentOutlet(row), isActive: row.is_active };
}
