/** The setup of an empty store: one owner, one outlet, once. Source: docs/rules.md#first-visit. */
import { randomUUID } from 'node:crypto';
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { hashNewPassword, hashSecret } from '../auth/service.ts';
import { isNewStore } from '../info/service.ts';
import { notify } from '../notification/service.ts';
import { insertOutlet } from '../outlet/service.ts';
import { firstTable, type Resources, writeFirstMenu } from './first-menu.ts';
import { endOwnerCode } from './owner-code.ts';

/** Writes the example menu of a kind of business. */
export type ExampleMenu = (outletId: number, businessType: 'Restaurant' | 'Retail') => Promise<void>;

const ownerSecret = 'owner';
/** So many wrong owner codes are no mistake. */
const notedCodes = 3;

/** Marks the store as owned; of several simultaneous requests one succeeds. Refused: 'alreadyStarted'. */
async function takeStore(db: Kysely<Database>, now: number): Promise<void> {
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
  const taken = user
    ? undefined
    : await db
        .insertInto('secret')
        .values({ name: ownerSecret, value: 'taken', created_at: now })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst();
  if (!taken) throw refused('alreadyStarted');
}

async function insertOwner(db: Kysely<Database>, body: StartBody, secrets: Secrets, now: number): Promise<number> {
  const { name, email } = body.owner;
  const { id } = await db
    .insertInto('app_user')
    .values({
      key: randomUUID(),
      name,
      email: email.toLowerCase(),
      password_hash: secrets.password,
      passcode_hash: secrets.passcode,
      role: 'Admin',
      permission_overrides: '[]',
      job_title: 'Owner',
      avatar: null,
      last_login_at: null,
      created_at: now,
      modified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Secrets {
  readonly password: string;
  readonly passcode: string;
}

/** Returns the first settings of the outlet: the printers that were chosen for this till. */
function printerSettings({ printers }: StartBody): { key: string; value: string }[] {
  const chosen = { BillPrinter: printers?.bill, KotPrinter: printers?.kitchen, BotPrinter: printers?.bar };
  return Object.entries(chosen).flatMap(([key, value]) => (value ? [{ key, value }] : []));
}

interface Made {
  readonly outletId: number;
  readonly userId: number;
  /** How many wrong owner codes were typed before. */
  readonly wrongCodes: number;
}

async function noteStart(store: Store, { outletId, userId, wrongCodes }: Made, body: StartBody): Promise<void> {
  await store.writeOutlet(outletId, async (tx) => {
    for (const { key, value } of printerSettings(body)) {
      tx.write(
        tx.db
          .insertInto('setting')
          .values({ outlet_id: outletId, key, value, value_list: null, modified_at: tx.now, modified_by: userId }),
      );
    }
    const after = {
      name: body.outlet.name,
      businessType: body.outlet.businessType,
      ...(wrongCodes > 0 && { wrongCodes }),
    };
    const note = { subject: 'Outlet', subjectKey: String(outletId), userId, deviceId: null };
    tx.history({ ...note, action: 'Created', before: null, after });
    tx.change({ entity: 'Settings', id: null, version: 1, action: 'Created' });
    if (wrongCodes >= notedCodes)
      await notify(tx, {
        severity: 'Warning',
        title: 'Somebody tried to own this store',
        body: `${wrongCodes} wrong owner codes were typed before you set it up. Look at who can reach the server.`,
        permission: 'settings.manage',
      });
  });
}

/** Creates owner, outlet and first menu in an empty store. Refused: 'alreadyStarted', 'invalid'. */
export async function startStore(
  store: Store,
  body: StartBody,
  now: number,
  { example, resources }: { readonly example: ExampleMenu; readonly resources: Resources },
): Promise<void> {
  if (!(await isNewStore(store))) throw refused('alreadyStarted');
  // Before anything is written: a menu with mistakes leaves the store empty.
  const table = firstTable(body.menu);
  const { name, email, password, passcode } = body.owner;
  const about = [name, email, body.outlet.name];
  const secrets = {
    password: await hashNewPassword({ password, field: 'owner.password', about }),
    passcode: await hashSecret(passcode),
  };
  const made = await store.writeOrg(async (db) => {
    await takeStore(db, now);
    const outletId = await insertOutlet(db, { key: randomUUID(), ...body.outlet, legalName: body.outlet.name }, now);
    const userId = await insertOwner(db, body, secrets, now);
    await db.insertInto('user_outlet').values({ user_id: userId, outlet_id: outletId, sort: 0 }).execute();
    return { outletId, userId, wrongCodes: await endOwnerCode(db) };
  });
  await noteStart(store, made, body);
  if (body.menu.from === 'example') await example(made.outletId, body.outlet.businessType);
  if (table)
    await writeFirstMenu(
      store,
      { outletId: made.outletId, userId: made.userId, name: body.owner.name },
      resources,
      table,
    );
}
