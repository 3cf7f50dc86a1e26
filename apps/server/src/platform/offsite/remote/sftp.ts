/** A folder of an ssh server as target. Its key must be the one that a person looked at. Source: R31.36. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { SftpAddress } from '@atoll/domain/offsite/target';
import ssh2, { type Client, type SFTPWrapper } from 'ssh2';
import { OffsiteError, targetError } from '../offsite-error.ts';
import type { Target, TargetFile } from '../target.ts';
import { checkSize, type Files, tryTarget } from './trial.ts';

const connectMs = 10_000;
const keepaliveMs = 10_000;

/** Returns the fingerprint of a key as `ssh-keygen -l` shows it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Returns a private key in its lines, which a field for passwords takes away; null for a password. */
function privateKeyOf(secret: string): string | null {
  const [, type, body = ''] =
    /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\s\S]*)-----END \1-----\s*$/.exec(secret.trim()) ?? [];
  if (type === undefined) return null;
  const lines = body.replace(/\s/g, '').match(/.{1,70}/g) ?? [];
  return `${[`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`].join('\n')}\n`;
}

/** The codes of the protocol, in version 3. */
const problemOfCode: Readonly<Record<number, 'absent' | 'denied' | 'full'>> = { 2: 'absent', 3: 'denied', 14: 'full' };

function sftpError(error: unknown): OffsiteError {
  if (error instanceof OffsiteError) return error;
  const { code, level, message } = error as { code?: unknown; level?: string; message: string };
  if (level === 'client-authentication') return new OffsiteError('login', message, error);
  if (level === 'client-timeout') return new OffsiteError('slow', message, error);
  const problem = typeof code === 'number' ? problemOfCode[code] : undefined;
  return problem ? new OffsiteError(problem, message, error) : targetError(error);
}

interface Connection {
  readonly client: Client;
  readonly sftp: SFTPWrapper;
  /** Rejects when the connection ends. */
  readonly lost: Promise<never>;
}

/** Connects. Rejects with an OffsiteError. */
function connect({ host, port, user, hostKey }: SftpAddress, secret: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    let wrongKey: OffsiteError | undefined;
    const lost = Promise.withResolvers<never>();
    // The one who waits for a call is told; between calls nobody is.
    lost.promise.catch(() => undefined);
    const fail = (error: unknown) => {
      client.end();
      const problem = wrongKey ?? sftpError(error);
      lost.reject(problem);
      reject(problem);
    };
    client.on('error', fail);
    client.on('close', () => fail(new OffsiteError('away', `${host} closed the connection`)));
    client.on('keyboard-interactive', (_name, _text, _language, prompts, finish) => finish(prompts.map(() => secret)));
    client.on('ready', () =>
      client.sftp((error, sftp) =>
        error ? fail(new OffsiteError('other', error.message, error)) : resolve({ client, sftp, lost: lost.promise }),
      ),
    );
    const privateKey = privateKeyOf(secret);
    // A damaged key is thrown, not told as an event.
    if (privateKey !== null && ssh2.utils.parseKey(privateKey) instanceof Error)
      return fail(new OffsiteError('login', 'The key cannot be read'));
    client.connect({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      username: user,
      ...(privateKey === null ? { password: secret, tryKeyboard: true } : { privateKey }),
      readyTimeout: connectMs,
      keepaliveInterval: keepaliveMs,
      hostVerifier: (key: Buffer) => {
        const shown = fingerprintOf(key);
        if (shown !== hostKey)
          wrongKey = new OffsiteError(hostKey === '' ? 'hostKeyNew' : 'hostKey', shown, undefined, shown);
        return shown === hostKey;
      },
    });
  });
}

/** Opens a folder of an ssh server. It connects at the first call, and again when the connection was lost. */
export function openSftp(address: SftpAddress, secret: string): Target {
  const folder = address.path.replace(/\/+$/, '') || (address.path === '' ? '.' : '');
  const pathOf = (name: string): string => `${folder}/${name}`;
  let opened: Promise<Connection> | null = null;
  const connection = (): Promise<Connection> => {
    opened ??= connect(address, secret).then((made) => {
      made.lost.catch(() => {
        opened = null;
      });
      return made;
    });
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };
  const within = async <T>(work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> => {
    const { sftp, lost } = await connection();
    try {
      return await Promise.race([work(sftp), lost]);
    } catch (error) {
      throw sftpError(error);
    }
  };
  const list = () =>
    within(async (sftp): Promise<TargetFile[]> => {
      const entries = await promisify(sftp.readdir.bind(sftp))(folder || '/');
      return entries.flatMap(({ filename, attrs }) => (attrs.isFile() ? [{ name: filename, bytes: attrs.size }] : []));
    });
  const target: Files = {
    list,
    put: (name, path) =>
      within(async (sftp) => {
        const part = pathOf(`${name}.part`);
        try {
          await promisify(
            sftp.fastPut.bind(sftp) as (from: string, to: string, done: (e?: Error | null) => void) => void,
          )(path, part);
          checkSize(name, path, (await promisify(sftp.stat.bind(sftp))(part)).size);
          await promisify(sftp.rename.bind(sftp))(part, pathOf(name));
        } catch (error) {
          await promisify(sftp.unlink.bind(sftp))(part).catch(() => undefined);
          throw error;
        }
      }),
    get: (name, path) =>
      within(async (sftp) => {
        await promisify(
          sftp.fastGet.bind(sftp) as (from: string, to: string, done: (e?: Error | null) => void) => void,
        )(pathOf(name), path);
      }),
    remove: (name) =>
      within(async (sftp) => {
        await promisify(sftp.unlink.bind(sftp))(pathOf(name)).catch((error: unknown) => {
          if ((error as { code?: unknown }).code !== 2) throw error;
        });
      }),
  };
  return {
    ...target,
    prepare: async () => {
      await tryTarget(target);
      return false;
    },
    check: async () => void (await list()),
    close: () => void opened?.then(({ client }) => client.end()).catch(() => undefined),
  };
}
