import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/engine.ts';
import { silentLog } from '../testing/silent-log.ts';
import { holdAuthority } from './sole-authority.ts';

describe.skipIf(!inject('postgresUrl'))('the authority of a database', () => {
  it('belongs to one server, until that one ends', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const first = await holdAuthority(url, silentLog);
    await expect(holdAuthority(url, silentLog)).rejects.toThrow('Another server has the authority');
    await first.release();
    const second = await holdAuthority(url, silentLog);
    await second.release();
  });
});
