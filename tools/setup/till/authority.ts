/** The authority of the shop as a till gets it: from the server, compared with the digits that the person typed. Source: R31.25. */
import { X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';

/** The authority that a till is to trust. */
export interface ShopAuthority {
  readonly pem: string;
  /** The first 16 digits of its SHA-256, and its whole SHA-1, by which Windows and macOS name a certificate. */
  readonly digits: string;
  readonly sha1: string;
}

const digitCount = 16;

/** Returns the digits of a fingerprint as they are compared: people type them in groups. */
const plainDigits = (text: string): string => text.replace(/[\s:.-]/g, '').toUpperCase();

/** Returns why a text is no answer about the fingerprint; null when it is one. */
export function fingerprintProblem(text: string, { address }: { readonly address?: string }): string | null {
  if (text === 'none') return null;
  if (!/^[0-9A-F]{16}$/.test(plainDigits(text)))
    return `'${text}' is not the ${digitCount} digits that Settings, Trust shows, such as 4F2A 91C0 77DE 0B13; 'none' for none`;
  return address?.startsWith('https:') ? null : 'A server without https has no authority to trust';
}

const timeoutMs = 10_000;
const maxBytes = 100_000;

/** Reads an address. What it gives is compared with the digits, so the server needs no certificate that this till trusts. */
function read(url: URL): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = url.protocol === 'https:' ? getSecurely : get;
  const request = start(url, { agent: false, timeout: timeoutMs, rejectUnauthorized: false }, (response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      body += part;
      if (body.length > maxBytes) request.destroy(new Error('it sends too much'));
    });
    response.on('end', () =>
      response.statusCode === 200 ? resolve(body) : reject(new Error(`it answered ${response.statusCode}`)),
    );
    response.on('error', reject);
  });
  request.on('timeout', () => request.destroy(new Error('it does not answer')));
  request.on('error', reject);
  return promise;
}

/** Returns the authority that the server of an address offers, as PEM. Throws when it offers none. */
export async function fetchAuthority(origin: string): Promise<string> {
  const trust = JSON.parse(await read(new URL('/api/app/trust', origin))) as { hello?: string | null };
  if (!trust.hello) throw new Error('it has no authority of its own');
  // The server names itself as it is known in its network; this till may know it by another name.
  const { port } = new URL(trust.hello);
  return read(new URL(`http://${new URL(origin).hostname}:${port || '80'}/hello/ca.pem`));
}

/** Reads a certificate; null for something else. */
function certificateOf(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    // A page of another program, for example.
    return null;
  }
}

/** Returns the authority of a certificate with these digits. Throws for another one. */
export function authorityOf(pem: string, fingerprint: string): ShopAuthority {
  const certificate = certificateOf(pem);
  if (!certificate?.ca) throw new Error('The server did not send the certificate of an authority.');
  const digits = plainDigits(certificate.fingerprint256).slice(0, digitCount);
  if (digits !== plainDigits(fingerprint))
    throw new Error(
      'The authority of the server has other digits. Compare them with Settings, Trust on a device that trusts the shop. Nothing was changed.',
    );
  return { pem: certificate.toString(), digits, sha1: plainDigits(certificate.fingerprint) };
}
