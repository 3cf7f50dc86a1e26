/** Off-site copies: each day, on request, with a test of a restore each month. Source: R31.36 to R31.40, docs/rules.md#offsite. */
import type { CopyKind } from '@atoll/domain/offsite/copies';
import { isCopyDue, isDiffDue, isDrillDue, type Tried } from '@atoll/domain/offsite/due';
import { type TargetAddress, targetText } from '@atoll/domain/offsite/target';
import { defaultTimezone } from '@atoll/domain/outlet/defaults';
import { version } from '../../platform/config/version.ts';
import type { Services } from '../../platform/http/services.ts';
import { OffsiteError } from '../../platform/offsite/offsite-error.ts';
import { workOn } from '../../platform/offsite/work.ts';
import type { Store } from '../../platform/store/store.ts';
import { readStoreName } from '../../platform/store/store-name.ts';
import { keepCopy, keepDrill, keepFailure, lastDrill, lastGoodDrill, sentSpan } from './records.ts';
import { defaultMinutes, type KeptRecovery, type KeptTarget, loginOf, readOffsiteSettings } from './settings.ts';
import { settingsText } from './settings-text.ts';

export { offsiteFacts } from './facts.ts';

export type OffsiteWork = 'copy' | 'drill';

interface Ready {
  readonly address: TargetAddress;
  readonly target: KeptTarget;
  readonly recovery: KeptRecovery;
  readonly shop: string;
}

export interface Offsite {
  /** What is under way. */
  work(): OffsiteWork | null;
  /** Begins it, and returns its end, which never rejects. Null: something is under way, or nothing is set. */
  begin(work: OffsiteWork, kind?: CopyKind): Promise<{ readonly ended: Promise<void> } | null>;
  /** Does what is due; returns when it ended. */
  doDue(): Promise<void>;
}

type Failures = Record<OffsiteWork, Omit<Tried, 'doneAt'>>;

/** Returns what copies need; null while something of it is not set. */
async function readyFor(store: Store): Promise<Ready | null> {
  const { target, recovery } = await readOffsiteSettings(store);
  if (!target.address || !recovery) return null;
  const shop = (await store.readOrg(readStoreName)).slice(0, 8);
  return { address: target.address, target, recovery, shop };
}

/** Returns the timezone of the shop: that of its first outlet. */
export async function shopTimezone(store: Store): Promise<string> {
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('timezone').orderBy('id').limit(1).executeTakeFirst(),
  );
  return outlet?.timezone ?? defaultTimezone;
}

const problemOf = (error: unknown) => (error instanceof OffsiteError ? error.problem : ('failed' as const));

/** Makes a copy and records how it ended. */
async function copy(
  { store, config, clock }: Services,
  { address, target, recovery, shop }: Ready,
  kind: CopyKind,
): Promise<void> {
  const { dataDir } = config;
  const now = clock();
  const about = {
    target: targetText(address),
    at: now,
    release: version,
    recovery: recovery.id,
  };
  try {
    const mayRemove = (await lastDrill(store))?.is_ok !== false;
    const { id, recipient, sealed } = recovery;
    const login = loginOf(dataDir, address, target);
    const order = { kind, dataDir, login, recovery: { id, recipient, sealed }, shop, now, mayRemove };
    const made = await workOn('copy', {
      ...order,
      settings: settingsText(process.env),
      timezone: await shopTimezone(store),
    });
    const { removed, ...arrived } = made;
    await keepCopy(store, { ...about, ...arrived, state: 'Sent', problem: null }, removed);
  } catch (error) {
    const failure = {
      kind,
      base: '',
      name: `failed-${now}`,
      bytes: 0,
      sha256: '',
      schema: 0,
      problem: problemOf(error),
    };
    await keepFailure(store, { ...about, ...failure, state: 'Failed' });
    throw error;
  }
}

/** Tests a restore and records how it ended. */
async function drill({ store, config, clock }: Services, { address, target, shop }: Ready): Promise<void> {
  const at = clock();
  try {
    const login = loginOf(config.dataDir, address, target);
    const { copy, bills, ms } = await workOn('drill', { dataDir: config.dataDir, login, shop });
    await keepDrill(store, { at, copy, ms, is_ok: true, bills, problem: null });
  } catch (error) {
    await keepDrill(store, { at, copy: '', ms: clock() - at, is_ok: false, bills: 0, problem: problemOf(error) });
    throw error;
  }
}

/** Creates what makes copies and drills. One thing at a time is under way. */
export function createOffsite(services: Services): Offsite {
  const { store, clock, log } = services;
  let current: OffsiteWork | null = null;
  const tried: Failures = { copy: { triedAt: null, failures: 0 }, drill: { triedAt: null, failures: 0 } };

  let lastMs = 0;
  const run = async (work: OffsiteWork, ready: Ready, kind: CopyKind): Promise<void> => {
    const startedAt = performance.now();
    try {
      await (work === 'copy' ? copy(services, ready, kind) : drill(services, ready));
      tried[work] = { triedAt: null, failures: 0 };
      if (work === 'copy') lastMs = performance.now() - startedAt;
    } catch (error) {
      tried[work] = { triedAt: clock(), failures: tried[work].failures + 1 };
      log.error({ err: error, work }, 'The off-site work failed');
    } finally {
      current = null;
    }
  };

  const begin: Offsite['begin'] = async (work, kind = 'Full') => {
    if (current) return null;
    current = work;
    const ready = await readyFor(store).catch(() => null);
    if (!ready) {
      current = null;
      return null;
    }
    return { ended: run(work, ready, kind) };
  };

  /** Returns what is due; null for nothing. */
  const due = async (): Promise<[OffsiteWork, CopyKind?] | null> => {
    const { target, recovery } = await readOffsiteSettings(store);
    if (current || !target.address || !recovery) return null;
    const { first, newest, newestFull } = await sentSpan(store);
    const now = clock();
    if (isCopyDue({ doneAt: newestFull, ...tried.copy }, now, target.hour, await shopTimezone(store)))
      return ['copy', 'Full'];
    const { minutes = defaultMinutes } = target;
    if (newestFull !== null && isDiffDue({ doneAt: newest, ...tried.copy, minutes, lastMs }, now))
      return ['copy', 'Diff'];
    const doneAt = (await lastGoodDrill(store))?.at ?? null;
    return isDrillDue({ doneAt, ...tried.drill }, now, first) ? ['drill'] : null;
  };

  return {
    work: () => current,
    begin,
    async doDue() {
      const work = await due();
      if (work) await (await begin(...work))?.ended;
    },
  };
}
