/** What people do with gift cards: sell them, pay with them with and without the server, refund what a card paid. */
import type { Bill } from '@atoll/domain/bill/bill';
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { cardHash, codeHash, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { createBill, payBill as payAtServer } from '../../../apps/server/src/modules/bill/service.ts';
import { line, newKey, refusalOf, sent } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { holdWallet } from '../../../apps/server/src/modules/wallet/hold.ts';
import type { Simulation } from '../simulation.ts';
import { type Action, atBill, type BillWork, cashKey, payBill, sellAtOnce, type Tender } from '../steps.ts';
import { useCoupon } from './coupon-actions.ts';
import { rememberAge } from './memory.ts';

/** Returns the codes of the cards that people may have in their hands. */
const codesIn = ({ setup, acknowledged }: Simulation): readonly string[] => [
  ...(setup.priced?.cardCodes ?? []),
  ...acknowledged.priced.cardCodes,
];

/** Sells a gift card on an open bill: it is saved with the next items and has value from the payment on. */
export const sellCard: BillWork = (till, bill, { chance, acknowledged }) => {
  const code = newCode(Uint8Array.from({ length: 12 }, () => chance.below(256)));
  const amount = 1000 * (5 + chance.below(5));
  const key = newKey();
  const added = till.bills
    .getState()
    .addLine(bill.key, (place) => cardLine({ ...place, key, card: soldCardOf(code), amount }));
  if (added.ok) acknowledged.priced.cardCodes.push(code);
};

/** Pays with a gift card as much as it has, and the rest in cash. */
const byCard: Tender = async (till, bill, simulation) => {
  const [cardKey, restKey] = [derivedKey(`card ${cashKey(simulation)}`), cashKey(simulation)];
  const due = toPay(bill);
  const entered = await till.holdCard(simulation.chance.oneOf(codesIn(simulation)), bill.key, due);
  if (typeof entered === 'string' || due === 0) return [{ key: restKey, method: 'Cash', amount: due }];
  const { left, kind, ...wallet } = entered;
  const amount = Math.min(left, due);
  const rest = due - amount;
  return [
    { key: cardKey, method: kind, amount, wallet },
    ...(rest > 0 ? [{ key: restKey, method: 'Cash' as const, amount: rest }] : []),
  ];
};

const nothingElse: BillWork = () => undefined;
const sellForCard = sellAtOnce(nothingElse, byCard);
const sellForCoupon = sellAtOnce(useCoupon, byCard);

/** All tills lose the server, and each sells with a coupon and for a card, twice: what the first sale took is gone. Later they send it. */
const sellApart: Action = (simulation) => {
  const { network, clock, chance, tills } = simulation;
  for (const { number } of tills) network.setReach(number, 'cutOff');
  for (const ms of [300, 900])
    clock.after(ms, () => {
      for (const till of tills) sellForCoupon(simulation, till);
    });
  clock.after(1800 + chance.below(1500), () => {
    for (const { number } of tills) network.setReach(number, 'there');
  });
};

const days = [11 * 60_000, 73 * 3_600_000] as const;
/** By then a till that starts again shows its bills. */
const startMs = 500;

interface KeptCopy {
  readonly kept: { readonly at: string } | null;
  readonly wholeAt?: string;
}

const earlier = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString();

/** A till is off for minutes or days: the balances that it keeps are as old. Some start again without the server, and sell for a card. */
const offForDays: Action = (simulation, till) => {
  const { clock, chance, network, acknowledged } = simulation;
  if (till.till === null) return;
  const off = chance.oneOf(days);
  till.die();
  const isCut = chance.below(2) === 0;
  // Without the server only days tell a balance that is too old.
  const since = isCut ? days[1] : off;
  if (isCut) network.setReach(till.number, 'cutOff');
  clock.after(200 + chance.below(1000), () => {
    const { rows } = till.disk.tables.get('copy') ?? { rows: new Map<IDBValidKey, unknown>() };
    for (const [key, row] of rows) {
      if (typeof key !== 'string' || !key.endsWith(':wallets')) continue;
      const { kept, wholeAt, ...copy } = row as KeptCopy;
      if (!kept) continue;
      const aged = { ...copy, kept: { ...kept, at: earlier(kept.at, since) } };
      rows.set(key, wholeAt === undefined ? aged : { ...aged, wholeAt: earlier(wholeAt, since) });
    }
    rememberAge(acknowledged.priced, till.number, since);
    if (till.till === null) till.revive();
    if (isCut) clock.after(startMs, () => sellForCard(simulation, till));
  });
};

/** Pays a tea with a card at a counter that always reaches the server. */
const useCard: Action = (simulation) => {
  const { network, setup, chance } = simulation;
  const code = chance.oneOf(codesIn(simulation));
  const place = String(20 + chance.below(20));
  network.atServer(async () => {
    if (!network.isServerUp) return;
    await refusalOf(payByCard(simulation, code, { place, tea: setup.shop.menu.tea }));
  });
};

async function payByCard(
  { setup }: Simulation,
  code: string,
  { place, tea }: { readonly place: string; readonly tea: number },
): Promise<void> {
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
  const bill: Bill = await createBill(store, admin, { ...sent(place, { items: [line(tea)] }), type: 'Takeaway' });
  const holdKey = newKey();
  await holdWallet(store, admin, { key: holdKey, code, amount: bill.total, billKey: bill.key } as never);
  const payments = [{ key: newKey(), method: 'GiftCard', amount: bill.total, wallet: { ...wallet, holdKey } }] as const;
  const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
  await payAtServer(store, admin, { key: bill.key, payments, seen } as never);
}

export const cardActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [3, 'sell a card', atBill(sellCard)],
  [6, 'use a card', useCard],
  [8, 'pay with a card', payBill(byCard)],
  [8, 'sell for a card at once', sellForCard],
  [5, 'all tills sell without the server', sellApart],
  [4, 'a till is off for days', offForDays],
];
