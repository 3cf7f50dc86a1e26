/** The calls about off-site copies, and the look each minute at what is due. Source: R31.36. */

import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import * as contract from '@atoll/domain/contract/platform/offsite';
import { minRecoveryPassphrase, plainPassphrase } from '@atoll/domain/offsite/passphrase';
import { offsiteProblemText } from '@atoll/domain/offsite/problem';
import { isSameLogin, type TargetAddress, targetText } from '@atoll/domain/offsite/target';
import { named } from '@atoll/domain/refusal/sentence';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { OffsiteError } from '../../platform/offsite/offsite-error.ts';
import { workOn } from '../../platform/offsite/work.ts';
import { createLease } from '../../platform/store/lease.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Auth } from '../auth/service.ts';
import { lastDrill, readCopies } from './records.ts';
import { createOffsite, type Offsite, type OffsiteWork } from './service.ts';
import {
  defaultMinutes,
  type KeptTarget,
  keptTarget,
  loginOf,
  readOffsiteSettings,
  writeOffsiteSetting,
} from './settings.ts';

const lookMs = 60_000;

type State = AnswerOf<typeof contract.readOffsite>;
const iso = (at: number): string => new Date(at).toISOString();

/** Returns the state as the screen shows it. */
async function stateOf({ store, config }: Services, offsite: Offsite): Promise<State> {
  const { target, recovery } = await readOffsiteSettings(store);
  const { address, hour, minutes = defaultMinutes, isSameDisk, secret } = target;
  const [copies, drill] = [await readCopies(store), await lastDrill(store)];
  return {
    isPossible: store.engine === 'sqlite',
    target: address,
    suggested: address ? null : config.offsiteTarget,
    hasSecret: secret !== undefined,
    isSameDisk,
    hour,
    minutes,
    passphrase: recovery && {
      id: recovery.id,
      setAt: iso(recovery.setAt),
      confirmedAt: recovery.confirmedAt === null ? null : iso(recovery.confirmedAt),
    },
    work: offsite.work(),
    copies: copies.map(({ name, kind, at, bytes, state, recovery: opens, problem }) => ({
      name,
      kind,
      at: iso(Number(at)),
      bytes: Number(bytes),
      state,
      recovery: opens,
      problem,
    })),
    drill: drill
      ? {
          at: iso(Number(drill.at)),
          ok: drill.is_ok,
          bills: Number(drill.bills),
          seconds: Math.ceil(Number(drill.ms) / 1000),
          problem: drill.problem,
        }
      : null,
  };
}

/** Registers the calls, and does each minute what is due. `passphraseCost`: of a guess of a passphrase; that of `makeRecovery` when absent. */
export function registerOffsite(
  app: FastifyInstance,
  services: Services,
  { requirePassword }: Pick<Auth, 'requirePassword'>,
  passphraseCost?: number,
): void {
  const { store, config } = services;
  const offsite = createOffsite(services);
  const state = () => stateOf(services, offsite);
  const requirePossible = (): void => {
    if (store.engine !== 'sqlite') throw refused('offsiteElsewhere');
  };
  const note = (actor: Actor, key: string, after: object) => noteChange(store, actor, key, after);

  route(app, contract.readOffsite, state);
  route(app, contract.setOffsiteTarget, async ({ actor, body, now }) => {
    requirePossible();
    await requirePassword(actor);
    if (offsite.work()) throw refused('offsiteBusy');
    const { target: address, hour, minutes = defaultMinutes } = body;
    const { dataDir } = config;
    const kept = address
      ? await testedTarget(services, { address, secret: body.secret ?? null }, { hour, minutes })
      : keptTarget(dataDir, { address, secret: '' }, { hour, minutes, isSameDisk: false });
    await writeOffsiteSetting(store, 'offsite.target', kept, { userId: actor.userId, now });
    await note(actor, 'target', { target: address && targetText(address), hour, minutes });
    return state();
  });
  route(app, contract.setOffsitePassphrase, async ({ actor, body, now }) => {
    requirePossible();
    await requirePassword(actor);
    if (offsite.work()) throw refused('offsiteBusy');
    if (plainPassphrase(body.passphrase).length < minRecoveryPassphrase)
      throw refused('invalid', { errors: { passphrase: 'Minimum length is 12' } });
    const made = await workOn('seal', { passphrase: body.passphrase, cost: passphraseCost });
    const kept = { ...made, setAt: now, confirmedAt: null };
    await writeOffsiteSetting(store, 'offsite.recovery', kept, { userId: actor.userId, now });
    await note(actor, 'passphrase', { recovery: made.id });
    return state();
  });
  route(app, contract.confirmOffsitePassphrase, async ({ actor, body, now }) => {
    const { recovery } = await readOffsiteSettings(store);
    if (!recovery) throw refused('offsiteUnset');
    const isRight = await workOn('open', { sealed: recovery.sealed, passphrase: body.passphrase });
    if (!isRight) throw refused('offsitePassphrase');
    await writeOffsiteSetting(
      store,
      'offsite.recovery',
      { ...recovery, confirmedAt: now },
      { userId: actor.userId, now },
    );
    await note(actor, 'passphrase', { recovery: recovery.id, confirmed: true });
    return state();
  });
  const begin = async (work: OffsiteWork): Promise<State> => {
    requirePossible();
    if (offsite.work()) throw refused('offsiteBusy');
    if (!(await offsite.begin(work))) throw refused(offsite.work() ? 'offsiteBusy' : 'offsiteUnset');
    return state();
  };
  route(app, contract.runOffsite, () => begin('copy'));
  route(app, contract.drillOffsite, () => begin('drill'));

  if (store.engine === 'sqlite') lookEachMinute(app, services, offsite);
}

/** Writes into the history who changed what; the passphrase is not part of it. */
const noteChange = (store: Store, actor: Actor, subjectKey: string, after: object): Promise<void> =>
  store.writeOutlet(actor.outletId, async (tx) => {
    const by = { userId: actor.userId, deviceId: actor.deviceId };
    tx.history({ subject: 'Off-site copies', subjectKey, action: 'Updated', ...by, after });
  });

/** Of several servers of one database, one does what is due. */
function lookEachMinute(app: FastifyInstance, { store, clock, log }: Services, offsite: Offsite): void {
  const { take } = createLease(store, 'offsite', clock);
  const tick = async (): Promise<void> => {
    try {
      if (await take()) await offsite.doDue();
    } catch (error) {
      log.warn({ err: error }, 'Off-site copies could not be looked at');
    }
  };
  const timer = setInterval(() => void tick(), lookMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Tests a target; returns it as it is kept. Without a secret, the kept one is used when it is for the same login. */
async function testedTarget(
  { store, config: { dataDir } }: Services,
  { address, secret }: { readonly address: TargetAddress; readonly secret: string | null },
  when: Pick<KeptTarget, 'hour' | 'minutes'>,
): Promise<KeptTarget> {
  const { target: former } = await readOffsiteSettings(store);
  const isKept = former.address !== null && isSameLogin(former.address, address);
  try {
    const login = secret === null && isKept ? loginOf(dataDir, address, former) : { address, secret: secret ?? '' };
    const isSameDisk = await workOn('prepare', { login, dataDir });
    return keptTarget(dataDir, login, { ...when, isSameDisk });
  } catch (error) {
    return refuseTarget(error);
  }
}

function refuseTarget(error: unknown): never {
  if (error instanceof OffsiteError && error.shown !== '')
    throw refused(error.problem === 'hostKey' ? 'offsiteHostKeyChanged' : 'offsiteHostKey', {
      details: named(error.shown),
    });
  if (error instanceof OffsiteError) throw refused('offsiteTarget', { details: offsiteProblemText[error.problem] });
  throw error;
}
