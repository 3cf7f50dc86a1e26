import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answers, isFree, settings } from './servers.mjs';

let server: Server | undefined;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

async function listen(answer: (count: number) => number): Promise<number> {
  let count = 0;
  server = createServer((_request, response) => {
    count += 1;
    response.writeHead(answer(count)).end();
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

describe('the settings of npm start', () => {
  it('configures one machine with nothing set: ports, a data folder, and the own page may print', () => {
    const { port, printPort, address, env } = settings({});
    expect([port, printPort, address]).toEqual([8080, 14141, 'http://localhost:8080']);
    expect(env.PRINT_ORIGINS).toBe('http://localhost:8080,http://127.0.0.1:8080');
    expect(env.DATA_DIR).toMatch(/data$/);
  });

  it('[R35.13] gives PRINT_PORT to both programs, so that the page gets it from the server', () => {
    const { printPort, env } = settings({ PRINT_PORT: '15200' });
    expect([printPort, env.PRINT_PORT]).toEqual([15_200, '15200']);
  });

  it('keeps what is set, and lets the public address print too', () => {
    const { address, env } = settings({
      PORT: '9000',
      DATA_DIR: '/srv/atoll',
      PUBLIC_URL: 'https://pos.example.com/',
      PRINT_ORIGINS: 'https://other.example.com',
    });
    expect(address).toBe('https://pos.example.com/');
    expect(env.DATA_DIR).toBe('/srv/atoll');
    expect(env.PRINT_ORIGINS.split(',')).toEqual([
      'http://localhost:9000',
      'http://127.0.0.1:9000',
      'https://pos.example.com',
      'https://other.example.com',
    ]);
  });

  it('uses the address of HOST to reach the server', () => {
    expect(settings({ HOST: '0.0.0.0' }).local).toBe('http://127.0.0.1:8080');
    expect(settings({ HOST: '192.168.7.2' }).local).toBe('http://192.168.7.2:8080');
  });
});

describe('waiting for a server', () => {
  it('sees a port that is taken', async () => {
    const port = await listen(() => 200);
    expect(await isFree(port)).toBe(false);
  });

  it('waits through refusals until the address answers', async () => {
    const port = await listen((count) => (count < 3 ? 503 : 200));
    const url = `http://127.0.0.1:${port}/ready`;
    expect(await answers(url, { gaveUp: () => false, tell: () => undefined })).toBe(true);
  });

  it('waits however long it takes, tells of it now and then, and stops when the program ended', async () => {
    const port = await listen(() => 503);
    const told: number[] = [];
    const ready = await answers(`http://127.0.0.1:${port}/ready`, {
      gaveUp: () => told.length === 3,
      tell: (seconds) => told.push(seconds),
      everyMs: 60,
    });
    expect([ready, told.length]).toEqual([false, 3]);
  });
});

describe('a process group', () => {
  /** Starts a process group of programs, each given as the text of a script, in its own process. */
  function processGroup(
    byNpm: boolean,
    ...scripts: string[]
  ): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
    const lines = scripts.map(
      (script, at) => `group.run('p${at}', process.execPath, ['-e', ${JSON.stringify(script)}], { env: {} });`,
    );
    const code = `import { ProcessGroup } from ${JSON.stringify(join(import.meta.dirname, 'servers.mjs'))};
      const group = new ProcessGroup(); ${lines.join('\n')}`;
    const node = `'${process.execPath}' --input-type=module -e "$CODE"`;
    const child = byNpm
      ? spawn('sh', ['-c', `${node}; true`], { env: { ...process.env, CODE: code, npm_lifecycle_event: 'start' } })
      : spawn(process.execPath, ['--input-type=module', '-e', code], { env: { PATH: process.env['PATH'] } });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { child, output: () => text, ended: new Promise((resolve) => child.on('close', resolve)) };
  }
  const serving = (name: string) =>
    `process.on('SIGTERM', () => { console.log('${name} closed'); process.exit(0); }); setInterval(() => {}, 1e3); console.log('${name} up');`;
  const until = async (is: () => boolean) => {
    await expect.poll(is).toBe(true);
  };

  it('ends all programs in an orderly way on a request to end', async () => {
    const { child, output, ended } = processGroup(false, serving('one'), serving('two'));
    await until(() => output().includes('one up') && output().includes('two up'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('one closed');
    expect(output()).toContain('two closed');
  });

  it('ends the others when one ends, names it, and fails as it did', async () => {
    const { output, ended } = processGroup(false, serving('one'), `setTimeout(() => process.exit(3), 50)`);
    expect(await ended).toBe(3);
    expect(output()).toContain('The p1 ended with 3');
  });

  it.skipIf(process.platform === 'win32')(
    'ends when the shell of npm, which passes no signal on, is gone',
    async () => {
      const { child, output, ended } = processGroup(true, serving('one'));
      await until(() => output().includes('one up'));
      child.kill('SIGKILL');
      await ended;
      expect(output()).toContain('one closed');
    },
  );

  it('does not count a program that ends early as a success', async () => {
    const { ended } = processGroup(false, `setTimeout(() => process.exit(0), 50)`);
    expect(await ended).toBe(1);
  });
});
