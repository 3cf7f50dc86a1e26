/** Tests of migrations while people work on a real PostgreSQL. Source: R34.15. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Migration, readMigrations } from '../migration.ts';
import { openStore } from '../open-store.ts';
import { createDatabase } from '../testing/engine.ts';
import { addOutlet } from '../testing/outlet.ts';
import { templateDatabase } from '../testing/postgres.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createClient } from './client.ts';
import { migratePostgres } from './migrate.ts';

const timeout = 30_000;
const command = fileURLToPath(new URL('../../../../../../tools/migrate.ts', import.meta.url));

describe.skipIf(!inject('postgresUrl'))('migrations of a database in use', () => {
  const clients: pg.Client[] = [];
  let url: string;
  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'), templateDatabase);
  });
  afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))));

  async function connect(name: string): Promise<pg.Client> {
    const client = createClient(url, false, { applicationName: name });
    await client.connect();
    clients.push(client);
    return client;
  }
  /** Returns the migrations of this release and the next one, with this text. */
  const withNext = (...texts: string[]): Migration[] => {
    const all = readMigrations();
    const added = texts.map((text, i) => {
      const number = all.length + i + 1;
      return { number, name: `next-${number}`, sha256: text, text };
    });
    return [...all, ...added];
  };
  const isWaiting = async (asking: pg.Client, name: string): Promise<boolean> => {
    const { rows } = await asking.query(
      `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
      [name],
    );
    return rows.length > 0;
  };
  const column = '-- expand: a column.\nalter table customer add column nickname text;';
  const index = '-- expand: an index.\ncreate index history_of_user on history (outlet_id, user_id, seq);';

  it('[R34.15] waits at most 2 s for a table, lets others work in between, and is tried again until it has run', async () => {
    const [reader, till, migrating] = [await connect('reader'), await connect('till'), await connect('migrating')];
    await reader.query('begin; select count(*) from customer');
    let isDone = false;
    const done = migratePostgres(migrating, 1, withNext(column)).finally(() => {
      isDone = true;
    });
    await expect.poll(() => isWaiting(till, 'migrating'), { timeout }).toBe(true);
    const from = performance.now();
    await till.query('select count(*) from customer');
    expect(performance.now() - from).toBeLessThan(4000);
    // It tries a second time, because the table is still in use.
    await expect.poll(() => isWaiting(till, 'migrating'), { timeout }).toBe(true);
    expect(isDone).toBe(false);
    await reader.query('commit');
    expect((await done).map(({ name }) => name)).toEqual([`next-${readMigrations().length + 1}`]);
    await till.query('select nickname from customer');
  });

  it('[R34.15] builds the index of a table in use while others write, and again when it was interrupted', async () => {
    const [writer, till, first, second] = [
      await connect('writer'),
      await connect('till'),
      await connect('first'),
      await connect('second'),
    ];
    const write = `insert into secret (name, value, created_at) values (gen_random_uuid()::text, '', 0)`;
    const onSecret = '-- expand: an index.\ncreate index secret_by_time on secret (created_at);';
    await writer.query(`begin; ${write}`);
    const interrupted = migratePostgres(first, 1, withNext(column, onSecret)).then(() => 'done', String);
    await expect.poll(() => isWaiting(till, 'first'), { timeout }).toBe(true);
    const from = performance.now();
    await till.query(write);
    expect(performance.now() - from).toBeLessThan(1000);
    await till.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'first'`);
    expect(await interrupted).not.toBe('done');
    const built = async () =>
      (await till.query(`select indisvalid as ok from pg_index where indexrelid = to_regclass('secret_by_time')`)).rows;
    expect(await built()).toEqual([{ ok: false }]);
    await writer.query('commit');
    expect(await migratePostgres(second, 1, withNext(column, onSecret))).toEqual([]);
    expect(await built()).toEqual([{ ok: true }]);
  });

  it('[R34.15] lets the release before start on an expanded store, and not on one where what it uses was removed', async () => {
    const migrating = await connect('migrating');
    const [, , onSecret] = [null, null, '-- expand: an index.\ncreate index secret_by_time on secret (created_at);'];
    await migratePostgres(migrating, 1, withNext(column, onSecret, index));
    const before = await openStore({ databaseUrl: url }, { log: silentLog });
    expect(await addOutlet(before, { name: 'Older' })).toBeGreaterThan(0);
    await before.close();
    const number = readMigrations().length + 1;
    const removed = `-- contract after 00${number}: a column.\nalter table customer drop column nickname;`;
    await migratePostgres(migrating, 1, withNext(column, onSecret, index, removed));
    await expect(openStore({ databaseUrl: url }, { log: silentLog })).rejects.toThrow('written by a newer version');
  });

  it('[R34.15] migrates by npm run migrate, and once when several servers start together', async () => {
    const [fresh, other] = [await createDatabase(inject('postgresUrl')), await createDatabase(inject('postgresUrl'))];
    const run = () =>
      promisify(execFile)(process.execPath, [command], {
        env: { ...process.env, DATABASE_URL: fresh, DB_PARTITIONS: '2' },
      });
    const last = readMigrations().at(-1);
    expect((await run()).stdout).toContain(last?.name);
    expect((await run()).stdout).toContain('up to date');
    const stores = await Promise.all(
      [1, 2].map(() => openStore({ databaseUrl: other, partitions: 2 }, { log: silentLog })),
    );
    await Promise.all(stores.map((store) => store.close()));
  });

  it('changes the rows of every outlet, also when the owner of the tables is no superuser', async () => {
    const fresh = await createDatabase(inject('postgresUrl'));
    const name = new URL(fresh).pathname.slice(1);
    const [asOwner, admin] = [`owner_${name}`, createClient(fresh, false)];
    clients.push(admin);
    await admin.connect();
    await admin.query(`create role ${asOwner} createrole; alter database ${name} owner to ${asOwner};
      alter schema public owner to ${asOwner}; set role ${asOwner}`);
    const inEach = (sql: string) =>
      [1, 2].map((outlet) => `set app.outlet_id = ${outlet}; ${sql.replaceAll('$outlet', String(outlet))};`).join('\n');
    const bill = (
      id: number,
    ) => `insert into bill (outlet_id, id, key, version, number, invoice_number, type, slot, check_no, status,
      is_void, is_open, customer_id, created_at, modified_at, total, print_jobs, moved_keys, doc)
      values ($outlet, ${id}, 'b${id}', 1, ${id}, 'I${id}', 'Table', 1, 1, 'Complete', false, false, 3, 1, 1, 100, '[]', '[]', '{}')`;
    /** The rows that there were before a migration. */
    const rowsBefore: Readonly<Record<string, string>> = {
      'kitchen-screens': `insert into outlet (name, business_type, slot_types, features, created_at, modified_at)
        values ('A', 'Restaurant', '[]', '[]', 1, 1), ('B', 'Retail', '[]', '[]', 1, 1);
        ${inEach(`insert into kitchen_ticket (outlet_id, key, bill_id, number, business_date, station, kind, state, is_open, created_at, changed_at, doc)
          values ($outlet, 't1', 1, 1, '2026-01-01', 'KITCHEN', 'New', 'Ready', true, 1, 1, '{}')`)}`,
      'bills-of-merged-customers':
        inEach(`insert into customer (outlet_id, id, key, code, phone, merged_into, created_at, modified_at)
        values ($outlet, 1, 'c1', 'C1', '+960 792 000$outlet', null, 1, 1), ($outlet, 2, 'c2', 'C2', '', 1, 1, 1),
          ($outlet, 3, 'c3', 'C3', '', 2, 1, 1); ${bill(1)}; ${bill(2)}`),
    };
    const all = readMigrations().map((one) => {
      const rows = rowsBefore[one.name];
      return rows ? { ...one, text: one.text.replace('\n', () => `\n${rows} set app.outlet_id = '';\n`) } : one;
    });
    const last = all.findIndex(({ name: one }) => one === 'rows-of-every-outlet');
    await migratePostgres(admin, 1, all.slice(0, last), 0);
    // One of the bills went to the archive.
    await admin.query(`create table archived_bill_2026 partition of archived_bill for values in ('2026-01');
      ${inEach(`insert into archived_bill select *, '2026-01' from bill where outlet_id = $outlet and id = 2;
        delete from bill where outlet_id = $outlet and id = 2`)} set app.outlet_id = ''`);
    await migratePostgres(admin, 2, all, 0);
    await admin.query('reset role');
    const { rows } = await admin.query('select phone_no from customer where id = 1 order by outlet_id');
    const kept = await admin.query(
      `select id, customer_id from bill union all select id, customer_id from archived_bill order by id`,
    );
    expect(kept.rows.map((row) => [Number(row.id), Number(row.customer_id)])).toEqual([
      [1, 1],
      [1, 1],
      [2, 1],
      [2, 1],
    ]);
    const screens = await admin.query('select outlet_id, shown_at, moved_at from kitchen_screen order by outlet_id');
    expect(screens.rows.map((row) => Object.values(row).map(Number))).toEqual([
      [1, 0, 1],
      [2, 0, 1],
    ]);
    expect(rows).toEqual([{ phone_no: '7920001' }, { phone_no: '7920002' }]);
  });
});
