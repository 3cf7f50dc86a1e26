/** The series of this server for a monitor. Each is read from memory or from the file system, never from the tables. Source: R34.20. */
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Hub } from './hub/hub.ts';
import type { TillWatch } from './modules/till/watch.ts';
import type { Config } from './platform/config/config.ts';
import { isSpaceLow, readSpace } from './platform/disk/space.ts';
import type { CountedMailer } from './platform/mail/mailer.ts';
import type { Series } from './platform/metrics/series.ts';
import { serveMetrics } from './platform/metrics/serve.ts';
import { listBackups } from './platform/store/sqlite/backup-list.ts';
import type { Store } from './platform/store/store.ts';

interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => number;
  readonly hub: Hub;
  readonly tills: TillWatch;
  readonly mails: CountedMailer;
}

/** Registers `/metrics` with all series. */
export function serveAppMetrics(app: FastifyInstance, parts: Parts): void {
  const series = [
    ...ofStore(parts.store),
    ...ofHub(parts.hub),
    ...ofTills(parts.tills),
    ...ofFiles(parts),
    ...ofPeople(app, parts.mails),
  ];
  const registry = serveMetrics(app, series, parts.config.metricsToken);
  const commits = new Histogram({
    name: 'atoll_commit_group_size',
    help: 'Commands of outlets that were committed together',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
    registers: [registry],
  });
  parts.store.meter.onCommit = (commands) => commits.observe(commands);
}

function ofStore({ meter }: Store): Series[] {
  const pools = (key: 'inUse' | 'waiting') => () => new Map(meter.pools().map((use) => [use.pool, use[key]]));
  const queues = (key: 'depth' | 'ageMs', unit: number) => () =>
    new Map(meter.groups().map((group) => [group.outletGroup, group[key] / unit]));
  return [
    { name: 'pool_in_use', help: 'Connections to the database that are in use', label: 'pool', read: pools('inUse') },
    { name: 'pool_waiting', help: 'Callers that wait for a connection', label: 'pool', read: pools('waiting') },
    {
      name: 'queue_depth',
      help: 'Commands without an outcome, by the remainder of the outlet id',
      label: 'outlet_group',
      read: queues('depth', 1),
    },
    {
      name: 'queue_age_seconds',
      help: 'Age of the oldest command without an outcome',
      label: 'outlet_group',
      read: queues('ageMs', 1000),
    },
    { name: 'store_retries_total', help: 'Attempts after the first one', read: () => meter.retries },
    {
      name: 'database_errors_total',
      help: 'Errors of the database by SQLSTATE, or by the result code of SQLite',
      label: 'sqlstate',
      read: () => meter.errors,
    },
    {
      name: 'replica_lag_seconds',
      help: 'How far the replica for reads is behind; absent without one',
      read: () => (meter.replicaLagMs === null ? null : meter.replicaLagMs / 1000),
    },
    {
      name: 'database_sync_standby',
      help: 'Whether commits wait for a synchronous standby of the database; absent for an embedded store',
      read: () => (meter.hasSyncStandby === null ? null : Number(meter.hasSyncStandby)),
    },
    {
      name: 'clock_offset_seconds',
      help: "By how much this machine's clock is behind the database's; 0 while they agree within 30 s",
      read: () => meter.clockOffsetMs / 1000,
    },
    { name: 'wal_bytes', help: 'Size of the write-ahead log of an embedded store', read: () => meter.walBytes() },
  ];
}

function ofHub(hub: Hub): Series[] {
  const stat = (name: string, help: string, read: (stats: ReturnType<Hub['stats']>) => number): Series => ({
    name,
    help,
    read: () => read(hub.stats()),
  });
  return [
    stat('hub_connections', 'Tills and screens that are connected', ({ connections }) => connections),
    stat('hub_slow_cut', 'Connections that were ended because they did not read', ({ slowCut }) => slowCut),
    stat('bus_lag_seconds', 'Time of a message through the bus and back', ({ bus }) => bus.lagMs / 1000),
    stat('bus_waiting', 'Messages that the bus has not sent', ({ bus }) => bus.waiting),
    stat('head_told', 'Sum of the highest change numbers that were told, of connected outlets', (all) => all.headTold),
    stat('head_sent', 'Sum of the last heads that were sent, of connected outlets', ({ headSent }) => headSent),
    stat('heads_sent_total', 'Heads that were sent to the connections of an outlet', ({ headsSent }) => headsSent),
    stat('heads_missed_total', 'Changes that only a head showed', ({ headsMissed }) => headsMissed),
  ];
}

function ofTills(tills: TillWatch): Series[] {
  const waiting = (key: 'entries' | 'amount') => () =>
    new Map(tills.waiting().map((outlet) => [outlet.outlet, outlet[key]]));
  return [
    { name: 'tills_heard', help: 'Tills that called in the last two minutes', read: () => tills.heard() },
    {
      name: 'entries_waiting',
      help: 'Entries that wait in the outboxes of an outlet, as its tills reported them',
      label: 'outlet',
      read: waiting('entries'),
    },
    {
      name: 'money_unsynced_laari',
      help: 'Money of the entries that wait, in laari',
      label: 'outlet',
      read: waiting('amount'),
    },
  ];
}

function ofFiles({ store, config, clock }: Parts): Series[] {
  const { dataDir } = config;
  const backupAge = (): number | null => {
    if (store.engine !== 'sqlite') return null;
    const [newest] = listBackups(dataDir);
    return newest ? (clock() - newest.at) / 1000 : Number.POSITIVE_INFINITY;
  };
  return [
    { name: 'backup_age_seconds', help: 'Age of the newest backup; infinite without one', read: backupAge },
    { name: 'disk_free_bytes', help: 'Free space of the data folder', read: () => readSpace(dataDir).freeBytes },
    {
      name: 'disk_total_bytes',
      help: 'Size of the disk of the data folder',
      read: () => readSpace(dataDir).totalBytes,
    },
    { name: 'disk_is_low', help: '1 when little space is free', read: () => Number(isSpaceLow(readSpace(dataDir))) },
  ];
}

function ofPeople(app: FastifyInstance, mails: CountedMailer): Series[] {
  return [
    { name: 'mails_waiting', help: 'Mails that are being sent or wait in the outbox folder', read: mails.waiting },
    { name: 'mails_failed_total', help: 'Mails that could not be sent', read: mails.failed },
    {
      name: 'sign_ins_refused_total',
      help: 'Sign-ins and unlocks that were refused, by reason',
      label: 'reason',
      read: () => app.signInsRefused,
    },
  ];
}
