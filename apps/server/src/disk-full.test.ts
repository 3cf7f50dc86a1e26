/** Tests of a server on a full disk: a small file system where one can be mounted, otherwise a limit on the size of its files. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@atoll/domain/contract/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { newKey, sent } from './modules/bill/testing/shop.ts';
import { isSpaceLow, readSpace } from './platform/disk/space.ts';
import { fillDisk } from './platform/disk/testing/fill-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-disk-'));
const isMounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder]).status === 0;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;
const owner = { OWNER_EMAIL: 'owner@reef.example', OWNER_PASSWORD: 'correct horse', OWNER_OUTLET: 'Reef House' };

describe.skipIf(!isMounted && !canLimit)('a server on a full disk', () => {
  let server: ChildProcess;
  let address = '';
  let token = '';
  beforeAll(async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '0',
      HOST: '127.0.0.1',
      ...owner,
    };
    server = spawn(process.execPath, [programFile('apps/server/src/main.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stderr?.resume();
    let output = '';
    address = await new Promise((resolve, reject) => {
      server.stdout?.on('data', (text: Buffer) => {
        output += text.toString();
        const found = /listens on (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      server.once('exit', () => reject(new Error(`The server did not start: ${output}`)));
    });
    const login = await post('/auth/login', { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD });
    token = ((await login.json()) as { token: string }).token;
  });
  afterAll(async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    if (isMounted) execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: object) => {
    const headers = {
      'content-type': 'application/json',
      'x-outlet-id': '1',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return fetch(`${address}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  };
  const filler = join(folder, 'filler');
  const fill = (): void => {
    if (!isMounted) return limit(String(statSync(join(folder, 'atoll.db-wal')).size));
    return fillDisk(folder);
  };
  const limit = (size: string): void =>
    void execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${size}:unlimited`]);
  const free = (): void => (isMounted ? rmSync(filler) : limit('unlimited'));
  const ready = async () => (await fetch(`${address}/ready`)).status;

  it('[R35.14] notifies its Admin when the disk is almost full, and reports it in /metrics', async () => {
    const headers = { 'x-outlet-id': '1', authorization: `Bearer ${token}` };
    const { path } = contract['notification.list'];
    const titles = async () => {
      const answer = await fetch(`${address}/api${path}`, { headers });
      return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
    };
    // The small file system is almost full from the start; another disk may have space.
    const isLow = isSpaceLow(readSpace(folder));
    await expect.poll(titles).toEqual(isLow ? ['The disk of the server is almost full'] : []);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain(`atoll_disk_is_low ${Number(isLow)}`);
  });

  it('[R35.4] answers 503 to every write and to /ready while the disk is full, and does each write once later', async () => {
    expect((await post('/bis/shift/create', { key: newKey(), openingBalance: 1000 })).status).toBe(200);
    expect(await ready()).toBe(200);
    fill();
    const customers = Array.from({ length: 20 }, (_, n) => ({ key: newKey(), name: `Guest ${n}`, phone: '7771234' }));
    const bills = ['1', '2', '3'].map((slot) => sent(slot, { items: [] }));
    const send = () =>
      Promise.all([
        ...customers.map((body) => post('/crm/customer/create', body)),
        ...bills.map((body) => post('/bis/bill/create', body)),
      ]);
    let refused = await send();
    // First the space that the log had before the disk was full is used up.
    while (refused.some(({ status }) => status === 200)) {
      for (const one of [...customers, ...bills]) Object.assign(one, { key: newKey() });
      bills.splice(0);
      refused = await send();
    }
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({
        reason: 'unavailable',
        details: isMounted ? 'The disk is full' : 'The database cannot be reached',
      });
    }
    expect(await ready()).toBe(503);
    expect((await fetch(`${address}/api/app/info`)).status).toBe(200);

    free();
    const done = await send();
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    const idsOf = (answers: readonly Response[]) =>
      Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: number }).id));
    const ids = await idsOf(done);
    expect(new Set(ids.slice(0, customers.length)).size).toBe(customers.length);
    expect(await idsOf(await send())).toEqual(ids);
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
  });
});
