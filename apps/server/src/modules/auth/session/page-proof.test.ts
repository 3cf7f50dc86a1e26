import { randomUUID } from 'node:crypto';
import type { PageProof, SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../../testing/test-device.ts';
import { workMark } from '../../../testing/work-mark.ts';

const minute = 60_000;
const hour = 60 * minute;
const noProof: PageProof = { memory: '', reload: '' };

eachEngine('the proof that a page was opened by its person', (on) => {
  let t: TestApp;
  let till: TestDevice;
  beforeAll(async () => {
    t = await testApp(on);
  });
  beforeEach(() => {
    till = testDevice(randomUUID());
  });
  /** Calls with the key of the till, as its page does and as whoever opens its browser can. */
  const callAt = (key: 'auth.refresh' | 'auth.unlock' | 'auth.lock', { refreshToken }: SignedIn, more: object = {}) =>
    t.call(key, {
      body: { refreshToken, proof: till.proof(key, refreshToken, t.now()), ...more },
      headers: { 'x-device-id': till.id },
    });
  const signIn = async (more: object = { page: '' }): Promise<SignedIn> => {
    const email = emailOf('Manager');
    const proof = till.proof('auth.login', email, t.now());
    const headers = { 'x-device-id': till.id };
    return (await t.call('auth.login', { body: { email, password, proof, ...more }, headers })).body as SignedIn;
  };
  const refresh = async (mine: SignedIn, more: object) => {
    const { status, body } = await callAt('auth.refresh', mine, more);
    return status === 200 ? status : [status, body.reason];
  };
  const unlock = async (mine: SignedIn, more: object = { page: '' }) =>
    (await callAt('auth.unlock', mine, { passcode, ...more })).body as SignedIn;
  const proofOf = ({ page = noProof }: SignedIn): PageProof => page;
  const locked = [401, 'locked'];

  it('[R36.1] gives who opens the browser of a closed till nothing with its token and key but the question for the passcode', async () => {
    const mine = await signIn();
    const other = await signIn();
    const guesses = [
      {},
      { page: '' },
      { page: 'x'.repeat(43) },
      { page: 'é'.repeat(43) },
      { page: other.token.slice(0, 43) },
    ];
    const answers = await Promise.all(
      [...guesses, { page: proofOf(mine).memory }].map((guess) => refresh(other, guess)),
    );
    expect(answers).toEqual([...guesses, 'the proof of another session'].map(() => locked));
    const refused = await callAt('auth.refresh', other);
    expect(refused.body).toMatchObject({ reason: 'locked', sendToken: null, sendNames: [] });
    expect(refused.body).not.toHaveProperty('token');
    const opened = await unlock(other);
    expect(await refresh(opened, { page: proofOf(opened).memory })).toBe(200);
  });

  it('[R36.1] renews a page that stayed open, after hours without the server', async () => {
    const mine = await signIn();
    t.advance(30 * hour);
    const renewed = await callAt('auth.refresh', mine, { page: proofOf(mine).memory });
    expect(renewed.status).toBe(200);
    expect(proofOf(renewed.body as SignedIn)).toEqual(proofOf(mine));
  });

  it('[R36.1] ends with each lock', async () => {
    const mine = await signIn();
    await callAt('auth.lock', mine);
    const opened = await unlock(mine);
    expect(await refresh(opened, { page: proofOf(mine).memory })).toEqual(locked);
    expect(await refresh(opened, { page: proofOf(mine).reload })).toEqual(locked);
    expect(await refresh(opened, { page: proofOf(opened).memory })).toBe(200);
  });

  describe('in the storage of the tab', () => {
    const heardOf = (deviceId: string) =>
      t.store.readOutlet(t.cafe, async (db) => {
        const row = await db
          .selectFrom('device_contact')
          .select('heard_at')
          .where('outlet_id', '=', t.cafe)
          .where('device_id', '=', deviceId)
          .executeTakeFirst();
        return row?.heard_at;
      });

    it('[R36.1] renews a reloaded page while the server hears of its till, and 15 minutes after', async () => {
      const mine = await signIn();
      const page = proofOf(mine).reload;
      t.advance(14 * minute);
      expect((await t.call('app.settings', { as: mine, headers: { 'x-device-id': till.id } })).status).toBe(200);
      await expect.poll(() => heardOf(till.id)).toBe(t.now());
      t.advance(15 * minute);
      expect(await refresh(mine, { page })).toBe(200);
    });

    it('[R36.1] renews nothing when the server did not hear of the till for longer, where no time for the lock is set', async () => {
      const mine = await signIn();
      t.advance(15 * minute + 1000);
      expect(await refresh(mine, { page: proofOf(mine).reload })).toEqual(locked);
      const opened = await unlock(mine);
      expect(await refresh(opened, { page: proofOf(opened).reload })).toBe(200);
    });
  });

  describe('of a till whose session the server locked because nobody used it', () => {
    const named = async (mine: SignedIn, names: readonly string[]) =>
      (await callAt('auth.lock', mine, { waiting: names })).body.sendNames as unknown;
    const idle = async (page: (mine: SignedIn) => string): Promise<SignedIn> => {
      const mine = await signIn();
      t.advance(hour);
      expect(await refresh(mine, { page: page(mine) })).toEqual(locked);
      return mine;
    };
    beforeAll(() =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        const row = { outlet_id: t.cafe, key: 'IdleLockSeconds', value: '300', modified_at: t.now(), modified_by: 1 };
        tx.write(tx.db.insertInto('setting').values(row));
      }),
    );

    it('[R36.33] names what waits there at once, with the page that its person had open', async () => {
      const mine = await idle((one) => proofOf(one).memory);
      expect(await named(mine, ['bill.create a'])).toEqual(['bill.create a']);
    });

    it('[R36.1] lets whoever opens its browser later name nothing of their own as work of that person', async () => {
      const closed = await idle(() => '');
      expect(await named(closed, ['bill.void a'])).toEqual([]);
      const left = await idle((one) => proofOf(one).memory);
      t.advance(3 * minute);
      expect(await named(left, ['bill.void a'])).toEqual([]);
    });
  });

  describe('of a page that marks its work', () => {
    interface Work {
      readonly key: string;
      readonly version?: number;
      readonly [field: string]: unknown;
    }
    const marking = { page: '', marksWork: true };
    const work = (): Work => ({ key: randomUUID(), type: 'Table', slot: String((slots += 1)), items: [] });
    let slots = 0;
    beforeAll(async () => {
      const shift = { key: randomUUID(), openingBalance: 0 };
      await t.call('shift.create', { as: await t.signIn('Manager'), body: shift });
    });
    /** Locks as whoever has the browser can, and returns what becomes of each work with the send-only token. */
    const sendAll = async (mine: SignedIn, works: readonly Work[], marks: readonly string[] | null, sent = works) => {
      const waiting = works.map(({ key }) => `bill.create ${key}`);
      const { body } = await callAt('auth.lock', mine, { waiting, ...(marks && { marks }) });
      if (body.sendToken === null) return ['no token'];
      const as = { token: String(body.sendToken) };
      const answers: unknown[] = [];
      for (const one of sent) {
        const { outlet = t.cafe, ...work } = one as Work & { readonly outlet?: number };
        const { status, body: answer } = await t.call('bill.create', { as, outlet, body: work });
        answers.push(status === 200 ? answer.createdByName : answer.reason);
      }
      return answers;
    };
    const otherPerson = () => {
      const email = emailOf('User');
      return { email, password, proof: till.proof('auth.login', email, t.now()) };
    };
    const markWith = (half: string) => (one: Work) => workMark(half, 'bill.create', t.cafe, one);

    it('[R36.33] sends what its person made before it closed, also rebased, and nothing that was added, changed or moved after', async () => {
      const mine = await signIn(marking);
      const [made, changed, added, guessed, moved] = [work(), work(), work(), work(), work()];
      const mark = markWith(proofOf(mine).memory);
      const marks = [mark(made), mark(changed), '', markWith('a guess')(guessed), mark(moved)];
      const sent = [{ ...made, version: 3 }, { ...changed, slot: '99' }, added, guessed, { ...moved, outlet: t.shop }];
      expect(await sendAll(mine, [made, changed, added, guessed, moved], marks, sent)).toEqual([
        'Manager One',
        'locked',
        'locked',
        'locked',
        'locked',
      ]);
    });

    it('[R36.33] lets whoever opens its browser add nothing without marks, or with marks of other work or another session', async () => {
      const other = await signIn(marking);
      const ofOther = markWith(proofOf(other).memory);
      const attempts: ((mark: (one: Work) => string, added: Work) => string[] | null)[] = [
        () => null,
        () => [],
        (mark) => [mark(work())],
        (_mark, added) => [ofOther(added)],
      ];
      for (const attempt of attempts) {
        const mine = await signIn(marking);
        const added = work();
        const marks = attempt(markWith(proofOf(mine).memory), added);
        expect(await sendAll(mine, [added], marks)).toEqual(['no token']);
      }
    });

    it('[R36.33] sends marked work also when somebody else locked the till before, and named nothing or another profile was opened', async () => {
      const locks: ((mine: SignedIn) => Promise<unknown>)[] = [
        (mine) => callAt('auth.lock', mine, { waiting: [], marks: [] }),
        () => t.call('auth.login', { body: otherPerson(), headers: { 'x-device-id': till.id } }),
      ];
      for (const lock of locks) {
        const mine = await signIn(marking);
        const [made, added] = [work(), work()];
        await lock(mine);
        expect(await refresh(mine, marking)).toEqual(locked);
        const marks = [markWith(proofOf(mine).memory)(made), ''];
        expect(await sendAll(mine, [made, added], marks)).toEqual(['Manager One', 'locked']);
      }
    });

    it('[R36.33] counts no mark of before an unlock, and each of after a refresh', async () => {
      const first = await signIn(marking);
      const [before, after] = [work(), work()];
      await callAt('auth.lock', first);
      const opened = await unlock(first, marking);
      const renewed = (await callAt('auth.refresh', opened, { ...marking, page: proofOf(opened).memory })).body;
      const marks = [markWith(proofOf(first).memory)(before), markWith(proofOf(opened).memory)(after)];
      expect(await sendAll(renewed as SignedIn, [before, after], marks)).toEqual(['locked', 'Manager One']);
    });

    it('[R36.33] counts what a reloaded page marked as long as its half would renew the session', async () => {
      for (const [minutes, outcome] of [
        [14, 'Manager One'],
        [16, 'no token'],
      ] as const) {
        const mine = await signIn(marking);
        const made = work();
        t.advance(minutes * minute);
        expect(await sendAll(mine, [made], [markWith(proofOf(mine).reload)(made)])).toEqual([outcome]);
      }
    });

    it('[R36.33] sends marked work, and nothing else, of a closed till whose session the server locked, whenever it is opened', async () => {
      const mine = await signIn(marking);
      const [made, added] = [work(), work()];
      t.advance(10 * hour);
      expect(await refresh(mine, marking)).toEqual(locked);
      const marks = [markWith(proofOf(mine).memory)(made), ''];
      expect(await sendAll(mine, [made, added], marks)).toEqual(['Manager One', 'locked']);
    });

    it('[R36.33] sends by names alone for a page of the release before, also when it takes over a session', async () => {
      expect(await sendAll(await signIn(), [work()], null)).toEqual(['Manager One']);
      const mine = await signIn(marking);
      const taken = (await callAt('auth.refresh', mine, { page: proofOf(mine).memory })).body as SignedIn;
      expect(await sendAll(taken, [work()], null)).toEqual(['Manager One']);
    });
  });

  describe('a page of the release before', () => {
    it('[R36.1] goes on without a proof, also when it unlocks a session that had one', async () => {
      const before = await signIn({});
      expect(before.page).toBeUndefined();
      expect(await refresh(before, {})).toBe(200);
      const bound = await signIn();
      expect(await refresh(bound, {})).toEqual(locked);
      for (const isLocked of [false, true]) {
        const mine = await signIn();
        for (const each of isLocked ? [mine] : []) await callAt('auth.lock', each);
        const opened = await unlock(mine, {});
        expect(opened.page).toBeUndefined();
        expect(await refresh(opened, {})).toBe(200);
      }
    });

    it('[R36.1] gets a proof with its first refresh by this release, and is renewed with it only from then on', async () => {
      const before = await signIn({});
      const renewed = (await callAt('auth.refresh', before, { page: '' })).body as SignedIn;
      expect(await refresh(renewed, {})).toEqual(locked);
      expect(await refresh(renewed, { page: proofOf(renewed).memory })).toBe(200);
    });
  });
});
