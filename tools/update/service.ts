/** Stops and starts the service that setup made, and asks whether it is ready. */
import { existsSync } from 'node:fs';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { runProgram } from '../setup/machine.ts';
import { unitName } from '../setup/systemd-unit.ts';

export interface Service {
  stop(): Promise<void>;
  start(): Promise<void>;
  isReady(): Promise<boolean>;
}

type Name = 'server' | 'print-server';

/** Asks an address of this machine; its certificate is not for this name. */
export const isReadyAt = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (is: boolean) => () => resolve(is);
    const request = url.startsWith('https:')
      ? getHttps(url, { rejectUnauthorized: false, timeout: 5000 })
      : getHttp(url, { timeout: 5000 });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', done(false));
    request.on('timeout', () => request.destroy());
  });

async function run(program: string, ...args: string[]): Promise<void> {
  const { code, out } = await runProgram(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${out.trim() || `ended with ${code}`}`);
}

const tasks = { server: String.raw`Atoll\Server`, 'print-server': String.raw`Atoll\Print server` } as const;

/** Returns the service of this machine; null where setup made none. */
export async function serviceHere(name: Name, url: string): Promise<Service | null> {
  const isReady = (): Promise<boolean> => isReadyAt(url);
  if (process.platform === 'linux') {
    const unit = unitName[name];
    if (!existsSync(`/etc/systemd/system/${unit}`)) return null;
    return { stop: () => run('systemctl', 'stop', unit), start: () => run('systemctl', 'start', unit), isReady };
  }
  if (process.platform === 'darwin') {
    const label = `org.atoll.${name}`;
    const path = `/Library/LaunchDaemons/${label}.plist`;
    if (!existsSync(path)) return null;
    return {
      stop: () => run('launchctl', 'bootout', `system/${label}`),
      start: () => run('launchctl', 'bootstrap', 'system', path),
      isReady,
    };
  }
  const task = tasks[name];
  if ((await runProgram('schtasks', ['/Query', '/TN', task])).code !== 0) return null;
  return {
    stop: async () => {
      // It is started each minute while it is enabled.
      await run('schtasks', '/Change', '/TN', task, '/DISABLE');
      await runProgram('schtasks', ['/End', '/TN', task]);
    },
    start: async () => {
      await run('schtasks', '/Change', '/TN', task, '/ENABLE');
      await run('schtasks', '/Run', '/TN', task);
    },
    isReady,
  };
}
