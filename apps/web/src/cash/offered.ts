/** Reads from the settings what checkout offers: payment methods, the methods that need a reference, tips, and foreign currencies. */

import {
  chosenMethods,
  isWalletMethod,
  type PaymentMethod,
  paymentMethods,
  walletMethods,
} from '@atoll/domain/payment/methods';
import { settingHere, useApp } from '../sync/app-store.ts';

/**
 * The credit of the bill's customer. `offline`: unknown, because the server cannot be reached, and a payment on account needs it. `asked`: the server
 * was asked while the methods were on the screen, and has found none so far.
 */
export type CreditState = 'none' | 'left' | 'offline' | 'asked';

/** A method as checkout offers it; it cannot be chosen while `needsServer` is true. `isPlace`: only its place is kept, so that no other method moves. */
export interface OfferedMethod {
  readonly method: PaymentMethod;
  readonly needsServer: boolean;
  readonly isPlace: boolean;
}

/** Returns whether the outlet accepts payments on a house account. */
export const takesAccounts = (): boolean =>
  settingHere('PaymentMethods').includes('HouseAccount') && settingHere('CreditSaleAllowed');

/** Returns whether wallets of this outlet pay by a method: their balance is in its ledger (R22.3). */
export const paysByCard = (method: PaymentMethod): boolean =>
  isWalletMethod(method) && useApp.getState().features.includes('Wallets');

/** Returns the methods of the settings, and gift cards and store credit where the outlet has wallets. */
function methodsHere(): readonly PaymentMethod[] {
  const methods = settingHere('PaymentMethods');
  return [...methods, ...walletMethods.filter((each) => paysByCard(each) && !methods.includes(each))];
}

/** Returns the methods by which bills of this outlet may have been paid. */
export const knownMethods = (): readonly PaymentMethod[] =>
  paymentMethods.filter((method) => chosenMethods.includes(method) || paysByCard(method));

/** Returns the methods that the settings offer; HouseAccount only when the customer of the bill has, or may have, credit left (R35.20). */
export const offeredMethods = (credit: CreditState): readonly OfferedMethod[] =>
  methodsHere()
    .filter((each) => paymentMethods.includes(each) && (each !== 'HouseAccount' || credit !== 'none'))
    .map((method) => ({
      method,
      needsServer: method === 'HouseAccount' && credit === 'offline',
      isPlace: method === 'HouseAccount' && credit === 'asked',
    }));

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
