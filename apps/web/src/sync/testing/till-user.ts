/** The user of the tills in tests. Needs no browser. */
import type { OutletChoice } from '@atoll/domain/contract/people/auth';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { BillTerms } from '@atoll/domain/tax/tax';

export const cafe: OutletChoice = { outletId: 1, name: 'Atoll Café', logo: null, businessType: 'Restaurant' };
export const shop: OutletChoice = { outletId: 2, name: 'Atoll Store', logo: null, businessType: 'Retail' };

const rates = [{ from: '2020-01-01T00:00:00.000Z', serviceChargePct: 10, gstPct: 8 }];
/** The café as the server sends it. */
export const openOutlet: Outlet = {
  outletId: 1,
  name: 'Atoll Café',
  logo: null,
  businessType: 'Restaurant',
  legalName: 'Atoll',
  address: 'Malé',
  phone: '',
  email: '',
  tin: '',
  gstActivityNo: '',
  taxSector: 'General',
  currency: 'MVR',
  timezone: 'Indian/Maldives',
  businessDayCutoff: '04:00',
  slotTypes: [{ type: 'Table', slotCount: 41, rates }],
  gstMode: 'Exclusive',
  gstOnServiceCharge: true,
  receiptHeader: '',
  receiptFooter: '',
  invoicePrefix: '',
  version: 1,
};

/** What a bill at a table of the café adds to its items. */
export const tableTerms: BillTerms = {
  serviceChargePct: 10,
  gstPct: 8,
  gstMode: 'Exclusive',
  gstOnServiceCharge: true,
};

const base64 = (value: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

let tokens = 0;
export const lastToken = (): number => tokens;

/** Returns a unique access token with these permissions, and with actions that somebody may approve. */
export function accessToken(permissions: readonly string[], approvable: readonly string[] = []): string {
  tokens += 1;
  return `${base64({ alg: 'none' })}.${base64({ sub: '7', Permission: permissions, Approval: approvable, pv: 3, n: tokens })}.x`;
}
