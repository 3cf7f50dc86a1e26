/** The shop of a drill: the demo outlets without past bills, people who sign in quickly, and what its store has in the end. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Bill } from '@atoll/domain/bill/bill';
import { saveSettings } from '../../apps/server/src/modules/setting/service.ts';
import { openStore, type StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import { createClient } from '../../apps/server/src/platform/store/postgres/client.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { seedDemo } from '../../apps/server/src/seed/demo.ts';
import { filledMark } from '../../apps/server/src/seed/first-start.ts';
import { seedActor } from '../../apps/server/src/seed/seed-actor.ts';
import { seedHashed } from '../../apps/server/src/seed/seed-user.ts';
import { passcode, password, quickHashes } from '../../apps/server/src/testing/quick-hashes.ts';
import type { Stored } from './checker.ts';

export { passcode };

/** The café of the demo. */
export const outletId = 1;
export const maxTills = 8;
export const personOf = (till: number) => ({ email: `till${till + 1}@drill.example`, password });

/** Fills an empty store. The tills print on no paper: nothing of a drill is about tickets. */
export async function fillShop(location: StoreLocation): Promise<void> {
  const store = await openStore(location, { log: silentLog });
  try {
    const now = Date.now();
    await seedDemo(store, now, { days: 0, cafe: 0, store: 0 });
    for (let till = 0; till < maxTills; till += 1) {
      const { email } = personOf(till);
      const person = {
        name: `Till ${till + 1}`,
        role: 'Admin',
        jobTitle: '',
        department: '',
        outletIds: [outletId],
      } as const;
      await seedHashed(store, { ...person, email }, quickHashes, now);
    }
    await saveSettings(store, seedActor({ id: 1, name: 'Drill' }, outletId), [
      { key: 'AutoPrintEnabled', value: 'false' },
    ]);
    await store.writeOrg((db) =>
      db
        .insertInto('secret')
        .values({ ...filledMark, created_at: now })
        .execute(),
    );
  } finally {
    await store.close();
  }
}

const templates = new Map<string, Promise<string>>();

/** Puts a filled embedded store into a folder; it is filled once for all drills, in `keepIn`. */
export async function placeShop(dataDir: string, keepIn: string): Promise<void> {
  const made = join(keepIn, 'shop');
  const template = templates.get(keepIn) ?? fillShop({ dataDir: made }).then(() => made);
  templates.set(keepIn, template);
  cpSync(await template, dataDir, { recursive: true });
}

interface Row {
  readonly key: string;
  readonly bill_id: number;
  readonly amount: number;
}

const toStored = (payments: readonly Row[], docs: readonly string[], ids: readonly number[]): Stored => ({
  payments: payments.map(({ key, bill_id, amount }) => ({ key, billId: bill_id, amount: Number(amount) })),
  items: docs.flatMap((doc, index) =>
    (JSON.parse(doc) as Bill).items.map(({ key }) => ({ key, billId: ids[index] ?? 0 })),
  ),
});

const paymentsText = 'select key, bill_id, amount from payment';

/** Reads what an embedded store has; its server may run. */
export function readEmbedded(dataDir: string): Stored {
  const database = new DatabaseSync(join(dataDir, 'atoll.db'));
  try {
    const payments = database.prepare(paymentsText).all() as unknown as Row[];
    const bills = database.prepare('select id, doc from bill').all() as { id: number; doc: string }[];
    return toStored(
      payments,
      bills.map(({ doc }) => doc),
      bills.map(({ id }) => id),
    );
  } finally {
    database.close();
  }
}

/** Reads what a database has, as a login that sees all outlets. */
export async function readDatabase(url: string): Promise<Stored> {
  const client = createClient(url, false);
  await client.connect();
  try {
    const payments = await client.query<Row>(paymentsText);
    const bills = await client.query<{ id: number; doc: string }>('select id, doc::text as doc from bill');
    return toStored(
      payments.rows,
      bills.rows.map(({ doc }) => doc),
      bills.rows.map(({ id }) => id),
    );
  } finally {
    await client.end();
  }
}
