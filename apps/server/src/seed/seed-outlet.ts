/** Creates outlets with the defaults of their kind. */
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { BusinessType } from '@atoll/domain/outlet/outlet';
import type { Store } from '../platform/store/store.ts';

export interface NewOutlet {
  readonly name: string;
  readonly businessType: BusinessType;
  readonly legalName: string;
  readonly address: string;
  readonly phone: string;
  readonly tin: string;
  readonly invoicePrefix: string;
  readonly receiptHeader: string;
  readonly receiptFooter: string;
  readonly features: readonly string[];
}

export const demoOutlets: Readonly<Record<'cafe' | 'store', NewOutlet>> = {
  cafe: {
    name: 'Atoll Café',
    businessType: 'Restaurant',
    legalName: 'Atoll Hospitality Pvt Ltd',
    address: 'Boduthakurufaanu Magu, Malé 20026',
    phone: '3301100',
    tin: '1000001GST501',
    invoicePrefix: 'AC-',
    receiptHeader: 'By the lagoon',
    receiptFooter: 'Thank you. ޝުކުރިއްޔާ',
    features: ['Delivery', 'Kitchen', 'Inventory', 'Tips'],
  },
  store: {
    name: 'Atoll Store',
    businessType: 'Retail',
    legalName: 'Atoll Hospitality Pvt Ltd',
    address: 'Majeedhee Magu, Malé 20131',
    phone: '3301122',
    tin: '1000001GST501',
    invoicePrefix: 'AS-',
    receiptHeader: '',
    receiptFooter: 'Thank you. ޝުކުރިއްޔާ',
    features: ['Delivery'],
  },
};

/** Creates an outlet, unless one of its name exists; returns its id. */
export function seedOutlet(store: Store, outlet: NewOutlet, at: number): Promise<number> {
  return store.writeOrg(async (db) => {
    const known = await db.selectFrom('outlet').select('id').where('name', '=', outlet.name).executeTakeFirst();
    if (known) return known.id;
    const { id } = await db
      .insertInto('outlet')
      .values({
        name: outlet.name,
        logo: null,
        business_type: outlet.businessType,
        legal_name: outlet.legalName,
        address: outlet.address,
        phone: outlet.phone,
        tin: outlet.tin,
        invoice_prefix: outlet.invoicePrefix,
        receipt_header: outlet.receiptHeader,
        receipt_footer: outlet.receiptFooter,
        features: JSON.stringify(outlet.features),
        slot_types: JSON.stringify(defaultSlotTypes(outlet.businessType)),
        created_at: at,
        modified_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
