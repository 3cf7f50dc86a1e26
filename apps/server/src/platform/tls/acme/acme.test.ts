import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFor, isMatching, readLeaf } from '../certificate.ts';
import type { Tls } from '../tls.ts';
import { type AcmeParts, openAcme } from './acme.ts';
import { startAuthority, type TestAuthority } from './testing/authority.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const name = 'pos.reef.example';
let dataDir = '';
let authority: TestAuthority;
let tls: Tls | undefined;
let isElsewhere = false;
let warnings: string[] = [];
let now = Date.now();

const log = {
  info: () => undefined,
  warn: ({ err }: { err?: Error }, message: string) => void warnings.push(`${message}: ${err?.message}`),
};
const open = async (more: Partial<AcmeParts> = {}): Promise<Tls> => {
  const parts = { dataDir, name, directory: authority.url, email: 'owner@reef.example', hook: undefined, log };
  tls = await openAcme({ ...parts, now: () => now, notBefore: async () => 0, ...more });
  return tls;
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-acme-'));
  now = Date.now();
  warnings = [];
  authority = await startAuthority({
    http: async (_name, token) => (isElsewhere ? 'of another server' : (tls?.challengeAnswer?.(token) ?? 'nothing')),
    dns: async (record) => readFileSync(join(dataDir, record), 'utf8').trim(),
  });
});
afterEach(() => {
  authority.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[R31.9] orders a certificate by HTTP-01, keeps it for its user alone, and orders the next one when a third of its life is left', async () => {
  const opened = await open();
  const used: string[] = [];
  // Nothing is ordered before somebody follows: until then no port answers the authority.
  expect(authority.seen.orders).toBe(0);
  await opened.check();
  expect(warnings).toEqual([]);
  const pair = opened.pair();
  expect([isMatching(pair), isFor(pair.cert, name), authority.seen.given]).toEqual([true, true, 1]);
  expect(readLeaf(pair.cert).to - now).toBeGreaterThan(89 * dayMs);
  for (const file of ['acme.json', 'acme-account.json'])
    expect(statSync(join(dataDir, 'tls', file)).mode & 0o077).toBe(0);

  // The same account and certificate after a restart, and nothing to order.
  const again = await open();
  await again.check();
  expect([again.pair().cert, authority.seen.orders, authority.seen.accounts]).toEqual([pair.cert, 1, 1]);
  const stop = again.follow(({ cert }) => used.push(cert));
  stop();
  await again.check();
  now += 61 * dayMs;
  await again.check();
  expect([authority.seen.given, authority.seen.accounts, used]).toEqual([2, 1, [again.pair().cert]]);
});

it('[R31.9] tries again every 6 hours, and serves the certificate that it has until it ends', async () => {
  const opened = await open();
  await opened.check();
  const { cert } = opened.pair();
  now += 80 * dayMs;
  authority.isAway = true;
  await opened.check();
  expect([opened.problem(), opened.pair().cert, warnings.length]).toEqual(['failed', cert, 1]);
  authority.isAway = false;
  now += 6 * hourMs - 1;
  await opened.check();
  expect(authority.seen.given).toBe(1);
  now += 1;
  await opened.check();
  expect([authority.seen.given, opened.problem(), opened.pair().cert === cert]).toEqual([2, null, false]);
});

it('starts without the internet with a certificate of its own, and says why the authority refuses', async () => {
  authority.isAway = true;
  const opened = await open();
  await opened.check();
  expect([opened.problem(), isFor(opened.pair().cert, name)]).toEqual(['failed', true]);
  // Another server answers at the name.
  authority.isAway = false;
  isElsewhere = true;
  await opened.renew();
  expect(warnings.at(-1)).toContain(`At ${name} stands something else`);
  isElsewhere = false;
  // A person does not wait for the next try.
  expect(await opened.renew()).toBe(true);
  expect([opened.problem(), authority.seen.given]).toEqual([null, 1]);
  expect(opened.challengeAnswer?.('anything')).toBeUndefined();
});

it('[R31.9] orders by DNS-01 with ACME_DNS_HOOK, which adds a record and removes it', async () => {
  const hook = join(dataDir, 'hook.sh');
  const lines = join(dataDir, 'lines');
  writeFileSync(
    hook,
    `#!/bin/sh\necho "$1 $2" >> ${lines}\n[ "$1" = add ] && printf %s "$3" > "${dataDir}/$2" || rm "${dataDir}/$2"\n`,
  );
  chmodSync(hook, 0o700);
  const opened = await open({ hook });
  await opened.check();
  expect([warnings, authority.seen.given]).toEqual([[], 1]);
  expect(readFileSync(lines, 'utf8')).toBe(`add _acme-challenge.${name}\nremove _acme-challenge.${name}\n`);
  expect(existsSync(join(dataDir, `_acme-challenge.${name}`))).toBe(false);

  writeFileSync(hook, '#!/bin/sh\necho "no right to write the zone" >&2\nexit 1\n');
  await opened.renew();
  expect(warnings.at(-1)).toMatch(/ACME_DNS_HOOK add failed: no right to write the zone/);
});

it('orders nothing while the clock of the server is wrong, and again when it is right', async () => {
  const opened = await open({ notBefore: async () => Date.now() });
  now = Date.parse('2016-01-01');
  await opened.check();
  expect([opened.problem(), await opened.renew(), authority.seen.orders]).toEqual(['clock', false, 0]);
  now = Date.now() + 1000;
  await opened.check();
  expect([opened.problem(), authority.seen.given]).toEqual([null, 1]);
});

it('orders again from another authority, and for another name', async () => {
  await (await open()).check();
  const first = authority;
  authority = await startAuthority({ http: async (_name, token) => tls?.challengeAnswer?.(token) ?? '' });
  await (await open()).check();
  expect([first.seen.given, authority.seen.given, authority.seen.accounts]).toEqual([1, 1, 1]);
  const opened = await open({ name: 'till.reef.example' });
  await opened.check();
  expect([isFor(opened.pair().cert, 'till.reef.example'), authority.seen.given]).toEqual([true, 2]);
  first.close();
});
