/** Wallets: gift cards. Source: docs/rules.md#wallets. */
import * as z from 'zod/mini';
import { walletKinds } from '../../wallet/wallet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, key, money, text } from '../platform/shape.ts';

export const holdWallet = defineEndpoint({
  key: 'wallet.hold',
  method: 'POST',
  path: '/fin/wallet/hold',
  summary: 'Holds what a payment takes from a wallet for 15 minutes, and returns what is left on it',
  access: { who: 'member', anyOf: ['bill.pay'] },
  body: z.object({
    /** The key of the hold; the same one again changes its amount. */
    key,
    /** As typed or scanned. It is stored nowhere. */
    code: text(40),
    billKey: key,
    /** What is to pay, laari: the smaller of it and what is left is held. */
    amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
  }),
  answer: z.object({
    id,
    kind: z.enum(walletKinds),
    last4: z.string(),
    /** What is left without this payment and without what other tills hold. */
    left: z.int(),
    held: money,
  }),
  refusals: ['walletUnknown', 'walletBlocked', 'walletShort', 'keyReused', 'tooMany'],
});

export const releaseWallet = defineEndpoint({
  key: 'wallet.release',
  method: 'DELETE',
  path: '/fin/wallet/hold/:key',
  summary: 'Ends the hold of a payment line that was removed; one that ended before changes nothing',
  access: { who: 'member', anyOf: ['bill.pay'] },
  params: z.object({ key }),
  answer: z.object({ key }),
  refusals: [],
});
