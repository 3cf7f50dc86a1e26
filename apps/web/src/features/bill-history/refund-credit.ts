/** Store credit that a refund gives: on the customer's wallet, or on a code that is made here and printed. Source: R22.9, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { useState } from 'react';
import { t } from '../../locale/locale.ts';
import { forgetCode, keepCode, useCardCodes } from '../../printing/card/card-codes.ts';
import { printCode } from '../../printing/card/card-slips.ts';

/** Returns how the store credit of a refund is given, and the code that is shown after it. */
export function useCredit({ key, customerId, customer }: Bill) {
  const [isCoded, setCoded] = useState(customerId === 0);
  const [code, setCode] = useState<string>();
  // The code is kept until the refund is known to be saved: sending again must not make another one.
  const codeKey = derivedKey(`credit ${key}`);
  const wanted = () => {
    if (!isCoded) return {};
    const made = useCardCodes.getState()[codeKey] ?? newCode(crypto.getRandomValues(new Uint8Array(12)));
    keepCode(codeKey, made);
    return { card: soldCardOf(made) };
  };
  /** Prints and shows the code of a refund that is saved. Returns false when it gave none. */
  const showCode = ({ payments }: Bill): boolean => {
    const made = useCardCodes.getState()[codeKey];
    const given = payments.find(({ wallet }) => made !== undefined && wallet?.last4 === last4(made));
    if (made === undefined || given === undefined) return false;
    setCode(made);
    const slip = { key: given.key, code: made, amount: Math.abs(given.amount), title: t('wallet.storeCredit') };
    void printCode(slip);
    return true;
  };
  const name = customerId === 0 ? '' : ((customer?.name || customer?.phone) ?? '');
  return { isCoded, setCoded, name, code, wanted, showCode, forget: () => forgetCode(codeKey) };
}
