/** The real app on a real store, in this process: two outlets, one user of each role, a clock that the test sets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { type AppParts, buildApp } from '../app.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import type { StoreLocation } from '../platform/store/open-store.ts';
import type { Store } from '../platform/store/store.ts';
import type { TestEngine } from '../platform/store/testing/engine.ts';
import { demoOutlets, seedOutlet } from '../seed/seed-outlet.ts';
import { seedHashed } from '../seed/seed-user.ts';
import { passphraseCost, password, quickHashes } from './quick-hashes.ts';

export { passcode, password } from './quick-hashes.ts';

export interface Call {
  /** The user whose tokens are sent; none when absent. */
  readonly as?: Pick<SignedIn, 'token'> | undefined;
  /** Sent as X-Outlet-Id; null sends none. The first outlet when absent. */
  readonly outlet?: number | null;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the caller; that of this machine when absent. */
  readonly remoteAddress?: string | undefined;
}

export interface Answered {
  readonly status: number;
  // What a test reads of an answer is checked by the test itself.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: LightMyRequestResponse['headers'];
  readonly raw: LightMyRequestResponse;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly config: Config;
  readonly mails: Mail[];
  /** Outlet ids: a café where all users work, and a shop where only the Admin and the Manager work. */
  readonly cafe: number;
  readonly shop: number;
  now(): number;
  advance(ms: number): void;
  /** `deviceId`: the device on which the session is opened; none when absent. */
  signIn(role: Role, deviceId?: string): Promise<SignedIn>;
  call(key: ContractKey, call?: Call): Promise<Answered>;
  /** Returns another app on the same store, as after a restart. */
  restart(): Promise<TestApp>;
}

/** Returns the email of the test user of a role. */
export const emailOf = (role: Role): string => `${role.toLowerCase()}@reef.example`;

function fill(path: string, params: Call['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '1')));
}

function toAnswered(raw: LightMyRequestResponse): Answered {
  const isJson =
    String(raw.headers['content-type']).startsWith('application/json') &&
    raw.body !== '' &&
    !raw.headers['content-encoding'];
  return { status: raw.statusCode, body: isJson ? raw.json() : raw.body, headers: raw.headers, raw };
}

/** Calls an endpoint of the contract. */
export async function callApp(
  app: FastifyInstance,
  cafe: number,
  key: ContractKey,
  call: Call = {},
): Promise<Answered> {
  const endpoint = contract[key];
  const { as, outlet = cafe, params, query, body, headers = {}, remoteAddress } = call;
  const raw = await app.inject({
    method: endpoint.method,
    url: `/api${fill(endpoint.path, params)}`,
    query: { ...query },
    ...(remoteAddress && { remoteAddress }),
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(outlet !== null && { 'x-outlet-id': String(outlet) }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  });
  return toAnswered(raw);
}

async function seedPeople(store: Store, now: number): Promise<{ cafe: number; shop: number }> {
  const cafe = await seedOutlet(store, demoOutlets.cafe, now);
  const shop = await seedOutlet(store, demoOutlets.store, now);
  for (const role of ['Admin', 'Manager', 'User'] as const) {
    await seedHashed(
      store,
      {
        email: emailOf(role),
        name: `${role} One`,
        role,
        jobTitle: role,
        department: 'Front',
        outletIds: role === 'User' ? [cafe] : [cafe, shop],
      },
      quickHashes,
      now,
    );
  }
  return { cafe, shop };
}

/** Builds the app on an engine of `eachEngine`, in a new store or that of `place`; it is closed after the tests. */
export async function testApp(
  on: TestEngine,
  env: Readonly<Record<string, string>> = {},
  parts: Pick<AppParts, 'restart' | 'log' | 'release' | 'bus' | 'names' | 'tls' | 'helloPort' | 'doctor'> = {},
  place?: StoreLocation,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-app-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', WEB_DIR: join(dataDir, 'web'), ...env });
  let time = Date.parse('2026-03-04T08:00:00Z');
  const clock = (): number => time;
  const at = place ?? (await on.placeFilled('people', (empty) => seedPeople(empty, time), dataDir));
  const store = await on.open({ now: clock, at });
  // It returns those that are there, and makes them in a place that is given.
  const outlets = place ? await seedPeople(store, time) : { cafe: 1, shop: 2 };
  const apps: FastifyInstance[] = [];
  const mails: Mail[] = [];
  afterAll(async () => {
    for (const app of apps) await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const build = async (): Promise<TestApp> => {
    const mailer = async (mail: Mail): Promise<void> => void mails.push(mail);
    const app = await buildApp({
      config,
      store,
      clock,
      mailer,
      passphraseCost,
      log: createLog(config.logLevel),
      ...parts,
    });
    await app.ready();
    apps.push(app);
    const call: TestApp['call'] = (key, given) => callApp(app, outlets.cafe, key, given);
    return {
      app,
      store,
      config,
      mails,
      ...outlets,
      now: clock,
      advance: (ms) => {
        time += ms;
      },
      call,
      async signIn(role, deviceId) {
        const headers = deviceId === undefined ? {} : { 'x-device-id': deviceId };
        const answer = await call('auth.login', { body: { email: emailOf(role), password }, headers });
        if (answer.status !== 200) throw new Error(`Sign-in returned ${answer.status}`);
        return answer.body as SignedIn;
      },
      restart: build,
    };
  };
  return build();
}
