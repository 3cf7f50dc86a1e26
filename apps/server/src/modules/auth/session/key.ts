/** The key that signs tokens: a file of the data folder that only the server reads, or a row that all processes share. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurably } from '../../../platform/disk/durable-file.ts';
import type { Store } from '../../../platform/store/store.ts';

const bytes = 32;

async function keyOfFile(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'token.key');
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(path)) createDurably(path, randomBytes(bytes).toString('base64'));
  return Buffer.from(await readFile(path, 'utf8'), 'base64');
}

async function keyOfStore(store: Pick<Store, 'writeOrg'>, now: number): Promise<Buffer> {
  const row = await store.writeOrg(async (db) => {
    await db
      .insertInto('secret')
      .values({ name: 'token', value: randomBytes(bytes).toString('base64'), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return db.selectFrom('secret').select('value').where('name', '=', 'token').executeTakeFirstOrThrow();
  });
  return Buffer.from(row.value, 'base64');
}

/** Returns the signing key and creates it at the first start. Throws when the file is damaged. */
export async function signingKey(
  store: Pick<Store, 'engine' | 'writeOrg'>,
  dataDir: string,
  now: number,
): Promise<Uint8Array> {
  const key = store.engine === 'sqlite' ? await keyOfFile(dataDir) : await keyOfStore(store, now);
  if (key.length < bytes) throw new Error('The key in token.key is damaged. Remove the file; everybody signs in again');
  return key;
}
