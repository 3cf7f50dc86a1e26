/** Long invariants: what was acknowledged to a till and must last without appearing in totals: notes, seats, waiters, the order of items, the counts of the header. */
import type { Bill } from '@atoll/domain/bill/bill';
import { seatOf } from '@atoll/domain/bill/seat';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { Acknowledged } from './acknowledged.ts';
import type { SimulatedTill } from './device/simulated-till.ts';

/** Returns the time part of an item's key, when a till made it. */
const madeAt = (key: string): string => key.slice(0, 13);

/** 26: items that one person ordered on a bill keep their order. */
export function misorderedItems(bills: readonly Bill[], { typedOn }: Acknowledged): readonly string[] {
  return bills.flatMap((bill) => {
    // Items of two merged bills have no order among each other.
    const own = bill.items.filter(({ key }) => typedOn.get(key) === bill.key);
    const lines = [...Map.groupBy(own, ({ createdBy }) => createdBy).values()];
    return lines.flatMap((each) =>
      each.flatMap(({ key }, at) => {
        const before = each[at - 1];
        return before && madeAt(before.key) > madeAt(key)
          ? [`26: item ${before.key} comes before ${key}, which was ordered earlier`]
          : [];
      }),
    );
  });
}

/** 3: a saved note stays on its item; one that arrives after the payment changes nothing. `isSeen`: the item is shown among refused work. */
export function lostNotes(
  bills: readonly Bill[],
  { noted }: Acknowledged,
  isSeen: (key: string) => boolean,
): readonly string[] {
  const open = bills.filter((bill) => bill.isOpen);
  const lines = new Map(open.flatMap((bill) => bill.items.map((item) => [item.key, item])));
  return [...noted]
    .filter(([key, note]) => lines.has(key) && !isSeen(key) && !lines.get(key)?.notes.includes(note))
    .map(([key, note]) => `3: the note '${note}' of item ${key} is lost`);
}

/** 3: an item sits where somebody put it last, and a bill that was handed over has a waiter who got it. */
export function lostPlaces(
  bills: readonly Bill[],
  { seated, seatKept, handed, handKept }: Acknowledged,
): readonly string[] {
  const open = bills.filter((bill) => bill.isOpen);
  const lines = open.flatMap((bill) => bill.items).filter(({ key, isVoid }) => !isVoid && seatKept.has(key));
  return [
    ...lines
      .filter((item) => seated.get(item.key)?.has(seatOf(item)) === false)
      .map((item) => `3: item ${item.key} has seat ${seatOf(item)}, which nobody chose`),
    ...open
      .filter(({ key }) => handKept.has(key))
      .filter((bill) => !handed.get(bill.key)?.has(waiterOf(bill).id ?? 0))
      .map((bill) => `3: bill ${bill.key} was handed over and has waiter ${waiterOf(bill).id}`),
  ];
}

/** 31: the header shows how much work is unsent, and that the server is reachable. */
export function wrongHeaders(tills: readonly Pick<SimulatedTill, 'till'>[]): readonly string[] {
  return tills.flatMap(({ till }, number) => {
    if (!till) return [];
    const { waiting, isOnline } = till.connection.getState();
    const kept = till.outbox.getState().entries.length;
    return [
      ...(waiting === kept ? [] : [`31: till ${number} shows ${waiting} unsent entries and has ${kept}`]),
      ...(isOnline ? [] : [`31: till ${number} shows that it is offline`]),
    ];
  });
}
