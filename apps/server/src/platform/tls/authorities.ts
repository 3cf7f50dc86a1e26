/** The shop's authorities in `DATA_DIR/tls`: one, and a second one near the end of its life. Source: R31.2, R31.6, R31.7. */
import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSuccessionDue } from '@atoll/domain/trust/authority';
import { createDurably, replaceDurably } from '../disk/durable-file.ts';
import { readJson } from '../disk/read-json.ts';
import type { CrossSigned, KeptAuthority } from './issue.ts';

export interface AuthorityParts {
  readonly folder: string;
  /** Shown in the authority's name, which devices list. */
  readonly shop: string;
  /** The name that was chosen for the server (PUBLIC_URL). */
  readonly chosen: string | undefined;
  readonly now: () => number;
}

/** The authority that signs, and the certificates that a server sends with what it signed. */
export interface Signer {
  readonly authority: KeptAuthority;
  /** PEM: the signing authority as the one before it signed it; '' when there is one authority. */
  readonly chain: string;
}

const endOf = ({ cert }: KeptAuthority): number => new X509Certificate(cert).validToDate.getTime();

/** Returns the first authority of a data folder, made at the first start. */
async function firstAuthority(path: string, { shop, chosen, now }: AuthorityParts): Promise<KeptAuthority> {
  const kept = readJson<KeptAuthority>(path);
  if (kept) return kept;
  const { makeAuthority } = await import('./issue.ts');
  createDurably(path, JSON.stringify(await makeAuthority(shop, chosen ? [chosen] : [], now())));
  return readJson<KeptAuthority>(path) as KeptAuthority;
}

/** Returns the authority that signs now; the second one is made when it is due, and stays alone when the first has ended. */
export async function signerNow(parts: AuthorityParts): Promise<Signer> {
  const { folder, now } = parts;
  const path = join(folder, 'authority.json');
  const nextPath = join(folder, 'authority-next.json');
  const first = await firstAuthority(path, parts);
  let next = readJson<CrossSigned>(nextPath);
  if (!next) {
    if (!isSuccessionDue(endOf(first), now())) return { authority: first, chain: '' };
    const { makeSuccessor } = await import('./issue.ts');
    createDurably(nextPath, JSON.stringify(await makeSuccessor(first, parts.shop, now())));
    next = readJson<CrossSigned>(nextPath) as CrossSigned;
  }
  if (now() < endOf(first)) return { authority: next, chain: next.cross };
  const { cross: _, ...alone } = next;
  replaceDurably(path, JSON.stringify(alone));
  rmSync(nextPath);
  return { authority: alone, chain: '' };
}
