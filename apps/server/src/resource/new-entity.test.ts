import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineResource } from '@atoll/domain/resources/define-resource';
import { beforeAll, expect, it } from 'vitest';
import { migrationSql } from '../platform/store/migration.ts';
import type { Store } from '../platform/store/store.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { addOutlet } from '../platform/store/testing/outlet.ts';
import { seedActor } from '../seed/seed-actor.ts';
import { findRecord, listRecords } from './read.ts';
import { createRecord, removeRecordOf, updateRecord } from './write.ts';

// Tests what CONTRIBUTING shows: the file itself is read.
const book = readFileSync(join(import.meta.dirname, '../../../../CONTRIBUTING.md'), 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(book)?.[1] ?? '';
const source = block('ts');
const written = source.slice(source.indexOf('defineResource(') + 'defineResource('.length, source.lastIndexOf(');'));
// oxlint-disable-next-line typescript/no-implied-eval
const asset = defineResource(new Function(`return (${written})`)() as Parameters<typeof defineResource>[0]);

eachEngine('an entity that is new', (on) => {
  let store: Store;
  let outletId: number;
  const resource = { definition: asset, hooks: {} };
  beforeAll(async () => {
    const place = await on.place();
    await (await on.open({ at: place })).close();
    await on.tamper(place, migrationSql(block('sql'), on.engine));
    store = await on.open({ at: place });
    outletId = await addOutlet(store);
  });

  it('[R14.2] adds an entity of eight fields with one file of under 40 lines, a migration and a line in the nav table', async () => {
    expect(asset.fields).toHaveLength(8);
    expect(source.trimEnd().split('\n').length).toBeLessThan(40);
    const actor = seedActor({ id: 1, name: 'Admin' }, outletId);
    await store.writeOrg((db) =>
      db
        .insertInto('app_user')
        .values({
          key: randomUUID(),
          name: 'Admin',
          email: 'a@reef.example',
          password_hash: '',
          passcode_hash: '',
          role: 'Admin',
          permission_overrides: '[]',
          avatar: null,
          last_login_at: null,
          created_at: 0,
          modified_at: 0,
        })
        .execute(),
    );
    const key = randomUUID();
    const body = { name: 'Oven', serial: 'X-1', boughtOn: '2026-01-31', cost: 1_250_000, isRented: true };
    const made = await createRecord(store, actor, resource, { key, ...body });
    expect(made).toMatchObject({ ...body, code: 'E0001', condition: 'Good', createdByName: 'Admin', version: 1 });
    await expect(createRecord(store, actor, resource, { key: randomUUID(), name: 'OVEN' })).rejects.toMatchObject({
      refusal: { errors: { name: `Name is already used by 'Oven'` } },
    });
    await expect(
      createRecord(store, actor, resource, { key: randomUUID(), name: 'X', cost: -1 }),
    ).rejects.toMatchObject({
      refusal: { errors: { name: 'Name must be at least 2 characters long', cost: 'Cost must be at least 0.00' } },
    });
    const changed = await updateRecord(store, actor, resource, { id: made.id, version: 1, condition: 'Broken' });
    expect(await findRecord(store, outletId, asset, key)).toEqual(changed);
    const query = { page: '1', size: '10', sort: '-name', condition: 'Broken', search: 'ov' };
    expect(await listRecords(store, outletId, asset, query, actor)).toMatchObject({ count: 1, items: [changed] });
    await removeRecordOf(store, actor, resource, String(made.id));
    expect(await listRecords(store, outletId, asset, {}, actor)).toEqual([]);
  });
});
