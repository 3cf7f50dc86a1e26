import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kotBody, paidBody } from '../testing/body.ts';
import { decode, decodedText } from '../testing/decode.ts';
import { startTestServer } from '../testing/server.ts';
import { discover, neighbours } from './discover.ts';

let folder: string;
const open: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atoll-device-'));
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('a device file printer', () => {
  it('[R18.23] writes the bytes to the device file', async () => {
    const path = join(folder, 'lp0');
    await writeFile(path, '');
    const server = await startTestServer([{ name: 'Kitchen', kind: 'file', path, columns: 32 }]);
    open.push(server.close);
    expect((await server.print(kotBody())).body).toMatchObject({ state: 'sent', confirmed: false });
    const bytes = await readFile(path);
    expect(decode(bytes).cuts).toHaveLength(1);
    expect(decodedText(bytes)).toContain('3 x Mas Huni');
  });

  it('[R16.6] waits for a device file that is not plugged in and creates no file in its place', async () => {
    const path = join(folder, 'lp0');
    const server = await startTestServer([{ name: 'Kitchen', kind: 'file', path }]);
    open.push(server.close);
    const { status, body } = await server.print(kotBody());
    expect([status, body.reason]).toEqual([202, 'offline']);
    await writeFile(path, '');
    await server.whenJob(body.jobId, 'sent');
    expect(decodedText(await readFile(path)).some((line) => line.includes('DUPLICATE'))).toBe(false);
  });
});

describe('a system queue printer', () => {
  const start = async (lp: string, lpstat: string) => {
    const server = await startTestServer([{ name: 'Front', kind: 'queue', queue: 'Receipt_80', columns: 48 }], {
      programs: { lp, lpstat },
    });
    open.push(server.close);
    return server;
  };

  it('[R18.23] sends a system queue a PDF in the size of its paper, with arguments as a list', async () => {
    const lp = await program('lp', `printf '%s\\n' "$@" > ${folder}/args; cat > ${folder}/paper.pdf`);
    const server = await start(lp, await program('lpstat', 'echo "printer Receipt_80 is idle.  enabled since now"'));
    const outlet = { ...paidBody().outlet, name: '$(touch x)`y`' };
    const { body } = await server.print({ ...paidBody({ invoiceNumber: '-o raw; rm' }), outlet });
    expect(body).toMatchObject({ state: 'sent' });
    const args = (await readFile(join(folder, 'args'), 'utf8')).split('\n');
    expect(args.slice(0, 4)).toEqual(['-d', 'Receipt_80', '-t', 'Receipt -o raw; rm']);
    expect(args.slice(4)).toEqual([
      '-o',
      expect.stringMatching(/^media=Custom\.80x\d+mm$/),
      '-o',
      'print-scaling=none',
      '--',
      '-',
      '',
    ]);
    expect((await readFile(join(folder, 'paper.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
  });

  it('[R16.6] waits for a system queue that is paused', async () => {
    const lp = await program('lp', `touch ${folder}/printed`);
    const server = await start(lp, await program('lpstat', 'echo "printer Receipt_80 disabled since now - paused"'));
    const { status, body } = await server.print(paidBody());
    expect([status, body.reason]).toEqual([202, 'queue_paused']);
    await expect(readFile(join(folder, 'printed'))).rejects.toThrow('ENOENT');
  });

  it('[R16.6] waits for a system queue that does not exist or does not accept the job', async () => {
    const server = await start('/nowhere/lp', await program('lpstat', 'exit 1'));
    expect((await server.print(paidBody())).body.reason).toBe('offline');
    const idle = await program('lpstat2', 'echo idle');
    const other = await start(await program('lp', 'cat > /dev/null; exit 1'), idle);
    expect((await other.print(paidBody())).body.reason).toBe('device_error');
  });
});

describe('finding printers', () => {
  it('[R18.23] lists the system’s queues, and probes the network only when asked to', async () => {
    const lpstat = await program('lpstat', 'printf "Receipt_80\\nOffice\\n"');
    expect(await discover({ lp: 'lp', lpstat }, false)).toMatchObject({ queues: ['Receipt_80', 'Office'], hosts: [] });
    expect((await discover({ lp: 'lp', lpstat: '/nowhere/lpstat' }, false)).queues).toEqual([]);
  });

  it('[R18.23] looks for network printers only at private addresses of the same network', () => {
    const found = neighbours(['192.168.1.20', '93.184.216.34', '10.0.0.5']);
    expect(found).toHaveLength(253 * 2);
    expect(found).toContain('192.168.1.254');
    expect(found).not.toContain('192.168.1.20');
    expect(found.some((address) => address.startsWith('93.'))).toBe(false);
  });
});
