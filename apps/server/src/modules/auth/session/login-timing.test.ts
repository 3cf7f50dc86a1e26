import { expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { demoOutlets, seedOutlet } from '../../../seed/seed-outlet.ts';
import { seedUser } from '../../../seed/seed-user.ts';
import { hashSecret } from '../password/password.ts';
import { createLogin } from './login.ts';
import type { Sessions } from './session.ts';

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
    });
    const time = async (email: string): Promise<number> => {
      const started = performance.now();
      await expect(login.login(email, 'wrong horse', { id: '', name: '', ip: '::1' })).rejects.toThrow(
        'Wrong email or password',
      );
      return performance.now() - started;
    };
    // The first hash is slower than the others.
    await hashSecret('warm');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 40; i++) {
      known.push(await time('known@reef.example'));
      unknown.push(await time(`unknown${i}@reef.example`));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});
