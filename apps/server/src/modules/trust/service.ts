/** What the server says about its certificate. Source: R31.2, R31.15. */

import type { trust } from '@atoll/domain/contract/platform/trust';
import { addressBytes } from '@atoll/domain/trust/address';
import type * as z from 'zod/mini';
import { type Config, linkUrl } from '../../platform/config/config.ts';
import { version } from '../../platform/config/version.ts';
import { readLeaf } from '../../platform/tls/certificate.ts';
import type { Tls } from '../../platform/tls/tls.ts';
import { lanAddresses } from '../../platform/tls/wanted-names.ts';

type Trust = z.infer<typeof trust>;

/** Returns an origin with a port, which is left out where it is the scheme's own. */
export function originOf(scheme: 'http' | 'https', name: string, port: number): string {
  const host = addressBytes(name)?.length === 16 ? `[${name}]` : name;
  return new URL(`${scheme}://${host}:${port}`).origin;
}

/** Returns the host under which devices of the network reach the server: the chosen one, otherwise its first address of IPv4. */
export function hostForDevices({ publicUrl }: Pick<Config, 'publicUrl'>, addresses = lanAddresses()): string {
  if (publicUrl) return new URL(publicUrl).hostname;
  return addresses.find((address) => addressBytes(address)?.length === 4) ?? addresses[0] ?? 'localhost';
}

interface Ports {
  /** The port that the app is served on. */
  readonly app: number;
  /** The port of `/hello`. */
  readonly hello: number;
}

/** Returns what `GET /app/trust` answers. Without https it names no address of the network. */
export function trustOf(config: Config, tls: Tls | undefined, ports: Ports, now: number): Trust {
  const leaf = tls && readLeaf(tls.pair().cert);
  const names = leaf?.names ?? [];
  return {
    mode: tls?.mode ?? 'off',
    origin: config.publicUrl ?? (tls ? originOf('https', hostForDevices(config), ports.app) : linkUrl(config)),
    names: names.filter((name) => !addressBytes(name)),
    addresses: names.filter((name) => addressBytes(name)),
    fingerprint: tls?.authority?.sha256 ?? null,
    hello: tls?.authority ? `${originOf('http', hostForDevices(config), ports.hello)}/hello` : null,
    notAfter: leaf ? new Date(leaf.to).toISOString() : null,
    problem: tls?.problem() ?? null,
    release: version,
    now: new Date(now).toISOString(),
  };
}

/** Returns a QR code as SVG. */
export async function codeOf(text: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(text, { type: 'svg', margin: 2 });
}
