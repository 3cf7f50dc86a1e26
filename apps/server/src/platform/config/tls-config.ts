/** The settings of https, checked together. Source: R31.1, docs/operations.md. */
import { resolve } from 'node:path';
import * as z from 'zod';

const modes = ['off', 'own', 'files'] as const;
export type TlsMode = (typeof modes)[number];

const port = z.coerce.number().int().min(0).max(65_535);
const path = z.string().trim().min(1).optional();

/** The variables of https. */
export const tlsShape = {
  TLS: z.enum(modes, { error: ({ input }) => `is 'off', 'own' or 'files', not '${String(input)}'` }).default('off'),
  HTTPS_PORT: port.default(443),
  HTTP_PORT: port.default(80),
  TLS_CERT: path,
  TLS_KEY: path,
  MDNS: z.enum(['0', '1']).optional(),
  SHOP_NAME: z.string().trim().min(1).max(60).optional(),
};

/** How the server serves https itself. */
export interface TlsConfig {
  readonly mode: Exclude<TlsMode, 'off'>;
  /** Where `/hello` and `/health` are served without https. */
  readonly httpPort: number;
  readonly files: { readonly certPath: string; readonly keyPath: string } | undefined;
  /** Whether the server publishes its `.local` names in the network. */
  readonly isPublished: boolean;
  /** The name of the shop, for the authority and `/hello`. */
  readonly shop: string | undefined;
}

type Given = z.infer<z.ZodObject<typeof tlsShape>>;

/** Returns the settings of https; undefined when the server does not serve it. Throws with the variable that is wrong. */
export function tlsConfig(e: Given, publicUrl: string | undefined): TlsConfig | undefined {
  if (e.TLS === 'off') return undefined;
  const wrong = (text: string): Error => new Error(`The configuration is wrong:\n  ${text}`);
  if (publicUrl && !publicUrl.startsWith('https:')) throw wrong(`PUBLIC_URL: begins with https with TLS=${e.TLS}`);
  if (publicUrl && new URL(publicUrl).pathname !== '/') throw wrong('PUBLIC_URL: An address without a path');
  const isFiles = e.TLS === 'files';
  if (isFiles && !(e.TLS_CERT && e.TLS_KEY)) throw wrong('TLS_CERT, TLS_KEY: TLS=files needs both');
  const files = isFiles ? { certPath: resolve(e.TLS_CERT ?? ''), keyPath: resolve(e.TLS_KEY ?? '') } : undefined;
  const isPublished = (e.MDNS ?? (isFiles ? '0' : '1')) === '1';
  return { mode: e.TLS, httpPort: e.HTTP_PORT, files, isPublished, shop: e.SHOP_NAME };
}
