/** What people do with prices: bills of guests, gift cards sold and used. */
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { cardHash, codeHash, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { createBill, payBill } from '../../../apps/server/src/modules/bill/service.ts';
import { line, newKey, refusalOf, sent } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { holdWallet } from '../../../apps/server/src/modules/wallet/hold.ts';
import { type Action, atBill, sellAtOnce } from '../actions.ts';
import type { Simulation } from '../simulation.ts';

type Work = Parameters<typeof sellAtOnce>[0];

const setGuest: Work = (till, bill, { chance, setup: { priced } }) => {
  if (!priced) return;
  const { id, key, name, phone } = chance.oneOf(priced.guests);
  till.bills.getState().setCustomer(bill.key, { id, key, name, phone, tin: '' });
};

/** The codes of cards that were typed; only some are paid for. */
const codes = new WeakMap<Simulation, string[]>();

/** Sells a gift card on an open bill: it is saved with the next items and has value from the payment on. */
const sellCard: Work = (till, bill, simulation) => {
  const { chance } = simulation;
  const code = newCode(Uint8Array.from({ length: 12 }, () => chance.below(256)));
  const amount = 1000 * (5 + chance.below(5));
  const key = newKey();
  const added = till.bills
    .getState()
    .addLine(bill.key, (place) => cardLine({ ...place, key, card: soldCardOf(code), amount }));
  if (added.ok) codes.set(simulation, [...(codes.get(simulation) ?? []), code]);
};

const sellBoth: Work = (till, bill, simulation) => {
  setGuest(till, bill, simulation);
  if (simulation.chance.below(2) === 0) sellCard(till, bill, simulation);
};

/** Pays a tea with a card at a counter that always reaches the server. */
const useCard: Action = (simulation) => {
  const { network, setup, chance } = simulation;
  const known = codes.get(simulation) ?? [];
  if (known.length === 0) return;
  const code = chance.oneOf(known);
  const place = String(20 + chance.below(20));
  network.atServer(async () => {
    if (!network.isServerUp) return;
    await refusalOf(payByCard(simulation, code, place, setup.shop.menu.tea));
  });
};

async function payByCard({ setup }: Simulation, code: string, place: string, tea: number): Promise<void> {
  const { store, outletId, admin } = setup.shop;
  const wallet = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('wallet')
      .select(['id', 'last4'])
      .where('outlet_id', '=', outletId)
      .where('code_hash', '=', cardHash(codeHash(code)))
      .executeTakeFirst(),
  );
  if (!wallet) return;
  const bill = await createBill(store, admin, { ...sent(place, { items: [line(tea)] }), type: 'Takeaway' });
  const holdKey = newKey();
  await holdWallet(store, admin, { key: holdKey, code, amount: bill.total, billKey: bill.key } as never);
  const payments = [{ key: newKey(), method: 'GiftCard', amount: bill.total, wallet: { ...wallet, holdKey } }] as const;
  const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
  await payBill(store, admin, { key: bill.key, payments, seen } as never);
}

export const pricedActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [4, 'a guest', atBill(setGuest)],
  [3, 'sell a card', atBill(sellCard)],
  [14, 'sell to a guest at once', sellAtOnce(sellBoth)],
  [8, 'use a card', useCard],
];
