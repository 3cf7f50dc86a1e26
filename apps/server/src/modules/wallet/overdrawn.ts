/** Tells of wallets that were spent below 0, which happens only without the server. Source: R22.6, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { OutletTx } from '../../platform/store/store.ts';
import { notify } from '../notification/service.ts';
import type { WalletAuthor, WalletRow } from './entry.ts';

/** The last payments of a wallet that may have brought its balance below 0. */
const lastPayments = 5;

/** Notifies those who may adjust wallets of a balance below 0: the card, the amount, and the tills that spent it. */
export async function tellOverdrawn(
  tx: OutletTx,
  { name, deviceId }: WalletAuthor,
  { number }: Bill,
  { wallet, left }: { readonly wallet: WalletRow; readonly left: number },
): Promise<void> {
  const tills = await tillsOf(tx, wallet, deviceId);
  await notify(tx, {
    severity: 'Warning',
    title: `Gift card ${wallet.last4} was spent below 0`,
    body: `Bill ${number ?? ''}: ${formatMoney(laari(-left))} below 0. ${name} took the payment without the server. It was spent on till ${tills}.`,
    entity: 'Wallet',
    entityId: wallet.id,
    permission: 'wallet.adjust',
  });
}

/** Returns the numbers of the tills that spent a wallet, this one and those before: '4, 7'. */
async function tillsOf({ db, head }: OutletTx, { id }: WalletRow, deviceId: string | null): Promise<string> {
  const before = await db
    .selectFrom('wallet_entry')
    .select('device_id')
    .where('outlet_id', '=', head.outletId)
    .where('wallet_id', '=', id)
    .where('type', '=', 'Redeem')
    .orderBy('id', 'desc')
    .limit(lastPayments)
    .execute();
  const devices = [...before.map(({ device_id }) => device_id), deviceId].flatMap((device) => device ?? []);
  if (devices.length === 0) return '?';
  const tills = await db
    .selectFrom('till')
    .select('number')
    .where('outlet_id', '=', head.outletId)
    .where('device_id', 'in', [...new Set(devices)])
    .orderBy('number')
    .execute();
  return tills.map(({ number }) => number).join(', ') || '?';
}
