/** The user of the tills in tests. Needs no browser. */
import type { OutletChoice } from '@atoll/domain/contract/people/auth';

export const cafe: OutletChoice = { outletId: 1, name: 'Atoll Café', logo: null, businessType: 'Restaurant' };
export const shop: OutletChoice = { outletId: 2, name: 'Atoll Store', logo: null, businessType: 'Retail' };

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
