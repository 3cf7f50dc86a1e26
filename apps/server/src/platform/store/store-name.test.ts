import { beforeAll, expect, it } from 'vitest';
import type { Store } from './store.ts';
import { isBeforeRestore, restoredMark, storeName } from './store-name.ts';
import { eachEngine } from './testing/engine.ts';

eachEngine('the name of a store', (on) => {
  let store: Store;
  beforeAll(async () => {
    store = await on.open();
  });

  it('stays that of the same store after a restore whose mark was written by hand, with a fraction of a second', async () => {
    const before = await storeName(store, 0);
    await store.writeOrg((db) =>
      db.insertInto('secret').values({ name: restoredMark, value: '1795501993.123456', created_at: 0 }).execute(),
    );
    const after = await storeName(store, 0);
    expect(after).toBe(before.replace(/\.0$/, '.1795501993123456'));
    expect(isBeforeRestore(before, after)).toBe(true);
    expect(isBeforeRestore(after, after)).toBe(false);
    expect(isBeforeRestore('another.0', after)).toBe(false);
  });
});
