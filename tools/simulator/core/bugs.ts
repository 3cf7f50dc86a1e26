/** Bugs of the pure core that its checks must find, otherwise they prove nothing. */
import type { CoreBug } from './core.ts';
import type { Reply } from './shop.ts';

interface NamedCoreBug {
  readonly name: string;
  readonly plant: CoreBug;
}

const everyNth = (n: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
};

export const coreBugs: readonly NamedCoreBug[] = [
  {
    name: 'the last writer wins',
    plant: ({ shop }) => {
      const take = shop.take.bind(shop);
      shop.take = (entry): Reply => {
        const reply = take(entry);
        if (entry.kind !== 'update' || reply.status !== 200) return reply;
        const sentKeys = new Set((entry.body['items'] as readonly { readonly key: string }[]).map(({ key }) => key));
        const bill = { ...reply.bill, items: reply.bill.items.filter(({ key }) => sentKeys.has(key)) };
        shop.bills.set(bill.key, bill);
        return { status: 200, bill };
      };
    },
  },
  {
    name: 'a response before the commit',
    plant: ({ shop }) => {
      const take = shop.take.bind(shop);
      const isLost = everyNth(2);
      shop.take = (entry): Reply => {
        const stored = shop.bills.get(entry.billKey ?? '');
        return stored && entry.kind === 'update' && isLost() ? { status: 200, bill: stored } : take(entry);
      };
    },
  },
  {
    name: 'an outbox that is cleared when the till dies',
    plant: ({ tills }) => {
      for (const till of tills) {
        const die = till.die.bind(till);
        till.die = () => {
          die();
          till.entries = [];
        };
      }
    },
  },
  {
    name: 'invoice numbers with gaps',
    plant: ({ shop }) => {
      const take = shop.take.bind(shop);
      shop.take = (entry): Reply => {
        const reply = take(entry);
        if (entry.kind !== 'pay' || reply.status !== 200) return reply;
        const bill = { ...reply.bill, invoiceNumber: '2026-000003' };
        shop.bills.set(bill.key, bill);
        return { status: 200, bill };
      };
    },
  },
  {
    name: 'money with parts of a laari',
    plant: ({ shop }) => {
      const take = shop.take.bind(shop);
      shop.take = (entry): Reply => {
        const reply = take(entry);
        if (entry.kind !== 'pay' || reply.status !== 200) return reply;
        const bill = { ...reply.bill, gst: reply.bill.gst + 0.5, total: reply.bill.total + 0.5 };
        shop.bills.set(bill.key, bill);
        return { status: 200, bill };
      };
    },
  },
];
