/** Ways of paying that the outlet offers, and what it asks of them. */

import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/methods';
import { settingHere } from '../../lib/app-store.ts';

/** Returns the methods of the settings; a house account only for a bill whose customer has one. */
export function offeredMethods(hasAccount: boolean): readonly PaymentMethod[] {
  const hasCredit = hasAccount && settingHere('CreditSaleAllowed');
  return settingHere('PaymentMethods').filter(
    (each) => paymentMethods.includes(each) && (each !== 'HouseAccount' || hasCredit),
  );
}

/** Whether the outlet wants a slip number or the like with this method. */
export const needsReference = (method: PaymentMethod): boolean => settingHere('ReferenceNeeded').includes(method);

/** Tips offered in one tap, laari. */
export const tipPresets = (): readonly number[] =>
  settingHere('TipPresets')
    .map(Number)
    .filter((each) => Number.isInteger(each) && each > 0);

export interface Currency {
  readonly code: string;
  /** Laari for one of it. */
  readonly rate: number;
}

/** Foreign money that is taken, by the setting Currencies ('USD:1542'). */
export const foreignCurrencies = (): readonly Currency[] =>
  settingHere('Currencies').flatMap((each) => {
    const [code = '', rate = ''] = each.split(':');
    return code && Number(rate) > 0 ? [{ code, rate: Number(rate) }] : [];
  });
