/** What Care says of each thing of a server: how it is, why, and what to do. Source: R31.42, docs/rules.md#care. */

/** Off: this server does not have it. */
export const careLevels = ['Good', 'Watch', 'Bad', 'Off'] as const;
export type CareLevel = (typeof careLevels)[number];

export const careItems = [
  'disk',
  'backup',
  'offsite',
  'drill',
  'passphrase',
  'certificate',
  'clock',
  'database',
  'tills',
  'tillClocks',
  'printers',
  'version',
  'alerts',
] as const;
export type CareName = (typeof careItems)[number];

export const careReasons = [
  'diskFree',
  'backupAt',
  'backupNone',
  'backupElsewhere',
  'offsiteNone',
  'offsiteElsewhere',
  'offsiteAt',
  'offsiteFirst',
  'offsiteFailed',
  'offsiteHostKey',
  'drillAt',
  'drillNone',
  'drillFailed',
  'passphraseAt',
  'passphraseNever',
  'certificateUntil',
  'certificateFailed',
  'certificateNone',
  'clockRight',
  'clockWrong',
  'clockUnset',
  'databaseRight',
  'databaseAway',
  'databaseDamaged',
  'tillsNone',
  'tillsWait',
  'tillClocksRight',
  'tillClocksWrong',
  'printersRight',
  'printersWait',
  'printersFailed',
  'versionSame',
  'versionNewer',
  'versionNear',
  'versionOld',
  'alertsNone',
  'alertsOn',
  'alertsKept',
  'alertsFailed',
] as const;
export type CareReason = (typeof careReasons)[number];

/** The one thing to do; 'none' where nothing is to do. */
export const careActions = [
  'none',
  'freeDisk',
  'backUp',
  'setOffsite',
  'copyOffsite',
  'testRestore',
  'typePassphrase',
  'renew',
  'setClock',
  'setTimeServer',
  'restore',
  'startDatabase',
  'connectTills',
  'setTillClock',
  'lookAtPrinters',
  'update',
  'reloadTills',
  'setAlerts',
  'setMailServer',
  'checkAlerts',
] as const;
export type CareAction = (typeof careActions)[number];

export interface CareItem {
  readonly item: CareName;
  readonly level: CareLevel;
  readonly reason: CareReason;
  /** What the reason names: amounts as text, instants as ISO. */
  readonly values: Readonly<Record<string, string>>;
  readonly action: CareAction;
}

/** Whom the server tells when something is bad, and how long it waits first. */
interface CareAlerts {
  readonly mails: number;
  readonly webhooks: number;
  readonly hasHeartbeat: boolean;
  /** Without a mail server, mails are files in the data folder. */
  readonly hasMailServer: boolean;
  readonly minutes: number;
  /** One of the last messages could not be sent. */
  readonly hasFailed: boolean;
}

/** The variables of the server that say whom it tells, as the values of 'alerts' name them: how many are set, or the minutes. */
export const careVariables = {
  mails: 'CARE_MAILS',
  mailServer: 'SMTP_URL',
  webhooks: 'CARE_WEBHOOKS',
  heartbeat: 'HEARTBEAT_URL',
  minutes: 'CARE_MINUTES',
} as const;
export type CareVariable = keyof typeof careVariables;

/** How the encrypted copies away from the server are. Instants are epoch ms. */
export interface OffsiteFacts {
  /** When the passphrase was set, since when there should be copies. */
  readonly setAt: number;
  /** When the first and the newest copy arrived. */
  readonly firstAt: number | null;
  readonly newestAt: number | null;
  /** How often copies are made. */
  readonly everyMs: number;
  /** The target showed another key than before: nothing is sent. */
  readonly isOtherKey: boolean;
  /** The last try failed. */
  readonly hasFailed: boolean;
  readonly drill: { readonly at: number; readonly isGood: boolean } | null;
  /** When the passphrase was typed right the last time; null: never since it was set. */
  readonly confirmedAt: number | null;
}

/** Which releases there are beside that of the server. */
interface VersionFacts {
  /** The newest release that waits in the folder for updates, if it is newer than the server's. */
  readonly newer: string | null;
  /** Since when a till has an older release with which it may do everything; null: none has. */
  readonly nearSince: number | null;
  /** A till has a release so old that it can only send what waits on it. */
  readonly hasOld: boolean;
}

export interface CareFacts {
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  /** Absent for a database server, which has its own backups. `newestAt` null: there is none. */
  readonly backup?: { readonly newestAt: number | null; readonly startedAt: number };
  /** Absent where the server cannot copy its store; `noneSince`: nothing is set since then. */
  readonly offsite?: OffsiteFacts | { readonly noneSince: number };
  /** Absent without https of the server. `problem`: a renewal failed. */
  readonly certificate?: { readonly to: number; readonly problem: boolean };
  /** By how much the clock is before the release or the newest record, ms. */
  readonly clockBehindMs: number;
  /** The machine says that no time server sets its clock. */
  readonly isClockUnset: boolean;
  readonly database: 'right' | 'away' | 'damaged';
  /** What waits on tills: entries, laari, and since when some does. */
  readonly tills: { readonly entries: number; readonly amount: number; readonly since: number };
  /** What tills report of themselves: the largest difference of a clock in ms, tickets that failed, and how long the oldest one waits for its printer. */
  readonly troubles: { readonly skewMs: number; readonly failed: number; readonly waitingMs: number };
  readonly version: VersionFacts;
  readonly alerts: CareAlerts;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const gigabyte = 1024 ** 3;

const item = (
  name: CareName,
  level: CareLevel,
  reason: CareReason,
  action: CareAction,
  values: CareItem['values'] = {},
): CareItem => ({ item: name, level, reason, values, action: level === 'Good' ? 'none' : action });

const iso = (at: number): string => new Date(at).toISOString();
const gigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;

/** Watch below 15 % or 5 GB, Bad below 5 % or 1 GB. */
function diskOf({ freeBytes, totalBytes }: CareFacts['disk']): CareItem {
  const isBelow = (share: number, bytes: number): boolean => freeBytes < totalBytes * share || freeBytes < bytes;
  const level = isBelow(0.05, gigabyte) ? 'Bad' : isBelow(0.15, 5 * gigabyte) ? 'Watch' : 'Good';
  return item('disk', level, 'diskFree', 'freeDisk', { free: gigabytes(freeBytes), total: gigabytes(totalBytes) });
}

/** Watch after 30 hours, Bad after 48. A server without a backup is Watch at once, and counts from its start. */
function backupOf(backup: CareFacts['backup'], now: number): CareItem {
  if (!backup) return item('backup', 'Off', 'backupElsewhere', 'none');
  const { newestAt, startedAt } = backup;
  const age = now - (newestAt ?? startedAt);
  const level = age > 48 * hourMs ? 'Bad' : newestAt === null || age > 30 * hourMs ? 'Watch' : 'Good';
  if (newestAt === null) return item('backup', level, 'backupNone', 'backUp');
  return item('backup', level, 'backupAt', 'backUp', { at: iso(newestAt) });
}

/** Off where there are none: without copies there is no test and no passphrase. Watch after 14 days without. */
function withoutOffsite(offsite: { readonly noneSince: number } | undefined, now: number): CareItem[] {
  const none = offsite ? 'offsiteNone' : 'offsiteElsewhere';
  const isLate = offsite !== undefined && now - offsite.noneSince > 14 * dayMs;
  return [
    item('offsite', isLate ? 'Watch' : 'Off', none, offsite ? 'setOffsite' : 'none'),
    item('drill', 'Off', none, 'none'),
    item('passphrase', 'Off', none, 'none'),
  ];
}

/** Watch after two intervals or a try that failed, Bad after 48 hours or when the target has another key. */
function copiesOf({ newestAt, setAt, everyMs, isOtherKey, hasFailed }: OffsiteFacts, now: number): CareItem {
  if (isOtherKey) return item('offsite', 'Bad', 'offsiteHostKey', 'copyOffsite');
  const age = now - (newestAt ?? setAt);
  const level = age > 48 * hourMs ? 'Bad' : age > 2 * everyMs || hasFailed ? 'Watch' : 'Good';
  if (hasFailed) return item('offsite', level, 'offsiteFailed', 'copyOffsite');
  if (newestAt === null) return item('offsite', level, 'offsiteFirst', 'copyOffsite');
  return item('offsite', level, 'offsiteAt', 'copyOffsite', { at: iso(newestAt) });
}

/** Watch after 40 days, Bad after 70 or when the last one failed. */
function drillOf({ drill, firstAt }: OffsiteFacts, now: number): CareItem {
  if (drill && !drill.isGood) return item('drill', 'Bad', 'drillFailed', 'testRestore', { at: iso(drill.at) });
  const age = now - (drill?.at ?? firstAt ?? now);
  const level = age > 70 * dayMs ? 'Bad' : age > 40 * dayMs ? 'Watch' : 'Good';
  if (!drill) return item('drill', level, 'drillNone', 'testRestore');
  return item('drill', level, 'drillAt', 'testRestore', { at: iso(drill.at) });
}

/** Bad until it was typed right, Watch when that is a year ago. */
function passphraseOf({ confirmedAt }: OffsiteFacts, now: number): CareItem {
  if (confirmedAt === null) return item('passphrase', 'Bad', 'passphraseNever', 'typePassphrase');
  const level = now - confirmedAt > 365 * dayMs ? 'Watch' : 'Good';
  return item('passphrase', level, 'passphraseAt', 'typePassphrase', { at: iso(confirmedAt) });
}

function offsiteOf(offsite: CareFacts['offsite'], now: number): CareItem[] {
  if (!offsite || 'noneSince' in offsite) return withoutOffsite(offsite, now);
  return [copiesOf(offsite, now), drillOf(offsite, now), passphraseOf(offsite, now)];
}

/** Watch when a renewal failed, Bad with less than 7 days left. */
function certificateOf(certificate: CareFacts['certificate'], now: number): CareItem {
  if (!certificate) return item('certificate', 'Off', 'certificateNone', 'none');
  const { to, problem } = certificate;
  const level = to - now < 7 * dayMs ? 'Bad' : problem ? 'Watch' : 'Good';
  const reason = problem ? 'certificateFailed' : 'certificateUntil';
  return item('certificate', level, reason, 'renew', { until: iso(to) });
}

/** Watch after 15 minutes; Bad after 6 hours, or after one hour from MVR 1,000.00. */
function tillsOf({ entries, amount, since }: CareFacts['tills'], now: number): CareItem {
  if (entries === 0) return item('tills', 'Good', 'tillsNone', 'none');
  const age = now - since;
  const isMuch = amount >= 100_000 && age >= hourMs;
  const level = age >= 6 * hourMs || isMuch ? 'Bad' : age >= 15 * minuteMs ? 'Watch' : 'Good';
  return item('tills', level, 'tillsWait', 'connectTills', { entries: String(entries), amount: String(amount) });
}

/** Watch from 2 minutes, Bad from 10. */
function tillClocksOf({ skewMs }: CareFacts['troubles']): CareItem {
  const level = skewMs >= 10 * minuteMs ? 'Bad' : skewMs >= 2 * minuteMs ? 'Watch' : 'Good';
  if (level === 'Good') return item('tillClocks', 'Good', 'tillClocksRight', 'none');
  const minutes = String(Math.floor(skewMs / minuteMs));
  return item('tillClocks', level, 'tillClocksWrong', 'setTillClock', { minutes });
}

/** Watch when a ticket waits for its printer for 2 minutes; Bad after 10, or when a ticket failed. */
function printersOf({ failed, waitingMs }: CareFacts['troubles']): CareItem {
  if (failed > 0) return item('printers', 'Bad', 'printersFailed', 'lookAtPrinters', { tickets: String(failed) });
  const level = waitingMs >= 10 * minuteMs ? 'Bad' : waitingMs >= 2 * minuteMs ? 'Watch' : 'Good';
  if (level === 'Good') return item('printers', 'Good', 'printersRight', 'none');
  const minutes = String(Math.floor(waitingMs / minuteMs));
  return item('printers', level, 'printersWait', 'lookAtPrinters', { minutes });
}

/** Watch when an update waits or a till has had an older release for 7 days; Bad when one is too old to work with the server. */
function versionOf({ newer, nearSince, hasOld }: VersionFacts, now: number): CareItem {
  if (hasOld) return item('version', 'Bad', 'versionOld', 'reloadTills');
  const days = nearSince === null ? 0 : Math.floor((now - nearSince) / dayMs);
  if (nearSince !== null && now - nearSince > 7 * dayMs)
    return item('version', 'Watch', 'versionNear', 'reloadTills', { days: String(days) });
  if (newer !== null) return item('version', 'Watch', 'versionNewer', 'update', { release: newer });
  return item('version', 'Good', 'versionSame', 'none');
}

/** Bad when it shows a time that cannot be; Watch when no time server sets it. */
function clockOf({ clockBehindMs, isClockUnset }: CareFacts): CareItem {
  if (clockBehindMs > maxBehindMs) return item('clock', 'Bad', 'clockWrong', 'setClock');
  return isClockUnset
    ? item('clock', 'Watch', 'clockUnset', 'setTimeServer')
    : item('clock', 'Good', 'clockRight', 'none');
}

/** Off when nobody is told; Watch when a message could not be sent, or when mails only become files. */
function alertsOf({ mails, webhooks, hasHeartbeat, hasMailServer, minutes, hasFailed }: CareAlerts): CareItem {
  const targets = mails + webhooks + Number(hasHeartbeat);
  const values = {
    targets,
    mails,
    mailServer: Number(hasMailServer),
    webhooks,
    heartbeat: Number(hasHeartbeat),
    minutes,
  } satisfies Record<CareVariable | 'targets', number>;
  const texts = Object.fromEntries(Object.entries(values).map(([name, n]) => [name, String(n)]));
  if (targets === 0) return item('alerts', 'Off', 'alertsNone', 'setAlerts', texts);
  if (hasFailed) return item('alerts', 'Watch', 'alertsFailed', 'checkAlerts', texts);
  if (mails > 0 && !hasMailServer) return item('alerts', 'Watch', 'alertsKept', 'setMailServer', texts);
  return item('alerts', 'Good', 'alertsOn', 'none', texts);
}

/** A clock may differ from that of another server by this much. */
const maxBehindMs = minuteMs;

const databases = {
  right: item('database', 'Good', 'databaseRight', 'none'),
  away: item('database', 'Bad', 'databaseAway', 'startDatabase'),
  damaged: item('database', 'Bad', 'databaseDamaged', 'restore'),
};

/** Returns how each thing of the server is, in a fixed order. `now` is epoch ms. */
export function careOf(facts: CareFacts, now: number): CareItem[] {
  return [
    diskOf(facts.disk),
    backupOf(facts.backup, now),
    ...offsiteOf(facts.offsite, now),
    certificateOf(facts.certificate, now),
    clockOf(facts),
    databases[facts.database],
    tillsOf(facts.tills, now),
    tillClocksOf(facts.troubles),
    printersOf(facts.troubles),
    versionOf(facts.version, now),
    alertsOf(facts.alerts),
  ];
}
