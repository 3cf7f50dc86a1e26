/** What a person needs for the first visit and for other devices: the owner code and the digits of the shop's authority. Source: R31.15, R31.24. */
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { SqliteDatabase } from '../../apps/server/src/platform/store/sqlite/database.ts';
import { readAuthorities } from '../doctor/certificate.ts';

export interface FirstVisit {
  /** As people read it; null when the store has an owner, and where setup cannot read the store. */
  readonly ownerCode: string | null;
  /** The first 16 digits of the fingerprint, in groups; null without an authority of the shop. */
  readonly fingerprint: string | null;
}

/** What of it there will be. */
export interface Made {
  readonly hasAuthority: boolean;
  readonly hasStore: boolean;
}

const waitMs = 60_000;
const stepMs = 250;

/**
 * Opens an embedded store to read it. Its lock is not asked for, which a server that starts would take for another server: the files beside the store
 * tell whether one runs. Without them the file is read alone, so that none is created.
 */
function openStore(dataDir: string): SqliteDatabase {
  const path = join(dataDir, 'atoll.db');
  if (existsSync(`${path}-shm`)) return new SqliteDatabase(path, { readOnly: true });
  if (existsSync(`${path}-wal`)) throw new Error('its server was killed');
  return new SqliteDatabase(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
}

/** Reads the owner code of an embedded store; undefined while there is no store that says whether it has an owner. */
function readOwnerCode(dataDir: string): string | null | undefined {
  try {
    const database = openStore(dataDir);
    try {
      const [kept] = database.run("select value from secret where name = 'owner-code'").rows;
      if (!kept) return database.run('select id from app_user limit 1').rows.length > 0 ? null : undefined;
      const { code } = JSON.parse(String(kept['value'])) as { code: string };
      return `${code.slice(0, 4)}-${code.slice(4)}`;
    } finally {
      database.close();
    }
  } catch {
    // The server makes its store and its tables at this moment.
    return undefined;
  }
}

function read(dataDir: string): { found: FirstVisit; isStoreThere: boolean } {
  const code = readOwnerCode(dataDir);
  const [authority] = readAuthorities(dataDir);
  const fingerprint = authority === undefined ? null : shownFingerprint(new X509Certificate(authority).fingerprint256);
  return { found: { ownerCode: code ?? null, fingerprint }, isStoreThere: code !== undefined };
}

/** Returns what the server has made; waits for it up to some time, by default as long as a start takes. */
export async function readFirstVisit(dataDir: string, made: Made, ms = waitMs): Promise<FirstVisit> {
  for (const end = Date.now() + ms; ; ) {
    const { found, isStoreThere } = read(dataDir);
    const isComplete = (isStoreThere || !made.hasStore) && (found.fingerprint !== null || !made.hasAuthority);
    if (isComplete || Date.now() >= end) return found;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

/** Returns what setup says about it. */
export const firstVisitLines = ({ ownerCode, fingerprint }: FirstVisit): string[] => [
  ...(ownerCode === null
    ? []
    : [`Owner code: ${ownerCode}. The first visit asks for it, except on this machine itself.`]),
  ...(fingerprint === null
    ? []
    : [
        `Fingerprint of the shop's authority: ${fingerprint}. Compare it on each device before you install the certificate.`,
      ]),
];
