import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeAuthority } from '../../../apps/server/src/platform/tls/issue.ts';
import { runSetup } from '../run.ts';
import { type LinuxMachine, linuxMachine } from '../testing/linux-machine.ts';
import { firefoxPath } from './places.ts';

const origin = 'https://pos.home.arpa';
const anchor = '/usr/local/share/ca-certificates/atoll-shop-authority.crt';
const opened: LinuxMachine[] = [];

function fresh(): LinuxMachine {
  const made = linuxMachine();
  opened.push(made);
  return made;
}

afterEach(() => {
  for (const { remove } of opened.splice(0)) remove();
});

const { cert: pem } = await makeAuthority('Reef', [], Date.now());
const { fingerprint256, raw } = new X509Certificate(pem);
const digits = fingerprint256.replaceAll(':', '').slice(0, 16);
const asked: string[] = [];

async function play({ machine }: LinuxMachine, args: readonly string[]) {
  const said: string[] = [];
  const code = await runSetup(args, {
    dialog: { say: (line) => void said.push(line), ask: async () => null },
    open: () => machine,
    firstVisit: async () => ({ ownerCode: null, fingerprint: null }),
    fetchAuthority: async (from) => {
      asked.push(from);
      return pem;
    },
    release: { folder: '/opt/atoll', node: '/opt/atoll/node', command: [] },
  });
  return { code, said: said.join('\n') };
}

const read = ({ folder }: LinuxMachine, path: string): string => readFileSync(join(folder, path), 'utf8');
const tillOf = (fingerprint: string): string[] => ['--till', origin, '--fingerprint', fingerprint, '--yes'];

it('[R31.25] sets up a till: the authority with these digits alone, print server, stores and policies of the browsers', async () => {
  const till = fresh();
  const before = till.state();
  const other = await play(till, tillOf('4F2A 91C0 77DE 0B13'));
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('has other digits') });
  expect(till.state()).toEqual(before);

  const shown = digits.match(/.{4}/g)?.join(' ').toLowerCase() ?? '';
  expect(await play(till, tillOf(shown))).toMatchObject({ code: 0 });
  expect(asked).toEqual([origin, origin]);
  expect(new X509Certificate(read(till, anchor)).raw.equals(raw)).toBe(true);
  expect(till.ran).toContain('update-ca-certificates -f');
  expect(read(till, '/etc/atoll/print-server.env')).toContain(`PRINT_ORIGINS='${origin}'`);
  expect([...till.active]).toEqual(['atoll-print-server.service']);
  for (const folder of ['/etc/opt/chrome', '/etc/chromium', '/etc/opt/edge'])
    expect(JSON.parse(read(till, `${folder}/policies/managed/atoll.json`))).toEqual({
      LoopbackNetworkAllowedForUrls: [origin],
      CACertificates: [raw.toString('base64')],
    });
  expect(JSON.parse(read(till, firefoxPath))).toEqual({
    policies: { LocalNetworkAccess: { SkipDomains: ['pos.home.arpa'] }, Certificates: { Install: [anchor] } },
  });

  // Also while the server is off.
  expect((await play(till, tillOf(digits))).said).toBe('Nothing to change.');
  expect(asked).toHaveLength(2);
  const undone = await play(till, ['--undo', '--yes']);
  expect(undone.code).toBe(0);
  const filesOf = (state: unknown) =>
    Object.entries((state as { files: Record<string, string> }).files).filter(([, content]) => !/^\d+ $/.test(content));
  expect(filesOf(till.state())).toEqual(filesOf(before));
});

it('keeps the policies of Firefox that others wrote, and leaves no address of before', async () => {
  const till = fresh();
  const others = { policies: { Certificates: { Install: ['/etc/bank.pem'] }, DisablePocket: true } };
  const path = join(till.folder, firefoxPath);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(others));
  const policies = () => JSON.parse(read(till, firefoxPath)).policies;
  await play(till, tillOf(digits));
  expect(policies().Certificates.Install).toEqual(['/etc/bank.pem', anchor]);
  await play(till, ['--till', 'https://192.168.1.10', '--fingerprint', 'none', '--yes']);
  expect(policies()).toEqual({ ...others.policies, LocalNetworkAccess: { SkipDomains: ['192.168.1.10'] } });
  expect(till.state()).not.toHaveProperty(['files', anchor.slice(1)]);
  await play(till, ['--undo', '--yes']);
  expect(JSON.parse(read(till, firefoxPath))).toEqual(others);

  writeFileSync(path, '{"policies":');
  const damaged = await play(till, tillOf(digits));
  expect(damaged).toMatchObject({
    code: 1,
    said: expect.stringMatching(/policies\.json is damaged\. .*Nothing was changed\.$/),
  });
});
