import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { newCode } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey } from '../bill/testing/shop.ts';

const minute = 60_000;
/** All passcodes in `npm run soak`, a part of them otherwise. */
const guesses = process.env['SOAK'] === '1' ? 10_000 : 400;

eachEngine('guesses of passcodes and codes of cards', (on) => {
  let t: TestApp;
  let people: Record<'Admin' | 'Manager' | 'User', SignedIn>;
  const signIn = async (): Promise<void> => {
    people = { Admin: await t.signIn('Admin'), Manager: await t.signIn('Manager'), User: await t.signIn('User') };
  };
  beforeAll(async () => {
    t = await testApp(on);
    await signIn();
  });
  const ask = (code: string | undefined, more: { outlet?: number; as?: SignedIn; approver?: SignedIn } = {}) =>
    t.call('auth.approve', {
      as: more.as ?? people.User,
      outlet: more.outlet ?? t.cafe,
      body: {
        permission: 'bill.void',
        subjectType: 'Bill',
        subjectKey: 'bill-7',
        reason: 'Guest left',
        approverId: (more.approver ?? people.Manager).user.id,
        ...(code === undefined ? {} : { passcode: code }),
      },
    });
  const guessed = () =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['subject_key', 'user_id']).where('action', '=', 'Guessed').execute(),
    );

  it('[R36.6] checks at most five of 10,000 guesses in an hour, from all tills, and tells the history, the approver and the Admins once', {
    timeout: 600_000,
  }, async () => {
    let checked = 0;
    let waits = 0;
    for (let guess = 0; guess < guesses; guess++) {
      // The guesses are spread over an hour; each answer that is not 423 was evaluated, the fifth answers 423 and tells it.
      const { status, headers } = await ask(
        String((5000 + guess) % 10_000)
          .padStart(4, '0')
          .replace(passcode, '0000'),
      );
      if (status === 422) checked++;
      else if (headers['retry-after'] !== undefined) waits++;
      t.advance(Math.floor((60 * minute) / guesses));
      if (guess % (guesses / 5) === 0) await signIn();
    }
    expect(checked).toBe(4);
    expect(waits).toBe(guesses - 5);
    expect(await guessed()).toEqual([{ subject_key: 'bill-7', user_id: people.User.user.id }]);
    const notices = async (as: SignedIn) =>
      ((await t.call('notification.list', { as })).body as Notice[]).map(({ title, body }) => [title, body]);
    const news = [
      [
        'Wrong passcodes for Manager One',
        'User One typed 5 wrong passcodes to get an approval from Manager One. Ask both what happened.',
      ],
    ];
    expect(await notices(people.Admin)).toEqual(news);
    expect(await notices(people.Manager)).toEqual(news);
    expect(await notices(people.User)).toEqual([]);
  });

  it('[R36.6] waits for the right passcode too, in every outlet, and lets the approver decide on their own device', async () => {
    t.advance(24 * 60 * minute);
    await signIn();
    for (let i = 0; i < 5; i++) await ask('0000');
    expect((await ask(passcode)).status).toBe(423);
    // The same approver at a till of the other outlet.
    expect((await ask(passcode, { outlet: t.shop, as: people.Admin })).status).toBe(423);
    // Another approver is not affected, and the approver's own device neither.
    expect((await ask(passcode, { approver: people.Admin })).status).toBe(200);
    const { body } = await ask(undefined);
    const decided = await t.call('auth.decideApproval', { as: people.Manager, body: { key: body.key, granted: true } });
    expect(decided.body.status).toBe('Granted');
    const unlock = await t.call('auth.unlock', { body: { refreshToken: people.Manager.refreshToken, passcode } });
    expect(unlock.status).toBe(200);
  });

  it('[R36.6] makes each further wrong passcode wait twice as long, up to an hour, from any till', async () => {
    t.advance(24 * 60 * minute);
    const guess = async (device: number) => {
      people = { ...people, User: await t.signIn('User', `till ${device}`) };
      return ask('0000');
    };
    for (let i = 0; i < 5; i++) await guess(i);
    const waits = [];
    for (let further = 5; further < 9; further++) {
      const seconds = Number((await guess(further)).headers['retry-after']);
      waits.push(seconds / 60);
      t.advance(seconds * 1000);
      await guess(further);
    }
    expect(waits).toEqual([60, 30, 60, 60]);
  });

  it('[R36.6] checks at most five wrong passcodes in an hour, whatever right ones come between, and tells it once', async () => {
    t.advance(24 * 60 * minute);
    await signIn();
    const before = (await guessed()).length;
    const answers: number[] = [];
    // Six ordinary approvals in a quarter of an hour, and four guesses before each of them.
    for (let round = 0; round < 6; round++) {
      for (let guess = 0; guess < 4; guess++) answers.push((await ask(String(2000 + round * 4 + guess))).status);
      answers.push((await ask(passcode)).status);
      t.advance(2 * minute);
    }
    // The fifth wrong one is checked, and answers that the passcode must wait.
    expect(answers.filter((status) => status === 422)).toHaveLength(4);
    expect(answers.slice(0, 6)).toEqual([422, 422, 422, 422, 200, 423]);
    expect(answers.slice(6).every((status) => status === 423)).toBe(true);
    expect((await guessed()).length).toBe(before + 1);
  });

  it('[R36.6] tells guesses that were made in practice to the outlet itself, where its people read it', async () => {
    t.advance(24 * 60 * minute);
    await signIn();
    const before = (await guessed()).length;
    const body = { key: crypto.randomUUID(), outletId: t.cafe };
    const practice = (await t.call('outlet.practice', { as: people.User, outlet: null, body })).body.outletId as number;
    const news = async (as: SignedIn) => ((await t.call('notification.list', { as })).body as Notice[]).length;
    const [admins, managers] = [await news(people.Admin), await news(people.Manager)];
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await ask('0000', { outlet: practice })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 423, 423]);
    expect((await guessed()).length).toBe(before + 1);
    expect([await news(people.Admin), await news(people.Manager)]).toEqual([admins + 1, managers + 1]);
  });

  it('[R36.6] counts no right passcode: an approver who types well approves as often as needed', async () => {
    t.advance(24 * 60 * minute);
    await signIn();
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await ask(passcode)).status);
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it('answers ten codes of cards that nobody has, and then one after a minute, to each person; no credit is no guess', async () => {
    await signIn();
    const hold = async (as: SignedIn, by: object) => {
      const body = { key: newKey(), billKey: newKey(), amount: 100, ...by };
      return (await t.call('wallet.hold', { as, body })).body.reason as string;
    };
    const guess = (as = people.User) => hold(as, { code: newCode(crypto.getRandomValues(new Uint8Array(12))) });
    const unknown = Array.from({ length: 10 }, () => 'walletUnknown');
    const all = async (ask: () => Promise<string>, count: number) => {
      const reasons: string[] = [];
      while (reasons.length < count) reasons.push(await ask());
      return reasons;
    };
    expect(await all(() => hold(people.User, { customerId: 99_999 }), 10)).toEqual(unknown);
    expect(await all(guess, 11)).toEqual([...unknown, 'tooMany']);
    expect(await guess(people.Manager)).toBe('walletUnknown');
    t.advance(minute);
    expect(await all(guess, 2)).toEqual(['walletUnknown', 'tooMany']);
  });
});
