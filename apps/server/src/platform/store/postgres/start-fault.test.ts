import { describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../../../../tools/scripts/free-port.ts';
import { openStore } from '../open-store.ts';
import { createDatabase } from '../testing/engine.ts';
import { silentLog } from '../testing/silent-log.ts';

const startOn = (databaseUrl: string) => openStore({ databaseUrl }, { log: silentLog }).then(() => 'started', String);

describe.skipIf(!inject('postgresUrl'))('a start on a wrong address', () => {
  it('names the setting, what is wrong with the database, and what to do', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    expect(await startOn(`postgres://postgres@127.0.0.1:${await freePort()}/postgres`)).toMatch(
      /^Error: DATABASE_URL: connect ECONNREFUSED .*: start PostgreSQL, or correct host and port/,
    );
    expect(await startOn(new URL('/nowhere', url).href)).toMatch(
      /^Error: DATABASE_URL: database "nowhere" does not exist \(create it, or correct the name\)/,
    );
    expect(await startOn(`${url}?options=-c%20default_transaction_read_only%3Don`)).toContain(
      'The database accepts no writes: switch default_transaction_read_only off',
    );
  });
});
