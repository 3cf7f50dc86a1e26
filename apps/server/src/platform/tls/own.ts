/** The shop's own authority and the certificate that it gives the server, in `DATA_DIR/tls`. Source: R31.2, R31.4 to R31.7. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { leafAction } from '@atoll/domain/trust/leaf';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';
import { replaceDurably } from '../disk/durable-file.ts';
import { readJson } from '../disk/read-json.ts';
import { signerNow } from './authorities.ts';
import { readLeaf } from './certificate.ts';
import type { Authority, Pair, Tls, TlsLog, TlsProblem } from './tls.ts';
import { lanAddresses, wantedNames } from './wanted-names.ts';

const checkEveryMs = 3_600_000;
const addressesEveryMs = 30_000;

export const wrongClock = 'The clock of the server is wrong. Set the date and time of this machine, then start again.';

export interface OwnParts {
  readonly dataDir: string;
  /** Shown in the authority's name, which devices list. */
  readonly shop: string;
  /** The name that was chosen for the server (PUBLIC_URL). */
  readonly chosen: string | undefined;
  /** The names that it had before and that are still served. */
  readonly former?: readonly string[];
  readonly now: () => number;
  /** Returns from when on certificates are issued. */
  readonly notBefore: () => Promise<number>;
  readonly log: TlsLog;
  /** Returns the addresses of this machine; those of its network cards when absent. */
  readonly addresses?: () => string[];
}

const describeAuthority = ({ cert }: Pair): Authority => {
  const read = new X509Certificate(cert);
  return { pem: read.toString(), der: read.raw, sha256: read.fingerprint256.replaceAll(':', '').toLowerCase() };
};

/** Returns whether an authority signed a certificate. */
const isSignedBy = (pem: string, { cert }: Pair): boolean =>
  new X509Certificate(pem).verify(new X509Certificate(cert).publicKey);

/** Checks the certificate each hour, and soon after the addresses of the machine changed; returns the function that stops it. */
function keepLooking(check: () => Promise<void>, addresses: () => string[]): () => void {
  let known = addresses().join(' ');
  const hourly = setInterval(() => void check(), checkEveryMs).unref();
  const often = setInterval(() => {
    const found = addresses().join(' ');
    if (found !== known) void check();
    known = found;
  }, addressesEveryMs).unref();
  return () => {
    clearInterval(hourly);
    clearInterval(often);
  };
}

/** Opens the authority and the certificate of a data folder; both are made at the first start. Throws while the clock is wrong and there is none. */
export async function openOwn(parts: OwnParts): Promise<Tls> {
  const { dataDir, chosen, former = [], now, notBefore, log, addresses = lanAddresses } = parts;
  const folder = join(dataDir, 'tls');
  const leafPath = join(folder, 'leaf.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let pair = readJson<Pair>(leafPath);
  if (!pair && now() < (await notBefore())) throw new Error(wrongClock);
  let signer = await signerNow({ ...parts, folder });
  let problem: TlsProblem | null = null;
  let onPair: (pair: Pair) => void = () => undefined;

  /** Returns the names that the certificate should have; those of before as far as the authority vouches for them. */
  const wanted = (): string[] => {
    const permitted = permittedFor(signer.authority.names);
    const kept = former.filter((name) => mayIssue(name, permitted));
    return [...new Set([...wantedNames(chosen, addresses()), ...kept])];
  };
  const issue = async (): Promise<void> => {
    const { issueLeaf } = await import('./issue.ts');
    const names = wanted();
    const { cert, key } = await issueLeaf(signer.authority, names, now());
    const made = { cert: [cert, signer.chain].filter(Boolean).join('\n'), key };
    replaceDurably(leafPath, JSON.stringify(made));
    pair = made;
    log.info({ names }, 'the server has a new certificate');
    onPair(made);
  };
  /** Runs one after another: two checks at once would make two certificates. */
  let last: Promise<unknown> = Promise.resolve();
  const look = (isForced: boolean): Promise<boolean> => {
    const run = async (): Promise<boolean> => {
      const at = { now: now(), notBefore: await notBefore() };
      if (at.now >= at.notBefore) signer = await signerNow({ ...parts, folder });
      const want = { names: wanted(), ...at };
      const kept = pair && !isForced && isSignedBy(pair.cert, signer.authority) ? readLeaf(pair.cert) : null;
      const action = leafAction(kept, want);
      if (action === 'issue') await issue();
      if (action === 'wait' && problem !== 'clock')
        log.warn({}, 'no certificate is made: the clock of the server is wrong');
      problem = action === 'wait' ? 'clock' : null;
      return action !== 'wait';
    };
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
  await look(false);
  const current = (): Pair => {
    if (!pair) throw new Error(wrongClock);
    return pair;
  };
  current();

  const noteFailed = (error: unknown): void => {
    problem = 'failed';
    log.warn({ err: error }, 'the certificate could not be renewed');
  };
  const check = async (): Promise<void> => {
    await look(false).catch(noteFailed);
  };
  return {
    mode: 'own',
    get authority() {
      return describeAuthority(signer.authority);
    },
    pair: current,
    problem: () => problem,
    check,
    renew: () =>
      look(true).catch((error: unknown) => {
        noteFailed(error);
        return true;
      }),
    follow(callback) {
      onPair = callback;
      return keepLooking(check, addresses);
    },
  };
}
