import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { hashSecrets, type SecretHashes, seedHashed } from '../../seed/seed-user.ts';
import { quickHashes } from '../../testing/quick-hashes.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { maxWaiting } from './password/hash-queue.ts';
import { argon2, isSecret } from './password/password.ts';

const minute = 60_000;

/** Runs a call and returns how long it took, in ms. */
async function timed<T>(call: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const answer = await call();
  return [answer, performance.now() - started];
}

/** What is done with secrets, counted. */
const hashing = vi.spyOn(argon2, 'hash');
const checking = vi.spyOn(argon2, 'verify');
afterEach(() => {
  hashing.mockReset();
  checking.mockReset();
});
afterAll(() => vi.restoreAllMocks());

/**
 * Returns how many times longer work takes at this moment than it would if nothing else used the processors: the time of checks of passwords,
 * compared with the processor time that they need.
 */
async function contention(hash: string): Promise<number> {
  const before = process.cpuUsage();
  const [, ms] = await timed(async () => {
    for (let i = 0; i < 8; i += 1) await isSecret(hash, 'mistyped', 'change');
  });
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, ms / ((user + system) / 1000));
}

/** Runs a call and returns the processor time of this process until its answer, with what it did beside it, in ms; other programs add nothing to it. */
async function processorMs<T>(call: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage();
  const answer = await call();
  const { user, system } = process.cpuUsage(before);
  return [answer, (user + system) / 1000];
}

/** Returns the processor time of one check of a password, in ms: as long as the machine takes for it at this moment. */
async function checkMs(hash: string): Promise<number> {
  const [, ms] = await processorMs(async () => {
    for (let i = 0; i < 8; i += 1) await isSecret(hash, 'mistyped', 'change');
  });
  return ms / 8;
}

/** How many checks of passwords a machine makes in a second that takes 25 ms for each. */
const checksOfSecond = 40;
/** How many times more processor time the same work takes on a busy machine: its caches are others' then. A hash for each reset would be 40 times. */
const busyTimes = 3;

eachEngine('sign-in under attack', (on) => {
  let t: TestApp;
  let hashes: SecretHashes;
  beforeAll(async () => {
    t = await testApp(on);
    hashes = await hashSecrets({ password, passcode });
    const real = { password_hash: hashes.password, passcode_hash: hashes.passcode };
    await t.store.writeOrg((db) => db.updateTable('app_user').set(real).execute());
  });
  const login = (email: string, secret: string, from: { device?: string; address?: string } = {}) =>
    t.call('auth.login', {
      body: { email, password: secret },
      ...(from.device && { headers: { 'x-device-id': from.device } }),
      ...(from.address && { remoteAddress: from.address }),
    });

  /** Asks for a link at a server, and returns its secret. */
  const linkOf = async (at: TestApp, email: string): Promise<string> => {
    const before = at.mails.length;
    await at.call('auth.requestReset', { body: { email } });
    // News of an account may come between.
    const secrets = () => at.mails.slice(before).flatMap(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? []);
    await expect.poll(secrets).toHaveLength(1);
    return secrets()[0] ?? '';
  };

  describe('floods of calls', () => {
    it('[R36.25] answers unlock and approval within 1 s during 1,500 false password resets', async () => {
      const fresh = await t.restart();
      const user = await fresh.signIn('User');
      const manager = await fresh.signIn('Manager');
      const before = await checkMs(hashes.password);
      hashing.mockClear();
      checking.mockClear();
      const reads = vi.spyOn(t.store, 'readOrg');
      onTestFinished(() => reads.mockRestore());
      const flood = Array.from({ length: 1500 }, (_, i) =>
        fresh.call('auth.reset', { body: { token: `false-token-${i}`, newPassword: 'a new long password' } }),
      );
      const [unlocked, unlockMs] = await processorMs(() =>
        fresh.call('auth.unlock', { body: { refreshToken: user.refreshToken, passcode } }),
      );
      const [approved, approveMs] = await processorMs(() =>
        fresh.call('auth.approve', {
          as: user,
          body: {
            permission: 'bill.void',
            subjectType: 'Bill',
            subjectKey: 'bill-1',
            reason: 'Guest left',
            approverId: manager.user.id,
            passcode,
          },
        }),
      );
      expect([unlocked.status, approved.status]).toEqual([200, 200]);
      const answers = await Promise.all(flood);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1480);
      // Neither waits behind a hash of the flood.
      expect([hashing.mock.calls.length, checking.mock.calls.length]).toEqual([0, 2]);
      // Only those 20 read the store, besides what the two calls and the server itself read.
      expect(reads.mock.calls.length).toBeLessThan(100);
      const second = checksOfSecond * Math.max(before, await checkMs(hashes.password));
      expect(unlockMs).toBeLessThan(busyTimes * second);
      expect(approveMs).toBeLessThan(busyTimes * second);
    });

    it('[R36.25] answers busy, with when to try again, to sign-ins beyond the queue, and all others at their turn', async () => {
      const fresh = await t.restart();
      const mine = await fresh.signIn('User');
      let release: () => void = () => undefined;
      const blocked = new Promise<boolean>((resolve) => {
        release = () => resolve(false);
      });
      checking.mockImplementation(() => blocked);
      const more = 30;
      const answers = Array.from({ length: 2 + maxWaiting.signIn + more }, (_, i) =>
        fresh.call('auth.login', {
          body: { email: `crowd${i}@reef.example`, password: 'mistyped' },
          remoteAddress: `2001:db8:${(i + 1).toString(16)}::1`,
        }),
      );
      const refused: { reason: string; retryAfter: unknown }[] = [];
      for (const answer of answers)
        void answer.then(({ status, body, headers }) => {
          if (status === 429) refused.push({ reason: body.reason, retryAfter: headers['retry-after'] });
        });
      const poll = expect.poll(() => refused.length, { timeout: minute });
      // A passcode has a queue of its own, beside the full one.
      const unlockBeside = async () => {
        const answer = fresh.call('auth.unlock', { body: { refreshToken: mine.refreshToken, passcode: '0001' } });
        const isCounted = () =>
          t.store.readOrg((db) =>
            db.selectFrom('approver_failure').select('at').where('approver_id', '=', mine.user.id).executeTakeFirst(),
          );
        await Promise.race([answer, expect.poll(isCounted).toBeDefined()]);
        await isCounted();
        return { answer };
      };
      const { answer: unlocked } = await Promise.resolve(poll.toBe(more)).then(unlockBeside).finally(release);
      expect((await unlocked).body.reason).toBe('passcodeWrong');
      expect(refused).toEqual(Array(more).fill({ reason: 'busy', retryAfter: '2' }));
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(2 + maxWaiting.signIn);
    });

    it('[R36.25] hashes nothing for a reset with a false token', async () => {
      hashing.mockClear();
      const tried = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          t.call('auth.reset', {
            body: { token: 'false', newPassword: 'a new long password' },
            remoteAddress: `192.0.2.${i}`,
          }),
        ),
      );
      expect(tried.map(({ body }) => body.reason)).toEqual(Array<string>(40).fill('resetLinkInvalid'));
      expect(hashing).not.toHaveBeenCalled();
      // One with a right token is.
      const token = await linkOf(t, emailOf('User'));
      const chosen = await t.call('auth.reset', { body: { token, newPassword: 'a new long password' } });
      expect([chosen.status, hashing.mock.calls.length]).toEqual([204, 1]);
    });

    it('[R36.25] answers busy to password resets beyond their queue too', async () => {
      const fresh = await t.restart();
      const token = await linkOf(fresh, emailOf('User'));
      let release: () => void = () => undefined;
      const blocked = new Promise<string>((resolve) => {
        release = () => resolve(hashes.password);
      });
      hashing.mockImplementation(() => blocked);
      const answers = Array.from({ length: 2 + maxWaiting.reset + 5 }, (_, i) =>
        fresh.call('auth.reset', { body: { token, newPassword: 'harbour lamp 91' }, remoteAddress: `192.0.2.${i}` }),
      );
      // Only those that are refused are answered while the others wait.
      const early: unknown[] = [];
      for (const answer of answers)
        void answer.then(({ status, body, headers }) => early.push([status, body.reason, headers['retry-after']]));
      const refused = Array(5).fill([429, 'busy', '2']);
      await Promise.resolve(expect.poll(() => early, { timeout: minute }).toEqual(refused)).finally(release);
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    });

    it('[R36.25] answers busy to passcodes beyond their queue, and counts no try that was not checked', async () => {
      const more = 5;
      const team = crypto.randomUUID();
      const emails = Array.from({ length: 2 + maxWaiting.passcode + more }, (_, i) => `cook${i}-${team}@reef.example`);
      for (const email of emails)
        await seedHashed(
          t.store,
          { email, name: email, role: 'User', jobTitle: '', department: '', outletIds: [t.cafe] },
          quickHashes,
          t.now(),
        );
      const fresh = await t.restart();
      const sessions: SignedIn[] = [];
      for (const [i, email] of emails.entries()) {
        const address = { remoteAddress: `2001:db8:${(i + 1).toString(16)}::1` };
        sessions.push((await fresh.call('auth.login', { body: { email, password }, ...address })).body as SignedIn);
      }
      const waiter = sessions[0] as SignedIn;
      const manager = await fresh.signIn('Manager');
      let release: () => void = () => undefined;
      const blocked = new Promise<boolean>((resolve) => {
        release = () => resolve(false);
      });
      checking.mockImplementation(() => blocked);
      const unlock = ({ refreshToken }: SignedIn) =>
        fresh.call('auth.unlock', { body: { refreshToken, passcode: '0001' } });
      const approve = () =>
        fresh.call('auth.approve', {
          as: waiter,
          body: {
            permission: 'bill.void',
            subjectType: 'Bill',
            subjectKey: 'bill-1',
            reason: 'Guest left',
            approverId: manager.user.id,
            passcode,
          },
        });
      const reasons = new Map<SignedIn, string>();
      const answers = sessions.map(async (one) => {
        const { status, body, headers } = await unlock(one);
        reasons.set(one, body.reason);
        return [status, headers['retry-after']];
      });
      const isBusy = (one: SignedIn) => reasons.get(one) === 'busy';
      const poll = expect.poll(() => sessions.filter(isBusy).length, { timeout: minute });
      const approval = await Promise.resolve(poll.toBe(more)).then(approve).finally(release);
      expect([approval.status, approval.body.reason]).toEqual([429, 'busy']);
      const refused = (await Promise.all(answers)).filter(([status]) => status === 429);
      expect(refused).toEqual(Array(more).fill([429, '2']));
      expect([...reasons.values()].filter((reason) => reason === 'passcodeWrong')).toHaveLength(
        2 + maxWaiting.passcode,
      );
      checking.mockReset();
      const counted = await t.store.readOrg(async (db) => ({
        tries: await db.selectFrom('approver_failure').select('approver_id').execute(),
        failures: await db.selectFrom('session').select('user_id').where('passcode_failures', '>', 0).execute(),
      }));
      const unchecked = new Set([...sessions.filter(isBusy).map(({ user }) => user.id), manager.user.id]);
      expect(counted.tries.filter(({ approver_id }) => unchecked.has(approver_id))).toEqual([]);
      expect(counted.failures.filter(({ user_id }) => unchecked.has(user_id))).toEqual([]);
    });

    it('[R36.25] a right link gives its address no further false ones', async () => {
      const fresh = await t.restart();
      const remoteAddress = '198.51.100.4';
      const reset = async (token: string) =>
        (await fresh.call('auth.reset', { body: { token, newPassword: 'a new long password' }, remoteAddress })).status;
      const token = await linkOf(fresh, emailOf('User'));
      for (let i = 0; i < 19; i += 1) expect(await reset('false')).toBe(422);
      expect(await reset(token)).toBe(204);
      expect([await reset('false'), await reset('false')]).toEqual([422, 429]);
    });
  });

  describe('limits of sign-in', () => {
    // They count tries; what a check costs is none of their business.
    beforeAll(async () => {
      const quick = { password_hash: quickHashes.password, passcode_hash: quickHashes.passcode };
      await t.store.writeOrg((db) => db.updateTable('app_user').set(quick).execute());
    });
    it('[R36.26] lets the owner sign in on a known device while others try wrong passwords for their account', async () => {
      const email = emailOf('Manager');
      expect((await login(email, password, { device: 'till-1' })).status).toBe(200);
      const tries = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          login(email, 'wrong horse', { device: `robber-${i}`, address: '203.0.113.9' }),
        ),
      );
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        401, 401, 401, 401, 401, 429, 429, 429,
      ]);
      expect((await login(email, password, { device: 'robber-1', address: '203.0.113.9' })).status).toBe(429);
      expect((await login(email, password, { device: 'till-1' })).status).toBe(200);
      // The history has it once, and the person and the Admins are told once.
      const guessed = () =>
        t.store.readOutlet(t.cafe, (db) =>
          db.selectFrom('history').select(['user_id', 'data']).where('action', '=', 'Guessed').execute(),
        );
      await expect.poll(guessed).toMatchObject([{ data: expect.stringContaining('203.0.113.9') }]);
      const told = async (as: SignedIn) => {
        const { body } = await t.call('notification.list', { as });
        return (body as { title: string }[]).filter(({ title }) => title === 'Wrong passwords for Manager One').length;
      };
      const admin = await t.signIn('Admin');
      await expect.poll(() => told(admin)).toBe(1);
      expect(await told((await login(email, password, { device: 'till-1' })).body)).toBe(1);
      // Wrong passwords on the known device have a limit too.
      for (let i = 0; i < 5; i++) expect((await login(email, 'wrong', { device: 'till-1' })).status).toBe(401);
      expect((await login(email, password, { device: 'till-1' })).status).toBe(429);
      t.advance(61 * minute);
    });

    it('[R36.26] counts no right password, of an account or of an address', async () => {
      const fresh = await t.restart();
      const signIn = (i: number, secret: string) =>
        fresh.call('auth.login', {
          body: { email: emailOf('Manager'), password: secret },
          headers: { 'x-device-id': `tablet-${i}` },
          remoteAddress: '203.0.113.30',
        });
      const statuses = new Set<number>();
      for (let i = 0; i < 40; i += 1) statuses.add((await signIn(i, password)).status);
      expect([...statuses]).toEqual([200]);
      expect((await signIn(40, 'mistyped')).status).toBe(401);
      expect((await signIn(41, password)).status).toBe(200);
    });

    it('[R36.26] limits wrong passwords of an address for many accounts, simultaneous ones too, and nobody elsewhere', async () => {
      const fresh = await t.restart();
      const spray = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          fresh.call('auth.login', {
            body: { email: `guess${i}@reef.example`, password: 'password1' },
            remoteAddress: '203.0.113.7',
          }),
        ),
      );
      const checked = spray.filter(({ status }) => status === 401).length;
      expect(checked).toBeGreaterThanOrEqual(20);
      expect(checked).toBeLessThanOrEqual(22);
      const right = { body: { email: emailOf('Admin'), password } };
      expect((await fresh.call('auth.login', { ...right, remoteAddress: '203.0.113.7' })).status).toBe(429);
      expect((await fresh.call('auth.login', right)).status).toBe(200);
    });

    it('[R36.26] counts all addresses of a machine with IPv6 together', async () => {
      const fresh = await t.restart();
      const spray = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          fresh.call('auth.login', {
            body: { email: `guess${i}@reef.example`, password: 'password1' },
            remoteAddress: `2001:db8:0:7::${(i + 1).toString(16)}`,
          }),
        ),
      );
      expect(spray.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(22);
      const right = { body: { email: emailOf('Admin'), password } };
      expect((await fresh.call('auth.login', { ...right, remoteAddress: '2001:db8:0:7::ffff' })).status).toBe(429);
      expect((await fresh.call('auth.login', { ...right, remoteAddress: '2001:db8:0:8::1' })).status).toBe(200);
    });

    it('[R36.26] signs in 300 people behind one address within a minute, a third of them after a wrong password', async () => {
      const people = Array.from({ length: 300 }, (_, i) => `person${i}@reef.example`);
      // Nearly all of the time goes into checking passwords. A short run adds what so many checks need on one processor.
      const isSoak = process.env['SOAK'] === '1';
      for (const [i, email] of people.entries())
        await seedHashed(
          t.store,
          { email, name: `Person ${i}`, role: 'User', jobTitle: '', department: '', outletIds: [t.cafe] },
          isSoak ? hashes : quickHashes,
          t.now(),
        );
      const busy = await contention(hashes.password);
      const oneMs = isSoak ? 0 : await checkMs(hashes.password);
      checking.mockClear();
      const fresh = await t.restart();
      const office = { remoteAddress: '198.51.100.20' };
      const attempt = (email: string, secret: string) =>
        fresh.call('auth.login', { body: { email, password: secret }, ...office });
      const isIn = async (email: string, at: number): Promise<boolean> => {
        if (at % 3 === 2) await attempt(email, 'mistyped');
        return (await attempt(email, password)).status === 200;
      };
      const [signedIn, took] = await timed(async () => {
        const all: boolean[] = [];
        for (let start = 0; start < people.length; start += 50)
          all.push(...(await Promise.all(people.slice(start, start + 50).map((email, i) => isIn(email, start + i)))));
        return all;
      });
      expect(signedIn.filter(Boolean)).toHaveLength(people.length);
      const checksMs = checking.mock.calls.length * oneMs;
      expect(took / Math.max(busy, await contention(hashes.password)) + checksMs).toBeLessThan(minute);
    });
  });

  describe('password resets', () => {
    it('[R36.28] ends the other links of a person when one is used', async () => {
      t.advance(2 * 60 * minute);
      const [first, second] = [await linkOf(t, emailOf('Admin')), await linkOf(t, emailOf('Admin'))];
      const use = (token: string) => t.call('auth.reset', { body: { token, newPassword: 'another long password' } });
      expect((await use(second)).status).toBe(204);
      expect((await use(first)).body).toMatchObject({ reason: 'resetLinkInvalid' });
      const signedIn = await login(emailOf('Admin'), 'another long password');
      expect((signedIn.body as SignedIn).name).toBe('Admin One');
    });
  });
});
