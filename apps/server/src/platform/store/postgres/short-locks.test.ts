import type pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/engine.ts';
import { createClient } from './client.ts';
import { withShortLocks } from './short-locks.ts';

describe.skipIf(!inject('postgresUrl'))('changes of tables that people use', () => {
  const clients: pg.Client[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.end())));

  it('tries again when it and somebody who sells waited for each other', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const [owner, seller] = [createClient(url, false), createClient(url, false)] as const;
    clients.push(owner, seller);
    await Promise.all(clients.map((client) => client.connect()));
    await owner.query('create table one (id int); create table two (id int)');
    // Whoever looks first whether both wait for each other is the one that ends.
    await owner.query(`set deadlock_timeout = '10ms'`);
    await seller.query(`set deadlock_timeout = '1min'; begin; insert into two values (1)`);
    let attempts = 0;
    let sold: Promise<unknown> = Promise.resolve();
    await withShortLocks(owner, 'the tables', async () => {
      attempts += 1;
      await owner.query('lock table one in access exclusive mode');
      if (attempts === 1) sold = seller.query('insert into one values (1); commit');
      await owner.query('lock table two in access exclusive mode');
    });
    await sold;
    expect(attempts).toBe(2);
    expect((await owner.query('select 1 from one join two using (id)')).rows).toHaveLength(1);
  });
});
