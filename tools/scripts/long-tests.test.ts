import { expect, it } from 'vitest';
import { longTests } from './long-tests.mjs';

it('finds every test that reads SOAK, so that a soak leaves none out', () => {
  const found = longTests();
  expect(found).toContain('apps/server/src/modules/auth/password/passcode-tries.test.ts');
  expect(found).toContain('apps/server/src/modules/auth/flood.test.ts');
  expect(found).toContain('apps/web/src/outbox/trials.test.ts');
  expect(found).toContain('tools/fault-proxy/outage.test.ts');
  expect(found).not.toContain('apps/server/src/app.test.ts');
});
