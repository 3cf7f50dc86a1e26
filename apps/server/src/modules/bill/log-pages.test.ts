/** Counts the pages that a sale writes into the write-ahead log of SQLite. Each table and each index that a command touches is at least one. */
import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { seedDemo } from '../../seed/demo.ts';
import { demoGoods } from '../../seed/demo-goods.ts';
import { createShift } from '../shift/service.ts';
import { createBill, payBill } from './service.ts';
import { person } from './testing/shop.ts';

/** Returns the number of pages in a log: a head of 32 bytes, then each page of 4,096 behind a head of 24. */
const pagesIn = (file: string): number => Math.floor((statSync(file).size - 32) / (24 + 4096));

const mean = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length;

it('writes at most 23 pages of the log for a bill of three items, and 34 for its payment, with kitchen and stock', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-pages-'));
  const store = await openStore({ dataDir }, { log: silentLog });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await seedDemo(store, Date.now(), { days: 0, cafe: 0, store: 0 });
  const goods = await demoGoods(store, 1, 'cafe');
  await createShift(store, person(1, 'Admin'), { key: randomUUIDv7(), openingBalance: 0 });
  const file = join(dataDir, 'atoll.db-wal');
  expect(readFileSync(file).readUInt32BE(8)).toBe(4096);
  const counts = { create: [] as number[], pay: [] as number[] };
  const counted = async <T>(name: 'create' | 'pay', work: () => Promise<T>): Promise<T> => {
    const before = pagesIn(file);
    const value = await work();
    counts[name].push(pagesIn(file) - before);
    return value;
  };
  for (let sale = 0; sale < 40; sale += 1) {
    const items = [0, 1, 2].map((index) => {
      const { menuItemId = 0, size = '' } = goods[(sale * 3 + index * 7) % goods.length] ?? {};
      return { key: randomUUIDv7(), index, menuItemId, size, qty: 1 };
    });
    const bill = await counted('create', () =>
      createBill(store, person(1, 'User'), { key: randomUUIDv7(), type: 'Table', slot: '1', covers: 2, items }),
    );
    const payments = [{ key: randomUUIDv7(), method: 'Cash' as const, amount: bill.total }];
    const seen = { itemKeys: items.map(({ key }) => key), total: bill.total };
    await counted('pay', () => payBill(store, person(1, 'User'), { key: bill.key, payments, seen }));
  }
  expect(mean(counts.create)).toBeLessThanOrEqual(23);
  expect(mean(counts.pay)).toBeLessThanOrEqual(34);
});
