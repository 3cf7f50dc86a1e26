/** A HAProxy before several servers that sends the calls of an outlet to one of them, on a free port: what docs/operations.md says, with quick checks. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../tools/scripts/free-port.ts';

/** Debian has it where only root's PATH leads. */
const program = ['/usr/sbin/haproxy', 'haproxy'].find((path) => spawnSync(path, ['-v']).status === 0);

/** Whether this machine has HAProxy; without it the tests that need it are skipped, and counted. */
export const hasHaproxy = program !== undefined;

/** The lines of docs/operations.md, letter for letter. */
export const outletRouting = ['balance hdr(X-Outlet-Id)', 'hash-type consistent'] as const;

/** Starts the proxy; returns its URL. */
export async function startHaproxy(ports: readonly number[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-haproxy-'));
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  retry-on conn-failure empty-response 503
  option redispatch 1
frontend tills
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  ${outletRouting.join('\n  ')}
  option httpchk
  http-check send meth GET uri /ready ver HTTP/1.1 hdr Host localhost
  default-server check inter 200 fall 2 rise 1
${ports.map((to, at) => `  server atoll${at + 1} 127.0.0.1:${to}`).join('\n')}
`,
  );
  const child = spawn(program ?? 'haproxy', ['-db', '-f', config], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
