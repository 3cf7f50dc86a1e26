import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Till } from '../../bench/load/till.ts';
import { commitNow, contentOf } from './content.ts';
import { nodeOf, packagePaths, readLock } from './modules.ts';
import { type PackPlatform, thisPlatform } from './platforms.ts';
import { isSignedBy, publicText, readSums, signatureName, sumsName } from './sums.ts';
import { tarOf } from './tar.ts';
import { instructions } from './testing/image.ts';
import { type Unpacked, unpackedArchive } from './testing/unpacked.ts';

let unpacked: Unpacked;
beforeAll(async () => {
  unpacked = await unpackedArchive();
}, 180_000);
afterAll(() => unpacked.remove());

const owner = { name: 'Hawwa Manik', email: 'hawwa@reef.example', password: 'correct horse', passcode: '4826' };
const firstVisit = {
  owner,
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Malé',
    tin: '',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant'),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  menu: { from: 'example' },
};

/** Collects what a program prints. */
function outputOf(child: ChildProcess): { text: string; ended: Promise<number | null> } {
  const output = { text: '', ended: once(child, 'close').then(([code]) => code as number | null) };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output.text += part.toString()));
  return output;
}

it('[R31.28] starts from an empty folder without npm and network, and sells', async () => {
  const child = unpacked.run(['start'], { PORT: '0', DEMO: '0' });
  const output = outputOf(child);
  const address = () => /listens on http:\/\/\S+:(\d+)/.exec(output.text)?.[1];
  await expect.poll(address, { timeout: 60_000 }).toBeDefined();
  const port = Number(address());
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(url)).headers.get('content-type')).toMatch('text/html');
  const health = outputOf(unpacked.run(['health'], { PORT: String(port), DEMO: '0' }));
  expect(await health.ended, health.text).toBe(0);
  const headers = { 'content-type': 'application/json' };
  const started = await fetch(`${url}/api/auth/start`, { method: 'POST', headers, body: JSON.stringify(firstVisit) });
  expect(started.status).toBe(200);
  const { outlets } = (await started.json()) as SignedIn;
  const till = new Till(port, { ...owner, outletId: outlets[0]?.outletId ?? 0, type: 'Table', slot: 1 });
  await till.ready();
  await till.post('/api/bis/shift/create', { key: randomUUIDv7(), openingBalance: 0 });
  const bill = await till.create();
  expect(bill.total).toBeGreaterThan(0);
  await till.pay(bill);
  till.close();
  child.kill('SIGTERM');
  expect(await output.ended).toBe(0);
  expect(unpacked.reached()).toBe('');

  // What the other commands find: the store of before, beside the releases.
  for (const [args, says] of [
    [['backup'], /checked\./],
    [['verify'], /^ok .*Reef House/m],
    [['update', '/no/such.tar.gz'], /There is no file/],
  ] as const) {
    const command = outputOf(unpacked.run(args, { DEMO: '0' }));
    expect(await command.ended, command.text).toBe(args[0] === 'update' ? 1 : 0);
    expect(command.text).toMatch(says);
  }
  // The trial of an update runs from the archive, on a copy of the store.
  const [release = ''] = readdirSync(join(unpacked.folder, 'releases'));
  const dataDir = join(unpacked.folder, 'data');
  const own = (program: string, ...args: string[]) =>
    outputOf(unpacked.run(['node', join(unpacked.folder, 'releases', release, 'tools', program), ...args]));
  const prepared = own('update-data.ts', 'prepare', dataDir);
  expect(await prepared.ended, prepared.text).toBe(0);
  const trial = own('trial.ts', join(dataDir, 'trial'));
  expect(await trial.ended, trial.text).toBe(0);
  expect(trial.text).toContain('Checked: Reef House, with a bill that was taken back');
});

it('[R31.28] has the commands of a person who keeps the server', async () => {
  const unknown = outputOf(unpacked.run(['sell']));
  expect(await unknown.ended).toBe(1);
  for (const name of ['setup', 'doctor', 'start', 'health', 'update', 'backup', 'restore', 'verify'])
    expect(unknown.text).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  // The services run what the link leads to.
  const disk = dirname(unpacked.folder);
  const plan = outputOf(unpacked.run(['setup', '--dry-run', '--yes', '--root', disk, '--address', '192.168.1.10']));
  expect(await plan.ended, plan.text).toBe(0);
  expect(plan.text).toMatch(/Point \/atoll\/current to \/atoll\/releases\/[\d.]+, the release that the services run/);
});

it('has no links, no types below node_modules, and only the packages of this machine', () => {
  const names = execFileSync('tar', ['-tvzf', unpacked.archive.path], { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(names.split('\n').filter((line) => line !== '' && !line.startsWith('-'))).toEqual([]);
  const [release = ''] = readdirSync(join(unpacked.folder, 'releases'));
  const folder = join(unpacked.folder, 'releases', release);
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
  expect(lstatSync(join(folder, 'node_modules/@atoll/domain')).isDirectory()).toBe(true);
  expect(
    names.split('\n').filter((line) => /\.test\.|\/testing\/|node_modules\/(?:vitest|rolldown)|-win32-/.test(line)),
  ).toEqual([]);
});

it.skipIf(process.platform !== 'linux')(
  '[R31.28] brings the library that Node needs and a small Linux lacks, and runs with it',
  async () => {
    const [release = ''] = readdirSync(join(unpacked.folder, 'releases'));
    const library = join(unpacked.folder, 'releases', release, 'lib/libatomic.so.1');
    expect(readFileSync(library).subarray(1, 4).toString()).toBe('ELF');
    const node = join(unpacked.folder, 'releases', release, nodeOf(thisPlatform as PackPlatform));
    // Everything else that Node needs is a part of each Debian.
    const needed = execFileSync('ldd', [node], { encoding: 'utf8' });
    const names = [...needed.matchAll(/^\s+(\S+) => /gm)].map(([, name]) => name);
    const each = ['dl', 'stdc++', 'm', 'gcc_s', 'pthread', 'c'].map((name) => `lib${name}.so`);
    expect(names.filter((name) => !each.some((one) => name?.startsWith(`${one}.`)))).toEqual(['libatomic.so.1']);
    const used = outputOf(unpacked.run(['start'], { PORT: 'none', LD_DEBUG: 'libs' }));
    await used.ended;
    expect(used.text).toContain(`${library}`);
  },
);

it('finds the packages of another machine in the lockfile', () => {
  const wanted = [{ from: 'apps/server', name: 'sharp' }];
  const lock = readLock();
  const windows = packagePaths(lock, wanted, 'win32-x64');
  expect(windows).toContain('node_modules/@img/sharp-win32-x64');
  expect(windows.some((path) => path.includes('linux'))).toBe(false);
  const linux = packagePaths(lock, wanted, 'linux-arm64');
  expect(linux).toContain('node_modules/@img/sharp-libvips-linux-arm64');
  expect(linux.some((path) => /musl|win32|x64/.test(path))).toBe(false);
});

it('[R31.29] is the same, byte by byte, when it is made again, and its list of hashes is signed', async () => {
  const { archive, key, web } = unpacked;
  const [release = ''] = readdirSync(join(unpacked.folder, 'releases'));
  const note = JSON.parse(readFileSync(join(unpacked.folder, 'releases', release, 'release.json'), 'utf8'));
  const [first, second] = [createHash('sha256'), createHash('sha256')];
  await pipeline(createReadStream(archive.path), createGunzip(), first);
  const again = contentOf({ kind: 'server', platform: note.platform, web, note });
  for (const part of tarOf(again, commitNow().seconds)) second.update(part);
  expect(second.digest('hex')).toBe(first.digest('hex'));

  const out = dirname(archive.path);
  const sums = readFileSync(join(out, sumsName), 'utf8');
  expect(readSums(sums).get(archive.name)).toBe(createHash('sha256').update(readFileSync(archive.path)).digest('hex'));
  const signature = readFileSync(join(out, signatureName), 'utf8');
  expect(isSignedBy(sums, signature, publicText(key))).toBe(true);
  expect(isSignedBy(sums.replace('server', 'sorver'), signature, publicText(key))).toBe(false);
  expect(isSignedBy(sums, signature, publicText(generateKeyPairSync('ed25519').privateKey))).toBe(false);
  // The key of the release says who may sign the next one.
  expect(note.key).toBe(publicText(key));
});

it('[R31.30] has what the image starts, after its steps in an empty folder', () => {
  const { place, data } = { place: dirname(unpacked.folder), data: join(unpacked.folder, 'data-of-the-image') };
  const steps = instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text);
  const here = (text: string): string => text.replaceAll('/opt/', `${place}/`).replaceAll('/data', data);
  const own = process.getuid?.() === 0 ? steps : steps.map((step) => step.replace('-o 10001 -g 10001 ', ''));
  for (const step of own) execFileSync('sh', ['-c', here(step)]);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const { name, text } of instructions.filter((one) => one.name === 'CMD' || one.name === 'HEALTHCHECK')) {
    const [program = '', command = ''] = JSON.parse(/\[.*\]/.exec(text)?.[0] ?? '[]') as string[];
    expect([name, execFileSync('sh', ['-n', here(program)]).toString()]).toEqual([name, '']);
    expect(['start', 'health']).toContain(command);
  }
  expect(readFileSync(join(unpacked.folder, 'current/release.json'), 'utf8')).toContain('"kind": "server"');
});

it('is at most 110 MB, also with the fastest compression', () => {
  expect(statSync(unpacked.archive.path).size).toBeLessThan(110e6);
});
