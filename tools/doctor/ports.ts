/** Whether the server answers on its ports, and whether it is the one of these settings. */
import type { Config } from '../../apps/server/src/platform/config/config.ts';
import { storeHeader } from '../../apps/server/src/platform/store/store-name.ts';
import { type Answer, ask, jsonOf } from './ask.ts';
import { bad, type Finding, good, watch } from './finding.ts';

export interface PortFacts {
  readonly port: number;
  /** `other`: another program answers. `silent`: something listens and does not answer. */
  readonly state: 'atoll' | 'other' | 'silent' | 'free';
  /** The name of the server's store, which every answer has; null without one. */
  readonly store: string | null;
  readonly certificate: string | undefined;
}

const isHealthy = (answer: Answer): boolean =>
  answer.status === 200 && (jsonOf(answer) as { status?: unknown } | null)?.status === 'ok';

/** Asks the server on a port of this machine, by the address of its health. */
export async function readPort(url: string): Promise<PortFacts> {
  const { port, protocol } = new URL(url);
  const at = { port: Number(port || (protocol === 'https:' ? 443 : 80)), store: null, certificate: undefined };
  try {
    const answer = await ask(url);
    if (!isHealthy(answer)) return { ...at, state: 'other' };
    const name = answer.headers[storeHeader];
    return {
      ...at,
      state: 'atoll',
      store: typeof name === 'string' ? name : null,
      certificate: answer.certificate,
    };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') return { ...at, state: 'free' };
    return { ...at, state: message.includes('does not answer') ? 'silent' : 'other' };
  }
}

/** The path of the app's health: as a call it is never led on to PUBLIC_URL, and its answer names the store. */
export const healthPath = '/api/health';

/** Returns the addresses at which this machine itself asks the health of the app, and of what serves `/hello`, if any. */
export function healthUrls({ host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>): {
  readonly app: string;
  readonly hello: string | undefined;
} {
  const name = !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    app: `${tls ? 'https' : 'http'}://${name}:${port}${healthPath}`,
    hello: tls ? `http://${name}:${tls.httpPort}/health` : undefined,
  };
}

interface Server {
  readonly app: PortFacts;
  readonly hello: PortFacts | undefined;
  /** The name of the store of these settings; null when it could not be read. */
  readonly store: string | null;
  /** Whether a server has the data folder; undefined with a database server. */
  readonly isFolderUsed: boolean | undefined;
}

const taken = (name: string, { port }: PortFacts, setting: string): Finding =>
  bad(
    name,
    `Another program answers on port ${port}.`,
    `End that program, or choose another port with ${setting}, and start Atoll again.`,
  );

function checkApp({ app, store, isFolderUsed }: Server, setting: string): Finding {
  const name = 'Server';
  if (app.state === 'other') return taken(name, app, setting);
  if (app.state === 'silent')
    return bad(
      name,
      `The server on port ${app.port} does not answer within 3 s.`,
      'Restart the server, and look into its log if it happens again.',
    );
  if (app.state === 'free')
    return isFolderUsed
      ? bad(
          name,
          `A server uses this data folder, but nothing answers on port ${app.port}.`,
          `Run doctor with the settings of that server, such as ${setting}, or restart it.`,
        )
      : bad(name, `The server is off: nothing answers on port ${app.port}.`, 'Start the server.');
  const isOther =
    isFolderUsed === false || (store !== null && app.store !== null && !app.store.startsWith(`${store}.`));
  if (isOther)
    return watch(
      name,
      `The server on port ${app.port} has another store than these settings name.`,
      'Run doctor with the settings of the server, such as DATA_DIR and DATABASE_URL.',
    );
  return good(name, `It answers on port ${app.port}.`);
}

/** Returns the findings about the ports of the server. */
export function checkPorts(server: Server): Finding[] {
  const { hello } = server;
  const app = checkApp(server, hello ? 'HTTPS_PORT' : 'PORT');
  if (!hello || (server.app.state !== 'atoll' && hello.state !== 'other')) return [app];
  if (hello.state === 'atoll') return [app, good('Port of /hello', `It answers on port ${hello.port}.`)];
  if (hello.state === 'other') return [app, taken('Port of /hello', hello, 'HTTP_PORT')];
  return [
    app,
    bad(
      'Port of /hello',
      `Nothing answers on port ${hello.port}, where devices get the certificate.`,
      'Restart the server, and look into its log if it happens again.',
    ),
  ];
}
