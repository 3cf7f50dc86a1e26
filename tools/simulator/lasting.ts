/** What was said to a till and must last, though no figure shows it: notes of lines, the order of lines, what the header counts. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { SimulatedTill } from './device/simulated-till.ts';
import type { Promises } from './promises.ts';

/** When a till made a line: the clock's part of its key. */
const madeAt = (key: string): string => key.slice(0, 13);

/** 26: lines that one person ordered on a bill stand in the order in which they were ordered. */
export function disordered(bills: readonly Bill[], { typedOn }: Promises): readonly string[] {
  return bills.flatMap((bill) => {
    // Lines of two bills that became one have no order among them.
    const own = bill.items.filter(({ key }) => typedOn.get(key) === bill.key);
    const lines = [...Map.groupBy(own, ({ createdBy }) => createdBy).values()];
    return lines.flatMap((each) =>
      each.flatMap(({ key }, at) => {
        const before = each[at - 1];
        return before && madeAt(before.key) > madeAt(key)
          ? [`26: line ${before.key} stands before ${key}, which was ordered earlier`]
          : [];
      }),
    );
  });
}

/** 3: a note that was saved stands on its line; one that comes when the bill is paid changes nothing of it. `isSeen`: the line is in sight among what was refused. */
export function lostNotes(
  bills: readonly Bill[],
  { noted }: Promises,
  isSeen: (key: string) => boolean,
): readonly string[] {
  const open = bills.filter((bill) => bill.isOpen);
  const lines = new Map(open.flatMap((bill) => bill.items.map((item) => [item.key, item])));
  return [...noted]
    .filter(([key, note]) => lines.has(key) && !isSeen(key) && !lines.get(key)?.notes.includes(note))
    .map(([key, note]) => `3: the note '${note}' on line ${key} is gone`);
}

/** 31: the header says how much waits, and that the server is there. */
export function wrongHeaders(tills: readonly Pick<SimulatedTill, 'till'>[]): readonly string[] {
  return tills.flatMap(({ till }, number) => {
    if (!till) return [];
    const { waiting, isOnline } = till.connection.getState();
    const kept = till.outbox.getState().entries.length;
    return [
      ...(waiting === kept ? [] : [`31: till ${number} says that ${waiting} wait and keeps ${kept}`]),
      ...(isOnline ? [] : [`31: till ${number} says that it is offline`]),
    ];
  });
}
