/**
 * The data of an outlet that commands on bills and shifts need: slot types, rates, settings and menu. It is cached in memory until the outlet's
 * locked row shows a change, so that a sale does not read the menu again.
 */

import type { TaxSeller } from '@atoll/domain/bill/tax-invoice';
import type { GstMode, SlotType } from '@atoll/domain/outlet/outlet';
import type { SettingEntry } from '@atoll/domain/outlet/settings';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { Kysely } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { readMenuHeads } from '../../menu/service.ts';
import { readPriceRules } from '../../price/service.ts';
import { readStations, type StoredStation } from '../../station/service.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import type { OfferedMenu } from './offered.ts';

export interface OutletTerms {
  readonly outlet: {
    readonly slotTypes: readonly SlotType[];
    readonly gstMode: GstMode;
    readonly gstOnServiceCharge: boolean;
    readonly timezone: string;
    readonly businessDayCutoff: string;
    readonly invoicePrefix: string;
    readonly features: readonly string[];
    /** What a tax invoice says about the outlet. */
    readonly seller: TaxSeller;
  };
  readonly settings: readonly SettingEntry[];
  readonly stations: readonly StoredStation[];
  readonly catalogue: Catalogue;
  /** Every item that is sold is halal, so that the word tells the kitchen nothing. */
  readonly isAllHalal: boolean;
  /** The published menus, which decide what is offered. */
  readonly menus: readonly OfferedMenu[];
  readonly prices: PriceRules;
}

/** Returns the outlet's terms as of the command's lock. Refused: 'notFound'. */
export function outletTerms(tx: OutletTx): Promise<OutletTerms> {
  return tx.remember('bill terms', () => readTerms(tx.db, tx.head.outletId));
}

const isAllHalal = (catalogue: Catalogue): boolean =>
  [...catalogue.values()].every(({ isActive, menuItem }) => !isActive || menuItem.isHalal === true);

async function readTerms(db: Kysely<Database>, outletId: number): Promise<OutletTerms> {
  const outlet = await db.selectFrom('outlet').selectAll().where('id', '=', outletId).executeTakeFirst();
  if (outlet === undefined) throw refused('notFound');
  const settings = await db
    .selectFrom('setting')
    .select(['key', 'value', 'value_list'])
    .where('outlet_id', '=', outletId)
    .execute();
  const catalogue = await readCatalogue(db, outletId);
  return {
    outlet: {
      slotTypes: outlet.slot_types,
      gstMode: outlet.gst_mode,
      gstOnServiceCharge: outlet.is_gst_on_service_charge,
      timezone: outlet.timezone,
      businessDayCutoff: outlet.business_day_cutoff,
      invoicePrefix: outlet.invoice_prefix,
      features: outlet.features,
      seller: {
        name: outlet.name,
        legalName: outlet.legal_name,
        address: outlet.address,
        tin: outlet.tin,
        gstActivityNo: outlet.gst_activity_no,
      },
    },
    settings: settings.map(({ key, value, value_list }) => ({
      key,
      value: value ?? undefined,
      values: value_list ?? undefined,
    })),
    stations: await readStations(db, outletId),
    catalogue,
    isAllHalal: isAllHalal(catalogue),
    menus: (await readMenuHeads(db, outletId)).menus,
    prices: await readPriceRules(db, outletId, outlet.prices_version),
  };
}
