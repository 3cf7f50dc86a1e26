/** Plays somebody who guesses a passcode at the lock screens of several tills and by approvals, while its owner works. */
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { passcode, type TestApp, testApp } from '../../../testing/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const guesses = process.env['SOAK'] === '1' ? 10_000 : 200;

eachEngine('guesses of a passcode over all tills', (on) => {
  let t: TestApp;
  let tills: SignedIn[];
  let phone: SignedIn;
  let waiter: SignedIn;

  const unlock = (as: SignedIn, code: string) =>
    t.call('auth.unlock', { body: { refreshToken: as.refreshToken, passcode: code } });
  const approve = (code: string) =>
    t.call('auth.approve', {
      as: waiter,
      body: {
        permission: 'bill.void',
        subjectType: 'Bill',
        subjectKey: 'bill-7',
        reason: 'Guest left',
        approverId: phone.user.id,
        passcode: code,
      },
    });
  /** Each try that is checked is written before, and a wrong one stays. */
  const checked = () =>
    t.store.readOrg((db) =>
      db.selectFrom('approver_failure').select(['at', 'session_id']).where('approver_id', '=', phone.user.id).execute(),
    );
  const wrong = (guess: number) =>
    String((5000 + guess) % 10_000)
      .padStart(4, '0')
      .replace(passcode, '0000');

  beforeEach(async () => {
    t = await testApp(on);
    tills = [];
    for (const till of ['till 1', 'till 2', 'till 3', 'till 4']) {
      tills.push(await t.signIn('Manager', till));
      t.advance(1000);
    }
    phone = await t.signIn('Manager', 'phone');
    waiter = await t.signIn('User', 'till 1');
  });

  it('[R36.6] checks at most five of 10,000 guesses in an hour, at the lock screens of four tills and for approvals', {
    timeout: 600_000,
  }, async () => {
    for (let guess = 0; guess < guesses; guess++) {
      const till = tills[guess % 5];
      await (till ? unlock(till, wrong(guess)) : approve(wrong(guess)));
      t.advance(Math.floor((50 * minute) / guesses));
      // The access token of the waiter ends after 15 minutes.
      if (guess % (guesses / 5) === 0) waiter = await t.signIn('User', 'till 1');
    }
    waiter = await t.signIn('User', 'till 1');
    expect(await checked()).toHaveLength(5);
    // The right one is refused too, so that an answer says nothing.
    for (const till of tills) expect((await unlock(till, passcode)).status).toBe(423);
    expect((await approve(passcode)).status).toBe(423);
    expect(await checked()).toHaveLength(5);
  });

  it('[R36.6] writes guesses at lock screens to the history, and tells the person and the Admins once', async () => {
    for (let guess = 0; guess < 20; guess++) await unlock(tills[guess % 4] ?? phone, wrong(guess));
    const entries = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['subject', 'user_id', 'data']).where('action', '=', 'Guessed').execute(),
    );
    expect(entries).toEqual([{ subject: 'User', user_id: phone.user.id, data: expect.stringContaining('"tries":5') }]);
    const told = async (as: SignedIn) =>
      ((await t.call('notification.list', { as })).body as Notice[]).map(({ title, body }) => `${title}: ${body}`);
    const news =
      'Wrong passcodes for Manager One: 5 wrong passcodes of Manager One were typed at tills within an hour. Ask what happened.';
    expect(await told(await t.signIn('Admin'))).toEqual([news]);
    expect(await told(phone)).toContain(news);
    expect(await told(waiter)).toEqual([]);
  });

  it('[R36.6] guesses elsewhere lock nobody out: the device used last unlocks, any other one opens with the password', async () => {
    for (let guess = 0; guess < 30; guess++) {
      await unlock(tills[guess % 4] ?? phone, wrong(guess));
      await approve(wrong(guess));
    }
    const own = await unlock(phone, passcode);
    expect(own.status).toBe(200);
    // One mistake there is checked in that hour, and then the password is asked.
    phone = own.body;
    expect((await unlock(phone, '0001')).status).toBe(423);
    expect((await unlock(phone, passcode)).status).toBe(423);
    expect(await checked()).toHaveLength(6);
    expect((await unlock((await t.signIn('Manager', 'till 2')) as SignedIn, passcode)).status).toBe(200);
    t.advance(hour + 1);
    expect((await unlock(phone, passcode)).status).toBe(200);
  });

  it('[R36.6] people who mistype now and then wait nowhere, and their mistakes at lock screens delay no approval on the next day', async () => {
    for (let round = 0; round < 8; round++) {
      for (const [place, till] of tills.entries()) {
        expect((await unlock(till, '0001')).status).toBe(401);
        const { status, body } = await unlock(till, passcode);
        expect(status).toBe(200);
        tills[place] = body;
      }
    }
    for (let guess = 0; guess < 4; guess++) await unlock(tills[3] ?? phone, wrong(guess));
    t.advance(hour + 1);
    waiter = await t.signIn('User', 'till 1');
    expect((await approve(wrong(1))).status).toBe(422);
    expect((await approve(passcode)).status).toBe(200);
  });
});
