/** The certificate with which the server serves https: its chain, names and days. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { type Leaf, leafAction } from '@atoll/domain/trust/leaf';
import type { Config } from '../../apps/server/src/platform/config/config.ts';
import type { TlsMode } from '../../apps/server/src/platform/config/tls-config.ts';
import { readJson } from '../../apps/server/src/platform/disk/read-json.ts';
import { acmeFile } from '../../apps/server/src/platform/tls/acme/acme.ts';
import { isFor, isMatching, readLeaf } from '../../apps/server/src/platform/tls/certificate.ts';
import type { Pair } from '../../apps/server/src/platform/tls/tls.ts';
import { wantedNames } from '../../apps/server/src/platform/tls/wanted-names.ts';
import { bad, type Finding, good, off, watch } from './finding.ts';

const dayMs = 86_400_000;
const badDays = 7;
/** Whoever renews the files should have done it by then. */
const watchDays = 14;

export interface CertificateFacts {
  readonly mode: Exclude<TlsMode, 'off'>;
  readonly leaf: Leaf;
  /** Whether the key belongs to it, and whether each certificate is signed by the next one. */
  readonly hasKey: boolean;
  readonly isChained: boolean;
  /** The name or address of PUBLIC_URL that it lacks; undefined when it lacks none. */
  readonly missingOrigin: string | undefined;
  /** The names and addresses that the server would put into it now. */
  readonly wanted: readonly string[];
  /** Whether the running server serves another one; undefined without an answer. */
  readonly isOther: boolean | undefined;
  /** SHA-256 of the shop's authority; null with files. */
  readonly authority: string | null;
  readonly now: number;
}

const certificatesOf = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  );

const isChained = (chain: readonly X509Certificate[]): boolean =>
  chain.every((one, index) => {
    const next = chain[index + 1];
    return next === undefined || (one.checkIssued(next) && one.verify(next.publicKey));
  });

interface Read {
  readonly pair: Pair;
  readonly authority: Pair | null;
}

/** Returns the certificate of the authorities of a data folder, the one that signs first, as PEM; none before the first start. */
export function readAuthorities(dataDir: string): string[] {
  const kept = ['authority-next.json', 'authority.json'].map((file) => readJson<Pair>(join(dataDir, 'tls', file)));
  return kept.flatMap((authority) => authority?.cert ?? []);
}

function readFiles({ tls, dataDir }: Pick<Config, 'tls' | 'dataDir'>): Read | null {
  if (tls?.files) {
    const { certPath, keyPath } = tls.files;
    return { pair: { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8') }, authority: null };
  }
  if (tls?.acme) {
    const pair = readJson<Pair>(join(dataDir, 'tls', acmeFile));
    return pair && { pair, authority: null };
  }
  const pair = readJson<Pair>(join(dataDir, 'tls', 'leaf.json'));
  if (!pair) return null;
  const next = readJson<Pair>(join(dataDir, 'tls', 'authority-next.json'));
  return { pair, authority: next ?? readJson<Pair>(join(dataDir, 'tls', 'authority.json')) };
}

interface Served {
  readonly now: number;
  /** SHA-256 of the certificate that the server serves, with colons; undefined without an answer. */
  readonly served: string | undefined;
}

/** Reads the certificate of the settings; null when there is none yet. Throws when it cannot be read. */
export function readCertificate(config: Config, { now, served }: Served): CertificateFacts | null {
  const read = readFiles(config);
  if (!read || !config.tls) return null;
  const { pair, authority } = read;
  const chain = certificatesOf(pair.cert);
  const [first] = chain;
  if (!first) throw new Error('the file has no certificate');
  const chosen = config.publicUrl && new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '');
  // The last one may be the second authority as the first one signed it.
  const signed = authority ? [first, new X509Certificate(authority.cert)] : chain;
  return {
    mode: config.tls.mode,
    leaf: readLeaf(pair.cert),
    hasKey: isMatching(pair),
    isChained: isChained(signed),
    missingOrigin: chosen && !isFor(pair.cert, chosen) ? chosen : undefined,
    wanted: config.tls.mode === 'own' ? wantedNames(chosen) : [],
    isOther: served === undefined ? undefined : served !== first.fingerprint256,
    authority: authority && new X509Certificate(authority.cert).fingerprint256,
    now,
  };
}

const name = 'Certificate';

const remedies = {
  own: 'Restart the server, which makes a new certificate, and look into its log if it does not.',
  acme: 'Look into the log of the server: it says why the authority gives no certificate, and tries again every 6 hours.',
  files: 'Renew the files of TLS_CERT and TLS_KEY; the server loads them within 60 s.',
} as const;

/** Returns why devices refuse the certificate now or soon; undefined when they do not. */
function refusedReason(facts: CertificateFacts): string | undefined {
  const { leaf, now, hasKey, missingOrigin } = facts;
  const days = Math.floor((leaf.to - now) / dayMs);
  if (!hasKey) return 'The key is not that of the certificate.';
  if (!facts.isChained) return 'The certificate is not signed by the one that follows it.';
  if (now < leaf.from) return `It is not valid before ${new Date(leaf.from).toISOString()}.`;
  if (now >= leaf.to) return `It ended on ${new Date(leaf.to).toISOString()}.`;
  if (days < badDays) return `It ends in ${days} days.`;
  return missingOrigin && `It is not for ${missingOrigin}, the name of PUBLIC_URL.`;
}

/** Returns the finding about the certificate. */
export function checkCertificate(facts: CertificateFacts | null): Finding {
  if (facts === null) return bad(name, 'There is no certificate yet.', 'Start the server, which makes one.');
  const { mode, leaf, now, wanted, authority } = facts;
  const refused = refusedReason(facts);
  const days = Math.floor((leaf.to - now) / dayMs);
  const shown = authority === null ? '' : ` Fingerprint of the authority: ${shownFingerprint(authority)}.`;
  if (refused) return bad(name, refused + shown, remedies[mode]);
  if (facts.isOther)
    return watch(
      name,
      `The server still serves another certificate than its files have.${shown}`,
      'Restart the server.',
    );
  const missing = wanted.filter((one) => !leaf.names.includes(one.toLowerCase()));
  const isDue = mode !== 'files' ? leafAction(leaf, { names: [], now, notBefore: 0 }) === 'issue' : days < watchDays;
  if (isDue) return watch(name, `It should be renewed by now: it ends in ${days} days.${shown}`, remedies[mode]);
  if (missing.length > 0) return watch(name, `It is not for ${missing.join(', ')}.${shown}`, remedies[mode]);
  return good(name, `It is for ${leaf.names.join(', ')}, and ends in ${days} days.${shown}`);
}

/** Returns the finding about a certificate that could not be read. */
export const unreadableCertificate = (error: unknown, mode: CertificateFacts['mode']): Finding =>
  bad(name, `It cannot be read: ${(error as Error).message}.`, remedies[mode]);

/** Returns the finding of a server that does not serve https itself. */
export const noCertificate = (publicUrl: string | undefined): Finding =>
  publicUrl?.startsWith('https:')
    ? off(name, 'The server does not serve https itself; PUBLIC_URL leads to what does.')
    : off(name, 'The server does not serve https, so tills on other machines cannot work offline (TLS=own).');
