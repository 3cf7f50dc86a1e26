/** Three devices edit one bill in random order, and responses get lost. No item may be lost. Source: docs/rules.md#merge-items. */
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { addItem, voidItem } from '../items.ts';
import { billOf, chance, line, noon } from '../testing/bills.ts';
import { type BillInputLike, mergeInput } from './merge-input.ts';
import { replaceKeepingUnsaved } from './rebase.ts';

interface Device {
  bill: Bill;
  /** Requests that were sent or are waiting, in order; the last response may have been lost. */
  readonly outbox: BillInputLike[];
}

const now = '2026-03-10T09:00:00.000Z';

function simulate(seed: number) {
  const { below } = chance(seed);
  let server = billOf([], { id: 1, version: 1 });
  let ids = 0;
  let made = 0;
  const added: string[] = [];
  const voided = new Set<string>();
  const devices: Device[] = [0, 1, 2].map(() => ({ bill: server, outbox: [] }));
  const receive = (input: BillInputLike): void => {
    const makeItem = (sent: { key: string; qty: number }): BillItem => {
      ids += 1;
      return line(sent.key, { id: ids, qty: sent.qty, index: ids });
    };
    server = mergeInput(server, input, { now, userId: 1, makeItem }).bill;
  };
  const save = (device: Device): void => {
    const items = device.bill.items.map((item) => ({ ...item }));
    device.outbox.push({ version: device.bill.version, changed: [], items });
    if (below(4) === 0) return;
    for (const input of device.outbox) {
      receive(input);
      if (below(5) === 0) receive(input);
    }
    if (below(5) === 0) return;
    device.outbox.length = 0;
    device.bill = replaceKeepingUnsaved(server, device.bill);
  };
  const steps = [
    (device: Device): void => {
      made += 1;
      const key = `item${made}`;
      const after = addItem(device.bill, line(key, { index: made }));
      if (after.ok) [device.bill, added[added.length]] = [after.value, key];
    },
    (device: Device): void => {
      const saved = device.bill.items.filter((item) => item.id !== null);
      const item = saved[below(saved.length || 1)];
      if (!item) return;
      const after = voidItem(device.bill, item.key, { reason: 'Test', user: 1, now: noon });
      if (after.ok) device.bill = after.value;
      voided.add(item.key);
    },
    save,
    (device: Device): void => {
      device.bill = replaceKeepingUnsaved(server, device.bill);
    },
  ] as const;
  for (let step = 0; step < 25; step += 1) (steps[below(4)] as (typeof steps)[0])(devices[below(3)] as Device);
  for (const device of devices) {
    device.outbox.push({ version: device.bill.version, changed: [], items: device.bill.items });
    for (const input of device.outbox) receive(input);
  }
  for (const device of devices) device.bill = replaceKeepingUnsaved(server, device.bill);
  return { server, devices, added, voided };
}

describe('three devices on one bill', () => {
  it('[R1.7] three devices lose no item, duplicate none and undo no void in 2,000 random runs', () => {
    let [lines, voids] = [0, 0];
    for (let seed = 1; seed <= 2000; seed += 1) {
      const { server, devices, added, voided } = simulate(seed);
      const keys = server.items.map((item) => item.key);
      if ([...keys].sort().join() !== [...added].sort().join()) expect({ seed, keys }).toEqual({ seed, keys: added });
      for (const key of voided) {
        if (server.items.find((item) => item.key === key)?.isVoid !== true)
          expect({ seed, undone: key }).toBeUndefined();
      }
      for (const { bill } of devices) if (bill !== server) expect({ seed, bill }).toEqual({ seed, bill: server });
      lines += added.length;
      voids += voided.size;
    }
    expect(lines).toBeGreaterThan(10_000);
    expect(voids).toBeGreaterThan(2000);
  });
});
