/** Ways of paying that the outlet offers, and what it asks of them. */

import { settingOn } from '@atoll/domain/outlet/settings';
import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/payment';
import { settingValues, useApp } from '../../lib/app-store.ts';

const usualMethods: readonly PaymentMethod[] = ['Cash', 'Card', 'BankTransfer'];

/** The methods of the settings, else the usual ones; a house account only for a bill whose customer has one. */
export function offeredMethods(hasAccount: boolean): readonly PaymentMethod[] {
  const own = settingValues('PaymentMethods').filter((each): each is PaymentMethod =>
    (paymentMethods as readonly string[]).includes(each),
  );
  const offered = own.length > 0 ? own : usualMethods;
  const hasCredit = hasAccount && settingOn(useApp.getState().settings, 'CreditSaleAllowed', true);
  return offered.filter((each) => each !== 'HouseAccount' || hasCredit);
}

/** Whether the outlet wants a slip number or the like with this method. */
export const needsReference = (method: PaymentMethod): boolean => settingValues('ReferenceNeeded').includes(method);

/** Tips offered in one tap, laari. */
export const tipPresets = (): readonly number[] =>
  settingValues('TipPresets')
    .map(Number)
    .filter((each) => Number.isInteger(each) && each > 0);

export interface Currency {
  readonly code: string;
  /** Laari for one of it. */
  readonly rate: number;
}

/** Foreign money that is taken, by the setting Currencies ('USD:1542'). */
export const foreignCurrencies = (): readonly Currency[] =>
  settingValues('Currencies').flatMap((each) => {
    const [code = '', rate = ''] = each.split(':');
    return code && Number(rate) > 0 ? [{ code, rate: Number(rate) }] : [];
  });
