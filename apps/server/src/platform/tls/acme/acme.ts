/** A certificate of a public authority that the server orders itself, kept in `DATA_DIR/tls`. Source: R31.9. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { leafAction } from '@atoll/domain/trust/leaf';
import type { AcmeConfig } from '../../config/tls-config.ts';
import { replaceDurably } from '../../disk/durable-file.ts';
import { readJson } from '../../disk/read-json.ts';
import { isFor, isMatching, readLeaf } from '../certificate.ts';
import type { Pair, Tls, TlsLog, TlsProblem } from '../tls.ts';
import type { Account } from './client.ts';
import { dnsProver, httpProver, type Prover } from './prove.ts';

const lookEveryMs = 60_000;
const tryEveryMs = 6 * 3_600_000;

export interface AcmeParts extends AcmeConfig {
  readonly dataDir: string;
  /** The name of the certificate. */
  readonly name: string;
  readonly now: () => number;
  /** Returns from when on certificates are ordered. */
  readonly notBefore: () => Promise<number>;
  readonly log: TlsLog;
}

/** A pair with the directory of the authority that gave it. */
interface Kept extends Pair {
  readonly directory: string;
}

export const acmeFile = 'acme.json';
const accountName = 'acme-account.json';

/** Orders a certificate, and keeps it before it is used. */
async function order(parts: AcmeParts, folder: string, prover: Prover): Promise<Kept> {
  const { directory, email, name } = parts;
  // Loaded only when one is ordered.
  const [{ openAccount }, { orderCertificate }, { certificateRequest }] = await Promise.all([
    import('./client.ts'),
    import('./order.ts'),
    import('../issue.ts'),
  ]);
  const accountPath = join(folder, accountName);
  const session = await openAccount(directory, readJson<Account>(accountPath) ?? undefined, email);
  replaceDurably(accountPath, JSON.stringify(session.account));
  const { request, key } = await certificateRequest(name);
  const cert = await orderCertificate(session, name, request, prover);
  const kept = { cert, key, directory };
  if (!(isMatching(kept) && isFor(cert, name))) throw new Error(`The authority gave no certificate for ${name}`);
  replaceDurably(join(folder, acmeFile), JSON.stringify(kept));
  return kept;
}

/** Opens the certificate of before; at the first start one of the server's own, which no device trusts, until the authority gives one. */
export async function openAcme(parts: AcmeParts): Promise<Tls> {
  const { dataDir, name, now, notBefore, log, directory, hook } = parts;
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prover = hook === undefined ? httpProver() : dnsProver(hook);
  const found = readJson<Kept>(join(folder, acmeFile));
  let kept = found && isFor(found.cert, name) ? found : null;
  let pair: Pair = kept ?? (await (await import('../issue.ts')).makeTemporary(name, now()));
  let problem: TlsProblem | null = null;
  let nextTry = 0;
  let onPair: (pair: Pair) => void = () => undefined;

  const place = async (): Promise<void> => {
    // Also a try that never ends because the machine is switched off counts.
    nextTry = now() + tryEveryMs;
    try {
      kept = await order(parts, folder, prover);
      pair = kept;
      problem = null;
      nextTry = 0;
      log.info({ names: [name], directory }, 'the server has a new certificate');
      onPair(pair);
    } catch (error) {
      problem = 'failed';
      log.warn({ err: error }, 'the authority gave no certificate; the next try is in 6 hours');
    }
  };
  const look = async (isForced: boolean): Promise<boolean> => {
    const at = { now: now(), notBefore: await notBefore() };
    const leaf = !isForced && kept?.directory === directory ? readLeaf(kept.cert) : null;
    const action = leafAction(leaf, { names: [name], ...at });
    if (action === 'wait') {
      if (problem !== 'clock') log.warn({}, 'no certificate is ordered: the clock of the server is wrong');
      problem = 'clock';
      return false;
    }
    if (problem === 'clock') problem = null;
    if (action === 'issue' && (isForced || at.now >= nextTry)) await place();
    return true;
  };
  /** One after another: two orders at once would be two certificates. */
  let last: Promise<unknown> = Promise.resolve();
  const lookNext = (isForced: boolean): Promise<boolean> => {
    const done = last.then(() => look(isForced));
    last = done.catch((error: unknown) => log.warn({ err: error }, 'the certificate could not be checked'));
    return done;
  };
  const check = async (): Promise<void> => {
    await lookNext(false).catch(() => undefined);
  };
  return {
    mode: 'acme',
    authority: null,
    pair: () => pair,
    problem: () => problem,
    check,
    renew: () => lookNext(true),
    challengeAnswer: (token) => prover.answerOf?.(token),
    follow(callback) {
      onPair = callback;
      void check();
      const timer = setInterval(() => void check(), lookEveryMs).unref();
      return () => clearInterval(timer);
    },
  };
}
