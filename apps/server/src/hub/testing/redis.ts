import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../tools/scripts/free-port.ts';

/** Whether this machine has Redis; without it the tests that need it are skipped, and counted. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Starts a Redis on a free port that writes nothing to disk. */
export async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'atoll-redis-'));
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', dir]);
  await new Promise<void>((resolve, reject) => {
    redis.once('error', reject);
    redis.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    redis.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      await new Promise((resolve) => redis.once('exit', resolve).kill());
      await rm(dir, { recursive: true });
    },
  };
}
