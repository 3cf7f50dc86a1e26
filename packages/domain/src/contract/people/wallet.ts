/** Wallets: gift cards, store credit and deposits. Source: docs/rules.md#wallets. */
import * as z from 'zod/mini';
import { walletEntryTypes, walletKinds, walletStatuses } from '../../wallet/wallet.ts';
import { soldCard } from '../bill/bill.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  id,
  idParams,
  instant,
  key,
  listQuery,
  money,
  pageOf,
  requiredText,
  signedMoney,
  text,
} from '../platform/shape.ts';

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
    code: z.optional(text(40)),
    /** Instead of a code: the store credit of this customer pays, on a bill of theirs. */
    customerId: z.optional(id),
    /** Instead of a code: the deposit of this order pays the bill that it was opened as. */
    orderKey: z.optional(key),
    billKey: key,
    /** What is to pay, laari: the smaller of it and what is left is held. */
    amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
    /** The holds of payments that this till has for the bill; what else it holds of the wallet for the bill ends. Absent: nothing ends. */
    beside: z.optional(z.array(key).check(z.maxLength(50))),
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

const wallet = z.object({
  id,
  key: z.string(),
  version: z.int(),
  kind: z.enum(walletKinds),
  last4: z.string(),
  balance: z.int(),
  /** Expired: its last day has passed. It keeps its balance until a person posts it. */
  status: z.enum(walletStatuses),
  expiresOn: z.nullable(z.string()),
  /** The last letters of the card that replaced it. */
  replacedBy: z.nullable(z.string()),
  billId: z.nullable(id),
  createdAt: instant,
});
export type Wallet = z.infer<typeof wallet>;

const walletEntry = z.object({
  id,
  at: instant,
  type: z.enum(walletEntryTypes),
  amount: z.int(),
  balanceAfter: z.int(),
  billId: z.nullable(id),
  reference: z.string(),
  note: z.string(),
  madeByName: z.string(),
});

const walletLedger = z.extend(wallet, { entries: z.array(walletEntry) });
export type WalletLedger = z.infer<typeof walletLedger>;

const reason = requiredText(3, 200);
const adjusting = { who: 'member', anyOf: ['Wallets'], allOf: ['wallet.adjust'] } as const;

export const listWallets = defineEndpoint({
  key: 'wallet.list',
  method: 'GET',
  path: '/fin/wallets/list',
  summary: 'Lists the wallets of the outlet, found by the last letters of their code',
  access: { who: 'member', anyOf: ['Wallets'] },
  query: z.extend(listQuery, { status: z.optional(z.string()) }),
  answer: z.union([pageOf(wallet), z.array(wallet)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const offlineWallets = defineEndpoint({
  key: 'wallet.offline',
  method: 'GET',
  path: '/fin/wallets/offline',
  summary:
    'Returns the balances of the 5000 wallets that were used last, which a till keeps for when the server is away, or those that changed since',
  access: { who: 'member', anyOf: ['bill.pay'] },
  /** `since`: `at` of an earlier answer. */
  query: z.object({ since: z.optional(instant) }),
  answer: z.object({
    /** The server's time. */
    at: instant,
    /** With `since`: wallets that changed and pay no more. Absent: `wallets` are all. */
    gone: z.optional(z.array(id)),
    wallets: z.array(
      z.object({
        id,
        /** A hash of the code's hash: it finds a wallet and does not pay. */
        name: z.string(),
        last4: z.string(),
        kind: z.enum(walletKinds),
        balance: z.int(),
        isBlocked: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const findLedger = defineEndpoint({
  key: 'wallet.ledger',
  method: 'GET',
  path: '/fin/wallet/ledger/:id',
  summary: 'Returns a wallet with its entries, the latest 1000 first',
  access: { who: 'member', anyOf: ['Wallets'] },
  params: idParams,
  answer: walletLedger,
  refusals: ['notFound'],
});

export const blockWallet = defineEndpoint({
  key: 'wallet.block',
  method: 'POST',
  path: '/fin/wallet/block',
  summary: 'Blocks a lost card, or ends that or its expiry; a blocked card pays nothing and keeps its balance',
  access: adjusting,
  body: z.object({ id, isBlocked: z.boolean(), reason }),
  answer: walletLedger,
  refusals: ['notFound', 'stateForbids'],
});

export const replaceWallet = defineEndpoint({
  key: 'wallet.replace',
  method: 'POST',
  path: '/fin/wallet/replace',
  summary: 'Moves the balance of a card to a new code in two entries and closes the card, once for each key',
  access: adjusting,
  body: z.object({
    /** The key of the new card. */
    key,
    id,
    card: soldCard,
    reason,
  }),
  answer: walletLedger,
  refusals: ['notFound', 'stateForbids', 'keyReused'],
});

export const adjustWallet = defineEndpoint({
  key: 'wallet.adjust',
  method: 'POST',
  path: '/fin/wallet/adjust',
  summary: 'Corrects the balance of a wallet by a signed amount, once for each key',
  access: adjusting,
  body: z.object({ key, id, amount: signedMoney.check(z.refine((n) => n !== 0, 'Enter an amount')), reason }),
  answer: walletLedger,
  refusals: ['notFound', 'stateForbids', 'keyReused'],
});

export const expireWallet = defineEndpoint({
  key: 'wallet.expire',
  method: 'POST',
  path: '/fin/wallet/expire',
  summary: 'Takes the balance of an expired card off it and closes the card, once for each key',
  access: adjusting,
  body: z.object({ key, id, reason }),
  answer: walletLedger,
  refusals: ['notFound', 'stateForbids', 'keyReused'],
});

export const payOutWallet = defineEndpoint({
  key: 'wallet.payout',
  method: 'POST',
  path: '/fin/wallet/payout',
  summary: 'Pays the unspent balance of a card out in cash of the open shift and closes the card, once for each key',
  access: adjusting,
  body: z.object({ key, id, reason }),
  answer: walletLedger,
  refusals: [
    'notFound',
    'stateForbids',
    'noShiftActive',
    'keyReused',
    'shiftClosed',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});
