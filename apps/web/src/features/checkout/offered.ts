/** Payment methods that the outlet offers, and what it requires for them. */

import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/methods';
import { settingHere } from '../../sync/app-store.ts';

/** `left`: there is credit; `offline`: there may be, but a payment on account needs the server, which is away. */
export type CreditState = 'none' | 'left' | 'offline';

/** A method as checkout offers it; one that needs the server cannot be chosen while the server is away. */
export interface OfferedMethod {
  readonly method: PaymentMethod;
  readonly needsServer: boolean;
}

/** Returns whether the outlet sells on account. */
export const takesAccounts = (): boolean =>
  settingHere('PaymentMethods').includes('HouseAccount') && settingHere('CreditSaleAllowed');

/** Returns the methods of the settings; a house account only for a bill whose customer has credit left (R35.20). */
export const offeredMethods = (credit: CreditState): readonly OfferedMethod[] =>
  settingHere('PaymentMethods')
    .filter((each) => paymentMethods.includes(each) && (each !== 'HouseAccount' || credit !== 'none'))
    .map((method) => ({ method, needsServer: method === 'HouseAccount' && credit === 'offline' }));

/** Returns whether the outlet requires a reference, such as a slip number, with this method. */
export const needsReference = (method: PaymentMethod): boolean => settingHere('ReferenceNeeded').includes(method);

/** Returns the tips offered in one tap, in laari. */
export const tipPresets = (): readonly number[] =>
  settingHere('TipPresets')
    .map(Number)
    .filter((each) => Number.isInteger(each) && each > 0);

export interface Currency {
  readonly code: string;
  /** Laari per unit of the currency. */
  readonly rate: number;
}

/** Returns the foreign currencies that are accepted, from the setting Currencies ('USD:1542'). */
export const foreignCurrencies = (): readonly Currency[] =>
  settingHere('Currencies').flatMap((each) => {
    const [code = '', rate = ''] = each.split(':');
    return code && Number(rate) > 0 ? [{ code, rate: Number(rate) }] : [];
  });
