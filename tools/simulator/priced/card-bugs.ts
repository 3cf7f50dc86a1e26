/** Bugs of gift cards that a simulation must find. */
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { Store } from '../../../apps/server/src/platform/store/store.ts';
import type { Bug } from '../bugs.ts';
import { afterwards, onRetry } from './afterwards.ts';

/** Takes the amounts of a payment off its cards once more. */
async function takeAgain(
  store: Store,
  { payments = [] }: { readonly payments?: readonly PaymentInput[] },
): Promise<void> {
  await store.writeOrg(async (db) => {
    const keys = payments.flatMap(({ key, wallet }) => (wallet ? [key] : []));
    const entries = await db
      .selectFrom('wallet_entry')
      .selectAll()
      .where('key', 'in', ['', ...keys])
      .execute();
    for (const entry of entries) {
      const again = { ...entry, id: entry.id + 1_000_000, key: crypto.randomUUID() };
      await db.insertInto('wallet_entry').values(again).execute();
      await db
        .updateTable('wallet')
        .set(({ eb }) => ({ balance: eb('balance', '+', entry.amount) }))
        .where('outlet_id', '=', entry.outlet_id)
        .where('id', '=', entry.wallet_id)
        .execute();
    }
  });
}

export const cardBugs: readonly Bug[] = [
  {
    name: 'a card that pays twice after a lost answer',
    seed: 5001,
    isPriced: true,
    says: /^card .* bills took/,
    onRequest: onRetry(takeAgain),
  },
  {
    name: 'a till that takes more of a card without the server than it may',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    says: /^till . took .* of a card without the server/,
    code: [{ file: '/wallet/kept-wallets.ts', from: "taken }, settingHere('WalletOfflineLimit')", to: 'taken }, 1e9' }],
  },
  {
    name: 'a till that forgets what it took of a card',
    seed: 5003,
    isPriced: true,
    says: /^till . took .* of a card without the server/,
    code: [{ file: '/wallet/kept-wallets.ts', from: 'walletId === id && !keys.has(key)', to: 'walletId < 0' }],
  },
  {
    name: 'a till that takes a balance of more than 72 hours without the server',
    seed: 5229,
    isQuick: true,
    isPriced: true,
    says: /^till . took .* of a card without the server/,
    code: [
      { file: '/wallet/kept-wallets.ts', from: 'tillNow() - at > offlineMs', to: 'at > tillNow() + offlineMs' },
      {
        file: '/wallet/kept-wallets.ts',
        from: "const at = Date.parse(copy.kept?.at ?? '');",
        to: 'const at = tillNow();',
      },
    ],
  },
  {
    name: 'a till that keeps the code of a card',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    says: /^the code of a card stands on the disk/,
    code: [
      {
        file: '/wallet/hold-card.ts',
        from: 'const hash = codeHash(code);',
        to: "const hash = codeHash(code); localStorage.setItem('last-card', code);",
      },
    ],
  },
  {
    name: 'a till that keeps the hash that pays by a card',
    seed: 5001,
    isPriced: true,
    says: /^the hash that pays by a card stands on the disk/,
    code: [
      {
        file: '/bills/view.ts',
        from: 'wallet: { id: wallet.id, last4: wallet.last4, left: wallet.left }',
        to: 'wallet',
      },
    ],
  },
  {
    name: 'a card below 0 that nobody is told of',
    seed: 5001,
    isPriced: true,
    says: /^nobody was told that card/,
    onRequest: afterwards('/bill/pay', (store) => store.writeOrg((db) => db.deleteFrom('notice').execute())),
  },
];
