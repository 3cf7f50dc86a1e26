/** The server process of a drill: the product's own program, started and ended as a system does it. */
import { join } from 'node:path';
import { requireNode, root } from '../scripts/folder.mjs';
import { freePort } from '../scripts/free-port.ts';
import { programFile } from '../scripts/program-file.ts';
import { type Environment, isOpen, type Program, ready } from './environment.ts';

export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the release; this project's own by default. */
  readonly release?: string | undefined;
  /** A port that is known already. */
  readonly port?: number;
}

export interface DrillServer {
  readonly port: number;
  readonly origin: string;
  /** Starts it, after it ended too; resolves when it answers. */
  start(changed?: Partial<ServerOptions>): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Ends it as an administrator does. */
  stop(): Promise<void>;
  output(): string;
}

const main = 'apps/server/src/main.ts';

export const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok === true;

export async function makeServer(environment: Environment, options: ServerOptions): Promise<DrillServer> {
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  let program: Program | undefined;
  let current = options;
  return {
    port,
    origin,
    async start(changed = {}) {
      current = { ...current, ...changed };
      const { env, release } = current;
      program = environment.run(requireNode(), [release ? join(release, main) : programFile(main)], {
        cwd: release ?? root,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOST: '127.0.0.1',
          DEMO: '0',
          LOG_LEVEL: 'warn',
          TRUST_PROXY: '127.0.0.1',
          PORT: String(port),
          ...env,
        },
      });
      await ready('The server', program, async () => (await isOpen(port)) && isReady(origin));
    },
    kill: async () => program?.end('SIGKILL'),
    stop: async () => program?.end('SIGTERM'),
    output: () => program?.output() ?? '',
  };
}
