import { expect, it } from 'vitest';
import { verifyHistory } from './history.ts';
import type { Store } from './store.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const note = (store: Store, outletId: number, key: string) =>
  store.writeOutlet(outletId, async (tx) => {
    tx.head.billNumber += 1;
    tx.history({ subject: 'Test', subjectKey: key, action: 'Noted', userId: null, deviceId: null });
    tx.change({ entity: 'Bill', id: tx.head.billNumber, version: 1, action: 'Created' });
    return tx.head.billNumber;
  });

eachEngine('the store', (on) => {
  it('commits commands that arrive together in order, with gap-free numbers', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const heard: number[] = [];
    store.onCommitted((changes) => heard.push(...changes.map((change) => change.seq)));
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, i) => note(store, outletId, `k${i}`)));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(heard).toEqual(numbers);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 50 });
  });
});
