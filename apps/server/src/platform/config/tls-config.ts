/** The settings of https, checked together. Source: R31.1, docs/operations.md. */
import { resolve } from 'node:path';
import { maxEmailLength } from '@atoll/domain/access/credentials';
import { addressBytes } from '@atoll/domain/trust/address';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';
import * as z from 'zod';
import { isLoopback } from '../http/own-machine.ts';

const modes = ['off', 'own', 'files', 'acme'] as const;
export type TlsMode = (typeof modes)[number];

const port = z.coerce.number().int().min(0).max(65_535);
/** The directory of Let's Encrypt. */
const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';

const path = z.string().trim().min(1).optional();

/** Returns whether a name is one of a shop's network, which nobody owns. */
const isOfShop = (name: string): boolean => mayIssue(name, permittedFor([]));

/** The variables of https. */
export const tlsShape = {
  TLS: z
    .enum(modes, { error: ({ input }) => `is 'off', 'own', 'files' or 'acme', not '${String(input)}'` })
    .default('off'),
  HTTPS_PORT: port.default(443),
  HTTP_PORT: port.default(80),
  TLS_CERT: path,
  TLS_KEY: path,
  ACME_DIRECTORY: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), 'begins with https')
    .default(letsEncrypt),
  ACME_EMAIL: z.email().max(maxEmailLength).optional(),
  ACME_DNS_HOOK: path,
  MDNS: z.enum(['0', '1']).optional(),
  SHOP_NAME: z.string().trim().min(1).max(60).optional(),
};

/** With which public authority, and how a name is proven to it. */
export interface AcmeConfig {
  /** Where the authority lists its addresses. */
  readonly directory: string;
  readonly email: string | undefined;
  /** The program that writes the name server; undefined: the proof stands on the port without https. */
  readonly hook: string | undefined;
}

/** How the server serves https itself. */
export interface TlsConfig {
  readonly mode: Exclude<TlsMode, 'off'>;
  /** Where `/hello` and `/health` are served without https. */
  readonly httpPort: number;
  readonly files: { readonly certPath: string; readonly keyPath: string } | undefined;
  /** Undefined unless a public authority gives the certificate. */
  readonly acme: AcmeConfig | undefined;
  /** Whether the server publishes its `.local` names in the network. */
  readonly isPublished: boolean;
  /** The name of the shop, for the authority and `/hello`. */
  readonly shop: string | undefined;
}

type Given = z.infer<z.ZodObject<typeof tlsShape>>;

const wrong = (text: string): Error => new Error(`The configuration is wrong:\n  ${text}`);

/** Returns the settings of a public authority. Throws where it could give no certificate. */
function acmeConfig(e: Given, publicUrl: string | undefined): AcmeConfig {
  const host = publicUrl && new URL(publicUrl).hostname;
  if (!host || addressBytes(host.replace(/^\[|\]$/g, '')) || !host.includes('.'))
    throw wrong('PUBLIC_URL: TLS=acme needs a public name, such as https://pos.example.com');
  if (isOfShop(host)) throw wrong(`PUBLIC_URL: no public authority vouches for ${host}; use TLS=own`);
  const hook = e.ACME_DNS_HOOK === undefined ? undefined : resolve(e.ACME_DNS_HOOK);
  return { directory: e.ACME_DIRECTORY, email: e.ACME_EMAIL, hook };
}

/** Returns the settings of https; undefined when the server does not serve it. Throws with the variable that is wrong. */
export function tlsConfig(e: Given, publicUrl: string | undefined): TlsConfig | undefined {
  if (e.TLS === 'off') return undefined;
  if (publicUrl && !publicUrl.startsWith('https:')) throw wrong(`PUBLIC_URL: begins with https with TLS=${e.TLS}`);
  if (publicUrl && new URL(publicUrl).pathname !== '/') throw wrong('PUBLIC_URL: An address without a path');
  const isFiles = e.TLS === 'files';
  if (isFiles && !(e.TLS_CERT && e.TLS_KEY)) throw wrong('TLS_CERT, TLS_KEY: TLS=files needs both');
  const files = isFiles ? { certPath: resolve(e.TLS_CERT ?? ''), keyPath: resolve(e.TLS_KEY ?? '') } : undefined;
  const isPublished = (e.MDNS ?? (e.TLS === 'own' ? '1' : '0')) === '1';
  const acme = e.TLS === 'acme' ? acmeConfig(e, publicUrl) : undefined;
  return { mode: e.TLS, httpPort: e.HTTP_PORT, files, acme, isPublished, shop: e.SHOP_NAME };
}
