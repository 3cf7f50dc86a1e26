import { expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { demoOutlets, seedOutlet } from '../../../seed/seed-outlet.ts';
import { seedUser } from '../../../seed/seed-user.ts';
import { hashSecret } from '../password/password.ts';
import { createLogin } from './login.ts';
import type { Sessions } from './session.ts';

/** How long a call took by the clock, and by the processors of this process, which others on the machine do not disturb. */
interface Took {
  readonly clock: number;
  readonly work: number;
}

/** The time that a tenth of the calls did not need: that of the calls that were disturbed least. */
const undisturbed = (calls: Took[], of: keyof Took): number =>
  calls.map((took) => took[of]).toSorted((a, b) => a - b)[Math.floor(calls.length / 10)] ?? 0;

eachEngine('login', (on) => {
  it('[R1.1] takes as long for an unknown email as for a wrong password', async () => {
    const store = await on.open();
    const outletId = await seedOutlet(store, demoOutlets.cafe, 0);
    const person = {
      name: 'Reef',
      role: 'User',
      jobTitle: '',
      department: '',
      passcode: '',
      outletIds: [outletId],
    } as const;
    await seedUser(store, { ...person, email: 'known@reef.example', password: 'correct horse' }, 0);
    // Each login is more than an hour after the one before, so no wait after wrong passwords applies.
    let now = 0;
    const login = createLogin({
      store,
      clock: () => (now += 3_600_001),
      sessions: {} as Sessions,
      tell: async () => {},
      factors: { ask: async () => undefined },
      reportGuessing: () => undefined,
    });
    const time = async (email: string): Promise<Took> => {
      const [started, before] = [performance.now(), process.cpuUsage()];
      await expect(login.login(email, 'wrong horse', { id: '', name: '', ip: '::1' })).rejects.toThrow(
        'Wrong email or password',
      );
      const { user, system } = process.cpuUsage(before);
      return { clock: performance.now() - started, work: user + system };
    };
    // The first hash is slower than the others.
    await hashSecret('warm');
    const known: Took[] = [];
    const unknown: Took[] = [];
    const knownAgain: Took[] = [];
    for (let i = 0; i < 30; i++) {
      known.push(await time('known@reef.example'));
      unknown.push(await time(`unknown${i}@reef.example`));
      knownAgain.push(await time('known@reef.example'));
    }
    const apart = (one: Took[], other: Took[], of: keyof Took) =>
      Math.abs(Math.log(undisturbed(one, of) / undisturbed(other, of)));
    const third = Math.log(1.33);
    expect(apart(unknown, [...known, ...knownAgain], 'work')).toBeLessThan(third);
    // What the same call differs from itself by the clock is the machine's doing.
    const noise = apart(known, knownAgain, 'clock');
    expect(apart(unknown, [...known, ...knownAgain], 'clock')).toBeLessThan(third + noise);
  });
});
