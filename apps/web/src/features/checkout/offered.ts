/** Payment methods that the outlet offers, and what it requires for them. */

import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/methods';
import { settingHere } from '../../sync/app-store.ts';

/** Returns the methods of the settings; a house account only for a bill whose customer has one. */
export function offeredMethods(hasAccount: boolean): readonly PaymentMethod[] {
  const hasCredit = hasAccount && settingHere('CreditSaleAllowed');
  return settingHere('PaymentMethods').filter(
    (each) => paymentMethods.includes(each) && (each !== 'HouseAccount' || hasCredit),
  );
}

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
