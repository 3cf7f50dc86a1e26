/** Makes the files of a support bundle: what helps to find a fault, and nothing about people and money. Source: R31.44. */
import type { readBundle } from '@atoll/domain/contract/platform/care';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { isSettingKey, type SettingDefinition, settingDefinitions } from '@atoll/domain/outlet/settings';
import { redact, withoutPlaces } from '@atoll/domain/trust/redact';
import { version } from '../../platform/config/version.ts';
import type { Services } from '../../platform/http/services.ts';
import { recentLines } from '../../platform/log/recent-lines.ts';
import type { CareNow } from './service.ts';

/** Runs doctor and returns its JSON; absent where this process does not know where it is. */
export type Doctor = () => Promise<string>;

/** Kinds of settings whose values name nobody and are no amounts. */
const plainKinds: ReadonlySet<SettingDefinition['kind']> = new Set(['switch', 'choice', 'number', 'methods']);
/** Settings of so many outlets are enough to find a fault. */
const maxOutlets = 20;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A line that is no JSON is no line of the log.
    return null;
  }
};

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the settings of the server by which it differs from another one, without addresses. */
function serverSettings({ config, store }: Services) {
  const { tls, smtpUrl, alerts, demo, logLevel, trustProxy, busUrl, databaseReadUrl, publicUrl } = config;
  return {
    store: store.engine,
    https: tls?.mode ?? 'off',
    hasPublicUrl: publicUrl !== undefined,
    hasMailServer: smtpUrl !== undefined,
    hasProxy: trustProxy !== undefined,
    hasBus: busUrl !== undefined,
    hasReplica: databaseReadUrl !== undefined,
    tells: {
      mails: alerts.mails.length,
      webhooks: alerts.webhooks.length,
      heartbeat: alerts.heartbeatUrl !== undefined,
    },
    demo,
    logLevel,
  };
}

/** Returns the settings of outlets that name nobody and are no amounts. */
async function outletSettings({ store }: Services): Promise<object[]> {
  const outlets = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select(['id', 'business_type', 'timezone', 'gst_mode', 'is_active'])
      .where('practice_of', '=', 0)
      .orderBy('id')
      .limit(maxOutlets)
      .execute(),
  );
  const found: object[] = [];
  for (const outlet of outlets) {
    const rows = await store.readOutlet(outlet.id, (db) =>
      db.selectFrom('setting').select(['key', 'value', 'value_list']).where('outlet_id', '=', outlet.id).execute(),
    );
    const plain = rows.filter(({ key }) => isSettingKey(key) && plainKinds.has(settingDefinitions[key].kind));
    found.push({ ...outlet, settings: Object.fromEntries(plain.map((row) => [row.key, row.value ?? row.value_list])) });
  }
  return found;
}

const withoutPlacesIn = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutPlaces(value) : value;

/** Returns what doctor found, with the places in its sentences left out. */
async function doctorText(doctor: Doctor | undefined): Promise<string> {
  if (!doctor) return asText({ problem: 'doctor is not part of this server' });
  const found = parsed(await doctor().catch(() => ''));
  return found === null
    ? asText({ problem: 'doctor could not run' })
    : asText(JSON.parse(JSON.stringify(found, withoutPlacesIn)));
}

/** Returns the files, made now. */
export async function makeBundle(
  services: Services,
  care: readonly CareNow[],
  doctor: Doctor | undefined,
): Promise<AnswerOf<typeof readBundle>> {
  const now = new Date(services.clock()).toISOString();
  const log = recentLines().flatMap((line) => redact(parsed(line)) ?? []);
  const machine = { release: version, node: process.version, platform: process.platform, arch: process.arch, at: now };
  const files = [
    { name: 'versions.json', text: asText({ ...machine, upSeconds: Math.round(process.uptime()) }) },
    {
      name: 'care.json',
      // Values name amounts, and are left out.
      text: asText(care.map(({ item, level, reason, since }) => ({ item, level, reason, since }))),
    },
    { name: 'doctor.json', text: await doctorText(doctor) },
    {
      name: 'settings.json',
      text: asText({ server: serverSettings(services), outlets: await outletSettings(services) }),
    },
    { name: 'log.jsonl', text: log.map((line) => `${JSON.stringify(line)}\n`).join('') },
  ];
  return { name: `atoll-support-${now.slice(0, 10)}.json`, files };
}
