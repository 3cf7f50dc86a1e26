/**
 * The second factor at sign-in by password. Admins and Managers may switch it on; an outlet may demand it of Managers, who then set it up at
 * their next sign-in. Source: R36.7, docs/rules.md#second-factor.
 */
import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import type { Kysely, Selectable } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Clock } from '../../../platform/http/services.ts';
import { readSettingOf } from '../../../platform/store/read-setting.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { SecondFactorTable } from '../../../platform/store/schema/schema-people.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { TellPerson } from '../../notification/service.ts';
import { codesLeft, removeCodes, renewCodes, useCode } from './recovery-codes.ts';
import { newSecret, setUpOf, stepOf } from './totp.ts';

/** The person who signs in. */
export interface FactorPerson {
  readonly id: number;
  readonly email: string;
  readonly role: string;
}

export interface SecondFactors {
  /**
   * Checks the second factor at a sign-in whose password was right. Returns new recovery codes when the factor was set up by this. Refused:
   * 'factorNeeded', 'factorWrong'; 'factorMissing' with what to scan, when it is demanded and not set up.
   */
  ask(person: FactorPerson, code: string | undefined): Promise<string[] | undefined>;
  status(person: FactorPerson): Promise<{ isOffered: boolean; isOn: boolean; isDemanded: boolean; codesLeft: number }>;
  /** Returns what to scan. Refused: 'forbidden', 'factorIsOn'. */
  start(person: FactorPerson): Promise<FactorSetUp>;
  /** Switches it on and returns the recovery codes. Refused: 'factorWrong', 'factorIsOn'. */
  confirm(person: FactorPerson, code: string): Promise<string[]>;
  /** Switches it off. */
  end(userId: number): Promise<void>;
  isDemanded(person: FactorPerson): Promise<boolean>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tell: TellPerson;
}

const mayHave = ({ role }: FactorPerson): boolean => role === 'Admin' || role === 'Manager';

/** Creates the service. */
export function createSecondFactors({ store, clock, tell }: Parts): SecondFactors {
  const find = (userId: number) => store.readOrg((db) => factorOf(db, userId));

  const confirm = async (person: FactorPerson, code: string): Promise<string[]> => {
    const codes = await store.writeOrg(async (db) => {
      const row = await factorOf(db, person.id);
      if (!row || !(await takeStep(db, row, code, clock()))) throw refused('factorWrong');
      await db.updateTable('second_factor').set({ confirmed_at: clock() }).where('user_id', '=', person.id).execute();
      return renewCodes(db, person.id);
    });
    void tell(person.id, factorNews.on);
    return codes;
  };

  /** Accepts a code of the app, or a recovery code. */
  const accepts = (row: Selectable<SecondFactorTable>, code: string): Promise<boolean> =>
    store.writeOrg(async (db) => {
      if (await takeStep(db, row, code, clock())) return true;
      if (!(await useCode(db, row.user_id, code, clock()))) return false;
      void tell(row.user_id, factorNews.recovery);
      return true;
    });

  const isDemanded = async (person: FactorPerson): Promise<boolean> =>
    person.role === 'Manager' && (await demandedOf(store, person.id));

  return {
    isDemanded,
    confirm: async (person, code) => {
      if ((await find(person.id))?.confirmed_at) throw refused('factorIsOn');
      return confirm(person, code);
    },

    async ask(person, code) {
      const row = await find(person.id);
      if (row?.confirmed_at) {
        if (!code) throw refused('factorNeeded');
        if (!(await accepts(row, code))) throw refused('factorWrong');
        return undefined;
      }
      if (!(await isDemanded(person))) return undefined;
      const setUp = await setUpOf(await pendingSecret(store, person.id, { isNew: false, now: clock() }), person.email);
      if (!code) throw refused('factorMissing', { extra: { setUp } });
      return confirm(person, code);
    },

    async status(person) {
      const row = await find(person.id);
      return {
        isOffered: mayHave(person),
        isOn: Boolean(row?.confirmed_at),
        isDemanded: await isDemanded(person),
        codesLeft: await store.readOrg((db) => codesLeft(db, person.id)),
      };
    },

    async start(person) {
      if (!mayHave(person)) throw refused('forbidden');
      if ((await find(person.id))?.confirmed_at) throw refused('factorIsOn');
      return setUpOf(await pendingSecret(store, person.id, { isNew: true, now: clock() }), person.email);
    },

    async end(userId) {
      const wasOn = await store.writeOrg(async (db) => {
        const row = await factorOf(db, userId);
        await db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
        await removeCodes(db, userId);
        return Boolean(row?.confirmed_at);
      });
      if (wasOn) void tell(userId, factorNews.off);
    },
  };
}

const factorNews = {
  on: {
    title: 'Your second factor was switched on',
    body: 'From now on you sign in with a code of your authenticator app too.',
  },
  off: {
    title: 'Your second factor was switched off',
    body: 'If it was not you, change your password and tell your Admin.',
  },
  recovery: {
    title: 'A recovery code was used to sign in',
    body: 'If it was not you, change your password and tell your Admin.',
  },
} as const;

const factorOf = (db: Kysely<Database>, userId: number) =>
  db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Returns the secret that a person sets up; a new one when there is none, or `isNew`. */
const pendingSecret = (
  store: Store,
  userId: number,
  { isNew, now }: { readonly isNew: boolean; readonly now: number },
): Promise<string> =>
  store.writeOrg(async (db) => {
    const known = await factorOf(db, userId);
    if (known && known.confirmed_at === null && !isNew) return known.secret;
    const made = { secret: newSecret(), confirmed_at: null, last_step: 0, created_at: now };
    await db
      .insertInto('second_factor')
      .values({ user_id: userId, ...made })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
      .execute();
    return made.secret;
  });

/** Accepts a code of the app once: its time step must be later than the last accepted one. */
async function takeStep(
  db: Kysely<Database>,
  { user_id, secret }: Selectable<SecondFactorTable>,
  code: string,
  now: number,
): Promise<boolean> {
  const step = stepOf(secret, code.replaceAll(' ', ''), now);
  if (step === null) return false;
  const taken = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

/** Returns whether an outlet of the person demands a second factor of its Managers. */
async function demandedOf(store: Store, userId: number): Promise<boolean> {
  const outlets = await store.readOrg((db) =>
    db.selectFrom('user_outlet').select('outlet_id').where('user_id', '=', userId).execute(),
  );
  const demanded = await Promise.all(
    outlets.map(({ outlet_id: outletId }) =>
      store.readOutlet(outletId, (db) => readSettingOf(db, outletId, 'ManagersNeedSecondFactor')),
    ),
  );
  return demanded.includes(true);
}
