/** Mutants: bugs that the random scenario must find, otherwise it proves nothing. Source: docs/rules.md#invariant-1. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { type Handlers, realHandlers } from './handlers.ts';
import type { Habits } from './scenario.ts';
import { newKey } from './shop.ts';

interface Bug {
  readonly handlers?: Handlers;
  readonly habits?: Habits;
  /** Returns the store with the bug. */
  readonly tamper?: (store: Store) => Store;
}

interface Mutant {
  readonly name: string;
  readonly make: () => Bug;
}

const every = (n: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
};

const bugged = (bugs: Partial<Handlers>): Bug => ({ handlers: { ...realHandlers, ...bugs } });

/** Removes the guard of completed bills from an embedded store, as somebody who has its file can (R36.22). */
export async function removeGuard(db: Kysely<Database>): Promise<void> {
  await sql`drop trigger if exists bill_refuses_update`.execute(db);
}

/** Overwrites a stored bill without a command. */
async function overwrite(store: Store, outletId: number, bill: Bill): Promise<void> {
  await store.writeOutlet(outletId, async (tx) => {
    await removeGuard(tx.db);
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ doc: JSON.stringify(bill) })
        .where('outlet_id', '=', outletId)
        .where('id', '=', bill.id ?? 0),
    );
  });
}

/** Returns a store in which a part of each command's transaction is replaced. */
export function tampered(change: (tx: Parameters<Parameters<Store['writeOutlet']>[1]>[0]) => object) {
  const bound = <T extends object>(target: T, other: object): T =>
    new Proxy(target, {
      get: (_, name) => {
        if (name in other) return Reflect.get(other, name) as unknown;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  return (store: Store): Store => {
    const writeOutlet: Store['writeOutlet'] = (outletId, command, manner) =>
      store.writeOutlet(outletId, (tx) => command(bound(tx, change(tx))), manner);
    return bound(store, { writeOutlet });
  };
}

export const mutants: readonly Mutant[] = [
  {
    name: 'a retry with new keys',
    make: () =>
      bugged({
        updateBill: (store, actor, input) =>
          realHandlers.updateBill(store, actor, {
            ...input,
            items: (input.items ?? []).map((one) => ({ ...one, key: newKey() })),
          }),
      }),
  },
  {
    name: 'two tills in one slot, the items of the second lost',
    make: () =>
      bugged({
        updateBill: async (store, actor, input) => {
          const done = await realHandlers.updateBill(store, actor, input);
          if (done.bill.key === input.key) return done;
          await overwrite(store, actor.outletId, {
            ...done.bill,
            items: done.bill.items.filter((one) => !done.insertedKeys.includes(one.key)),
          });
          return done;
        },
      }),
  },
  {
    name: 'the last writer wins',
    make: () =>
      bugged({
        updateBill: async (store, actor, input) => {
          const done = await realHandlers.updateBill(store, actor, input);
          const sent = new Set((input.items ?? []).map((one) => one.key));
          if (sent.size > 0)
            await overwrite(store, actor.outletId, {
              ...done.bill,
              items: done.bill.items.filter((one) => sent.has(one.key)),
            });
          return done;
        },
      }),
  },
  {
    name: 'fractions of a laari',
    make: () =>
      bugged({
        payBill: async (store, actor, input) => {
          const paid = await realHandlers.payBill(store, actor, input);
          await overwrite(store, actor.outletId, {
            ...paid.bill,
            gst: paid.bill.gst + 0.5,
            total: paid.bill.total + 0.5,
          });
          return paid;
        },
      }),
  },
  {
    name: 'invoice numbers with gaps',
    make: () => {
      const leaps = every(7);
      return {
        tamper: tampered((tx) => {
          if (leaps())
            for (const year of Object.keys(tx.head.invoices))
              tx.head.invoices[year] = (tx.head.invoices[year] ?? 0) + 1;
          return {};
        }),
      };
    },
  },
  {
    name: 'a response before the commit',
    make: () => {
      const lost = every(5);
      return bugged({
        updateBill: async (store, actor, input) =>
          lost()
            ? { bill: await realHandlers.findBill(store, actor.outletId, input.key), insertedKeys: [], conflicts: [] }
            : realHandlers.updateBill(store, actor, input),
      });
    },
  },
  { name: 'an outbox that a sign-out clears', make: () => ({ habits: { forgetsAtLogout: true } }) },
  { name: 'a sync that replaces what was typed', make: () => ({ habits: { replacesOnSync: true } }) },
  { name: 'a ticket that a retry prints again', make: () => ({ habits: { printsOnRetry: true } }) },
  {
    name: 'a failed transfer that clears its source',
    make: () =>
      bugged({
        transferBill: async (store, actor, input) => {
          try {
            return await realHandlers.transferBill(store, actor, input);
          } catch (error) {
            const bill = await realHandlers.findBill(store, actor.outletId, input.from.key);
            await overwrite(store, actor.outletId, { ...bill, items: [] });
            throw error;
          }
        },
      }),
  },
  {
    name: 'tax that is rounded item by item',
    make: () =>
      bugged({
        splitBill: async (store, actor, input) => {
          const bills = await realHandlers.splitBill(store, actor, input);
          for (const bill of bills) {
            const gst = bill.items
              .filter((one) => !one.isVoid)
              .reduce((sum, one) => sum + Math.ceil(one.taxAmount * 1.0001), 0);
            await overwrite(store, actor.outletId, { ...bill, gst, total: bill.total - bill.gst + gst });
          }
          return bills;
        },
      }),
  },
  {
    name: 'a change without a history entry',
    make: () => {
      const silent = every(6);
      return { tamper: tampered(() => (silent() ? { history: () => undefined } : {})) };
    },
  },
  {
    name: 'a paid bill that is overwritten',
    make: () =>
      bugged({
        refundBill: async (store, actor, input) => {
          const refund = await realHandlers.refundBill(store, actor, input);
          const paid = await realHandlers.findBill(store, actor.outletId, String(input.billId));
          await overwrite(store, actor.outletId, { ...paid, completedAt: refund.completedAt });
          return refund;
        },
      }),
  },
  {
    name: 'a merge that loses items',
    make: () =>
      bugged({
        mergeBills: async (store, actor, keys) => {
          const bill = await realHandlers.mergeBills(store, actor, keys);
          await overwrite(store, actor.outletId, { ...bill, items: bill.items.slice(1) });
          return bill;
        },
      }),
  },
];
