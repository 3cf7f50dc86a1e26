/** An outlet with much of everything: a menu of 300 items more, long names, high prices, and long bills (R35.75). */
import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Waiter } from './waiter.ts';

const price = 1_234_567;
/** Names of 40 characters. */
const longName = (n: number): string =>
  `${n % 3 === 0 ? 'Watermelon and passionfruit smoothie' : 'Grilled yellowfin tuna with coconut'} ${String(n).padStart(4, '0')}`
    .slice(0, 40)
    .padEnd(40, 's');

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The bills of the outlet: one of 60 lines that is open, a short one beside it, and a paid one of 60 lines. */
export interface LargeOutlet {
  readonly open: Bill;
  readonly second: Bill;
  readonly paid: Bill;
}

/** Fills the outlet of a person by the API. The first category of the menu gets the items. */
export async function fillOutlet({ call, pay }: Waiter): Promise<LargeOutlet> {
  const { items: categories } = await call<{ items: Named[] }>('GET', '/bis/categories/list?page=1&size=100');
  const categoryIds = [categories.find(({ name }) => name === 'Breakfast')?.id ?? 1];
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  const made: Named[] = [];
  const make = async (): Promise<void> => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift())
      made.push(
        await call<Named>('POST', '/bis/menu/item/create', {
          key: randomUUID(),
          name: longName(n),
          categoryIds,
          type: 'Kitchen',
          sizes: [
            { value: 'Regular', sellingPrice: price, isDefault: true },
            ...(n % 5 === 0 ? [{ value: 'For the whole table', sellingPrice: price * 2, isDefault: false }] : []),
          ],
          ...(n % 4 === 0 && { allergens: ['Crustaceans', 'Sulphites'], spicy: 3 }),
          ...(n % 4 === 1 && { isVegetarian: true }),
        }),
      );
  };
  await Promise.all([make(), make(), make(), make()]);
  await call('POST', '/bis/shift/create', { key: randomUUID(), openingBalance: 50_000 }).catch(() => undefined);
  const customer = { key: randomUUID(), name: 'Aishath Mohamed Abdul Rahman of Thulusdhoo', phone: '+960 7771234' };
  const billOf = (slot: number, lines: number): Promise<Bill> =>
    call('POST', '/bis/bill/create', {
      key: randomUUID(),
      type: 'Table',
      slot: String(slot),
      covers: 12,
      customer,
      note: 'Birthday; the cake comes after the main course',
      items: made.slice(0, lines).map(({ id }) => ({
        key: randomUUID(),
        menuItemId: id,
        size: 'Regular',
        qty: 1,
        notes: id % 7 === 0 ? ['without onions, sauce beside it'] : [],
      })),
    });
  const [open, second, third] = [await billOf(2, 60), await billOf(3, 2), await billOf(5, 60)];
  return { open, second, paid: await pay(third, 'Card') };
}
