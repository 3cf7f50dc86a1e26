/** A certificate that somebody else makes and renews, in two files. Source: R31.8. */
import { readFileSync, statSync } from 'node:fs';
import { isFor, isMatching, readLeaf } from './certificate.ts';
import type { Pair, Tls, TlsLog, TlsProblem } from './tls.ts';

const lookEveryMs = 20_000;

export interface FilesParts {
  readonly certPath: string;
  readonly keyPath: string;
  /** The name of the canonical origin, which the certificate must have; any when undefined. */
  readonly origin: string | undefined;
  readonly now: () => number;
  readonly log: TlsLog;
}

/** Returns the pair of the files. Throws with what is wrong with them. */
function readPair({ certPath, keyPath, origin, now }: FilesParts): Pair {
  const othersMayRead = process.platform !== 'win32' && (statSync(keyPath).mode & 0o004) !== 0;
  if (othersMayRead) throw new Error(`everybody on this machine can read the key: chmod o-r ${keyPath}`);
  const pair = { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8') };
  if (!isMatching(pair)) throw new Error(`the key of ${keyPath} is not that of ${certPath}`);
  if (readLeaf(pair.cert).to <= now()) throw new Error(`the certificate of ${certPath} has expired`);
  if (origin !== undefined && !isFor(pair.cert, origin)) throw new Error(`${certPath} is not for ${origin}`);
  return pair;
}

/** Returns what differs when one of the files was written or replaced. */
const stateOf = ({ certPath, keyPath }: FilesParts): string =>
  [certPath, keyPath]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((found) => `${found?.mtimeMs} ${found?.ino} ${found?.size} ${found?.mode}`)
    .join('\n');

/** Opens the files. Throws when they cannot be used at the start; later the old pair stays in use. */
export async function openFiles(parts: FilesParts): Promise<Tls> {
  const { log, certPath } = parts;
  let known = stateOf(parts);
  let pair: Pair;
  try {
    pair = readPair(parts);
  } catch (error) {
    throw new Error(`TLS=files: ${(error as Error).message}`, { cause: error });
  }
  let problem: TlsProblem | null = null;
  let onPair: (pair: Pair) => void = () => undefined;

  const read = (): void => {
    known = stateOf(parts);
    try {
      const found = readPair(parts);
      problem = null;
      if (found.cert === pair.cert && found.key === pair.key) return;
      pair = found;
      log.info({ certPath }, 'the server has a new certificate');
      onPair(pair);
    } catch (error) {
      problem = 'files';
      log.warn({ err: error }, 'the new certificate cannot be used; the old one stays');
    }
  };
  const check = async (): Promise<void> => {
    if (stateOf(parts) !== known) read();
  };
  return {
    mode: 'files',
    authority: null,
    pair: () => pair,
    problem: () => problem,
    check,
    renew: async () => {
      read();
      return true;
    },
    follow(callback) {
      onPair = callback;
      const timer = setInterval(() => void check(), lookEveryMs).unref();
      return () => clearInterval(timer);
    },
  };
}
