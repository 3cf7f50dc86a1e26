/**
 * The server's configuration: read once from the environment, checked, and printed without secrets. Source:
 * docs/rules.md#configuration.
 */
import { isAbsolute, resolve } from 'node:path';
import { maxEmailLength, maxPasswordLength, minPasswordLength } from '@atoll/domain/access/credentials';
import { readTargetText, type TargetAddress } from '@atoll/domain/offsite/target';
import * as z from 'zod';
import type { FormerOrigin } from '../http/former-origins.ts';
import { type AlertConfig, alertConfig, alertShape, describeAlerts } from './alert-config.ts';
import { hostUrls, withoutPassword } from './database-url.ts';
import { type TlsConfig, tlsConfig, tlsShape } from './tls-config.ts';

const port = z.coerce.number().int().min(0).max(65_535);
/** 1 fills an empty embedded store. A database that DATABASE_URL names is filled only for 'database' (R35.15). */
const demo = z.enum(['0', '1', 'database']);
const optionalText = z.string().trim().min(1).optional();

/** An address of PostgreSQL, of one host or several. */
const postgresUrl = z.string().superRefine((address, context) => {
  try {
    hostUrls(address);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

/** Where copies are to go: the whole path of a folder, or the line of a target on another machine. */
const offsiteTarget = z
  .string()
  .trim()
  .transform((text, context): TargetAddress => {
    const address = isAbsolute(text) ? { kind: 'Folder' as const, path: text } : readTargetText(text);
    if (address) return address;
    context.addIssue({
      code: 'custom',
      message: 'the whole path of a folder, or an address such as sftp://user@host/copies',
    });
    return z.NEVER;
  });

const environment = z.object({
  PORT: port.default(8080),
  HOST: optionalText,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  REQUIRE_SYNC: z.enum(['0', '1']).default('0'),
  DB_PREPARE: z.enum(['on', 'off']).default('on'),
  DB_PARTITIONS: z.coerce.number().int().min(0).max(256).default(32),
  ARCHIVE_AFTER_MONTHS: z.coerce.number().int().min(0).max(1200).default(24),
  BUS_URL: z.url({ protocol: /^(rediss?|postgres(ql)?)$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO: demo.default('1'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  PRINT_PORT: port.default(14_141),
  PRINT_ORIGINS: z.string().default(''),
  TRUST_PROXY: optionalText,
  METRICS_TOKEN: z.string().trim().min(16).optional(),
  OFFSITE_TARGET: offsiteTarget.optional(),
  WEB_DIR: optionalText,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('atoll'),
  ...tlsShape,
  ...alertShape,
  OWNER_EMAIL: z.email().max(maxEmailLength).optional(),
  OWNER_PASSWORD: z.string().min(minPasswordLength).max(maxPasswordLength).optional(),
  OWNER_NAME: z.string().trim().min(2).max(80).optional(),
  OWNER_OUTLET: z.string().trim().min(2).max(80).optional(),
});

/** The names of all settings of the environment. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly outlet: string;
}

export interface Config {
  /** Where the app is served: HTTPS_PORT when the server serves https itself, otherwise PORT. */
  readonly port: number;
  /** When undefined: 127.0.0.1 while demo data is in use or the store has no owner, otherwise 0.0.0.0. */
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** PostgreSQL itself, where `databaseUrl` is a pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether the server refuses work without a synchronous standby. */
  readonly requiresSync: boolean;
  /** False where a pooler loses prepared statements. */
  readonly prepares: boolean;
  /** Partitions of each large table of a new database; 0 for none. */
  readonly partitions: number;
  /** After how many months closed bills of a database go to the archive; 0 for never. */
  readonly archiveAfterMonths: number;
  /** Replicas of the database, for reading. */
  readonly databaseReadUrl: string | undefined;
  readonly busUrl: string | undefined;
  /** The server's public address, without a trailing slash; links in mails start with it. */
  readonly publicUrl: string | undefined;
  /** How the server serves https itself; undefined when it does not. */
  readonly tls: TlsConfig | undefined;
  /** Whether an empty store is filled with demo data. */
  readonly demo: boolean;
  readonly smtpUrl: string | undefined;
  /** Whom the server tells when something is bad. */
  readonly alerts: AlertConfig;
  readonly logLevel: string;
  readonly printPort: number;
  /** Further origins that the web app may be loaded from. */
  readonly origins: readonly string[];
  /** The addresses that the app had before and that are still served (R31.17). */
  readonly formerOrigins: readonly FormerOrigin[];
  /** Addresses of proxies whose forwarded headers are trusted; none by default. */
  readonly trustProxy: string | undefined;
  /** What a monitor on another machine sends to read `/metrics`; without one they are for this machine only. */
  readonly metricsToken: string | undefined;
  /** Where traces are sent (OTLP over HTTP), and under which name; without an address there are none. */
  readonly traces: { readonly endpoint: string; readonly serviceName: string } | undefined;
  /** Where setup was told that copies go: an Admin tests it and sets the passphrase. */
  readonly offsiteTarget: TargetAddress | null;
  /** Folder of the built web app. */
  readonly webDir: string;
  readonly owner: Owner | undefined;
}

const httpsText = {
  own: 'with an authority of the shop',
  files: 'with the certificate of TLS_CERT',
  acme: 'with a certificate that ACME_DIRECTORY gives',
} as const;

const builtWeb = resolve(import.meta.dirname, '../../../../web/dist');

/** Reads the configuration. Throws an error that names every wrong variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n${problems.join('\n')}`);
  }
  const e = result.data;
  if (e.DEMO === 'database' && !e.DATABASE_URL)
    throw new Error("The configuration is wrong:\n  DEMO: 'database' needs DATABASE_URL");
  if (e.REQUIRE_SYNC === '1' && !e.DATABASE_URL)
    throw new Error('The configuration is wrong:\n  REQUIRE_SYNC: needs DATABASE_URL');
  for (const name of ['DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const)
    if (e[name] && !e.DATABASE_URL) throw new Error(`The configuration is wrong:\n  ${name}: needs DATABASE_URL`);
  const publicUrl = e.PUBLIC_URL?.replace(/\/+$/, '');
  const tls = tlsConfig(e, publicUrl);
  return {
    port: tls ? e.HTTPS_PORT : e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    requiresSync: e.REQUIRE_SYNC === '1',
    prepares: e.DB_PREPARE === 'on',
    partitions: e.DB_PARTITIONS,
    archiveAfterMonths: e.ARCHIVE_AFTER_MONTHS,
    databaseReadUrl: e.DATABASE_READ_URL,
    busUrl: e.BUS_URL,
    publicUrl,
    tls,
    demo: e.DATABASE_URL ? e.DEMO === 'database' : e.DEMO === '1',
    smtpUrl: e.SMTP_URL,
    alerts: alertConfig(e),
    logLevel: e.LOG_LEVEL,
    printPort: e.PRINT_PORT,
    origins: e.PRINT_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    // The server notes them in the data folder when it starts.
    formerOrigins: [],
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: e.OTEL_SERVICE_NAME }
      : undefined,
    offsiteTarget: e.OFFSITE_TARGET ?? null,
    webDir: e.WEB_DIR ? resolve(e.WEB_DIR) : builtWeb,
    owner:
      e.OWNER_EMAIL && e.OWNER_PASSWORD
        ? {
            email: e.OWNER_EMAIL,
            password: e.OWNER_PASSWORD,
            name: e.OWNER_NAME ?? 'Owner',
            outlet: e.OWNER_OUTLET ?? 'My outlet',
          }
        : undefined,
  };
}

/** Returns the address of the server for links: the public one, otherwise that on this machine. */
export const linkUrl = ({ publicUrl, tls, port }: Pick<Config, 'publicUrl' | 'tls' | 'port'>): string =>
  publicUrl ?? `${tls ? 'https' : 'http'}://localhost:${port}`;

/** Returns the configuration as lines to print, without passwords. */
export function describeConfig(config: Config): string[] {
  return [
    `data folder   ${config.dataDir}`,
    `database      ${config.databaseUrl ? withoutPassword(config.databaseUrl) : 'embedded'}`,
    ...(config.databaseDirectUrl ? [`direct        ${withoutPassword(config.databaseDirectUrl)}`] : []),
    ...(config.databaseReadUrl ? [`read from     ${withoutPassword(config.databaseReadUrl)}`] : []),
    `bus           ${config.busUrl ? withoutPassword(config.busUrl) : config.databaseUrl ? 'PostgreSQL' : 'in this process'}`,
    `mail          ${config.smtpUrl ? withoutPassword(config.smtpUrl) : 'kept in the data folder, outbox'}`,
    describeAlerts(config.alerts),
    `demo data     ${config.demo ? 'yes' : config.databaseUrl ? 'no (DEMO=database fills an empty database)' : 'no'}`,
    ...(config.tls ? [`https         ${httpsText[config.tls.mode]}, /hello on port ${config.tls.httpPort}`] : []),
    `print server  port ${config.printPort} of each till`,
    `log level     ${config.logLevel}`,
  ];
}
