/** Looks at the things of the server each minute, and keeps since when each is as it is. Source: R31.42. */
import { ownRelease, releaseStanding, releases } from '@atoll/domain/release/standing';
import { type CareFacts, type CareItem, careOf } from '@atoll/domain/trust/care';
import { releasedAt, version } from '../../platform/config/version.ts';
import { readSpace } from '../../platform/disk/space.ts';
import type { Services } from '../../platform/http/services.ts';
import { listBackups } from '../../platform/store/sqlite/backup-list.ts';
import type { Store } from '../../platform/store/store.ts';
import { readLeaf } from '../../platform/tls/certificate.ts';
import type { Tls } from '../../platform/tls/tls.ts';
import { offsiteFacts } from '../offsite/service.ts';
import type { TillWatch } from '../till/service.ts';
import { readMarks, writeMark } from './marks.ts';
import { newerRelease } from './newer-release.ts';

export interface CareParts {
  readonly tls: Tls | undefined;
  readonly tills: TillWatch;
  /** By how much the clock is behind the newest record, ms. */
  readonly clockBehindMs: () => number;
  /** Returns whether a time server sets the clock; null when the machine does not tell. Absent where nobody asks it. */
  readonly isClockSet?: (() => Promise<boolean | null>) | undefined;
  /** Whether a message of Care could not be sent. */
  readonly hasFailed?: () => boolean;
}

export type CareNow = CareItem & { readonly since: string };

/** Names of marks: since when tills have unsent work, since when one has an older release, since when there is no backup, and since when no copies go elsewhere. */
const waitMark = 'waiting';
const nearMark = 'tillNear';
const noBackupMark = 'noBackup';
const noOffsiteMark = 'noOffsite';

/** With several servers of a database, every till has reported to one of them after this time. */
const reportedWithinMs = 15 * 60_000;

/** The machine is asked about its clock this often. */
const clockAskedMs = 10 * 60_000;

/** The weekly check of the store writes its result under this name. */
const checkedMark = 'store-checked';

const readChecked = (store: Store) =>
  store.readOrg((db) => db.selectFrom('secret').select('value').where('name', '=', checkedMark).executeTakeFirst());

/** Returns since when each item has its level, and writes what changed of levels and marks. */
function keep(
  store: Store,
  items: readonly CareItem[],
  changes: readonly (readonly [string, number | null])[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  return store.writeOrg(async (db) => {
    for (const [name, at] of changes) await writeMark(db, name, at);
    const since = new Map<string, number>();
    for (const { item, level } of items) {
      const last = await db
        .selectFrom('care_event')
        .select(['level', 'at'])
        .where('item', '=', item)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      // The clock may have been set back since.
      const at = last?.level === level ? last.at : Math.max(now, (last?.at ?? 0) + 1);
      if (last?.level !== level) await db.insertInto('care_event').values({ item, level, at }).execute();
      since.set(item, Math.min(at, now));
    }
    return since;
  });
}

/** Returns how much work of tills has not been sent yet. */
function waitingNow(tills: TillWatch): { readonly entries: number; readonly amount: number } {
  const waiting = tills.waiting();
  return {
    entries: waiting.reduce((sum, one) => sum + one.entries, 0),
    amount: waiting.reduce((sum, one) => sum + one.amount, 0),
  };
}

/** Returns which releases the tills have, and which one waits. Only the minor releases of tills count: corrections have the number of theirs. */
function versionNow(
  dataDir: string,
  tills: TillWatch,
  nearSince: number | undefined,
  now: number,
): CareFacts['version'] {
  const standings = tills.releases().map((release) => releaseStanding(release, ownRelease, releases));
  return {
    newer: newerRelease(dataDir, version),
    nearSince: standings.includes('near') ? (nearSince ?? now) : null,
    hasOld: standings.includes('old'),
  };
}

/** Returns to whom messages of Care go, and whether the last one could not be sent. */
function alertsNow({ alerts, smtpUrl }: Services['config'], hasFailed: boolean): CareFacts['alerts'] {
  return {
    mails: alerts.mails.length,
    webhooks: alerts.webhooks.length,
    hasHeartbeat: alerts.heartbeatUrl !== undefined,
    hasMailServer: smtpUrl !== undefined,
    minutes: alerts.minutes,
    hasFailed,
  };
}

/** Creates the function that looks at everything now. It keeps each change of a level; without the store it says so. */
export function createCare({ store, config, clock }: Services, parts: CareParts): () => Promise<CareNow[]> {
  const startedAt = clock();
  /** Marks that were read last: without the store they stay as they were. */
  let marks: ReadonlyMap<string, number> = new Map();
  /** The last levels, for when the store does not answer. */
  const levels = new Map<string, { readonly level: string; readonly at: number }>();

  /** What the machine said last of its clock, and when. */
  let clockSet: boolean | null = null;
  let clockAskedAt = Number.NEGATIVE_INFINITY;

  /** How the off-site copies were last: without the store they stay as they were. */
  let offsite: Awaited<ReturnType<typeof offsiteFacts>> = null;

  const facts = (now: number, database: CareFacts['database']): CareFacts => ({
    disk: readSpace(config.dataDir),
    ...(store.engine === 'sqlite' && {
      backup: { newestAt: listBackups(config.dataDir)[0]?.at ?? null, startedAt: marks.get(noBackupMark) ?? startedAt },
    }),
    ...(store.engine === 'sqlite' && {
      // Who set the machine up wanted copies: nobody has to be patient with none.
      offsite: offsite ?? { noneSince: config.offsiteTarget ? 0 : (marks.get(noOffsiteMark) ?? startedAt) },
    }),
    ...(parts.tls && {
      certificate: { to: readLeaf(parts.tls.pair().cert).to, problem: parts.tls.problem() !== null },
    }),
    clockBehindMs: Math.max(parts.clockBehindMs(), releasedAt - now),
    isClockUnset: clockSet === false,
    database,
    tills: { ...waitingNow(parts.tills), since: marks.get(waitMark) ?? now },
    troubles: parts.tills.troubles(),
    version: versionNow(config.dataDir, parts.tills, marks.get(nearMark), now),
    alerts: alertsNow(config, parts.hasFailed?.() ?? false),
  });

  /** Returns the marks to write: those that begin now, and those that end (null). */
  const markChanges = (
    { tills, version: { nearSince }, backup, offsite: copies }: CareFacts,
    now: number,
  ): [string, number | null][] => {
    const isKnown = store.engine === 'sqlite' || now - startedAt >= reportedWithinMs;
    const wanted: [string, boolean, boolean][] = [
      [waitMark, tills.entries > 0, isKnown],
      [nearMark, nearSince !== null, isKnown],
      [noBackupMark, backup?.newestAt === null, true],
      [noOffsiteMark, copies !== undefined && 'noneSince' in copies, true],
    ];
    return wanted.flatMap(([name, isOn, mayEnd]): [string, number | null][] =>
      isOn === marks.has(name) || (!isOn && !mayEnd) ? [] : [[name, isOn ? now : null]],
    );
  };

  return async () => {
    const now = clock();
    if (parts.isClockSet && now - clockAskedAt >= clockAskedMs) {
      clockAskedAt = now;
      clockSet = await parts.isClockSet();
    }
    let database: CareFacts['database'] = 'right';
    let since: ReadonlyMap<string, number> = new Map();
    try {
      const result = await readChecked(store);
      marks = await readMarks(store);
      offsite = await offsiteFacts(store);
      if (result && result.value !== 'ok') database = 'damaged';
      const found = facts(now, database);
      since = await keep(store, careOf(found, now), markChanges(found, now), now);
    } catch {
      // Care says that the database does not answer, or takes no writes.
      database = 'away';
    }
    return careOf(facts(now, database), now).map((one) => {
      const known = levels.get(one.item);
      const at = since.get(one.item) ?? (known?.level === one.level ? known.at : now);
      levels.set(one.item, { level: one.level, at });
      return { ...one, since: new Date(at).toISOString() };
    });
  };
}
